//! Who runs circuits and gives bits.
