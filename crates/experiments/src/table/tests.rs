use std::fs;

use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;

use super::*;

fn table() -> Table {
    let settings = Settings::new("test")
        .with("seed", 7)
        .with("sizes", "4..6")
        .with("name", "not shown: a column has this name");
    Table::new(&settings, 3)
        .integers("size", [Some(4), None, Some(6)])
        .numbers("mean", [Some(0.1), Some(f64::NAN), Some(12.0)])
        .words(
            "name",
            ["a".to_owned(), "b, \"c\"".to_owned(), String::new()],
        )
}

#[test]
fn csv_quotes_what_must_be_and_leaves_missing_cells_empty() {
    let folder = tempfile::tempdir().unwrap();
    table().write(folder.path(), "rows").unwrap();
    let text = fs::read_to_string(folder.path().join("rows.csv")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        text,
        format!(
            "size,mean,name,experiment,version,seed,sizes\n\
             4,0.1,a,test,{version},7,4..6\n\
             ,,\"b, \"\"c\"\"\",test,{version},7,4..6\n\
             6,12,,test,{version},7,4..6\n"
        )
    );
}

#[test]
fn parquet_reads_back_with_its_types_and_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    table().write(folder.path(), "rows").unwrap();
    let file = fs::File::open(folder.path().join("rows.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().file_metadata();
    let settings = metadata.key_value_metadata().unwrap();
    let seed = settings.iter().find(|pair| pair.key == "seed").unwrap();
    assert_eq!(seed.value.as_deref(), Some("7"));
    let rows: Vec<Vec<Field>> = reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| {
            let row = row.unwrap();
            row.get_column_iter()
                .map(|(_, field)| field.clone())
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0][0], Field::Long(4));
    assert_eq!(rows[1][..2], [Field::Null, Field::Null]);
    assert_eq!(rows[2][1], Field::Double(12.0));
    assert_eq!(rows[1][2], Field::Str("b, \"c\"".into()));
    assert_eq!(rows[2][5], Field::Long(7));
}

#[test]
fn a_table_without_rows_is_a_file_without_rows() {
    let folder = tempfile::tempdir().unwrap();
    let none: [u64; 0] = [];
    let table = Table::new(&Settings::new("test"), 0).integers("size", none);
    table.write(folder.path(), "rows").unwrap();
    let file = fs::File::open(folder.path().join("rows.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.get_row_iter(None).unwrap().count(), 0);
}

#[test]
fn a_folder_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = table().write(&folder.path().join("gone"), "rows");
    let text = error.unwrap_err().to_string();
    assert!(
        text.starts_with("could not write ") && text.ends_with("rows.csv"),
        "{text}"
    );
}
