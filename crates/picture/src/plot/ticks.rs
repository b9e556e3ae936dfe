//! Marks of axes.

use std::iter;

use super::figure::{Axis, Range};

/// Scale of an axis: its ends, its marks, and whether it is logarithmic.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ticks: Vec<(f64, String)>,
    /// Marks without a name, between powers of ten.
    pub(super) between: Vec<f64>,
    logarithmic: bool,
}

/// Approximate number of steps of an axis.
const STEPS: f64 = 6.0;

/// The most decimals of a mark.
const MAX_DIGITS: i32 = 12;

impl Scale {
    /// The scale of an axis that shows these values.
    pub(super) fn new(axis: &Axis, values: impl Iterator<Item = f64> + Clone) -> Self {
        let greatest = values.clone().fold(0.0, f64::max);
        match &axis.range {
            Range::FromZero => Self::even(0.0, if greatest > 0.0 { greatest } else { 1.0 }),
            &Range::Within(from, to) => Self::even(from, to),
            Range::Logarithmic => {
                let least = values.filter(|&value| value > 0.0).fold(greatest, f64::min);
                Self::powers(if least > 0.0 { least } else { 1.0 }, greatest)
            }
            Range::Places(places) => {
                let first = places.first().map_or(0.0, |place| place.0);
                let last = places.last().map_or(0.0, |place| place.0);
                let margin = match places.len() {
                    0 | 1 => 0.5,
                    count => (last - first) / (count - 1) as f64 / 2.0,
                };
                Self {
                    from: first - margin,
                    to: last + margin,
                    ticks: places.clone(),
                    between: Vec::new(),
                    logarithmic: false,
                }
            }
        }
    }

    fn even(from: f64, to: f64) -> Self {
        let rough = (to - from) / STEPS;
        let power = 10_f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let fits = |factor: &f64| factor * power >= rough * (1.0 - 1e-9);
        let step = power * factors.into_iter().find(fits).unwrap_or(10.0);
        // A step has one digit, in the place of its power.
        let digits = (0..MAX_DIGITS)
            .take_while(|&digits| step * 10_f64.powi(digits) < 1.0 - 1e-9)
            .count();
        let count = ((to - from) / step - 1e-9).ceil();
        let ticks = (0..)
            .map(f64::from)
            .take_while(|&k| k <= count)
            .map(|k| from + k * step);
        Self {
            from,
            to: from + count * step,
            ticks: ticks.map(|at| (at, format!("{at:.digits$}"))).collect(),
            between: Vec::new(),
            logarithmic: false,
        }
    }

    fn powers(least: f64, greatest: f64) -> Self {
        let from = least.log10().floor();
        let to = greatest.max(least).log10().ceil().max(from + 1.0);
        let powers = iter::successors(Some(from), |power| Some(power + 1.0));
        let ticks = powers
            .take_while(|&power| power <= to)
            .map(|power| (power, power_of_ten(power)))
            .collect::<Vec<_>>();
        let between = ticks.iter().filter(|(power, _)| *power < to);
        let between = between
            .flat_map(|(power, _)| (2..10).map(move |digit| power + f64::from(digit).log10()));
        Self {
            from,
            to,
            between: between.collect(),
            ticks,
            logarithmic: true,
        }
    }

    /// Position of a value, 0 at the beginning of the axis and 1 at its end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic {
            value.max(f64::MIN_POSITIVE).log10()
        } else {
            value
        };
        self.fraction(value)
    }

    /// Position of a mark, as of a value.
    pub(super) fn fraction(&self, tick: f64) -> f64 {
        ((tick - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }
}

/// The name of a power of ten: in digits up to 1000, then with its exponent.
fn power_of_ten(power: f64) -> String {
    if (0.0..=3.0).contains(&power) {
        return format!("{}", 10_f64.powf(power).round());
    }
    let raised = |c: char| match c.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => '⁻',
    };
    let exponent: String = power.to_string().chars().map(raised).collect();
    format!("10{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let scale = Scale::new(axis, values.iter().copied());
        scale.ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn marks_are_round_numbers_that_hold_all_values() {
        let axis = Axis::from_zero("plies");
        assert_eq!(
            labels(&axis, &[3.0, 83.0]),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(labels(&axis, &[0.7]), ["0.0", "0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(labels(&axis, &[]), labels(&axis, &[1.0]));
        assert_eq!(
            labels(&axis, &[0.03]),
            [
                "0.000", "0.005", "0.010", "0.015", "0.020", "0.025", "0.030"
            ]
        );
        let rate = Axis::within("share", 0.0, 1.0);
        assert_eq!(
            labels(&rate, &[]),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        let powers = Axis::logarithmic("positions");
        assert_eq!(
            labels(&powers, &[7.0, 1200.0]),
            ["1", "10", "100", "1000", "10⁴"]
        );
        assert_eq!(labels(&powers, &[]), ["1", "10"]);
        assert_eq!(labels(&powers, &[0.02, 0.5]), ["10⁻²", "10⁻¹", "1"]);
        let scale = Scale::new(&powers, [1.0, 90.0].into_iter());
        assert_eq!(scale.between.len(), 16);
    }

    #[test]
    fn places_lie_between_the_ends() {
        let axis = Axis::named("level", (0..4).map(|k| (f64::from(k), k.to_string())));
        let scale = Scale::new(&axis, std::iter::empty());
        assert!((scale.place(0.0) + scale.place(3.0) - 1.0).abs() < 1e-12);
        assert!(scale.place(0.0) > 0.1);
    }
}
