/// Precision of a state vector: `f64` or `f32`. The trait is sealed.
pub trait Precision: sealed::Evolve + Into<f64> {}

impl Precision for f64 {}
impl Precision for f32 {}

pub(crate) mod sealed {
    use num_complex::{Complex, Complex64};

    use crate::evolve::{Kernel, Live, evolve, evolve_further};
    use crate::fuse::Op;
    use crate::number::Number;

    pub trait Evolve: Number {
        /// Applies the ops to a state given by its amplitudes that are not zero, whatever the memory
        /// held.
        fn evolve(
            state: &mut [Complex<Self>],
            live: &mut Live,
            start: impl Iterator<Item = (usize, Complex64)>,
            ops: &[Op],
        );

        /// Applies the ops to the state in the memory.
        fn evolve_further(state: &mut [Complex<Self>], live: &mut Live, ops: &[Op]);
    }

    macro_rules! evolve {
        ($number:ty, $lanes:literal) => {
            impl Evolve for $number {
                fn evolve(
                    state: &mut [Complex<Self>],
                    live: &mut Live,
                    start: impl Iterator<Item = (usize, Complex64)>,
                    ops: &[Op],
                ) {
                    evolve(Kernel::<Self, $lanes>::all()[0], state, live, start, ops);
                }

                fn evolve_further(state: &mut [Complex<Self>], live: &mut Live, ops: &[Op]) {
                    evolve_further(Kernel::<Self, $lanes>::all()[0], state, live, ops);
                }
            }
        };
    }

    evolve!(f64, 8);
    evolve!(f32, 16);
}
