//! Texts as the service packs them: compressed, in base64.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::{Map, Value, json};

/// Compression format of a text as it is.
const PLAIN: u64 = 1;
/// Compression format of zlib, in base64.
const ZLIB: u64 = 2;

/// Most bytes of an unpacked text.
const MAX_LENGTH: u64 = 16 << 20;

/// Text in an object that says how it is packed.
pub(super) fn pack(text: &str, serialization_format: u64) -> Value {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(text.as_bytes());
    let packed = written.and_then(|()| encoder.finish());
    json!({
        "compression_format": ZLIB,
        "serialization_format": serialization_format,
        "serialization": STANDARD.encode(packed.expect("memory takes all bytes")),
    })
}

/// Format and text of such an object.
pub(super) fn unpack(packed: &Map<String, Value>) -> Result<(u64, String), String> {
    let number = |key: &str| packed.get(key).and_then(Value::as_u64);
    let format = number("serialization_format").ok_or("no serialization_format")?;
    let text = packed.get("serialization").and_then(Value::as_str);
    let text = text.ok_or("no serialization")?;
    match number("compression_format") {
        Some(PLAIN) => Ok((format, text.to_owned())),
        Some(ZLIB) => {
            let bytes = STANDARD.decode(text).map_err(|error| error.to_string())?;
            let mut text = String::new();
            let mut decoder = ZlibDecoder::new(&bytes[..]).take(MAX_LENGTH);
            let read = decoder.read_to_string(&mut text);
            read.map_err(|error| error.to_string())?;
            Ok((format, text))
        }
        _ => Err("unsupported compression_format".into()),
    }
}

/// JSON that may be the text of JSON, any number of times.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let mut value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    while let Value::String(inner) = &value {
        value = serde_json::from_str(inner).map_err(|error| error.to_string())?;
    }
    Ok(value)
}
