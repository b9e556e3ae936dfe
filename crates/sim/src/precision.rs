/// Precision of a state vector: `f64` or `f32`. Evolve.
pub trait Precision: sealed::Evolve {}

impl Precision for f64 {}
impl Precision for f32 {}

pub(crate) mod sealed {
    use num_complex::Complex;

    use crate::evolve::{Kernel, Live, evolve};
    use crate::fuse::Fused;
    use crate::number::Number;

    pub trait Evolve: Number {
        /// Applies the ops to their start, whatever the state was.
        fn evolve(state: &mut [Complex<Self>], live: &mut Live, fused: &Fused);
    }

    impl Evolve for f64 {
        fn evolve(state: &mut [Complex<Self>], live: &mut Live, fused: &Fused) {
            evolve(Kernel::<Self, 8>::all()[0], state, live, fused);
        }
    }

    impl Evolve for f32 {
        fn evolve(state: &mut [Complex<Self>], live: &mut Live, fused: &Fused) {
            evolve(Kernel::<Self, 16>::all()[0], state, live, fused);
        }
    }
}
