# Recipes of `just`; how long each takes is in .github/CONTRIBUTING.md.

# The recipes
_list:
    @{{ just_executable() }} --list --unsorted --justfile {{ justfile() }}

# Format, lint and test one crate by its own tests
check CRATE:
    cargo fmt --all
    cargo clippy --package cheqqers-{{ CRATE }} --all-targets -- -D warnings
    cargo test --package cheqqers-{{ CRATE }}

# All tests that need only Rust, or those whose names have a text in them
test *NAMES:
    cargo test {{ if NAMES == "" { "" } else { "-- " + NAMES } }}

# The page in Chromium: all files of tests, or some of them
page *FILES:
    tests/browser/run {{ prepend(justfile_directory() / "tests/browser/", FILES) }}

# The Python package: its types, examples and tests
python *ARGS:
    tests/python/run {{ ARGS }}

# Write the golden files anew; read the difference before it is committed
golden:
    UPDATE_GOLDEN=1 cargo test --test command -- golden manual manifest
    UPDATE_GOLDEN=1 cargo test --test web -- manifest

# What a change in one crate costs all that is built: a page below target/cargo-timings
timings CRATE:
    cargo test --no-run --quiet
    touch crates/{{ CRATE }}/src/lib.rs
    cargo test --no-run --timings
