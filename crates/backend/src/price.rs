//! Published prices of devices, for services whose API does not tell them.

/// Prices of a service that charges for each job and each shot of it, in US dollars.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShotPrices {
    /// Day on which the source was read, as `2026-11-20`.
    pub as_of: &'static str,
    /// Page of the prices.
    pub source: &'static str,
    /// Price of a job, besides its shots.
    pub job: f64,
    /// Price of a shot, by the end of the device's name at the service.
    pub shots: &'static [(&'static str, f64)],
}

/// Prices of a service that charges for the gates of each shot, in US dollars.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GatePrices {
    /// Day on which the source was read, as `2026-11-20`.
    pub as_of: &'static str,
    /// Page of the prices.
    pub source: &'static str,
    /// Price of a gate on one qubit.
    pub single: f64,
    /// Price of a gate on two qubits.
    pub double: f64,
    /// Lowest price of a job.
    pub least: f64,
}

/// Prices of the machines of Amazon Braket.
pub const BRAKET_PRICES: ShotPrices = ShotPrices {
    as_of: "2026-11-20",
    source: "https://aws.amazon.com/braket/pricing/",
    job: 0.3,
    shots: &[
        ("ionq/Forte-1", 0.08),
        ("ionq/Harmony", 0.01),
        ("iqm/Garnet", 0.00145),
    ],
};

/// Prices of IonQ's machines without error mitigation. They differ between contracts; the service
/// itself estimates those of an account.
pub const IONQ_PRICES: GatePrices = GatePrices {
    as_of: "2026-11-20",
    source: "https://docs.ionq.com/guides/job-cost-and-usage",
    single: 0.000_22,
    double: 0.000_975,
    least: 12.4166,
};

impl ShotPrices {
    /// Price of a shot on a device, if it is listed.
    pub fn shot(&self, device: &str) -> Option<f64> {
        let of_device = |&&(name, _): &&(&str, f64)| device.ends_with(name);
        self.shots.iter().find(of_device).map(|&(_, price)| price)
    }
}

impl GatePrices {
    /// Price of a job with so many shots, each with so many gates on one and on two qubits.
    pub fn job(&self, shots: usize, single: usize, double: usize) -> f64 {
        let shot = self.single * single as f64 + self.double * double as f64;
        (shot * shots as f64).max(self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_cost_what_is_listed() {
        let forte = "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1";
        assert_eq!(BRAKET_PRICES.shot(forte), Some(0.08));
        assert_eq!(BRAKET_PRICES.shot("arn:aws:braket:::device/other"), None);
        assert!((IONQ_PRICES.job(64, 5, 3) - 12.4166).abs() < 1e-9);
        assert!((IONQ_PRICES.job(1000, 200, 100) - 141.5).abs() < 1e-9);
    }

    #[test]
    fn each_shot_costs_its_gates_and_a_job_has_a_lowest_price() {
        let prices = GatePrices {
            as_of: "2026-11-20",
            source: "",
            single: 0.5,
            double: 3.0,
            least: 10.0,
        };
        for (shots, single, double, price) in [
            (2, 4, 3, 22.0),
            (1, 4, 3, 11.0),
            (1, 4, 2, 10.0),
            (0, 4, 3, 10.0),
        ] {
            let found = prices.job(shots, single, double);
            assert!((found - price).abs() < 1e-9, "{found} {price}");
        }
        let garnet = BRAKET_PRICES.shot("arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet");
        assert_eq!(garnet, Some(0.00145));
    }
}
