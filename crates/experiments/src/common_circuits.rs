//! The circuits that games measure most often.

use std::path::Path;
use std::sync::Mutex;

use cheqqers_arena::{WorkerPool, seats};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::Encoding;
use cheqqers_game::record::{Line, Record};
use cheqqers_game::replay::{ReplayError, Verify};
use cheqqers_game::settings::{Kind, Setting};
use cheqqers_measure::MeasurerKind;
use cheqqers_measure::pool::{CircuitCounts, CommonCircuits};
use cheqqers_players::{PlayerKind, Stream, game_seed, generator};
use cheqqers_session::{GameKind, KNOWN, PendingMeasurement, Position, recorded};
use serde_json::{Map, Value};

use crate::estimate::percent;
use crate::journal::Journal;
use crate::variant::named_presets;
use crate::{ExperimentError, Settings, Table, file};

/// The most plies of a game.
const PLIES: u32 = 1000;

/// Maximum number of circuits kept of each game.
const MAX_CIRCUITS: usize = 256;

/// Frequencies of the circuits that games measure, in the minimal encoding, by game and preset; those of
/// a game without presets by level.
#[derive(Clone, Debug)]
pub struct CircuitFrequencies {
    /// Names of games, each `NAME:PRESET` or `NAME` for all presets.
    pub names: Vec<String>,
    /// Players, each of which plays against itself.
    pub players: Vec<PlayerKind>,
    /// Number of games of each player in each variant.
    pub games: u64,
    /// Seed of the first game of each.
    pub seed: u64,
}

/// Circuits of the games with some settings.
struct VariantCircuits {
    game: GameKind,
    preset: Option<String>,
    /// Settings of the start.
    settings: Map<String, Value>,
    counts: CircuitCounts,
}

impl CircuitFrequencies {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "circuits";

    /// Plays the games, and counts their circuits together with those of recorded games.
    ///
    /// The folder then holds the table `circuits`, a row for each of the commonest circuits of a variant, and
    /// `circuits.json`, from which pools of shots are planned. Of an interrupted run only the settings are
    /// kept, in `circuits.jsonl`.
    ///
    /// # Errors
    /// Returns an error if there is no such game or preset, a record can't be replayed, or the folder can't
    /// be written, or after cancellation.
    pub fn run(
        &self,
        records: &[Record],
        folder: &Path,
        pool: &WorkerPool<'_>,
    ) -> Result<String, ExperimentError> {
        // Results of other settings are not replaced.
        let settings = self.settings().with("records", records.len());
        let _journal = Journal::of(folder, &settings)?;
        let chosen = named_presets(&self.names);
        let mut games: Vec<&str> = chosen.iter().map(|&(game, _)| game).collect();
        for record in records {
            games.push(recorded(&record.header)?);
        }
        let mut known = Vec::new();
        let mut common = CommonCircuits::default();
        let mut before = 0;
        while let Some(&game) = games.first() {
            games.retain(|&other| other != game);
            let of_game = chosen.iter().filter(|&&(name, _)| name == game);
            let presets: Vec<_> = of_game.map(|&(_, preset)| preset).collect();
            let pool = WorkerPool { before, ..*pool };
            let game = GameKind::named(game)?;
            let variants = self.count_variants(game, &presets, records, &pool)?;
            for variant in &variants {
                let settings = variant.settings.clone();
                common.insert(game.name, settings, &variant.counts, MAX_CIRCUITS);
            }
            let players = u64::try_from(self.players.len()).unwrap_or(u64::MAX);
            before += self.games * players * u64::try_from(variants.len()).unwrap_or(u64::MAX);
            known.extend(variants);
        }
        table(&self.settings(), &known).write(folder, Self::NAME)?;
        let json = serde_json::to_string(&common).expect("the table is JSON");
        let path = folder.join(Self::NAME).with_extension("json");
        file::write(&path, format!("{json}\n").as_bytes())?;
        Ok(summary(&known))
    }

