use cheqqers_circuit::Bitstring;

/// Checks the width of a register; an error is told as text.
pub(super) fn width(num_bits: usize) -> Result<usize, String> {
    let width = Some(num_bits).filter(|width| *width <= Bitstring::MAX_LEN);
    width.ok_or_else(|| format!("shots of {num_bits} bits"))
}

/// Returns `true` if a number has no more than `width` bits.
pub(super) fn is_within(number: u128, width: usize) -> bool {
    width >= Bitstring::MAX_LEN || number >> width == 0
}
