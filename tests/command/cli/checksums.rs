//! Records that were changed after they were written.

use std::fs;

use crate::command::{cheqqers, printed};

/// A recorded game of a few plies, with a measurement among them.
fn recorded(folder: &tempfile::TempDir, kind: &str) -> String {
    let path = folder.path().join(kind);
    let path = path.to_str().unwrap();
    let game = ["--games", "1", "--seed", "7", "--size", "5"];
    printed(&[&["selfplay"], &game[..], &[&format!("--{kind}"), path]].concat());
    if kind == "trace" {
        return path.to_owned();
    }
    let file = fs::read_dir(path).unwrap().next().unwrap().unwrap();
    file.path().to_str().unwrap().to_owned()
}

/// Returns `true` if a record with this content is refused, or told to be cut off.
fn is_found(folder: &tempfile::TempDir, content: &[u8]) -> bool {
    let path = folder.path().join("changed.jsonl");
    fs::write(&path, content).unwrap();
    let done = cheqqers(&["replay", path.to_str().unwrap(), "--verify"]);
    done.code == Some(1)
}

/// The exit status of the command; a test beside its code flips every bit of many bytes.
#[test]
fn a_flipped_bit_of_each_part_of_a_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["record", "trace"] {
        let path = recorded(&folder, kind);
        printed(&["replay", &path, "--verify"]);
        let text = fs::read(&path).unwrap();
        let place = |sign: &str| {
            let mut places = text.windows(sign.len());
            places.position(|found| found == sign.as_bytes()).unwrap()
        };
        let first_line = place("\n");
        for place in [
            1,
            place("seed"),
            place("sum") + 7,
            first_line,
            place("ply"),
            text.len() - 1,
        ] {
            let mut flipped = text.clone();
            flipped[place] ^= 1;
            assert!(is_found(&folder, &flipped), "{kind}: byte {place}");
        }
    }
}

#[test]
fn changed_labels_seeds_and_keys_are_told_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(recorded(&folder, "record")).unwrap();
    let path = folder.path().join("changed.jsonl");
    for (from, to) in [
        ("\"white\":\"random\"", "\"white\":\"ranbom\""),
        ("\"seed\":7", "\"seed\":6"),
        ("\"black\":", "\"blbck\":"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let done = cheqqers(&["replay", path.to_str().unwrap(), "--verify"]);
        assert_eq!(done.code, Some(1), "{from}");
        let told = "was changed after it was written: line 1 does not fit its checksum";
        assert!(done.err.contains(told), "{}", done.err);
        // It is shown all the same.
        let done = cheqqers(&["replay", path.to_str().unwrap()]);
        assert_eq!((done.code, &*done.err), (Some(0), ""));
    }
}

#[test]
fn records_of_earlier_versions_have_no_checksums_and_stay_without() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(recorded(&folder, "record")).unwrap();
    let old = |line: &str| line.split(",\"sum\":").next().unwrap().to_owned() + "}\n";
    let old: String = text.lines().map(old).collect();
    let path = folder.path().join("old.jsonl");
    fs::write(&path, &old).unwrap();
    let path = path.to_str().unwrap();
    let told = "its lines have no checksums, which records have since 2026-11\n";
    assert!(printed(&["replay", path, "--verify"]).contains(told));
    // A draughts record never has any.
    let pdn = folder.path().join("game.pdn");
    let classical = ["export", "--level", "0", "--moves", "c3-d4"];
    fs::write(
        &pdn,
        printed(&[&classical[..], &["--format", "pdn"]].concat()),
    )
    .unwrap();
    let verified = printed(&["replay", pdn.to_str().unwrap(), "--verify"]);
    assert!(!verified.contains("checksums"), "{verified}");
    // Lines of one with checksums and of one without don't fit together.
    let mixed =
        text.lines().next().unwrap().to_owned() + "\n" + &old[old.find('\n').unwrap() + 1..];
    assert!(is_found(&folder, mixed.as_bytes()));
    let mixed =
        old.lines().next().unwrap().to_owned() + "\n" + &text[text.find('\n').unwrap() + 1..];
    assert!(is_found(&folder, mixed.as_bytes()));
}
