/// Function that takes the bytes of an input; it panics where a reader is at fault.
pub type FuzzFunction = Box<dyn FnMut(&[u8]) + Send>;
