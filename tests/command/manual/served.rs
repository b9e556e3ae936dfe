//! The manual as the server has it.

use cheqqers_manual::pages;
use pulldown_cmark::{Event, Parser, Tag};

use crate::client::{Client, WIDE, serve_in};

#[test]
fn every_page_is_served_with_its_contents_and_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let all = pages();
    for (index, page) in all.iter().enumerate() {
        let path = match page.address() {
            "" => "/manual".to_owned(),
            address => format!("/manual/{address}"),
        };
        let answer = client.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert!(answer.body.contains("<h1 id="), "{path}");
        // The server forbids both.
        assert!(!answer.body.contains("<script"), "{path}");
        assert!(!answer.body.contains(" style="), "{path}");
        let num_entries = answer.body.matches("<li>").count()
            + answer.body.matches("<li class=\"deep\">").count();
        assert!(num_entries >= all.len(), "{path}: {num_entries}");
        assert_eq!(answer.body.matches("aria-current=\"page\"").count(), 1);
        let has_previous = answer.body.contains("rel=\"prev\"");
        let has_next = answer.body.contains("rel=\"next\"");
        assert_eq!((has_previous, has_next), (index > 0, index + 1 < all.len()));
        assert_eq!(client.get(&format!("{path}/")).body, answer.body, "{path}");
    }
}

#[test]
fn images_are_served_and_other_files_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let mut num_images = 0;
    for page in pages() {
        for event in Parser::new(page.markdown) {
            let Event::Start(Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            let path = cheqqers_manual::resolve(&page.path, &dest_url).unwrap();
            // The client reads text, which other images are not.
            if path.rsplit('.').next() == Some("svg") {
                let answer = client.get(&format!("/manual/{path}"));
                let kind = answer.header("content-type");
                assert_eq!(kind, Some("image/svg+xml"), "{path}");
                num_images += 1;
            }
        }
    }
    assert!(num_images > 0);
    for path in [
        "/manual/nothing",
        "/manual/SUMMARY.md",
        "/manual/README.md",
        "/manual/../book.toml",
        "/manual/%2e%2e/book.toml",
        "/manual/%ff",
    ] {
        assert_eq!(
            client.get(path).code(),
            (404, "unknown-path".into()),
            "{path}"
        );
    }
}

#[test]
fn every_page_of_the_server_leads_to_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let index = Client::of(&server).get("/");
    assert!(index.body.contains("<a href=\"/manual\""));
}
