//! Hours at which machines run tasks.

use jiff::Timestamp;
use jiff::civil::{DateTime, Time, Weekday};
use jiff::tz::TimeZone;

use super::shapes::Window;

/// The time in UTC.
pub(super) fn now() -> DateTime {
    Timestamp::now().to_zoned(TimeZone::UTC).datetime()
}

/// Returns `true` if tasks run at a time; where no hours are told they always do, and what can't be
/// understood is taken for open.
pub(super) fn is_open(hours: &[Window], at: DateTime) -> bool {
    hours.is_empty() || hours.iter().any(|window| holds(window, at).unwrap_or(true))
}

fn holds(window: &Window, at: DateTime) -> Option<bool> {
    let time = |text: &str| text.parse::<Time>().ok();
    let start = time(&window.start)?;
    let end = time(&window.end)?;
    let (today, yesterday) = (at.weekday(), at.weekday().previous());
    let (is_today, was_yesterday) = (has(window, today)?, has(window, yesterday)?);
    let time = at.time();
    Some(if start <= end {
        is_today && (start..end).contains(&time)
    } else {
        // Over midnight.
        (is_today && time >= start) || (was_yesterday && time < end)
    })
}

/// Returns `true` if the window is of a day.
fn has(window: &Window, day: Weekday) -> Option<bool> {
    let is_weekend = matches!(day, Weekday::Saturday | Weekday::Sunday);
    Some(match window.day.to_lowercase().as_str() {
        "everyday" => true,
        "weekdays" => !is_weekend,
        "weekend" | "weekends" => is_weekend,
        "monday" => day == Weekday::Monday,
        "tuesday" => day == Weekday::Tuesday,
        "wednesday" => day == Weekday::Wednesday,
        "thursday" => day == Weekday::Thursday,
        "friday" => day == Weekday::Friday,
        "saturday" => day == Weekday::Saturday,
        "sunday" => day == Weekday::Sunday,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_those_of_a_day() {
        let open = |day: &str, start: &str, end: &str, at: &str| {
            let window = Window {
                day: day.into(),
                start: start.into(),
                end: end.into(),
            };
            is_open(&[window], at.parse().unwrap())
        };
        // 20 November 2026 is a Friday.
        assert!(open(
            "Everyday",
            "00:00:00",
            "23:59:59",
            "2026-11-20T12:00:00"
        ));
        assert!(!open(
            "Everyday",
            "00:00:00",
            "00:00:00",
            "2026-11-20T12:00:00"
        ));
        assert!(open("Weekdays", "09:00", "19:00", "2026-11-20T18:59:00"));
        assert!(!open("Weekdays", "09:00", "19:00", "2026-11-20T19:00:00"));
        assert!(!open("Weekdays", "09:00", "19:00", "2026-11-21T10:00:00"));
        assert!(open("Weekend", "09:00", "19:00", "2026-11-21T10:00:00"));
        assert!(open(
            "Friday",
            "22:00:00",
            "02:00:00",
            "2026-11-21T01:00:00"
        ));
        assert!(!open(
            "Friday",
            "22:00:00",
            "02:00:00",
            "2026-11-20T01:00:00"
        ));
        assert!(open(
            "Full moon",
            "22:00:00",
            "02:00:00",
            "2026-11-20T12:00:00"
        ));
        assert!(is_open(&[], now()));
        let days = [
            "Monday",
            "Tuesday",
            "Wednesday",
            "Thursday",
            "Friday",
            "Saturday",
            "Sunday",
        ];
        for (index, day) in days.into_iter().enumerate() {
            for (other, date) in (16..).take(days.len()).enumerate() {
                let noon = format!("2026-11-{date}T12:00:00");
                assert_eq!(
                    open(day, "09:00", "19:00", &noon),
                    index == other,
                    "{day} {noon}"
                );
            }
        }
    }
}
