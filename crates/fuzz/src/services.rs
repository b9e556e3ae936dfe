//! Answers of remote services, as their clients read them.

use std::time::Duration;

use cheqqers_remote::{
    Entry, Environment, Profile, RemoteError, RetryPolicy, Service, ServiceName, connect,
};

use crate::function::FuzzFunction;
use crate::http::Responder;

/// Line between two answers.
const BETWEEN: &[u8] = b"\n----\n";

/// Stands for the address of the service in answers.
const ADDRESS: &str = "ADDRESS";

/// Program of a job with OpenQASM: qubit 0 is 1, and goes to the last clbit.
const QASM: &str = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nbit[3] c;\nx $0;\n\
    c[2] = measure $0;\nc[0] = measure $1;\nc[1] = measure $2;\n";
/// The same in the form of AQT.
const IONS: &str = "{\"circuits\":[{\"number_of_qubits\":3,\"quantum_circuit\":[\
    {\"operation\":\"MEASURE\"}]}],\"measured\":[1,2,0]}";
/// The same in the form of IQM.
const TRANSMONS: &str = "{\"circuits\":[{\"name\":\"cheqqers\",\"instructions\":[{\"name\":\"measure\",\
    \"locus\":[\"QB2\",\"QB3\",\"QB1\"],\"args\":{\"key\":\"m\"}}]}],\"calibration_set_id\":\"c\"}";

/// Answers to one call of a service: its name, the call and the status of all answers in the first line,
/// then the bodies, one for each request.
pub(crate) fn service() -> FuzzFunction {
    let responder = Responder::start().expect("a port is free");
    Box::new(move |data| {
        let end = data.iter().position(|&byte| byte == b'\n');
        let (first, rest) = data.split_at(end.unwrap_or(data.len()));
        let first = String::from_utf8_lossy(first);
        let mut words = first.split(' ');
        let (name, call) = (words.next(), words.next());
        let Some(Ok(name)) = name.map(str::parse::<ServiceName>) else {
            return;
        };
        let Some(bodies) = bodies(rest.get(1..).unwrap_or_default(), &responder.url()) else {
            return;
        };
        let status = words.next().and_then(|word| word.parse().ok());
        // Others are no final status.
        let status = status.filter(|status| (200..600).contains(status));
        responder.prepare(status.unwrap_or(200), bodies);
        let mut service = connected(name, &responder.url());
        if let Err(error) = request(service.as_mut(), name, call.unwrap_or_default()) {
            let _ = error.to_string();
        }
    })
}

/// The bodies of an input; `None` if one may hold an address that is not ours, to which a request would
/// be sent.
fn bodies(data: &[u8], address: &str) -> Option<Vec<Vec<u8>>> {
    let mut bodies = Vec::new();
    let mut rest = data;
    loop {
        let end = rest.windows(BETWEEN.len()).position(|part| part == BETWEEN);
        let (body, behind) = match end {
            Some(end) => (&rest[..end], Some(&rest[end + BETWEEN.len()..])),
            None => (rest, None),
        };
        let lower = body.to_ascii_lowercase();
        let forbidden: [&[u8]; 5] = [b"http", b"\\u", b"\\t", b"\\n", b"\\r"];
        if forbidden
            .iter()
            .any(|text| lower.windows(text.len()).any(|part| part == *text))
        {
            return None;
        }
        bodies.push(match str::from_utf8(body) {
            Ok(text) => text.replace(ADDRESS, address).into_bytes(),
            Err(_) => body.to_vec(),
        });
        match behind {
            Some(behind) => rest = behind,
            None => return Some(bodies),
        }
    }
}

