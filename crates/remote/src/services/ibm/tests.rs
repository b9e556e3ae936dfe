use super::*;
use crate::http::tests::{Server, at_once};
use crate::service::JobOutput;

const CRN: &str = "crn:v1:bluemix:public:quantum-computing:eu-de:a/1:2::";

/// Client of a server at an address, for an instance by its CRN or its name.
fn ibm(server: &Server, instance: &str) -> Ibm {
    let profile = Profile {
        url: Some(server.at("/api")),
        token_url: Some(server.at("")),
        instance: Some(instance.into()),
        ..Profile::new(ServiceName::Ibm, "ibm_a")
    };
    let environment = Environment {
        variables: [("QISKIT_IBM_TOKEN".to_owned(), "hidden".to_owned())].into(),
        ..Environment::default()
    };
    connect(&profile, &environment, at_once()).unwrap()
}

/// Answer to the exchange of a key for a token that is good for so many seconds.
pub(in crate::services) fn token(seconds: i64) -> (u16, Value) {
    (200, json!({"access_token": "t0k3n", "expires_in": seconds}))
}

/// Answers to what a device is asked for.
pub(in crate::services) fn described() -> [(u16, Value); 2] {
    let parameter = |name: &str, value: f64| json!({"name": name, "unit": "", "value": value});
    let configuration = json!({
        "backend_name": "a", "n_qubits": 2, "basis_gates": ["cz", "rz", "sx", "x"],
        "gates": [{"name": "cz", "coupling_map": [[0, 1]]}], "max_shots": 500, "simulator": true,
    });
    let properties = json!({
        "last_update_date": "today", "qubits": [[], []],
        "gates": [
            {"gate": "sx", "qubits": [0], "parameters": [parameter("gate_error", 0.001)]},
            {"gate": "cz", "qubits": [0, 1], "parameters": [parameter("gate_error", 0.01)]},
        ],
    });
    [(200, configuration), (200, properties)]
}

fn entry(device: &str) -> Entry {
    let program = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nbit[2] c;\nx $0;\n";
    Entry::new("cheqqers-1", "test", "ibm", device).with_program(program, 2, 2, 2001)
}

const TOKEN: &str = "post /identity/token";

const DEVICES: &str = "get backends?fields=wait_time_seconds&include_mocks=true";

/// Requests for all that is told of a device.
fn parts(device: &str) -> String {
    ["status", "configuration", "properties"]
        .map(|part| format!("get backends/{device}/{part}"))
        .join(", ")
}

#[test]
fn the_device_with_the_fewest_jobs_is_chosen() {
    let device = |name: &str, status: &str, queue: Value| json!({"name": name, "status": {"name": status}, "queue_length": queue});
    let devices = |all: &[Value]| (200, json!({"devices": all}));
    let several = [
        device("ibm_b", "online", json!(5)),
        device("ibm_c", "online", json!(null)),
        device("ibm_d", "online", json!(1)),
        device("ibm_a", "online", json!(2)),
        device("mock_a", "online", json!(0)),
        device("ibm_e", "paused", json!(0)),
    ];
    let one = [device("ibm_d", "online", json!(1))];
    let active = || (200, json!({"state": true, "status": "active"}));
    let usage = || (404, json!({}));
    let [configuration, properties] = described();
    let mut foreign = configuration.clone();
    foreign.1["basis_gates"] = json!(["ecr"]);
    let server = Server::of_json(&[
        token(3600),
        devices(&several),
        // Its gates are none that circuits are written in; the next is about to be calibrated.
        active(),
        foreign,
        properties.clone(),
        (200, json!({"state": true, "status": "internal"})),
        configuration.clone(),
        properties.clone(),
        usage(),
        active(),
        configuration.clone(),
        properties.clone(),
        usage(),
        devices(&one),
        active(),
        configuration,
        properties,
        usage(),
        devices(&one),
        (500, json!({})),
        (500, json!({})),
        (500, json!({})),
        devices(&[]),
        (403, json!({})),
    ]);
    let mut ibm = ibm(&server, CRN);
    let chosen = ibm.choose().unwrap();
    let told = "5 jobs wait there, the fewest of the 4 devices that are online, apart from 2 that \
                can't run circuits of a game";
    assert_eq!((&chosen.device[..], &chosen.reason[..]), ("ibm_b", told));
    let told = "1 job waits there, the fewest of the 1 devices that are online";
    assert_eq!(ibm.choose().unwrap().reason, told);
    let error = ibm.choose().unwrap_err();
    assert!(matches!(error, RemoteError::Unreachable { .. }), "{error}");
    let error = ibm.choose().unwrap_err();
    assert!(
        matches!(error, RemoteError::DeviceOffline { .. }),
        "{error}"
    );
    let error = ibm.devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let usage = "get instances/usage";
    let status = "get backends/ibm_d/status";
    let (a, b, d) = (parts("ibm_a"), parts("ibm_b"), parts("ibm_d"));
    let expected = format!(
        "{TOKEN}, {DEVICES}, {d}, {a}, {usage}, {b}, {usage}, {DEVICES}, {d}, {usage}, {DEVICES}, \
         {status}, {status}, {status}, {DEVICES}, {DEVICES}"
    );
    assert_eq!(server.asked("/api/"), expected);
}

