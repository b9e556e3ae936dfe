/// A number with its noun, in the plural where it is not one: `1 qubit`, `2 qubits`.
///
/// The noun is one with a plural in -s, -es after a sibilant, or -ies after a consonant and y.
pub fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    if number == 1 {
        return format!("1 {noun}");
    }
    let stem = noun.strip_suffix('y');
    match stem.filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        Some(stem) => format!("{number} {stem}ies"),
        None if noun.ends_with(['s', 'x', 'z']) || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{number} {noun}es")
        }
        None => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(1_usize, "qubit"), "1 qubit");
        assert_eq!(counted(0_u32, "qubit"), "0 qubits");
        assert_eq!(counted(2_u64, "ply"), "2 plies");
        assert_eq!(counted(2_u64, "day"), "2 days");
        assert_eq!(counted(2_u64, "box"), "2 boxes");
    }
}
