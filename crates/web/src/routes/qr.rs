//! QR codes of links, so that a phone need not be typed on.

use std::fmt::Write;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;

use super::extract::JsonBody;
use crate::error::ApiError;

/// The most bytes of a text: more than any link, and few enough modules for any camera.
const MOST_TEXT: usize = 500;

/// Modules that stay empty around a code, so that cameras find it.
const MARGIN: i32 = 4;

/// A text to be read by a camera. It comes in the body: addresses are written to logs, and links are secrets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QrRequest {
    text: String,
}

/// The code of a text as SVG.
pub(super) async fn code(JsonBody(asked): JsonBody<QrRequest>) -> Result<Response, ApiError> {
    let wrong = || ApiError::malformed(format!("a text has 1 to {MOST_TEXT} bytes"));
    if asked.text.is_empty() || asked.text.len() > MOST_TEXT {
        return Err(wrong());
    }
    let code = QrCode::encode_text(&asked.text, QrCodeEcc::Medium).map_err(|_| wrong())?;
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], drawn(&code)).into_response())
}

/// A code as SVG, dark on white in any colour scheme.
fn drawn(code: &QrCode) -> String {
    let size = code.size();
    let modules = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let path =
        modules
            .filter(|&(x, y)| code.get_module(x, y))
            .fold(String::new(), |mut path, (x, y)| {
                let (x, y) = (x + MARGIN, y + MARGIN);
                write!(path, "M{x} {y}h1v1h-1z").expect("memory takes all text");
                path
            });
    let whole = size + 2 * MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{whole}\" height=\"{whole}\" fill=\"#ffffff\"/><path d=\"{path}\" fill=\"#000000\"/></svg>"
    )
}