#[test]
fn a_mock_device_is_free_and_one_that_is_not_known_is_none() {
    let active = json!({"state": true, "status": "active", "length_queue": 3});
    let [configuration, properties] = described();
    let server = Server::of_json(&[
        token(3600),
        (200, active),
        configuration,
        properties,
        (404, json!({})),
    ]);
    let mut ibm = ibm(&server, CRN);
    let mock = ibm.capabilities("mock_a").unwrap();
    assert_eq!((mock.is_free, mock.shots), (true, 1..=500));
    assert_eq!(mock.notes.len(), 2, "{:?}", mock.notes);
    assert_eq!((mock.info.queue, mock.info.num_qubits), (Some(3), Some(2)));
    assert!(mock.info.is_simulator);
    assert_eq!(mock.calibrated.as_deref(), Some("today"));
    assert_eq!(ibm.cost(&entry("mock_a")), Ok(Some(Cost::free())));
    let error = ibm.capabilities("ibm_x").unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let expected = format!("{TOKEN}, {}, get backends/ibm_x/status", parts("mock_a"));
    assert_eq!(server.asked("/api/"), expected);
}

#[test]
fn time_that_is_left_is_told_and_time_that_is_used_up_is_a_refusal() {
    let usage = |used: bool| {
        (
            200,
            json!({"usage_limit_reached": used, "usage_remaining_seconds": 60}),
        )
    };
    let active = (200, json!({"state": true, "status": "active"}));
    let [configuration, properties] = described();
    let server = Server::of_json(&[
        token(3600),
        active.clone(),
        configuration.clone(),
        properties.clone(),
        usage(false),
        active,
        configuration,
        properties,
        usage(true),
        usage(false),
        (404, json!({})),
        usage(true),
    ]);
    let mut ibm = ibm(&server, CRN);
    let notes = ibm.capabilities("ibm_a").unwrap().notes;
    assert_eq!(notes[1..], ["60 s of the device's time are left"]);
    let notes = ibm.capabilities("ibm_a").unwrap().notes;
    assert_eq!(notes.len(), 3, "{notes:?}");
    // 10 s, and one for 2000 shots each.
    let entry = self::entry("ibm_a");
    let seconds = Cost {
        amount: 12.0,
        unit: "s".into(),
    };
    assert_eq!(ibm.time_limit(&entry), Some(Duration::from_secs(12)));
    assert_eq!(ibm.listed_cost(&entry).as_ref(), Some(&seconds));
    for _ in 0..2 {
        assert_eq!(ibm.cost(&entry), Ok(Some(seconds.clone())));
    }
    let error = ibm.cost(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::Quota { .. }), "{error}");
}

