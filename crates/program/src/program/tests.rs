use std::collections::HashMap;

use cheqqers_circuit::{Gate, Qubit};

use super::controlled_gate::ControlledGate;
use super::*;
use crate::processor::{MeasuredBit, Processor};

mod arrays;
mod examples;
mod expressions;
mod flow;
mod includes;
mod inputs;
mod limits;
mod modifiers;
mod operands;
mod subroutines;
mod variables;

/// Processor that writes down what it does. Measured bits are as the test says, and 0 after that.
#[derive(Debug, Default)]
struct Trace {
    log: Vec<String>,
    gates: Vec<ControlledGate>,
    bits: Vec<bool>,
    num_measured: usize,
}

impl Processor for Trace {
    type Error = &'static str;

    fn add_qubits(&mut self, _: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), Self::Error> {
        let numbers: Vec<u32> = qubits.iter().map(|qubit| qubit.0).collect();
        self.gates.push(ControlledGate::gate(gate, &numbers));
        let operands: Vec<String> = numbers.iter().map(u32::to_string).collect();
        self.log.push(format!("{gate} {}", operands.join(" ")));
        Ok(())
    }

    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, Self::Error> {
        self.log.push(format!("measure {}", qubit.0));
        self.num_measured += 1;
        Ok(MeasuredBit(self.num_measured - 1))
    }

    fn reset(&mut self, qubit: Qubit) -> Result<(), Self::Error> {
        if qubit.0 == 99 {
            return Err("no such qubit");
        }
        self.log.push(format!("reset {}", qubit.0));
        Ok(())
    }

    fn value(&mut self, bit: MeasuredBit) -> Result<bool, Self::Error> {
        self.log.push(format!("value {}", bit.0));
        Ok(self.bits.get(bit.0).copied().unwrap_or(false))
    }
}

/// Text behind a version and an include.
fn with_header(text: &str) -> String {
    format!("OPENQASM 3.0; include \"stdgates.inc\";\n{text}")
}

fn parsed(text: &str) -> Program {
    Program::parse(text, |_| None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Steps of a run with these measured bits.
fn steps(text: &str, bits: &[bool]) -> String {
    let mut trace = Trace {
        bits: bits.to_vec(),
        ..Trace::default()
    };
    let run = parsed(&with_header(text)).run(&mut trace, &Inputs::new());
    run.unwrap_or_else(|error| panic!("{error}\n{text}"));
    trace.log.join("; ")
}

/// Bits that a run returns, by register, bit 0 first; a measured bit is its number.
fn bits(text: &str) -> HashMap<String, String> {
    let program = parsed(&with_header(text));
    let run = program.run(&mut Trace::default(), &Inputs::new());
    let found = run.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let registers = program.bits().iter().map(|register| {
        let bits = &found[register.start..][..register.size.unwrap_or(1)];
        let shown = bits.iter().map(|bit| match bit {
            BitValue::Known(value) => u8::from(*value).to_string(),
            BitValue::Measured(bit) => format!("m{}", bit.0),
        });
        (register.name.clone(), shown.collect())
    });
    registers.collect()
}

/// Error of reading or running a text, which must stand at the sign `|`.
fn check(marked: &str, message: &str) {
    let marked = with_header(marked);
    let text = marked.replacen('|', "", 1);
    let before = &marked[..marked.find('|').expect("a sign")];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    let program = Program::parse(&text, |_| None);
    let error =
        program.and_then(
            |program| match program.run(&mut Trace::default(), &Inputs::new()) {
                Err(RunError::Program(error)) => Err(error),
                Err(RunError::Processor { source, .. }) => panic!("{source}"),
                Ok(_) => Ok(()),
            },
        );
    let error = error.expect_err(&text);
    let kind = error.kind.to_string();
    assert!(kind.contains(message), "{error}\n{marked}");
    assert_eq!(
        (error.line, error.column),
        (line, column),
        "{error}\n{marked}"
    );
}

#[test]
fn errors_of_the_processor_have_the_place_of_their_statement() {
    let program = parsed("qubit[100] q;\nint n = 99;\n reset q[n];");
    let error = program.run(&mut Trace::default(), &Inputs::new());
    assert_eq!(
        error,
        Err(RunError::Processor {
            file: None,
            line: 3,
            column: 2,
            source: "no such qubit",
        })
    );
    assert_eq!(error.unwrap_err().to_string(), "line 3, column 2");
}

/// Every statement of the language once.
#[test]
fn a_program_of_all_statements_runs() {
    let text = "@note of a program
        pragma any thing
        #pragma another
        defcalgrammar \"openpulse\";
        extern sum(int, int) -> int; opaque magic(a) b;
        gate twice(t) a { rx(t) a; barrier a; for int i in [0:1] { rx(t / 2) a; } gphase(t); }
        def flip(qubit q, int[8] n) -> bit { if (n > 0) x q; return measure q; }
        qubit[2] q; let a = q[0:1] ++ q[{}]; creg old[2]; bit c; bit[2] d;
        const int[8] one = 1; duration time = 10ns; stretch rest;
        reset q; nop; barrier; barrier q; delay[time + rest] q[0]; delay[1 us];
        box[2 * time] { twice(pi) a[0]; }
        @note of a statement
        c = flip(q[0], one);
        if (c == 1) { h q[1]; } else if (one == 2) h q[0]; else { t q; }
        switch (int(c)) { case 0, 2 { s q[1]; } default { z q[1]; } }
        while (!c) { c = 1; continue; }
        for bit b in d { x q[1]; break; }
        { int inner = 3; inner **= 2; d[0] = inner == 9; }
        measure q[1] -> d[1]; measure q;
        end; x q[0];";
    let log = steps(text, &[false]);
    assert_eq!(
        log,
        format!(
            "reset 0; reset 1; rx({pi}) 0; rx({half}) 0; rx({half}) 0; x 0; measure 0; value 0; \
             t 0; t 1; value 0; s 1; value 0; x 1; measure 1; measure 0; measure 1",
            pi = std::f64::consts::PI,
            half = std::f64::consts::FRAC_PI_2
        )
    );
}

#[test]
fn gates_are_those_that_the_text_applies_itself() {
    let text = "gate r(t, x) a { rz(-x) a; rx(t) a; rz(x) a; }
        gate unused a { y a; }
        def flip(qubit q) { x q; }
        qubit[2] q; bit c;
        r(1, 2) q[0]; r(3, 4) q[1]; ctrl @ h q[0], q[1]; c = measure q[0];
        if (c) { cz q[0], q[1]; }";
    let program = parsed(&with_header(text));
    assert_eq!(
        program.gates().iter().collect::<Vec<_>>(),
        ["@ h", "cz", "r", "x"]
    );
}
