//! Text and JSON forms of standings.

use std::fmt;

use serde_json::{Value, json};

use crate::rating::{Elo, Score};
use crate::sprt::{Hypothesis, SprtState};
use crate::standings::{Pairing, StandingRow, Standings};

impl Standings {
    /// JSON object; values without games and infinite values are null.
    pub fn to_json(&self) -> Value {
        json!({
            "games": self.games,
            "of": self.of,
            "seed": self.seed,
            "luck": self.luck,
            "players": self.rows.iter().map(row_to_json).collect::<Value>(),
            "pairings": self.pairings.iter().map(pairing_to_json).collect::<Value>(),
            "sprt": self.sprt.as_ref().map(sprt_to_json),
        })
    }
}

fn row_to_json(row: &StandingRow) -> Value {
    let mut value = json!({"name": row.name, "player": row.player});
    score_to_json(&mut value, &row.score, row.elo);
    value["adjusted"] = row.adjusted.map_or(Value::Null, |adjusted| {
        let mut value = json!({"score": adjusted.mean});
        elo_to_json(&mut value, Some(adjusted.elo));
        value
    });
    value["forfeits"] = row.forfeits.into();
    value["mu"] = row.skill.mu.into();
    value["sigma"] = row.skill.sigma.into();
    value
}

fn pairing_to_json(pairing: &Pairing) -> Value {
    let mut value = json!({"first": pairing.first, "second": pairing.second});
    score_to_json(&mut value, &pairing.score, pairing.score.elo());
    value["deviation"] = pairing.score.variance().map(f64::sqrt).into();
    value["adjusted"] = pairing.adjusted.map_or(Value::Null, |adjusted| {
        let mut value = json!({"score": adjusted.mean()});
        elo_to_json(&mut value, adjusted.elo());
        value["deviation"] = adjusted.deviation().into();
        value
    });
    value
}

fn score_to_json(value: &mut Value, score: &Score, elo: Option<Elo>) {
    value["games"] = score.games().into();
    value["won"] = score.won.into();
    value["drawn"] = score.drawn.into();
    value["lost"] = score.lost.into();
    value["score"] = score.mean().into();
    elo_to_json(value, elo);
}

fn elo_to_json(value: &mut Value, elo: Option<Elo>) {
    value["elo"] = elo.map(|elo| elo.value).into();
    value["elo_low"] = elo.map(|elo| elo.low).into();
    value["elo_high"] = elo.map(|elo| elo.high).into();
}

fn sprt_to_json(sprt: &SprtState) -> Value {
    let mut value = sprt.test.to_json();
    value["ratio"] = sprt.log_ratio.into();
    value["lower"] = sprt.test.lower().into();
    value["upper"] = sprt.test.upper().into();
    value["games"] = sprt.score.games().into();
    value["accepted"] = sprt.accepted.map(name).into();
    value
}

fn name(accepted: Hypothesis) -> &'static str {
    match accepted {
        Hypothesis::Elo0 => "elo0",
        Hypothesis::Elo1 => "elo1",
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.players(f)?;
        writeln!(f)?;
        self.pairings(f)?;
        writeln!(f)?;
        if let Some(sprt) = &self.sprt {
            write_sprt(f, sprt)?;
        }
        self.luck(f)?;
        writeln!(f, "{} of {} games, seed {}", self.games, self.of, self.seed)
    }
}

impl Standings {
    fn players(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = width(self.rows.iter().map(|row| &*row.name), "player");
        write!(f, "    {:<wide$}", "player")?;
        let adjusted = self.adjusted_title();
        writeln!(
            f,
            "{SCORE}{adjusted}  forfeits  {:<19}  TrueSkill",
            "Elo, 95 %"
        )?;
        for (place, row) in (1..).zip(&self.rows) {
            write!(f, "{place:>3} {:<wide$}", row.name)?;
            write_score(f, &row.score)?;
            let adjusted = row.adjusted.map(|adjusted| adjusted.mean);
            self.adjusted(f, adjusted)?;
            let elo = row.adjusted.map(|adjusted| adjusted.elo).or(row.elo);
            let elo = elo.map_or_else(
                || "-".into(),
                |elo| format!("{:>+6.0} ± {:.0}", elo.value, elo.high - elo.value),
            );
            write!(f, "  {:>8}  {elo:<19}", row.forfeits)?;
            writeln!(f, "  {:.2} ± {:.2}", row.skill.mu, row.skill.sigma)?;
        }
        Ok(())
    }