#[test]
fn a_token_is_renewed_before_it_expires_and_when_it_is_refused() {
    let devices = (200, json!({"devices": []}));
    let refused = (401, json!({"errors": [{"code": 1201, "message": "m"}]}));
    let server = Server::of_json(&[
        // Good for no time at all, as it is renewed 6 min before.
        token(360),
        devices.clone(),
        token(3600),
        devices.clone(),
        devices.clone(),
        refused.clone(),
        token(3600),
        devices,
        refused.clone(),
        token(3600),
        refused.clone(),
        refused.clone(),
        token(3600),
        refused,
    ]);
    let mut ibm = ibm(&server, CRN);
    for _ in 0..4 {
        assert_eq!(ibm.devices(), Ok(Vec::new()));
    }
    // A new one is refused, and then there is none.
    for _ in 0..2 {
        let error = ibm.devices().unwrap_err();
        assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    }
    let expected = format!(
        "{TOKEN}, {DEVICES}, {TOKEN}, {DEVICES}, {DEVICES}, {DEVICES}, {TOKEN}, {DEVICES}, \
         {DEVICES}, {TOKEN}, {DEVICES}, {DEVICES}, {TOKEN}, {DEVICES}"
    );
    assert_eq!(server.asked("/api/"), expected);
    let requests = server.requests.lock().unwrap();
    assert!(
        requests[0].ends_with("apikey=hidden&response_type=cloud_iam"),
        "{}",
        requests[0]
    );
    assert!(
        requests[1].contains("authorization: bearer t0k3n"),
        "{}",
        requests[1]
    );
    assert!(
        requests[1].contains(&format!("service-crn: {CRN}")),
        "{}",
        requests[1]
    );
}

#[test]
fn an_instance_is_looked_up_by_its_name_page_by_page() {
    let page = |name: &str, cursor: Value| {
        let item = json!({"name": name, "crn": CRN, "doc": {"extensions": {"a": 1}}});
        (200, json!({"items": [item], "search_cursor": cursor}))
    };
    let devices = (200, json!({"devices": []}));
    let server = Server::of_json(&[
        token(3600),
        page("other", json!("next")),
        page("mine", json!("last")),
        (200, json!({"items": [], "search_cursor": "more"})),
        devices.clone(),
        devices,
    ]);
    let mut client = ibm(&server, "mine");
    for _ in 0..2 {
        assert_eq!(client.devices(), Ok(Vec::new()));
    }
    let search = "post /v3/resources/search?limit=100";
    let expected = format!("{TOKEN}, {search}, {search}, {search}, {DEVICES}, {DEVICES}");
    assert_eq!(server.asked("/api/"), expected);
    let cursors: Vec<Value> = server.bodies()[1..4]
        .iter()
        .map(|body| body["search_cursor"].clone())
        .collect();
    assert_eq!(cursors, [json!(null), json!("next"), json!("last")]);
    let server = Server::of_json(&[token(3600), (403, json!({"message": "m"}))]);
    let error = ibm(&server, "mine").devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
}

#[test]
fn a_job_is_previewed_and_sent_in_another_form_where_one_is_refused() {
    let refused = |text: &str| (400, json!({"errors": [{"code": 1205, "message": text}]}));
    let none = (200, json!({"jobs": [], "count": 0}));
    let job = |id: &str| (200, json!({"id": id}));
    let found = json!({"jobs": [{"id": "9", "tags": ["cheqqers-1"]}], "count": 1});
    let server = Server::of_json(&[
        token(3600),
        job("1"),
        refused("pubs.0.1: an array is expected"),
        none.clone(),
        refused("program_id must be executor"),
        none.clone(),
        job("2"),
        // The form that was taken last is the next one's first, and it has no other.
        refused("program_id must be sampler"),
        (409, json!({})),
    ]);
    let mut client = ibm(&server, CRN);
    let entry = self::entry("ibm_a");
    let previews = client.previews(&entry).unwrap();
    assert!(!format!("{previews:?} {client:?}").contains("hidden"));
    let shown: Vec<&str> = previews.iter().map(|preview| &preview.line[..]).collect();
    let urls = ["/identity/token", "/api/jobs"].map(|path| format!("POST {}", server.at(path)));
    assert_eq!(shown, urls);
    let shown: Value = serde_json::from_str(&previews[1].body).unwrap();
    assert_eq!(client.submit(&entry).as_deref(), Ok("1"));
    assert_eq!(client.submit(&entry).as_deref(), Ok("2"));
    let error = client.submit(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::BadProgram { .. }), "{error}");
    let error = client.submit(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::Quota { .. }), "{error}");
    let bodies = server.bodies();
    assert_eq!(bodies[1], shown);
    let programs: Vec<&Value> = [1, 2, 4, 6, 7, 8]
        .iter()
        .map(|&number| &bodies[number]["program_id"])
        .collect();
    let (sampler, executor) = ("sampler", "executor");
    assert_eq!(
        programs,
        [sampler, sampler, sampler, executor, executor, executor]
    );
    // A job that is there though it was refused is the job, and one that may be there is not sent again.
    let server = Server::of_json(&[
        token(3600),
        refused("pubs"),
        (200, found),
        refused("pubs"),
        (400, json!({})),
    ]);
    let mut client = ibm(&server, CRN);
    assert_eq!(client.submit(&entry).as_deref(), Ok("9"));
    let key = "cheqqers-1".to_owned();
    assert_eq!(client.submit(&entry), Err(RemoteError::Ambiguous { key }));
}

