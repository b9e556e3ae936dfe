//! ARNs of devices, and the regions that they name.

/// The regions of the service.
///
/// Source: "Amazon Braket Regions and endpoints" in Amazon's guide.
pub(super) const REGIONS: [&str; 5] = [
    "us-east-1",
    "us-west-1",
    "us-west-2",
    "eu-west-2",
    "eu-north-1",
];

/// The ARN of one of Amazon's simulators.
pub(super) fn simulator(name: &str) -> Option<String> {
    let name = short(name).to_lowercase();
    ["sv1", "dm1", "tn1"]
        .contains(&name.as_str())
        .then(|| format!("arn:aws:braket:::device/quantum-simulator/amazon/{name}"))
}

/// The name of a device without what all have: `qpu/ionq/Forte-1`, and `sv1` of a simulator.
pub(super) fn short(arn: &str) -> &str {
    let name = arn.split_once(":device/").map_or(arn, |(_, name)| name);
    name.strip_prefix("quantum-simulator/amazon/")
        .unwrap_or(name)
}

/// The region of an ARN; simulators have none.
pub(super) fn region_of(arn: &str) -> Option<&str> {
    arn.split(':').nth(3).filter(|region| !region.is_empty())
}
