/// The most amplitudes a component may come to hold.
pub(crate) const MAX_AMPLITUDES: usize = 1 << 22;
