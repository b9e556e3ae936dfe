use std::fs;

use super::*;

#[test]
fn sections_are_read_as_amazon_writes_them() {
    let found = sections(
        "# a comment\n[default]\nregion=eu-west-2 ; near\n\n[profile \"a b\"]\n; another\nRegion = x\n\
         s3 =\n  max_queue = 10\n  addressing_style = path\noutput = json\n[services local]\nbraket =\n\
         \tendpoint_url = http://127.0.0.1:1/braket#x\n[profile empty]\n",
    );
    assert_eq!(found["default"]["region"], "eu-west-2");
    assert_eq!(found["profile a b"]["region"], "x");
    assert_eq!(found["profile a b"]["s3.addressing_style"], "path");
    assert_eq!(found["profile a b"]["output"], "json");
    let address = &found["services local"]["braket.endpoint_url"];
    assert_eq!(address, "http://127.0.0.1:1/braket#x");
    assert!(found["profile empty"].is_empty());
}

#[test]
fn a_profile_is_made_of_both_files() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join(".aws")).unwrap();
    let write = |name, text| fs::write(home.path().join(name), text).unwrap();
    write(
        ".aws/credentials",
        "[default]\nkey = 1\n[game]\nkey = 2\nregion = r1\n",
    );
    write(
        ".aws/config",
        "[default]\nregion = r0\n[profile game]\nregion = r2\noutput = text\nservices = s\n[services s]\n\
         s3 =\n  endpoint_url = http://store\n[game]\nkey = 3\n",
    );
    let mut environment = Environment {
        home: home.path().into(),
        ..Environment::default()
    };
    let read = |asked, environment: &Environment| {
        let settings = Settings::read(asked, environment, "braket").unwrap();
        let values = ["key", "region", "output", "s3.endpoint_url"];
        let values = values.map(|name| settings.get(name).map(str::to_owned));
        (settings.is_known, values)
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        read(None, &environment),
        (true, [text("1"), text("r0"), None, None])
    );
    let game = (
        true,
        [text("2"), text("r1"), text("text"), text("http://store")],
    );
    assert_eq!(read(Some("game"), &environment), game);
    assert_eq!(
        read(Some("none"), &environment),
        (false, [None, None, None, None])
    );
    let mut set = |name: &str, value: &str| {
        environment.variables.insert(name.into(), value.into());
        environment.clone()
    };
    assert_eq!(read(None, &set("AWS_PROFILE", "game")), game);
    // Paths with the home in them, and paths from the working directory.
    write("other", "[game]\nkey = 9\n");
    let found = read(None, &set("AWS_SHARED_CREDENTIALS_FILE", "~/other"));
    assert_eq!(found.1[..2], [text("9"), text("r2")]);
    let found = read(None, &set("AWS_CONFIG_FILE", "nowhere"));
    assert_eq!(found, (true, [text("9"), None, None, None]));
}
