use std::fs;

use super::*;
use crate::service_name::ServiceName;

/// Environment with variables, and with the two files in a home that lives as long as what is given.
fn environment(
    variables: &[(&str, &str)],
    credentials: &str,
    config: &str,
) -> (tempfile::TempDir, Environment) {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join(".aws")).unwrap();
    fs::write(home.path().join(".aws/credentials"), credentials).unwrap();
    fs::write(home.path().join(".aws/config"), config).unwrap();
    let variables = variables.iter();
    let environment = Environment {
        variables: variables
            .map(|&(name, value)| (name.into(), value.into()))
            .collect(),
        home: home.path().into(),
        ..Environment::default()
    };
    (home, environment)
}

fn profile() -> Profile {
    Profile::new(ServiceName::Braket, "sv1")
}

const CREDENTIALS: &str = "[default]\naws_access_key_id = FILE\naws_secret_access_key = secret\n\
    [game]\naws_access_key_id = GAME\naws_secret_access_key = secret\naws_session_token = passing\n";
const CONFIG: &str = "[default]\nregion = eu-north-1\n[profile game]\nregion = eu-west-2\n\
    aws_account_id = 123456789012\n[profile office]\nsso_session = work\n";
const KEYS: [(&str, &str); 2] = [
    ("AWS_ACCESS_KEY_ID", "VARIABLE"),
    ("AWS_SECRET_ACCESS_KEY", "secret"),
];

#[test]
fn keys_are_looked_for_in_the_order_of_amazons_tools() {
    let (_home, mut around) = environment(&KEYS, CREDENTIALS, CONFIG);
    let key = |profile: &Profile, around: &Environment| {
        let found = Account::find(profile, around, "braket").unwrap();
        let token = found.credentials.session_token().map(str::to_owned);
        assert_eq!(found.has_token(), token.is_some());
        let region = found.region().unwrap().to_owned();
        (found.credentials.access_key_id().to_owned(), token, region)
    };
    let expected = |key: &str, token: Option<&str>, region: &str| {
        (key.to_owned(), token.map(str::to_owned), region.to_owned())
    };
    assert_eq!(
        key(&profile(), &around),
        expected("VARIABLE", None, "eu-north-1")
    );
    // Whoever names a profile of the files means it.
    let mut game = profile();
    game.account = Some("game".into());
    let found = key(&game, &around);
    assert_eq!(found, expected("GAME", Some("passing"), "eu-west-2"));
    around.variables.insert("AWS_PROFILE".into(), "game".into());
    around
        .variables
        .insert("AWS_SESSION_TOKEN".into(), "other".into());
    let found = key(&profile(), &around);
    assert_eq!(found, expected("VARIABLE", Some("other"), "eu-west-2"));
    around.variables.remove("AWS_ACCESS_KEY_ID");
    around
        .variables
        .insert("AWS_REGION".into(), "us-west-1".into());
    let found = key(&profile(), &around);
    assert_eq!(found, expected("GAME", Some("passing"), "us-west-1"));
    game.region = Some("us-east-1".into());
    assert_eq!(
        key(&game, &around),
        expected("GAME", Some("passing"), "us-east-1")
    );
    let account = Account::find(&game, &around, "braket").unwrap();
    assert_eq!(account.id(), Some("123456789012"));
}

#[test]
fn what_is_missing_is_told_with_where_and_what_to_do() {
    let refusal = |profile: &Profile, variables: &[(&str, &str)], credentials| {
        let (_home, around) = environment(variables, credentials, CONFIG);
        Account::find(profile, &around, "braket")
            .unwrap_err()
            .to_string()
    };
    let text = refusal(&profile(), &[], "");
    assert!(
        text.contains("profile \"default\" has no keys in"),
        "{text}"
    );
    assert!(text.contains(".aws/credentials"), "{text}");
    let text = refusal(&profile(), &[("AWS_PROFILE", "nobody")], "");
    assert!(text.contains("has a profile \"nobody\""), "{text}");
    let text = refusal(&profile(), &KEYS[..1], "");
    assert!(text.contains("AWS_SECRET_ACCESS_KEY is not"), "{text}");
    let mut office = profile();
    office.account = Some("office".into());
    let text = refusal(&office, &KEYS, CREDENTIALS);
    assert!(text.contains("by sso_session"), "{text}");
    assert!(
        text.contains("export-credentials --profile office"),
        "{text}"
    );
    let (_home, around) = environment(&KEYS, "", "");
    let account = Account::find(&profile(), &around, "braket").unwrap();
    let text = account.region().unwrap_err().to_string();
    assert!(text.contains("AWS_REGION"), "{text}");
}

#[test]
fn addresses_stand_in_for_amazons_own() {
    let config = "[default]\nendpoint_url = http://all\nservices = local\n[services local]\n\
        s3 =\n  endpoint_url = http://store\n";
    let found = |variables: &[(&str, &str)], config| {
        let variables = [&KEYS[..], variables].concat();
        let (_home, around) = environment(&variables, "", config);
        let account = Account::find(&profile(), &around, "braket").unwrap();
        SERVICES.map(|service| account.address(service).map(str::to_owned))
    };
    let all = |texts: [&str; 3]| texts.map(|text| Some(text.to_owned()));
    assert_eq!(found(&[], ""), [None, None, None]);
    assert_eq!(
        found(&[], config),
        all(["http://all", "http://store", "http://all"])
    );
    let variables = [
        ("AWS_ENDPOINT_URL", "http://here"),
        ("AWS_ENDPOINT_URL_BRAKET", "http://qubits"),
    ];
    let expected = all(["http://qubits", "http://here", "http://here"]);
    assert_eq!(found(&variables, config), expected);
    let ignored = [("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true")];
    assert_eq!(found(&ignored, config), [None, None, None]);
}

#[test]
fn no_secret_is_shown() {
    let variables = [
        KEYS[0],
        ("AWS_SECRET_ACCESS_KEY", "s3cr3t"),
        ("AWS_SESSION_TOKEN", "t0k3n"),
    ];
    let (_home, around) = environment(&variables, "", "");
    let account = Account::find(&profile(), &around, "braket").unwrap();
    let shown = format!("{account:?}");
    assert!(
        !shown.contains("s3cr3t") && !shown.contains("t0k3n"),
        "{shown}"
    );
    let address = Url::parse("https://b.s3.amazonaws.com/k").unwrap();
    let scope = Scope {
        service: "s3",
        region: "us-east-1",
    };
    let signed = account
        .presign("GET", &address, Duration::from_mins(1), scope)
        .unwrap();
    assert!(!format!("{signed:?}").contains("Signature"));
}
