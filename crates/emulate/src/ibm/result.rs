//! Results of jobs, plain and in the types of Qiskit.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cheqqers_circuit::Bitstring;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Map, Value, json};

use crate::output::ProgramOutput;
use crate::program::Register;

/// Result of a job. Bits declared without a size are left out.
pub(crate) fn result(outputs: &[ProgramOutput], is_typed: bool) -> Value {
    let fields = |output: &ProgramOutput, field: fn(&Register, &[Bitstring]) -> Value| {
        let registers = output.registers.iter().filter(|register| !register.is_bare);
        let fields = registers.map(|register| {
            let value = field(register, &output.shots);
            (register.name.clone(), value)
        });
        fields.collect::<Map<_, _>>()
    };
    if !is_typed {
        let results = outputs.iter().map(|output| {
            let data = fields(output, samples);
            json!({"data": data, "metadata": {"circuit_metadata": {}}})
        });
        return json!({"results": results.collect::<Value>(), "metadata": {"version": 2}});
    }
    let results = outputs.iter().map(|output| {
        let fields = fields(output, bit_array);
        let names = fields.keys().cloned().collect::<Value>();
        let data = json!({"field_names": names, "field_types": [], "shape": [], "fields": fields});
        typed(
            "SamplerPubResult",
            &json!({
                "data": typed("DataBin", &data),
                "metadata": {"circuit_metadata": {}},
            }),
        )
    });
    typed(
        "PrimitiveResult",
        &json!({
            "pub_results": results.collect::<Value>(),
            "metadata": {"version": 2},
        }),
    )
}

fn typed(name: &str, value: &Value) -> Value {
    json!({"__type__": name, "__value__": value})
}

/// Bits of a register as a number, bit 0 the lowest.
fn number(register: &Register, bits: Bitstring) -> u128 {
    let places = register.bits.iter().rev();
    places.fold(0, |number, &place| {
        number << 1 | u128::from(bits.bit(place))
    })
}

fn samples(register: &Register, shots: &[Bitstring]) -> Value {
    let samples = shots
        .iter()
        .map(|&bits| format!("{:#x}", number(register, bits)));
    json!({"samples": samples.collect::<Value>(), "num_bits": register.bits.len()})
}

fn bit_array(register: &Register, shots: &[Bitstring]) -> Value {
    let width = register.bits.len().div_ceil(8);
    let bytes = shots.iter().flat_map(|&bits| {
        let number = number(register, bits).to_be_bytes();
        number[number.len() - width..].to_vec()
    });
    let array = npy([shots.len(), width], &bytes.collect::<Vec<u8>>());
    typed(
        "BitArray",
        &json!({
            "array": typed("ndarray", &json!(array)),
            "num_bits": register.bits.len(),
        }),
    )
}

/// Bytes as a `NumPy` file, compressed, in base64.
fn npy(shape: [usize; 2], bytes: &[u8]) -> String {
    /// Alignment of the data in the file, in bytes.
    const ALIGNMENT: usize = 64;
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let [rows, columns] = shape;
    let mut header =
        format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let start = MAGIC.len() + 2;
    let padded = (start + header.len() + 1).next_multiple_of(ALIGNMENT) - start;
    header = format!("{header:<width$}\n", width = padded - 1);
    let length = u16::try_from(header.len()).expect("the header is short");
    let parts = [MAGIC, &length.to_le_bytes(), header.as_bytes(), bytes];
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = parts.iter().try_for_each(|part| encoder.write_all(part));
    let packed = written.and_then(|()| encoder.finish());
    STANDARD.encode(packed.expect("memory takes all bytes"))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    #[test]
    fn ten_bits_are_two_bytes_the_high_one_first() {
        let register = |bits| Register {
            name: "m".into(),
            bits,
            is_bare: false,
        };
        let shots: [Bitstring; 2] = ["1000000001".parse().unwrap(), "0100000000".parse().unwrap()];
        let measured = ProgramOutput {
            registers: vec![register((0..10).collect())],
            shots: shots.to_vec(),
            probabilities: None,
        };
        let plain = result(std::slice::from_ref(&measured), false);
        let expected = json!({"samples": ["0x201", "0x2"], "num_bits": 10});
        assert_eq!(plain["results"][0]["data"]["m"], expected);
        let typed = result(&[measured], true);
        let data = &typed["__value__"]["pub_results"][0]["__value__"]["data"]["__value__"];
        let array = &data["fields"]["m"]["__value__"]["array"]["__value__"];
        let packed = STANDARD.decode(array.as_str().unwrap()).unwrap();
        let mut file = Vec::new();
        ZlibDecoder::new(&packed[..])
            .read_to_end(&mut file)
            .unwrap();
        assert!(file.starts_with(b"\x93NUMPY\x01\x00\x76\x00{'descr': '|u1'"));
        assert_eq!(file[127..], [b'\n', 2, 1, 0, 2]);
    }
}
