//! The manual, as pages that need neither JavaScript nor a network.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use cheqqers_manual::{ManualPage, file, pages};

use crate::page::{HTML, media_type, nothing};

/// Address of the manual.
const BASE: &str = "/manual";

/// The document around a page, with comments where its parts belong.
const TEMPLATE: &str = include_str!("manual.html");

/// Documents of all pages by their addresses below the manual's.
static DOCUMENTS: LazyLock<HashMap<&str, String>> = LazyLock::new(|| {
    let of = |index: usize| (pages()[index].address(), document(index));
    (0..pages().len()).map(of).collect()
});

/// The first page.
pub(crate) async fn first(headers: HeaderMap) -> Response {
    answer("", headers).await
}

/// A page or an image by its address below the manual's.
pub(crate) async fn page(
    address: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(address)) = address else {
        return nothing(headers).await;
    };
    answer(address.strip_suffix('/').unwrap_or(&address), headers).await
}

async fn answer(address: &str, headers: HeaderMap) -> Response {
    let (kind, bytes) = if let Some(document) = DOCUMENTS.get(address) {
        (HTML, document.as_bytes())
    } else if let Some((bytes, kind)) = file(address).zip(media_type(address)) {
        (kind, bytes)
    } else {
        return nothing(headers).await;
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, bytes).into_response()
}

fn document(index: usize) -> String {
    let page = &pages()[index];
    let parts = [
        ("title", escaped(&page.title)),
        ("contents", contents(page)),
        ("neighbours", neighbours(index)),
        // The last, as it may contain any text.
        ("article", page.html(BASE)),
    ];
    parts
        .into_iter()
        .fold(TEMPLATE.to_owned(), |document, (name, part)| {
            document.replacen(&format!("<!--{name}-->"), &part, 1)
        })
}

/// The table of contents, in which a page is marked.
fn contents(current: &ManualPage) -> String {
    let mut text = String::new();
    let mut part = &None;
    for (index, page) in pages().iter().enumerate() {
        if index == 0 || page.part != *part {
            if index > 0 {
                text.push_str("</ul>\n");
            }
            if let Some(part) = &page.part {
                let _ = writeln!(text, "<h2>{}</h2>", escaped(part));
            }
            text.push_str("<ul>\n");
            part = &page.part;
        }
        let class = if page.depth > 0 {
            " class=\"deep\""
        } else {
            ""
        };
        let mark = if page == current {
            " aria-current=\"page\""
        } else {
            ""
        };
        let _ = writeln!(text, "<li{class}>{}</li>", link(page, mark));
    }
    text + "</ul>"
}

/// Links to the pages before and after one.
fn neighbours(index: usize) -> String {
    let before = index.checked_sub(1).and_then(|index| pages().get(index));
    let before = before.map(|page| link(page, " rel=\"prev\""));
    let after = pages().get(index + 1);
    let after = after.map(|page| link(page, " rel=\"next\" class=\"next\""));
    let both: Vec<String> = before.into_iter().chain(after).collect();
    both.join("\n")
}

fn link(page: &ManualPage, attributes: &str) -> String {
    let title = escaped(&page.title);
    match page.address() {
        "" => format!("<a href=\"{BASE}\"{attributes}>{title}</a>"),
        address => format!("<a href=\"{BASE}/{address}\"{attributes}>{title}</a>"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
