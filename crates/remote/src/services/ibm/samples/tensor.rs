//! A result of `executor`: arrays of truth values, packed, deflated, in base 64.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cheqqers_circuit::Bitstring;
use flate2::read::ZlibDecoder;
use serde::Deserialize;
use serde_json::Value;

use super::bits::width;

/// An array, the last of its indices the fastest.
#[derive(Deserialize)]
struct Tensor {
    data: String,
    shape: Vec<usize>,
    dtype: String,
}

/// The shots of a register, of which no more than `requested` are read.
///
/// Eight values are a byte, the first of them its lowest bit; the last index is that of the clbit.
///
/// Source: `CompressedTensorModel` of `ibm-quantum-schemas` 0.13.
pub(super) fn shots(register: &Value, requested: usize) -> Result<Vec<Bitstring>, String> {
    let tensor = Tensor::deserialize(register).map_err(|error| error.to_string())?;
    let [outer @ .., num_shots, num_bits] = &tensor.shape[..] else {
        return Err("an array of no shots".into());
    };
    if tensor.dtype != "bool" || outer.iter().any(|length| *length != 1) {
        let Tensor { shape, dtype, .. } = &tensor;
        return Err(format!("an array {shape:?} of {dtype} that is no bits"));
    }
    let (num_shots, width) = (*num_shots, width(*num_bits)?);
    if num_shots > requested {
        return Err(format!("{num_shots} shots of {requested}"));
    }
    let packed = STANDARD.decode(&tensor.data);
    let packed = packed.map_err(|error| error.to_string())?;
    // No more is unpacked than was requested.
    let length = (num_shots * width).div_ceil(8);
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed.as_slice())
        .take(length as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() != length {
        return Err(format!("{} bytes of {length}", bytes.len()));
    }
    let bit = |index: usize| bytes[index / 8] >> (index % 8) & 1;
    let one = |shot: usize| {
        let bits = (0..width).rev().map(|clbit| bit(shot * width + clbit));
        let number = bits.fold(0u128, |number, bit| number << 1 | u128::from(bit));
        Bitstring::from_index(number, width)
    };
    Ok((0..num_shots).map(one).collect())
}