    fn pairings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.pairings.iter().map(pairing);
        let texts: Vec<String> = texts.collect();
        let wide = width(texts.iter().map(|text| &**text), "pairing");
        let adjusted = self.adjusted_title();
        writeln!(
            f,
            "    {:<wide$}{SCORE}{adjusted}  lead in Elo, 95 %",
            "pairing"
        )?;
        for (pairing, text) in self.pairings.iter().zip(&texts) {
            write!(f, "    {text:<wide$}")?;
            write_score(f, &pairing.score)?;
            let adjusted = pairing.adjusted;
            self.adjusted(f, adjusted.and_then(|adjusted| adjusted.mean()))?;
            let adjusted = adjusted.and_then(|adjusted| adjusted.elo());
            match adjusted.or_else(|| pairing.score.elo()) {
                None => writeln!(f, "       -")?,
                Some(elo) => {
                    let Elo { value, low, high } = elo;
                    writeln!(f, "  {value:>+6.0} ({low:+.0} to {high:+.0})")?;
                }
            }
        }
        Ok(())
    }
}

impl Standings {
    fn adjusted_title(&self) -> &'static str {
        self.luck.map_or("", |_| "  adjusted")
    }

    fn adjusted(&self, f: &mut fmt::Formatter<'_>, mean: Option<f64>) -> fmt::Result {
        match self.luck {
            None => Ok(()),
            Some(_) => write!(f, "{:>10}", percent(mean)),
        }
    }

    /// The evaluator of luck, and how much of the results it explains.
    fn luck(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(nodes) = self.luck else {
            return Ok(());
        };
        let positions = match nodes.get() {
            1 => "position",
            _ => "positions",
        };
        write!(
            f,
            "adjusted by the luck of measurements, by a search of {nodes} {positions} for each outcome"
        )?;
        if let [pairing] = &*self.pairings
            && let Some(before) = pairing.score.variance()
            && let Some(after) = pairing.adjusted.and_then(|adjusted| adjusted.deviation())
        {
            let before = before.sqrt();
            write!(
                f,
                ": a game varies by {after:.3} points instead of {before:.3}"
            )?;
        }
        writeln!(f)
    }
}

fn percent(mean: Option<f64>) -> String {
    mean.map_or_else(|| "-".into(), |mean| format!("{:.1} %", 100.0 * mean))
}

const SCORE: &str = "    games     won   drawn    lost    score";

fn write_score(f: &mut fmt::Formatter<'_>, score: &Score) -> fmt::Result {
    let Score { won, drawn, lost } = score;
    let percent = percent(score.mean());
    let games = score.games();
    write!(f, "{games:>9}{won:>8}{drawn:>8}{lost:>8}{percent:>9}")
}

fn pairing(pairing: &Pairing) -> String {
    format!("{} - {}", pairing.first, pairing.second)
}

fn width<'a>(texts: impl Iterator<Item = &'a str>, title: &'a str) -> usize {
    let lengths = texts.chain([title]).map(|text| text.chars().count());
    lengths.max().unwrap_or(0)
}

fn write_sprt(f: &mut fmt::Formatter<'_>, sprt: &SprtState) -> fmt::Result {
    let test = &sprt.test;
    let better = |this: f64, other: f64| {
        format!("a lead of {this} Elo explains the games better than one of {other}")
    };
    let found = match sprt.accepted {
        None => "undecided".into(),
        Some(Hypothesis::Elo0) => better(test.elo0(), test.elo1()),
        Some(Hypothesis::Elo1) => better(test.elo1(), test.elo0()),
    };
    writeln!(
        f,
        "{found}: log likelihood ratio {:.2} of {:.2} to {:.2} after {} games",
        sprt.log_ratio,
        test.lower(),
        test.upper(),
        sprt.score.games()
    )
}
