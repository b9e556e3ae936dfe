/// Name and description of each preset.
pub(crate) const PRESETS: [(&str, &str); 3] = [
    ("torino", include_str!("../presets/torino.json")),
    ("fez", include_str!("../presets/fez.json")),
    ("pittsburgh", include_str!("../presets/pittsburgh.json")),
];
