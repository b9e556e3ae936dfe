//! The shots of a result of `sampler` or `executor`.

mod bits;
mod tensor;
mod typed;

use cheqqers_circuit::{Bitstring, counted};
use serde::Deserialize;
use serde_json::{Map, Value};

use self::bits::{is_within, width};
use crate::entry::Entry;
use crate::error::{RemoteError, shortened};
use crate::service::JobOutput;

/// A register's shots as plain JSON has them.
#[derive(Deserialize)]
struct Plain {
    samples: Vec<String>,
    num_bits: usize,
}

/// Reads a result of a job with one circuit: of `sampler`, plain or with Qiskit's types, or of
/// `executor`.
///
/// In all forms bit 0 of a register is the lowest bit of a number.
///
/// # Errors
/// [`RemoteError::Protocol`] when it is none, or not of the program's register.
pub(in crate::services) fn read(text: &str, entry: &Entry) -> Result<JobOutput, RemoteError> {
    let result: Value = serde_json::from_str(text).map_err(|error| protocol(&error, text))?;
    let requested = entry.provenance.shots;
    let shots = if result.get("__type__").is_some() {
        let fields = typed::registers(&result).ok_or_else(|| protocol(&"no registers", text))?;
        typed::shots(register(fields, entry, text)?, requested)
    } else if let Some(items) = result.get("data") {
        let fields = items[0]["results"].as_object();
        let fields = fields.ok_or_else(|| protocol(&"no results", text))?;
        tensor::shots(register(fields, entry, text)?, requested)
    } else {
        let fields = result["results"][0]["data"].as_object();
        let fields = fields.ok_or_else(|| protocol(&"no results", text))?;
        plain(register(fields, entry, text)?)
    };
    let shots = shots.map_err(|what| protocol(&what, text))?;
    if let Some(shot) = shots.iter().find(|shot| shot.len() != entry.num_clbits) {
        let what = format!(
            "{} in a shot of {}",
            counted(shot.len(), "bit"),
            entry.num_clbits
        );
        return Err(protocol(&what, text));
    }
    Ok(JobOutput::Shots(shots))
}

/// The register that the program declares, or the only one there is.
fn register<'a>(
    fields: &'a Map<String, Value>,
    entry: &Entry,
    text: &str,
) -> Result<&'a Value, RemoteError> {
    let declared = declared(&entry.provenance.qasm).and_then(|name| fields.get(name));
    let mut all = fields.values();
    match (declared, all.next(), all.next()) {
        (Some(register), ..) | (None, Some(register), None) => Ok(register),
        _ => Err(protocol(&"not the register of the program", text)),
    }
}

/// The name of the register that a program of ours declares.
fn declared(program: &str) -> Option<&str> {
    let line = program.lines().find(|line| line.starts_with("bit["))?;
    let (_, name) = line.split_once(']')?;
    Some(name.trim().trim_end_matches(';'))
}

fn plain(register: &Value) -> Result<Vec<Bitstring>, String> {
    let register = Plain::deserialize(register).map_err(|error| error.to_string())?;
    let width = width(register.num_bits)?;
    let one = |sample: &String| {
        let digits = sample.strip_prefix("0x").unwrap_or(sample);
        let number = u128::from_str_radix(digits, 16).ok();
        number
            .filter(|number| is_within(*number, width))
            .map(|number| Bitstring::from_index(number, width))
            .ok_or_else(|| format!("{sample:?} as a shot of {}", counted(width, "bit")))
    };
    register.samples.iter().map(one).collect()
}

