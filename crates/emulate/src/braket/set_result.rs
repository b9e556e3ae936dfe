use serde_json::{Value, json};

use super::result::{header, measured, rows};
use super::task::Task;
use crate::fault::FailureKind;
use crate::output::Failure;
use crate::shared::SharedState;

/// Files of the result of a program set. The schemas allow for one file and for many; which of them a machine's
/// results have is not documented. Here it is one where `only` probabilities are told.
pub(super) fn of(
    shared: &SharedState,
    task: &Task,
    action: &Value,
    only: bool,
) -> Vec<(String, Value)> {
    let details = &task.details;
    let failure = task.outputs().and_then(Result::err);
    let outputs = task.outputs().and_then(Result::ok).unwrap_or_default();
    let executable = |number: usize| {
        let mut object = match (outputs.get(number), failure) {
            (Some(output), _) => {
                let columns = &details.columns[number];
                let mut object = measured(&rows(output, columns), columns, only);
                object["braketSchemaHeader"] = header("program_set_executable_result");
                object
            }
            (None, failure) => json!({
                "braketSchemaHeader": header("program_set_executable_failure"),
                "failureMetadata": failure.map(told),
            }),
        };
        object["inputsIndex"] = json!(0);
        object
    };
    let programs = 0..details.columns.len();
    let clock = &shared.clock;
    let successful: usize = outputs.iter().map(|output| output.shots.len()).sum();
    let of_executable = failure.map_or(json!({}), told);
    let metadata = json!({
        "braketSchemaHeader": header("program_set_task_metadata"),
        "id": details.arn(&task.id),
        "deviceId": details.device.arn,
        "requestedShots": details.shots,
        "successfulShots": successful,
        "programMetadata": vec![json!({"executables": [of_executable]}); programs.len()],
        "createdAt": clock.text(task.accepted),
        "endedAt": clock.text(task.ended),
        "status": if failure.is_some() { "FAILED" } else { "COMPLETED" },
        "totalFailedExecutables": if failure.is_some() { programs.len() } else { 0 },
    });
    let program = |number: usize, executable: Value, source: Value| {
        json!({
            "braketSchemaHeader": header("program_result"),
            "executableResults": [executable],
            "source": source,
            "additionalMetadata": {"action": action["programs"][number]},
        })
    };
    let result = |programs: Vec<Value>, metadata: Value| {
        json!({
            "braketSchemaHeader": header("program_set_task_result"),
            "programResults": programs,
            "taskMetadata": metadata,
        })
    };
    if only {
        let inline = |number| {
            let source = action["programs"][number].clone();
            program(number, executable(number), source)
        };
        return vec![(
            "results.json".into(),
            result(programs.map(inline).collect(), metadata),
        )];
    }
    let names = programs
        .clone()
        .map(|number| json!(format!("programs/{number}/results.json")));
    let mut all = result(names.collect(), "metadata.json".into());
    all["s3Location"] = json!([details.text("outputS3Bucket"), details.directory(&task.id)]);
    let mut files = vec![
        ("results.json".into(), all),
        ("metadata.json".into(), metadata),
    ];
    for number in programs {
        let folder = format!("programs/{number}");
        let (source, own) = ("program.json", "executables/0.json");
        files.extend([
            (
                format!("{folder}/results.json"),
                program(number, own.into(), source.into()),
            ),
            (
                format!("{folder}/{source}"),
                action["programs"][number].clone(),
            ),
            (format!("{folder}/{own}"), executable(number)),
        ]);
    }
    files
}

/// A failure as results tell it.
fn told(failure: &Failure) -> Value {
    let category = match failure.kind {
        FailureKind::Program => "COMPILATION",
        FailureKind::Device => "DEVICE",
        FailureKind::Time => "SERVICE",
    };
    json!({"failureReason": failure.message, "retryable": false, "category": category})
}