    /// Circuits of the games of the first variant at a level.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub(crate) fn of_level(
        &self,
        level: u64,
        pool: &WorkerPool<'_>,
    ) -> Result<CircuitCounts, ExperimentError> {
        let chosen = named_presets(&self.names);
        let (name, preset) = chosen.first().copied().expect("a game is named");
        let game = GameKind::named(name)?;
        let settings = game.settings(preset, &[("level".to_owned(), level.to_string())])?;
        let start = game.start(&settings)?;
        let mut counts = CircuitCounts::default();
        for player in &self.players {
            counts.add(&self.play(game, &start, player, pool)?);
        }
        Ok(counts)
    }

    /// Number of games in all, those recorded not included.
    pub fn num_games(&self) -> u64 {
        let variants = named_presets(&self.names)
            .into_iter()
            .map(|(game, preset)| {
                let known = KNOWN.iter().find(|entry| entry.name == game);
                known.map_or(0, |entry| levels(entry.settings, preset).len())
            });
        let players = u64::try_from(self.players.len()).unwrap_or(u64::MAX);
        let variants = u64::try_from(variants.sum::<usize>()).unwrap_or(u64::MAX);
        self.games * players * variants
    }

    fn settings(&self) -> Settings {
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        Settings::new(Self::NAME)
            .with("names", self.names.join(" "))
            .with("players", players.join(" "))
            .with("games", self.games)
            .with("seed", self.seed)
    }

    /// Counts the circuits of the variants of one game.
    fn count_variants(
        &self,
        game: GameKind,
        presets: &[Option<&str>],
        records: &[Record],
        pool: &WorkerPool<'_>,
    ) -> Result<Vec<VariantCircuits>, ExperimentError> {
        let mut variants = Vec::new();
        for &preset in presets {
            for level in levels(game.settings, preset) {
                let level = level.map(|level| ("level".to_owned(), level));
                let settings = game.settings(preset, level.as_slice())?;
                let start = game.start(&settings)?;
                let mut counts = CircuitCounts::default();
                for player in &self.players {
                    counts.add(&self.play(game, &start, player, pool)?);
                }
                variants.push(VariantCircuits {
                    game,
                    preset: preset.map(str::to_owned),
                    settings: start.settings(),
                    counts,
                });
            }
        }
        for (number, record) in (1..).zip(records) {
            if recorded(&record.header)? != game.name {
                continue;
            }
            let failed = |error: ReplayError| ExperimentError::Record {
                number,
                reason: error.to_string(),
            };
            let replay = game.replay(record, Verify::Moves, usize::MAX);
            let mut replay = replay.map_err(failed)?;
            let settings = replay.session().position().settings();
            let mut counts = CircuitCounts::default();
            while let Some(line) = replay.step().map_err(failed)? {
                if let Line::Ply(_) = line {
                    let session = replay.session();
                    let ply = session.ply(session.num_plies() - 1);
                    ply.each_pending(&mut |pending| count(pending, &mut counts));
                }
            }
            let known = variants
                .iter_mut()
                .find(|variant| variant.settings == settings);
            match known {
                Some(variant) => variant.counts.add(&counts),
                None => variants.push(VariantCircuits {
                    game,
                    preset: None,
                    settings,
                    counts,
                }),
            }
        }
        Ok(variants)
    }

    /// Circuits of the games of a player against itself.
    fn play(
        &self,
        game: GameKind,
        start: &Position,
        player: &PlayerKind,
        pool: &WorkerPool<'_>,
    ) -> Result<CircuitCounts, ExperimentError> {
        let player = PlayerSpec::from(player.clone());
        let failure = Mutex::new(None);
        let parts = pool.run(self.games, |games| {
            let mut counts = CircuitCounts::default();
            let mut played = 0;
            while let Some(number) = games.take() {
                let seed = game_seed(self.seed, number);
                let bits = generator(seed, Stream::Measurements);
                let result = seats(game, seed, &player, &player).play_out(
                    start,
                    &mut MeasurerKind::Sparse.measurer(bits, Encoding::Minimal),
                    PLIES,
                    games.drop_flag(),
                    &mut |pending| count(pending, &mut counts),
                );
                match result {
                    Ok(_) if games.is_dropped() => break,
                    Ok(_) => played += 1,
                    Err(source) => {
                        games.stop();
                        let mut failure = failure.lock().expect("no thread panicked");
                        let game = number;
                        let source = source.into();
                        failure.get_or_insert(ExperimentError::Game { game, source });
                        break;
                    }
                }
            }
            (played, counts)
        })?;
        if let Some(error) = failure.into_inner().expect("no thread panicked") {
            return Err(error);
        }
        let mut all = CircuitCounts::default();
        let mut played = 0;
        for (games, counts) in &parts {
            played += games;
            all.add(counts);
        }
        (played == self.games)
            .then_some(all)
            .ok_or(ExperimentError::Dropped)
    }
}

