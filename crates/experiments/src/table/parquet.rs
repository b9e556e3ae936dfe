use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::column::Column;
use crate::Settings;
use crate::settings::word;

/// Parquet file of the columns: all optional, in one row group, the settings as metadata.
pub(super) fn write(columns: &[(String, Column)], settings: &Settings) -> Result<Vec<u8>> {
    let fields = columns
        .iter()
        .map(|(name, column)| field(name, column))
        .collect::<Result<Vec<_>>>()?;
    let schema = Type::group_type_builder("table")
        .with_fields(fields)
        .build()?;
    let metadata = settings
        .values()
        .iter()
        .map(|(name, value)| KeyValue::new(name.clone(), word(value)));
    let properties = WriterProperties::builder()
        .set_compression(Compression::GZIP(GzipLevel::default()))
        .set_key_value_metadata(Some(metadata.collect()));
    let mut bytes = Vec::new();
    let mut writer =
        SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        match column {
            Column::Integers(cells) => put::<Int64Type>(&mut group, cells)?,
            Column::Numbers(cells) => put::<DoubleType>(&mut group, cells)?,
            Column::Words(cells) => {
                let bytes = |cell: &Option<String>| cell.as_deref().map(ByteArray::from);
                let cells: Vec<_> = cells.iter().map(bytes).collect();
                put::<ByteArrayType>(&mut group, &cells)?;
            }
        }
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

fn field(name: &str, column: &Column) -> Result<TypePtr> {
    let (physical, logical) = match column {
        Column::Integers(_) => (Physical::INT64, None),
        Column::Numbers(_) => (Physical::DOUBLE, None),
        Column::Words(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
        .map(Arc::new)
}

/// Writes the cells of the next column.
fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    cells: &[Option<T::T>],
) -> Result<()> {
    let mut writer = group.next_column()?.expect("a column for each field");
    let values: Vec<T::T> = cells.iter().flatten().cloned().collect();
    let levels: Vec<i16> = cells.iter().map(|cell| cell.is_some().into()).collect();
    writer
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)?;
    writer.close()
}