/// A client of a service at an address, which waits for nothing.
fn connected(name: ServiceName, url: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(url.into()),
        token_url: Some(url.into()),
        instance: Some("crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::".into()),
        region: Some("us-east-1".into()),
        storage_url: Some(url.into()),
        bucket: Some("amazon-braket-games".into()),
        ..Profile::new(name, device(name))
    };
    // Instances and regions of another service are refused.
    let profile = match name {
        ServiceName::Ibm => Profile {
            region: None,
            storage_url: None,
            bucket: None,
            ..profile
        },
        ServiceName::IbmSystem => profile,
        ServiceName::Braket => Profile {
            token_url: None,
            instance: None,
            region: None,
            ..profile
        },
        _ => Profile {
            url: profile.url,
            ..Profile::new(name, device(name))
        },
    };
    let variables = [
        ("AQT_TOKEN", "token"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("IONQ_API_KEY", "key"),
        ("IQM_TOKEN", "token"),
        ("OQTOPUS_API_TOKEN", "token"),
        ("QBRAID_API_KEY", "key"),
        ("QISKIT_IBM_TOKEN", "key"),
        ("SCW_PROJECT_ID", "project"),
        ("SCW_SECRET_KEY", "key"),
    ];
    let environment = Environment {
        variables: variables
            .map(|(name, value)| (name.into(), value.into()))
            .into(),
        home: "/nowhere".into(),
        config: "/nowhere".into(),
        directory: "/nowhere".into(),
    };
    let retry = RetryPolicy {
        max_tries: 1,
        settle_timeout: Duration::ZERO,
        unreachable_timeout: Duration::ZERO,
        not_found_timeout: Duration::ZERO,
        ..RetryPolicy::default().scaled(0.0)
    };
    let service = connect(&profile, &environment, retry);
    service.expect("profile and variables are complete")
}

/// A device of a service, by a name of the usual form.
fn device(name: ServiceName) -> &'static str {
    match name {
        ServiceName::Ibm | ServiceName::IbmSystem => "ibm_torino",
        ServiceName::Ionq => "simulator",
        ServiceName::Braket => "sv1",
        ServiceName::Oqtopus => "qulacs",
        ServiceName::Iqm => "garnet",
        ServiceName::Aqt => "emulated/ibex",
        ServiceName::Scaleway => "EMU-AER-16C-128M",
        ServiceName::Qbraid => "qbraid:qbraid:sim:qir-sv",
    }
}

/// Makes a call of a service.
fn request(service: &mut dyn Service, name: ServiceName, call: &str) -> Result<(), RemoteError> {
    let program = match name {
        ServiceName::Aqt => IONS,
        ServiceName::Iqm => TRANSMONS,
        _ => QASM,
    };
    let entry = Entry::new("cheqqers-key", "fuzz", name.name(), device(name));
    let entry = entry.with_program(program, 3, 3, 4);
    match call {
        "devices" => drop(service.devices()?),
        "choose" => drop(service.choose()?),
        "capabilities" => drop(service.capabilities(device(name))?),
        "cost" => drop(service.cost(&entry)?),
        "submit" => drop(service.submit(&entry)?),
        "find" => drop(service.find(&entry)?),
        "status" => drop(service.status("job")?),
        "response" => drop(service.response("job", &entry)?.output?),
        "cancel" => service.cancel("job")?,
        "end" => service.end_series("series", device(name))?,
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_never_end_are_refused() {
        let responder = Responder::start().unwrap();
        let token = r#"{"access_token":"t","expires_in":3600}"#;
        let jobs = r#"{"jobs":[{"id":"1"}],"count":1000000000}"#;
        let listed = r#"{"data":[{"jobQrn":"1","tags":{}}],"pagination":{"hasNext":true}}"#;
        let platforms = r#"{"platforms":[{"id":"1","name":"n"}],"total_count":1000000000}"#;
        for (name, call, bodies) in [
            (ServiceName::Ibm, "find", &[token, jobs][..]),
            (ServiceName::Scaleway, "devices", &[platforms]),
            (ServiceName::Qbraid, "find", &[listed]),
        ] {
            let bodies = bodies.iter().map(|body| body.as_bytes().to_vec());
            responder.prepare(200, bodies.collect());
            let mut service = connected(name, &responder.url());
            let refused = request(service.as_mut(), name, call);
            let is_refused = matches!(refused, Err(RemoteError::Protocol { .. }));
            assert!(is_refused, "{name}: {refused:?}");
        }
    }
}
