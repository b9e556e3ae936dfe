//! Paths and methods of all requests.

mod acts;
mod analyses;
mod answer;
mod classes;
mod extract;
mod lines;
mod offered;
mod pictures;
mod puzzles;
mod qr;
mod studies;
mod views;

use std::sync::Arc;

use axum::routing::{MethodRouter, get, post};

use crate::app::App;
use crate::{embed, manual, openapi, page, preview};

/// A path, with what answers there.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    /// In small letters; `get` means `head` too.
    #[cfg(test)]
    pub(crate) method: &'static str,
    pub(crate) answers: MethodRouter<Arc<App>>,
}

macro_rules! routes {
    ($($method:ident $path:literal => $handler:expr;)+) => {
        vec![$(Route {
            path: $path,
            #[cfg(test)]
            method: stringify!($method),
            answers: $method($handler),
        }),+]
    };
}

/// All routes of the server.
pub(crate) fn all() -> Vec<Route> {
    routes! {
        get "/" => page::index;
        get "/g/{link}" => preview::game;
        get "/g/{link}/" => preview::game;
        get "/s/{study}" => preview::study;
        get "/s/{study}/" => preview::study;
        get "/embed/{name}" => embed::board;
        get "/learn" => page::index;
        get "/learn/" => page::index;
        get "/class" => page::index;
        get "/class/" => page::index;
        get "/class/{code}" => page::index;
        get "/class/teacher/{link}" => page::index;
        get "/class/pupil/{link}" => page::index;
        get "/games" => page::index;
        get "/games/" => page::index;
        get "/custom" => page::index;
        get "/custom/" => page::index;
        get "/puzzles" => page::index;
        get "/puzzles/" => page::index;
        get "/puzzles/{id}" => page::index;
        get "/manual" => manual::first;
        get "/manual/" => manual::first;
        get "/manual/{*address}" => manual::page;
        get "/page/{*name}" => page::file;
        get "/api/v1/openapi.json" => openapi::document;
        get "/api/v1/options" => offered::options;
        get "/api/v1/lessons" => offered::lessons;
        get "/api/v1/puzzles" => puzzles::list;
        get "/api/v1/puzzles/daily" => puzzles::daily;
        get "/api/v1/puzzles/{id}" => puzzles::puzzle;
        post "/api/v1/puzzles/{id}/try" => puzzles::attempt;
        post "/api/v1/positions" => acts::arrange;
        post "/api/v1/lines" => lines::play;
        post "/api/v1/lines/description" => lines::description;
        post "/api/v1/lines/ply" => lines::moment;
        post "/api/v1/lines/preview" => lines::preview;
        post "/api/v1/lines/circuit" => lines::circuit;
        post "/api/v1/lines/analysis" => lines::analysis;
        post "/api/v1/lines/export" => lines::export;
        post "/api/v1/games" => acts::begin;
        post "/api/v1/classes" => classes::create;
        get "/api/v1/classes/{code}" => classes::class;
        post "/api/v1/classes/{code}/pupils" => classes::join;
        get "/api/v1/pupils/{link}" => classes::pupil;
        get "/api/v1/pupils/{link}/events" => classes::pupil_events;
        get "/api/v1/teachers/{link}" => classes::teacher;
        get "/api/v1/teachers/{link}/events" => classes::teacher_events;
        post "/api/v1/teachers/{link}/plan" => classes::plan;
        post "/api/v1/teachers/{link}/pairs" => classes::pairs;
        post "/api/v1/teachers/{link}/stop" => classes::stop;
        post "/api/v1/teachers/{link}/end" => classes::end;
        post "/api/v1/teachers/{link}/door" => classes::door;
        post "/api/v1/teachers/{link}/rename" => classes::rename;
        post "/api/v1/teachers/{link}/remove" => classes::remove;
        post "/api/v1/studies" => studies::keep;
        get "/api/v1/studies/{study}" => studies::study;
        get "/api/v1/studies/{study}/picture.svg" => pictures::study_svg;
        get "/api/v1/studies/{study}/picture.png" => pictures::study_png;
        post "/api/v1/qr" => qr::code;
        get "/api/v1/links/{link}" => views::state;
        get "/api/v1/links/{link}/description" => views::description;
        get "/api/v1/links/{link}/events" => views::events;
        get "/api/v1/links/{link}/plies/{ply}" => views::moment;
        get "/api/v1/links/{link}/picture.svg" => pictures::svg;
        get "/api/v1/links/{link}/picture.png" => pictures::png;
        get "/api/v1/links/{link}/preview" => views::preview;
        get "/api/v1/links/{link}/circuit" => views::circuit;
        get "/api/v1/links/{link}/analysis" => analyses::of_game;
        get "/api/v1/links/{link}/export" => views::export;
        post "/api/v1/links/{link}/moves" => acts::play;
        post "/api/v1/links/{link}/resign" => acts::resign;
        post "/api/v1/links/{link}/draw" => acts::draw;
        post "/api/v1/links/{link}/undo" => acts::undo;
        post "/api/v1/links/{link}/rematch" => acts::rematch;
        post "/api/v1/links/{link}/branch" => acts::branch;
        post "/api/v1/links/{link}/cancel" => acts::cancel;
        post "/api/v1/links/{link}/retry" => acts::retry;
    }
}