impl VariantCircuits {
    /// Level, in a game that has levels.
    fn level(&self) -> Option<u64> {
        self.settings.get("level").and_then(Value::as_u64)
    }
}

/// All levels of a game by itself, if it has levels; else none.
fn levels(settings: &[Setting], preset: Option<&str>) -> Vec<Option<String>> {
    let level = settings.iter().find(|setting| setting.key == "level");
    match level.map(|setting| setting.kind) {
        Some(Kind::Number(first, last)) if preset.is_none() => (first..=last)
            .map(|level| Some(level.to_string()))
            .collect(),
        _ => vec![None],
    }
}

/// Counts the circuits of a measurement.
fn count(pending: &dyn PendingMeasurement, counts: &mut CircuitCounts) {
    for circuit in pending.circuits(Encoding::Minimal).unwrap_or_default() {
        counts.count(&circuit);
    }
}

/// The share of the commonest circuits in all, in a line for each variant.
fn summary(known: &[VariantCircuits]) -> String {
    let line = |variant: &VariantCircuits| {
        let commonest = variant.counts.commonest().into_iter().take(MAX_CIRCUITS);
        let uses: Vec<u64> = commonest.map(|common| common.uses).collect();
        let preset = variant.preset.as_ref();
        let preset = preset.map_or_else(String::new, |preset| format!(":{preset}"));
        let level = variant.level();
        let level = level.map_or_else(String::new, |level| format!(", level {level}"));
        let share = percent(uses.iter().sum(), variant.counts.total());
        let (game, number) = (variant.game.name, uses.len());
        format!(
            "{game}{preset}{level}: the {number} commonest circuits and their share of all measured{share}\n"
        )
    };
    known.iter().map(line).collect()
}

/// Table with a row for each of the commonest circuits of a variant.
fn table(settings: &Settings, known: &[VariantCircuits]) -> Table {
    let mut rows = Vec::new();
    for variant in known {
        let mut sum = 0;
        let commonest = variant.counts.commonest().into_iter().take(MAX_CIRCUITS);
        for (common, rank) in commonest.zip(1_u64..) {
            sum += common.uses;
            rows.push((variant, rank, common, sum));
        }
    }
    let total = |variant: &VariantCircuits| variant.counts.total();
    let shares: Vec<(u64, u64)> = rows
        .iter()
        .map(|(of, _, common, _)| (common.uses, total(of)))
        .collect();
    let sums: Vec<(u64, u64)> = rows
        .iter()
        .map(|(of, _, _, sum)| (*sum, total(of)))
        .collect();
    Table::new(settings, rows.len())
        .integers("level", rows.iter().map(|(of, ..)| of.level()))
        .words("game", rows.iter().map(|(of, ..)| of.game.name.to_owned()))
        .words("preset", rows.iter().map(|(of, ..)| of.preset.clone()))
        .integers("rank", rows.iter().map(|(_, rank, ..)| *rank))
        .words(
            "circuit",
            rows.iter()
                .map(|(_, _, common, _)| common.circuit.to_string()),
        )
        .integers(
            "qubits",
            rows.iter()
                .map(|(_, _, common, _)| common.circuit.circuit().num_qubits() as u64),
        )
        .integers("uses", rows.iter().map(|(_, _, common, _)| common.uses))
        .shares("share", &shares)
        .shares("cumulative_share", &sums)
}
