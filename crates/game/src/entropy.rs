use crate::{Game, Pending};

impl<G: Game> Pending<G> {
    /// Shannon entropy of the outcomes, in bits.
    ///
    /// Cost: that of the outcomes of each component; their product is not walked.
    pub fn entropy(&self) -> f64 {
        let components = self.each().flat_map(|measured| measured.outcomes());
        -components
            .map(|(_, probability)| probability * probability.log2())
            .sum::<f64>()
    }
}