fn protocol(what: &impl ToString, text: &str) -> RemoteError {
    RemoteError::protocol(format!("{} in {}", what.to_string(), shortened(text)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::write::ZlibEncoder;
    use serde_json::json;

    use super::*;

    fn entry(num_clbits: usize) -> Entry {
        let program = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nbit[10] c;\nx $0;\n";
        let entry = Entry::new("cheqqers-0", "test", "ibm", "ibm_example");
        entry.with_program(program, num_clbits, num_clbits, 3)
    }

    fn shots(result: &Value, num_clbits: usize) -> Result<Vec<String>, RemoteError> {
        let result = read(&result.to_string(), &entry(num_clbits))?;
        let JobOutput::Shots(shots) = result else {
            panic!("every shot is told");
        };
        Ok(shots.iter().map(ToString::to_string).collect())
    }

    fn plain_of(data: &Value) -> Value {
        json!({"results": [{"data": data, "metadata": {}}], "metadata": {"version": 2}})
    }

    #[test]
    fn the_lowest_bit_of_a_number_is_the_first() {
        let data = json!({"c": {"samples": ["0x1", "0x6", "0x0"], "num_bits": 3}});
        assert_eq!(shots(&plain_of(&data), 3).unwrap(), ["100", "011", "000"]);
        let full = json!({"c": {"samples": [format!("0x{:x}", 1u128 << 127)], "num_bits": 128}});
        let last = format!("{}1", "0".repeat(127));
        assert_eq!(shots(&plain_of(&full), 128).unwrap(), [last]);
    }

    #[test]
    fn the_register_of_the_program_is_read_whatever_else_is_there() {
        let ours = json!({"samples": ["0x1"], "num_bits": 2});
        let other = json!({"samples": ["0x2"], "num_bits": 2});
        for data in [
            json!({"c": ours, "more": other}),
            json!({"more": other, "c": ours}),
            json!({"meas": ours}),
        ] {
            assert_eq!(shots(&plain_of(&data), 2).unwrap(), ["10"]);
        }
        for data in [json!({}), json!({"a": ours, "b": other})] {
            let error = shots(&plain_of(&data), 2).unwrap_err().to_string();
            assert!(error.contains("register"), "{error}");
        }
    }

    #[test]
    fn what_is_no_result_is_refused() {
        let register =
            |samples: &Value, num_bits| json!({"c": {"samples": samples, "num_bits": num_bits}});
        for data in [
            register(&json!(["0x8"]), 3),
            register(&json!(["0x1"]), 2),
            register(&json!(["0xg"]), 3),
            register(&json!(["-0x1"]), 3),
            register(&json!([1]), 3),
            register(&json!("0x1"), 3),
            register(&json!(["0x1"]), 1000),
            json!({"c": {"num_bits": 3}}),
            json!({"c": null}),
        ] {
            let error = shots(&plain_of(&data), 3).unwrap_err();
            assert!(matches!(error, RemoteError::Protocol { .. }), "{data}");
        }
        for result in [json!({}), json!([]), json!({"results": []}), json!(null)] {
            assert!(shots(&result, 3).is_err(), "{result}");
        }
        let long = read(&"<html>".repeat(1000), &entry(3)).unwrap_err();
        assert!(long.to_string().len() < 600, "{long}");
    }

    /// The form that arrays have on disk, for rows of bytes, packed.
    fn packed(header: &str, bytes: &[u8]) -> String {
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(bytes);
        let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&file).unwrap();
        STANDARD.encode(encoder.finish().unwrap())
    }

    fn typed_of(num_bits: usize, array: &str, kind: &str) -> Value {
        let array = json!({"__type__": "ndarray", "__value__": array});
        let bits =
            json!({"__type__": "BitArray", "__value__": {"num_bits": num_bits, "array": array}});
        let fields = json!({"field_names": ["c"], "shape": [], "fields": {"c": bits}});
        let data = json!({"__type__": "DataBin", "__value__": fields});
        let result = json!({"__type__": kind, "__value__": {"data": data, "metadata": {}}});
        json!({"__type__": "PrimitiveResult", "__value__": {"pub_results": [result], "metadata": {}}})
    }

    fn executed_of(data: &str, shape: &[usize], dtype: &str) -> Value {
        let tensor = json!({"data": data, "shape": shape, "dtype": dtype});
        json!({"schema_version": "v2.0", "data": [{"results": {"c": tensor}, "metadata": {}}],
               "metadata": {"chunk_timing": []}})
    }

    /// Three shots of ten bits, as `ibm-quantum-schemas` writes them.
    const TENSOR: &str = "eJxjZMhgAAAA2ABq";

    #[test]
    fn a_result_of_executor_holds_the_first_bit_first() {
        let expected = ["1000000000", "0000000001", "0110000000"];
        for shape in [&[3, 10][..], &[1, 3, 10]] {
            let result = executed_of(TENSOR, shape, "bool");
            assert_eq!(shots(&result, 10).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_no_result_of_executor_is_refused() {
        for (data, shape, dtype) in [
            (TENSOR, &[3, 10][..], "u8"),
            (TENSOR, &[3, 9], "bool"),
            (TENSOR, &[2, 3, 10], "bool"),
            (TENSOR, &[4, 10], "bool"),
            (TENSOR, &[2, 10], "bool"),
            (TENSOR, &[3, 1000], "bool"),
            (TENSOR, &[30], "bool"),
            ("bm8gemxpYg==", &[3, 10], "bool"),
            ("no base64!", &[3, 10], "bool"),
        ] {
            let result = executed_of(data, shape, dtype);
            assert!(shots(&result, 10).is_err(), "{shape:?} {dtype}");
        }
        for data in [json!([]), json!([{}]), json!(null), json!({})] {
            assert!(shots(&json!({"data": data}), 10).is_err(), "{data}");
        }
    }

    const HEADER: &str = "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 2), }          \n";

    #[test]
    fn a_typed_result_holds_the_highest_byte_first() {
        for kind in ["SamplerPubResult", "PubResult"] {
            let result = typed_of(10, &packed(HEADER, &[2, 0, 0, 1, 0, 6]), kind);
            assert_eq!(
                shots(&result, 10).unwrap(),
                ["0000000001", "1000000000", "0110000000"]
            );
        }
    }

    #[test]
    fn what_is_no_typed_result_is_refused() {
        let good = packed(HEADER, &[2, 0, 0, 1, 0, 6]);
        for (num_bits, array) in [
            (10, packed(HEADER, &[2, 0, 0, 1, 0])),
            (10, packed(HEADER, &[4, 0, 0, 1, 0, 6])),
            (
                10,
                packed(&HEADER.replace("|u1", "<u2"), &[2, 0, 0, 1, 0, 6]),
            ),
            (
                10,
                packed(&HEADER.replace("(3, 2)", "(3, 3)"), &[2, 0, 0, 1, 0, 6]),
            ),
            (
                10,
                packed(&HEADER.replace("False", "True"), &[2, 0, 0, 1, 0, 6]),
            ),
            (10, STANDARD.encode("no zlib")),
            (10, "no base64!".into()),
            (17, good),
        ] {
            let result = typed_of(num_bits, &array, "PubResult");
            assert!(shots(&result, 10).is_err(), "{num_bits} {array}");
        }
        assert!(shots(&json!({"__type__": "RuntimeEncoder"}), 10).is_err());
    }

    #[test]
    fn what_unpacks_to_more_than_was_asked_for_is_not_unpacked() {
        let header = HEADER.replace("(3, 2)", "(9000000, 2)");
        let result = typed_of(10, &packed(&header, &vec![0; 18_000_000]), "PubResult");
        assert!(shots(&result, 10).is_err());
    }
}
