//! Results of jobs, in the form of each program.

use cheqqers_circuit::Bitstring;
use serde_json::{Map, Value, json};

use super::arrays::{bools, npy};
use crate::output::ProgramOutput;
use crate::program::Register;

/// Form of the result of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultForm {
    /// That of `sampler`, in plain JSON.
    Plain,
    /// That of `sampler`, in the types of Qiskit.
    Typed,
    /// That of `executor`.
    Executor,
}

/// Result of a job. Bits declared without a size are left out.
pub(crate) fn result(outputs: &[ProgramOutput], form: ResultForm) -> Value {
    let fields = |output: &ProgramOutput, field: fn(&Register, &[Bitstring]) -> Value| {
        let registers = output.registers.iter().filter(|register| !register.is_bare);
        let fields = registers.map(|register| {
            let value = field(register, &output.shots);
            (register.name.clone(), value)
        });
        fields.collect::<Map<_, _>>()
    };
    match form {
        ResultForm::Plain => {
            let results = outputs.iter().map(|output| {
                let data = fields(output, samples);
                json!({"data": data, "metadata": {"circuit_metadata": {}}})
            });
            return json!({"results": results.collect::<Value>(), "metadata": {"version": 2}});
        }
        ResultForm::Executor => {
            let data = outputs.iter().map(|output| {
                let metadata = json!({"scheduler_timing": null, "stretch_values": null});
                json!({"results": fields(output, tensor), "metadata": metadata})
            });
            return json!({
                "schema_version": "v2.0",
                "data": data.collect::<Value>(),
                "metadata": {"chunk_timing": []},
                "passthrough_data": null,
                "semantic_role": null,
            });
        }
        ResultForm::Typed => {}
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

/// Bits of all shots, bit 0 of the register first.
fn tensor(register: &Register, shots: &[Bitstring]) -> Value {
    let bits = shots
        .iter()
        .flat_map(|shot| register.bits.iter().map(|&place| shot.bit(place)));
    json!({
        "data": bools(&bits.collect::<Vec<bool>>()),
        "shape": [shots.len(), register.bits.len()],
        "dtype": "bool",
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
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
        let plain = result(std::slice::from_ref(&measured), ResultForm::Plain);
        let expected = json!({"samples": ["0x201", "0x2"], "num_bits": 10});
        assert_eq!(plain["results"][0]["data"]["m"], expected);
        let typed = result(std::slice::from_ref(&measured), ResultForm::Typed);
        let data = &typed["__value__"]["pub_results"][0]["__value__"]["data"]["__value__"];
        let array = &data["fields"]["m"]["__value__"]["array"]["__value__"];
        let packed = STANDARD.decode(array.as_str().unwrap()).unwrap();
        let mut file = Vec::new();
        ZlibDecoder::new(&packed[..])
            .read_to_end(&mut file)
            .unwrap();
        assert!(file.starts_with(b"\x93NUMPY\x01\x00\x76\x00{'descr': '|u1'"));
        assert_eq!(file[127..], [b'\n', 2, 1, 0, 2]);
        let executed = result(&[measured], ResultForm::Executor);
        let tensor = &executed["data"][0]["results"]["m"];
        assert_eq!(tensor["shape"], json!([2, 10]));
        let packed = STANDARD.decode(tensor["data"].as_str().unwrap()).unwrap();
        let mut bytes = Vec::new();
        ZlibDecoder::new(&packed[..])
            .read_to_end(&mut bytes)
            .unwrap();
        assert_eq!(bytes, [0b0000_0001, 0b0000_1010, 0]);
    }
}