#[test]
fn jobs_are_looked_up_by_their_key() {
    let one =
        |id: &str, key: &str, created: &str| json!({"id": id, "tags": [key], "created": created});
    let page = |jobs: &[Value], count: Value| (200, json!({"jobs": jobs, "count": count}));
    let ours = [one("1", "cheqqers-1", "b")];
    let server = Server::of_json(&[
        token(3600),
        page(
            &[one("3", "cheqqers-1", "c"), one("0", "other", "a")],
            json!(3),
        ),
        page(&ours, json!(3)),
        page(&ours, json!(null)),
        // Fewer than it says.
        page(&ours, json!(9)),
        page(&[], json!(9)),
    ]);
    let mut ibm = ibm(&server, CRN);
    let entry = entry("ibm_a");
    assert_eq!(ibm.find(&entry), Ok(vec!["1".into(), "3".into()]));
    for _ in 0..2 {
        assert_eq!(ibm.find(&entry), Ok(vec!["1".into()]));
    }
    let [none, one, two] = [0, 1, 2].map(|offset| {
        format!(
            "get jobs?tags=cheqqers-1&limit=50&offset={offset}&sort=asc&exclude_params=true\
             &include_mocks=true"
        )
    });
    let expected = format!("{TOKEN}, {none}, {two}, {none}, {none}, {one}");
    assert_eq!(server.asked("/api/"), expected);
}

#[test]
fn a_job_is_polled_read_and_cancelled() {
    let is = |status: &str, usage: Value| {
        (
            200,
            json!({"id": "1", "state": {"status": status}, "usage": usage}),
        )
    };
    let in_an_hour = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
    let metrics = json!({
        "position_in_queue": 4, "estimated_start_time": in_an_hour.to_string(),
        "usage": {"quantum_seconds": 2.0},
    });
    let unknown = (404, json!({"errors": [{"code": "1291", "message": "m"}]}));
    let result = json!({"results": [{"data": {"c": {"samples": ["0x1"], "num_bits": 2}}}]});
    let server = Server::of_json(&[
        token(3600),
        is("Queued", json!(null)),
        (200, metrics.clone()),
        is("Queued", json!(null)),
        (404, json!({})),
        is("Running", json!(null)),
        is("Completed", json!(null)),
        (200, metrics),
        is("Completed", json!({"seconds": 3.0})),
        unknown.clone(),
        (200, result),
        unknown,
        (200, json!({})),
        (409, json!({})),
        (400, json!({})),
    ]);
    let mut ibm = ibm(&server, CRN);
    let entry = entry("ibm_a");
    let queued = ibm.status("1").unwrap();
    assert_eq!((queued.state, queued.position), (JobState::Queued, Some(4)));
    assert!(queued.wait.unwrap() > Duration::from_mins(50) && queued.cost.is_none());
    let queued = ibm.status("1").unwrap();
    assert_eq!((queued.state, queued.position), (JobState::Queued, None));
    assert_eq!(ibm.status("1").unwrap().state, JobState::Running);
    for seconds in [2.0, 3.0] {
        let cost = ibm.status("1").unwrap().cost.unwrap();
        assert_eq!((cost.amount, &cost.unit[..]), (seconds, "s"));
    }
    let lost = ibm.status("1").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let response = ibm.response("1", &entry).unwrap();
    let bits = "10".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Shots(vec![bits])));
    assert!(ibm.response("1", &entry).is_err());
    assert_eq!(ibm.cancel("1"), Ok(()));
    assert_eq!(ibm.cancel("1"), Ok(()));
    assert!(ibm.cancel("1").is_err());
    let (job, metrics) = ("get 1?exclude_params=true", "get 1/metrics");
    let expected = format!(
        "{TOKEN}, {job}, {metrics}, {job}, {metrics}, {job}, {job}, {metrics}, {job}, {job}, \
         get 1/results, get 1/results, post 1/cancel, post 1/cancel, post 1/cancel"
    );
    assert_eq!(server.asked("/api/jobs/"), expected);
}
