//! The page: files of a folder that are part of the program.

mod bundle;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use crate::error::ApiError;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// Media type of a page.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// Media type of a module.
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Media type of a catalogue of strings.
const CATALOGUE: &str = "text/plain; charset=utf-8";

/// Name of the file that holds all modules of the page.
const BUNDLE: &str = "page.js";

/// Place of the languages in the index.
const LANGUAGES: &str = "<!-- languages -->";

struct File {
    bytes: Cow<'static, [u8]>,
    /// The same compressed by gzip, where that is smaller.
    packed: Option<Vec<u8>>,
    kind: &'static str,
    /// Changes with the bytes.
    tag: HeaderValue,
}

/// Files that are served, by name: TypeScript declarations and settings are left out.
static BY_NAME: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
    let served = files(&FOLDER).into_iter().filter_map(|file| {
        let name = file.path().to_str()?;
        let bytes = match name {
            "index.html" | "embed.html" => {
                Cow::Owned(with_languages(file.contents_utf8()?).into_bytes())
            }
            _ => Cow::Borrowed(file.contents()),
        };
        Some((name, File::new(bytes, media_type(name)?)))
    });
    let mut served: HashMap<&str, File> = served.collect();
    let modules = served.iter().filter(|(_, file)| file.kind == SCRIPT);
    let modules =
        modules.filter_map(|(&name, file)| Some((name, str::from_utf8(&file.bytes).ok()?)));
    let bundle = bundle::bundle(&modules.collect(), "main.js");
    let bundle = File::new(bundle.into_bytes().into(), SCRIPT);
    served.insert(BUNDLE, bundle);
    served
});

/// The files of a folder and of those in it.
fn files(folder: &'static Dir<'static>) -> Vec<&'static include_dir::File<'static>> {
    let below = folder.dirs().flat_map(files);
    folder.files().chain(below).collect()
}

/// Code and own name of each language that has a catalogue, in the order of the codes.
fn languages() -> Vec<(&'static str, &'static str)> {
    let catalogues = files(&FOLDER).into_iter().filter_map(|file| {
        let code = file
            .path()
            .to_str()?
            .strip_prefix("lang/")?
            .strip_suffix(".ftl")?;
        let text = file.contents_utf8()?;
        let name = text
            .lines()
            .find_map(|line| line.strip_prefix("language-name = "))?;
        Some((code, name))
    });
    let mut languages: Vec<_> = catalogues.collect();
    languages.sort_unstable();
    languages
}

/// The index with a link for each language: the page finds them there, and so do search engines.
fn with_languages(index: &str) -> String {
    let links = languages().into_iter().map(|(code, name)| {
        format!(r#"<link rel="alternate" hreflang="{code}" href="?lang={code}" title="{name}">"#)
    });
    index.replace(LANGUAGES, &links.collect::<Vec<_>>().join("\n"))
}

impl File {
    fn new(bytes: Cow<'static, [u8]>, kind: &'static str) -> Self {
        let tag = tag(&Sha256::digest(&bytes));
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&bytes).and_then(|()| packer.finish());
        let packed = packed.ok().filter(|packed| packed.len() < bytes.len());
        Self {
            bytes,
            packed,
            kind,
            tag,
        }
    }
}

/// The tag of bytes with this hash.
pub(crate) fn tag(hash: &[u8]) -> HeaderValue {
    let mut tag = String::from("\"");
    for byte in &hash[..16] {
        write!(tag, "{byte:02x}").expect("memory takes all text");
    }
    tag.push('"');
    HeaderValue::from_str(&tag).expect("digits are plain")
}

/// Returns `true` if the client has what has this tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    has(asked, &header::IF_NONE_MATCH, |known| {
        known.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes()
    })
}

/// Returns `true` if a header is a list of which one element is so.
fn has(asked: &HeaderMap, name: &HeaderName, is_so: impl Fn(&str) -> bool) -> bool {
    let mut values = asked.get_all(name).iter();
    values.any(|value| value.to_str().is_ok_and(|list| list.split(',').any(&is_so)))
}

/// Media type of a file by its name, or `None` if it isn't served.
pub(crate) fn media_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension {
        "html" => HTML,
        "css" => "text/css; charset=utf-8",
        "ftl" => CATALOGUE,
        "js" => SCRIPT,
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => return None,
    })
}

/// Returns `true` if a path is one of the page's files.
pub(crate) fn is_file(path: &str) -> bool {
    let name = path.strip_prefix("/page/");
    name.is_some_and(|name| BY_NAME.contains_key(name))
}

/// The one page there is; what it shows is up to it.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    serve("index.html", &headers)
}

/// The same, whoever asks for it.
pub(crate) fn index_for(headers: &HeaderMap) -> Response {
    serve("index.html", headers)
}

