use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Map;

use super::*;
use crate::explored_game::ExploredGame;

/// A table of these codes, each with a value.
fn table(codes: &[(&[u8], f64)]) -> Table {
    let mut bytes = Vec::new();
    let rows = codes.iter().map(|&(code, value)| {
        let start = bytes.len() as u64;
        bytes.extend_from_slice(code);
        TableRow {
            start,
            len: u32::try_from(code.len()).unwrap(),
            distance: 7,
            bounds: ValueBounds {
                least: value,
                most: value + 1e-12,
            },
        }
    });
    let rows: Vec<TableRow> = rows.collect();
    let header = TableHeader {
        game: ExploredGame {
            name: "toy".into(),
            rules: "toy-1".into(),
            settings: Map::from_iter([("size".into(), 4.into())]),
            distinct: false,
        },
        closed: true,
        positions: rows.len() as u64,
        expanded: rows.len() as u64,
        by_plies: vec![1, 2],
        value: [0.0, 1e-12],
    };
    Table {
        header,
        bytes,
        rows,
    }
}

fn small() -> Table {
    table(&[(&[1], 0.0), (&[1, 0], 2.0 / 3.0), (&[3], -1.0)])
}

fn reopened(bytes: &[u8]) -> Result<Table, FileFormatError> {
    Table::read(bytes)
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.table");
    let written = small();
    fs::write(&path, written.to_bytes().unwrap()).unwrap();
    let read = Table::open(&path).unwrap();
    assert_eq!(read.header, written.header);
    assert_eq!((&read.bytes, &read.rows), (&written.bytes, &written.rows));
    assert_eq!(read.row(&[1, 0]), Some(&written.rows[1]));
    for missing in [&[][..], &[2], &[1, 0, 0], &[4]] {
        assert_eq!(read.row(missing), None);
    }
}

#[test]
fn a_part_of_a_table_and_a_changed_one_are_refused() {
    let whole = small().to_bytes().unwrap();
    reopened(&whole).unwrap();
    for len in 0..whole.len() {
        let error = reopened(&whole[..len]).unwrap_err();
        let is_told = matches!(
            error,
            FileFormatError::Format { .. } | FileFormatError::Damaged
        );
        assert!(is_told, "{len}: {error:?}");
    }
    assert!(reopened(&[&whole[..], b"more"].concat()).is_err());
    // Of the first ten bytes some say nothing of what follows.
    for place in 10..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        assert!(reopened(&changed).is_err(), "{place}");
    }
}

#[test]
fn other_files_are_told_apart_from_damaged_ones() {
    assert!(matches!(
        reopened(b"{}\n").unwrap_err(),
        FileFormatError::Format { .. }
    ));
    let compressed = |text: &str| {
        let mut file = GzEncoder::new(Vec::new(), Compression::fast());
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap()
    };
    for text in [
        "",
        "games\n",
        "{\"format\": \"cheqqers\", \"version\": 1}\n",
    ] {
        let error = reopened(&compressed(text)).unwrap_err();
        assert!(matches!(error, FileFormatError::Format { .. }), "{text}");
    }
    let line = format!("{{\"format\": \"{}\", \"version\": 2}}\n", FORMAT.name);
    let error = reopened(&compressed(&line)).unwrap_err();
    assert!(matches!(
        error,
        FileFormatError::Version { found: 2, known: 1 }
    ));
    let missing = Table::open(Path::new("none/such.table")).unwrap_err();
    assert!(matches!(missing, FileFormatError::Read(_)));
}

/// Rows out of order can't be searched, and a bound is never beyond a win.
#[test]
fn senseless_rows_are_refused() {
    for codes in [
        &[(&[2][..], 0.0), (&[1], 0.0)],
        &[(&[1], 0.0), (&[1], 0.0)],
        &[(&[1], 0.0), (&[2], f64::NAN)],
        &[(&[1], 0.0), (&[2], 1.5)],
    ] {
        let bytes = table(codes).to_bytes().unwrap();
        let error = reopened(&bytes).unwrap_err();
        assert!(matches!(error, FileFormatError::Damaged), "{codes:?}");
    }
    // More rows than there are.
    let mut more = small();
    more.header.positions = u64::MAX;
    let error = reopened(&more.to_bytes().unwrap()).unwrap_err();
    assert!(matches!(error, FileFormatError::Damaged));
}
