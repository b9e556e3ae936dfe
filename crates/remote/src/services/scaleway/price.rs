use super::program::IDLE_SECONDS;
use super::shapes::{Money, Platform};
use crate::cost::Cost;

/// Seconds that a job is counted with on a platform that is paid for by the hour: a session may stay
/// open for as long as it may be idle after the job, which itself takes a minute at most.
const JOB_SECONDS: u64 = IDLE_SECONDS + 60;

/// Prices of a platform that are not zero.
struct Prices<'a> {
    unit: &'a str,
    hour: f64,
    circuit: f64,
    shot: f64,
}

fn prices(platform: &Platform) -> Option<Prices<'_>> {
    let all = [
        &platform.price_per_hour,
        &platform.price_per_circuit,
        &platform.price_per_shot,
    ];
    let unit = all.into_iter().flatten().next()?;
    let amount = |price: &Option<Money>| price.as_ref().map_or(0.0, Money::amount);
    let [hour, circuit, shot] = all.map(amount);
    Some(Prices {
        unit: &unit.currency_code,
        hour,
        circuit,
        shot,
    })
}

/// Price of a job, where the platform tells one: by circuit and shots, or by the time of a session.
///
/// A machine that is paid for by the hour alone has a queue of unknown length.
pub(super) fn of_job(platform: &Platform, shots: usize) -> Option<Cost> {
    let prices = prices(platform)?;
    let of_circuit = prices.circuit + prices.shot * shots as f64;
    let amount = if of_circuit > 0.0 {
        of_circuit
    } else if platform.is_simulator() {
        prices.hour * JOB_SECONDS as f64 / 3600.0
    } else {
        return None;
    };
    Some(Cost {
        amount,
        unit: prices.unit.into(),
    })
}

/// Remarks on a platform.
pub(super) fn notes(platform: &Platform) -> Vec<String> {
    let Some(prices) = prices(platform) else {
        return vec!["the service tells no price".into()];
    };
    let (hour, unit) = (prices.hour, prices.unit);
    if prices.circuit + prices.shot > 0.0 {
        return vec![format!(
            "a job costs {} {unit}, and {} {unit} for each shot",
            prices.circuit, prices.shot
        )];
    }
    let open = format!("it costs {hour} {unit} an hour while a session is open");
    if platform.is_simulator() {
        let (idle, counted) = (IDLE_SECONDS / 60, JOB_SECONDS / 60);
        return vec![format!(
            "{open}, which ends with the game or after {idle} min without a job: each is counted with \
             {counted} min"
        )];
    }
    vec![format!("{open}; what a job costs is not known")]
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn money(units: i64, nanos: i64) -> Value {
        json!({"currency_code": "EUR", "units": units, "nanos": nanos})
    }

    fn platform(kind: &str, hour: &Value, circuit: &Value, shot: &Value) -> Platform {
        serde_json::from_value(json!({
            "id": "1", "name": "P", "type": kind, "price_per_hour": hour,
            "price_per_circuit": circuit, "price_per_shot": shot,
        }))
        .unwrap()
    }

    #[test]
    fn jobs_cost_circuit_and_shots_or_the_time_of_a_session() {
        let (none, zero) = (Value::Null, money(0, 0));
        let machine = platform(
            "qpu",
            &money(2000, 0),
            &money(0, 220_000_000),
            &money(0, 1_200_000),
        );
        let cost = of_job(&machine, 100).unwrap();
        assert!((cost.amount - 0.34).abs() < 1e-9, "{cost:?}");
        assert_eq!(cost.to_string(), "\u{20ac}0.34");
        assert_eq!(
            notes(&machine),
            ["a job costs 0.22 EUR, and 0.0012 EUR for each shot"]
        );
        let by_shot = platform("qpu", &zero, &zero, &money(0, 1_200_000));
        let expected = ["a job costs 0 EUR, and 0.0012 EUR for each shot"];
        assert_eq!(notes(&by_shot), expected);
        let simulator = platform("simulator", &money(1, 500_000_000), &zero, &none);
        let cost = of_job(&simulator, 100).unwrap();
        assert!((cost.amount - 0.15).abs() < 1e-9, "{cost:?}");
        assert!(notes(&simulator)[0].contains("1.5 EUR an hour"));
        let free = platform("simulator", &zero, &zero, &zero);
        assert!(of_job(&free, 100).unwrap().amount.abs() < 1e-12);
        let booked = platform("qpu", &money(1200, 0), &zero, &zero);
        assert_eq!(of_job(&booked, 100), None);
        assert!(notes(&booked)[0].contains("not known"));
        let silent = platform("simulator", &none, &none, &none);
        assert_eq!(of_job(&silent, 100), None);
        assert_eq!(notes(&silent), ["the service tells no price"]);
    }
}
