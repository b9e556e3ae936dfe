//! Rebuilds the crate when a file is added or removed; `include_dir` itself tracks existing files alone.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
