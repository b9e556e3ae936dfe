//! Whole numbers in as few bytes as they need, seven bits in each.

/// Appends a number.
pub(crate) fn write(mut number: u64, code: &mut Vec<u8>) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            return code.push(low & 0x7f);
        }
        code.push(low | 0x80);
    }
}

/// Takes a number from the front of a code; `None` if it is cut short or too long.
pub(crate) fn read(code: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = code.split_first()?;
        *code = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a number with a sign.
pub(crate) fn write_signed(number: i64, code: &mut Vec<u8>) {
    write((number << 1 ^ number >> 63).cast_unsigned(), code);
}

/// Takes a number with a sign from the front of a code.
pub(crate) fn read_signed(code: &mut &[u8]) -> Option<i64> {
    let number = read(code)?;
    Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
}
