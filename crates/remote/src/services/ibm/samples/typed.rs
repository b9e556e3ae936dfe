//! A result with Qiskit's types: bytes in the form in which arrays are kept on disk, deflated, in base 64.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cheqqers_circuit::{Bitstring, counted};
use flate2::read::ZlibDecoder;
use serde_json::{Map, Value};

use super::bits::{is_within, width};

/// Beginning of every file with an array, with the version that is written for small headers.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// The most that a header takes.
const HEADER: usize = 256;

/// The registers of the first circuit; `None` when the result is none.
pub(super) fn registers(result: &Value) -> Option<&Map<String, Value>> {
    let circuits = &inner(result, &["PrimitiveResult"])?["pub_results"];
    let circuit = inner(circuits.get(0)?, &["SamplerPubResult", "PubResult"])?;
    inner(&circuit["data"], &["DataBin"])?["fields"].as_object()
}

/// The shots of a register, of which no more than `requested` are read.
pub(super) fn shots(register: &Value, requested: usize) -> Result<Vec<Bitstring>, String> {
    let bits = inner(register, &["BitArray"]).ok_or("a register that is none")?;
    let num_bits = bits["num_bits"].as_u64().ok_or("a register of no width")?;
    let width = width(usize::try_from(num_bits).unwrap_or(usize::MAX))?;
    let array = inner(&bits["array"], &["ndarray"]).and_then(Value::as_str);
    let packed = STANDARD.decode(array.ok_or("a register without shots")?);
    let packed = packed.map_err(|error| error.to_string())?;
    // No more is unpacked than was requested.
    let row = width.div_ceil(8);
    let most = requested.saturating_mul(row).saturating_add(HEADER) as u64;
    let mut file = Vec::new();
    let mut decoder = ZlibDecoder::new(packed.as_slice()).take(most);
    decoder
        .read_to_end(&mut file)
        .map_err(|error| error.to_string())?;
    let (num_shots, bytes) = rows(&file, row).ok_or("an array that is no bits")?;
    if bytes.len() != num_shots * row {
        return Err(format!("{} bytes of {num_shots} x {row}", bytes.len()));
    }
    let one = |row: &[u8]| {
        let number = row
            .iter()
            .fold(0u128, |number, byte| number << 8 | u128::from(*byte));
        let shot = is_within(number, width).then(|| Bitstring::from_index(number, width));
        shot.ok_or_else(|| format!("a shot of more than {}", counted(width, "bit")))
    };
    bytes.chunks_exact(row.max(1)).map(one).collect()
}

/// Number of rows, and their bytes; `None` if they are not of this length.
fn rows(file: &[u8], row: usize) -> Option<(usize, &[u8])> {
    let (length, rest) = file.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (header, bytes) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    let header = std::str::from_utf8(header).ok()?;
    let is_known = header.contains("'|u1'") && header.contains("'fortran_order': False");
    let (_, shape) = header.split_once("'shape': (")?;
    let (shape, _) = shape.split_once(')')?;
    let lengths = shape
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let lengths: Vec<usize> = lengths
        .map(|text| text.parse().ok())
        .collect::<Option<_>>()?;
    let [num_shots, columns] = lengths[..] else {
        return None;
    };
    (is_known && columns == row).then_some((num_shots, bytes))
}

/// The value of a typed object; `None` if it is of none of these types.
fn inner<'a>(value: &'a Value, types: &[&str]) -> Option<&'a Value> {
    let found = value["__type__"].as_str()?;
    types.contains(&found).then(|| &value["__value__"])
}
