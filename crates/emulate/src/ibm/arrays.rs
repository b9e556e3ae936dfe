//! Arrays in the forms of the service: compressed, in base64.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::Value;

const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Rows of bytes as a `NumPy` file.
pub(super) fn npy([rows, columns]: [usize; 2], bytes: &[u8]) -> String {
    /// Alignment of the data in the file, in bytes.
    const ALIGNMENT: usize = 64;
    let mut header =
        format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let start = MAGIC.len() + 2;
    let padded = (start + header.len() + 1).next_multiple_of(ALIGNMENT) - start;
    header = format!("{header:<width$}\n", width = padded - 1);
    let length = u16::try_from(header.len()).expect("the header is short");
    packed(&[MAGIC, &length.to_le_bytes(), header.as_bytes(), bytes])
}

/// Returns `true` for a `NumPy` file with an array of no elements.
pub(super) fn is_empty_npy(text: &str) -> bool {
    let file = unpacked(text).unwrap_or_default();
    let header = String::from_utf8_lossy(&file);
    file.starts_with(MAGIC) && header.contains("'shape': (0,)")
}

/// Truth values as eight in a byte, the first the lowest bit.
pub(super) fn bools(values: &[bool]) -> String {
    let bytes = values.chunks(8).map(|values| {
        let bits = values.iter().rev();
        bits.fold(0, |byte, &value| byte << 1 | u8::from(value))
    });
    packed(&[&bytes.collect::<Vec<u8>>()])
}

/// Returns `true` for a tensor of no numbers.
pub(super) fn is_empty_tensor(tensor: &Value) -> bool {
    let bytes = tensor["data"].as_str().and_then(unpacked);
    tensor["dtype"] == "f64"
        && tensor["shape"] == Value::from(vec![0])
        && bytes.is_some_and(|bytes| bytes.is_empty())
}

fn packed(parts: &[&[u8]]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = parts.iter().try_for_each(|part| encoder.write_all(part));
    let packed = written.and_then(|()| encoder.finish());
    STANDARD.encode(packed.expect("memory takes all bytes"))
}

/// Bytes of a small array; `None` if they are not in this form.
fn unpacked(text: &str) -> Option<Vec<u8>> {
    const MOST: u64 = 1024;
    let packed = STANDARD.decode(text).ok()?;
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(&packed[..])
        .take(MOST)
        .read_to_end(&mut bytes);
    read.ok().map(|_| bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_values_fill_bytes_from_the_lowest_bit() {
        let values = [
            true, false, false, false, false, false, false, false, false, true,
        ];
        assert_eq!(unpacked(&bools(&values)), Some(vec![1, 2]));
        assert_eq!(unpacked(&bools(&[])), Some(vec![]));
    }

    #[test]
    fn arrays_of_nothing_are_known() {
        // Both as written by the service's own package of schemas.
        assert!(is_empty_npy(
            "eJyb7BfqGxDJyFDGUK2eklqcXKRupaBuk2ahrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RoGOpo6CrUKFAAuAFOzG1s="
        ));
        let mut tensor = serde_json::json!({"data": "eJwDAAAAAAE=", "shape": [0], "dtype": "f64"});
        assert!(is_empty_tensor(&tensor));
        tensor["shape"] = serde_json::json!([1]);
        assert!(!is_empty_tensor(&tensor));
        assert!(!is_empty_npy(&npy([1, 1], &[0])));
        assert!(!is_empty_npy("eJwDAAAAAAE="));
    }
}
