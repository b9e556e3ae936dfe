//! Fuzzing of one target, named by the variable `FUZZ_TARGET`; `list` lists them all. Everything else is
//! libFuzzer's: options and folders of the command line.

#![no_main]

use std::env;
use std::io::{self, Write};
use std::process::exit;
use std::sync::{LazyLock, Mutex};

use cheqqers_fuzz::{FuzzFunction, TARGETS};
use libfuzzer_sys::fuzz_target;

static FUNCTION: LazyLock<Mutex<FuzzFunction>> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name);
    let Some(target) = target else {
        for target in TARGETS {
            // Nobody may read it to the end.
            let _ = writeln!(io::stdout(), "{} {}", target.name, target.max_len);
        }
        exit(i32::from(name != "list"));
    };
    Mutex::new((target.start)())
});

fuzz_target!(
    init: {
        LazyLock::force(&FUNCTION);
    },
    |data: &[u8]| {
        let mut function = FUNCTION.lock().expect("a panic ends the process");
        function(data);
    }
);
