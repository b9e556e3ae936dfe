//! Rebuilds the crate when a page is added or removed; `include_dir` itself tracks existing files alone.

fn main() {
    println!("cargo::rerun-if-changed=src");
}