/// The page with these tags in its head.
pub(crate) fn index_with(tags: &str) -> Response {
    let page = &BY_NAME["index.html"].bytes;
    let page = str::from_utf8(page).expect("the page is text");
    let page = page.replacen("</head>", &format!("{tags}</head>"), 1);
    ([(header::CONTENT_TYPE, HTML)], page).into_response()
}

/// The page of a bare board.
pub(crate) fn embed(headers: &HeaderMap) -> Response {
    serve("embed.html", headers)
}

/// Answer for unknown paths: the page for people, an error for programs.
pub(crate) async fn nothing(headers: HeaderMap) -> Response {
    let kinds = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
    let is_read = kinds.is_some_and(|kinds| kinds.windows(9).any(|kind| kind == b"text/html"));
    if is_read {
        // Whole, whatever the browser may have kept.
        (
            StatusCode::NOT_FOUND,
            serve("index.html", &HeaderMap::new()),
        )
            .into_response()
    } else {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "unknown-path",
            "there is nothing here",
        )
        .into_response()
    }
}

/// A file of the page, by its name alone: nothing else can be had.
pub(crate) async fn file(
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let name = name.map_or_else(|_| String::new(), |Path(name)| name);
    serve(&name, &headers)
}

fn serve(name: &str, asked: &HeaderMap) -> Response {
    let Some(file) = BY_NAME.get(name) else {
        let message = "the page has no such file";
        return ApiError::new(StatusCode::NOT_FOUND, "unknown-path", message).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(file.kind)),
        (header::ETAG, file.tag.clone()),
        // Kept, but asked for whether it is still the same.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if is_known(asked, &file.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let is_gzip = |coding: &str| matches!(coding.trim(), "gzip" | "gzip;q=1.0");
    match &file.packed {
        Some(packed) if has(asked, &header::ACCEPT_ENCODING, is_gzip) => {
            let coding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            (headers, coding, &packed[..]).into_response()
        }
        _ => (headers, &file.bytes[..]).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_session::{CircuitFormat, KNOWN};

    use super::*;

    /// Words of games and of their pieces, which the page has from their descriptions alone.
    const WORDS: [&str; 9] = [
        "coins", "checkers", "draughts", "pdn", "king", "kings", "men", "crown", "crowned",
    ];

    #[test]
    fn every_catalogue_is_offered_by_its_own_name() {
        let index = str::from_utf8(&BY_NAME["index.html"].bytes).unwrap();
        let catalogues = BY_NAME
            .values()
            .filter(|file| file.kind == CATALOGUE)
            .count();
        assert_eq!(languages().len(), catalogues);
        assert_eq!(index.matches("hreflang=").count(), catalogues);
        assert!(index.contains(r#"hreflang="en" href="?lang=en" title="English""#));
        assert!(!index.contains(LANGUAGES));
    }

    #[test]
    fn the_bundle_has_every_module_once() {
        let bundle = str::from_utf8(&BY_NAME[BUNDLE].bytes).unwrap();
        let names = BY_NAME.iter().filter(|(_, file)| file.kind == SCRIPT);
        for name in names.map(|(&name, _)| name).filter(|&name| name != BUNDLE) {
            let begin = format!("modules[\"{name}\"] = ");
            assert_eq!(bundle.matches(&begin).count(), 1, "{name}");
        }
    }

    #[test]
    fn every_format_of_a_circuit_is_offered() {
        let text = |name: &str| str::from_utf8(&BY_NAME[name].bytes).unwrap();
        let mut lines = text("panels/circuit.js").lines();
        let list = lines.find_map(|line| line.strip_prefix("const FORMATS = ["));
        let mut offered: Vec<&str> = list.unwrap().split('"').skip(1).step_by(2).collect();
        let mut names: Vec<&str> = CircuitFormat::ALL.iter().map(|form| form.name()).collect();
        let description = include_str!("openapi/description.json");
        assert!(description.contains(&format!("of a circuit {}\"", names.join(", "))));
        for name in &names {
            let message = format!("\ncircuit-format-{name} = ");
            assert!(text("lang/en.ftl").contains(&message), "{name}");
        }
        offered.sort_unstable();
        names.sort_unstable();
        assert_eq!(offered, names);
    }

    #[test]
    fn the_page_knows_no_game() {
        // Catalogues of strings are no code, and may speak of all.
        let code = BY_NAME.iter().filter(|(_, file)| file.kind != CATALOGUE);
        for (name, file) in code {
            let text = str::from_utf8(&file.bytes).unwrap().to_lowercase();
            let mut words = text.split(|letter: char| !letter.is_alphabetic());
            let found = words.find(|word| WORDS.contains(word));
            assert_eq!(found, None, "{name}");
            // The first has the name of the program.
            let mut games = KNOWN[1..].iter();
            assert!(!games.any(|game| text.contains(game.name)), "{name}");
        }
    }
}
