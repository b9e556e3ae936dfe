//! Tables of the experiment.

use std::path::Path;

use cheqqers_arena::{Frequencies, PliesByOutcome};

use super::survey::{GAME_ENTROPY_UNITS_PER_BIT, PlyCounts, Survey, VariantStatistics};
use crate::variant::Variant;
use crate::{ExperimentError, Settings, Table};

/// Writes all tables.
///
/// # Errors
/// Returns an error if the folder takes no files.
pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    known: &[VariantStatistics],
) -> Result<(), ExperimentError> {
    variants(settings, known).write(folder, settings.experiment())?;
    plies(settings, known).write(folder, "statistics-plies")?;
    moves(settings, known).write(folder, "statistics-moves")?;
    growth(settings, known).write(folder, "statistics-growth")
}

/// Results, lengths and measurements in a line for each variant.
pub(super) fn summary(known: &[VariantStatistics]) -> String {
    let line = |VariantStatistics {
                    variant, survey, ..
                }: &VariantStatistics| {
        let (games, plies) = (survey.num_games(), &survey.plies_by_outcome);
        let mut parts = vec![
            format!("White won {}", plies.white_won.len()),
            format!("Black won {}", plies.black_won.len()),
            format!("draws: {} of {games} games", plies.draws.len()),
        ];
        if let Some(mean) = plies.finished().mean() {
            parts.push(format!("{mean:.1} plies"));
        }
        if let Some(mean) = survey.measurements.mean() {
            parts.push(format!("{mean:.1} measurements a game"));
        }
        format!("{}: {}\n", variant.full_name(), parts.join(", "))
    };
    known.iter().map(line).collect()
}

/// Table of rows that each belong to a variant, with columns that tell which.
fn of_variants<'a>(
    settings: &Settings,
    variants: impl ExactSizeIterator<Item = &'a Variant> + Clone,
) -> Table {
    let presets = variants.clone().map(|variant| variant.preset);
    Table::new(settings, variants.len())
        .integers("level", variants.clone().map(|variant| variant.level))
        .words("game", variants.map(|variant| variant.game.name.to_owned()))
        .words("preset", presets.map(|preset| preset.map(str::to_owned)))
}

/// Table with a row for each variant.
fn variants(settings: &Settings, known: &[VariantStatistics]) -> Table {
    let surveys = || known.iter().map(|known| &known.survey);
    let whole: Vec<PlyCounts> = surveys().map(Survey::whole).collect();
    let count =
        |of: fn(&PliesByOutcome) -> u64| surveys().map(move |survey| of(&survey.plies_by_outcome));
    let shares = |part: fn(&PliesByOutcome) -> u64, of: fn(&PliesByOutcome) -> u64| {
        count(part).zip(count(of)).collect::<Vec<_>>()
    };
    let white_won = |plies: &PliesByOutcome| plies.white_won.len();
    let black_won = |plies: &PliesByOutcome| plies.black_won.len();
    let draws = |plies: &PliesByOutcome| plies.draws.len();
    let decisive = |plies: &PliesByOutcome| plies.decisive().len();
    let lengths = surveys().map(|survey| survey.plies_by_outcome.finished());
    let lengths: Vec<Frequencies> = lengths.collect();
    let bits = |value: fn(&Frequencies) -> Option<f64>| {
        surveys().map(move |survey| Some(value(&survey.entropies)? / GAME_ENTROPY_UNITS_PER_BIT))
    };
    let table = of_variants(settings, known.iter().map(|known| &known.variant))
        .integers("games", count(PliesByOutcome::games))
        .integers("white_won", count(white_won))
        .integers("black_won", count(black_won))
        .integers("draws", count(draws))
        .shares("white_won_share", &shares(white_won, PliesByOutcome::games))
        .shares("black_won_share", &shares(black_won, PliesByOutcome::games))
        .shares("draw_rate", &shares(draws, PliesByOutcome::games))
        .shares("white_share", &shares(white_won, decisive))
        .means("mean_plies", &lengths)
        .means(
            "measurements_per_game",
            known.iter().map(|known| &known.survey.measurements),
        )
        .numbers("bits_per_game", bits(Frequencies::mean))
        .numbers("bits_per_game_error", bits(Frequencies::standard_error))
        .numbers("bits_per_game_deviation", bits(Frequencies::deviation));
    with_counts(table, &whole.iter().collect::<Vec<_>>())
}

/// Table with a row for each variant and ply.
fn plies(settings: &Settings, known: &[VariantStatistics]) -> Table {
    let mut rows = Vec::new();
    for known in known {
        for (seen, ply) in known.survey.plies.iter().zip(1_u64..) {
            rows.push((&known.variant, ply, seen));
        }
    }
    let table = of_variants(settings, rows.iter().map(|row| row.0))
        .integers("ply", rows.iter().map(|row| row.1));
    with_counts(table, &rows.iter().map(|row| row.2).collect::<Vec<_>>())
}

/// Adds columns of counts to a table, one entry for each row.
fn with_counts(table: Table, rows: &[&PlyCounts]) -> Table {
    let branching = || rows.iter().map(|seen| &seen.branching);
    let quantile = |share: f64| move |counts: &Frequencies| counts.quantile(share);
    let mean_and_max = |table: Table, name: &str, of: fn(&PlyCounts) -> &Frequencies| {
        let counts = || rows.iter().map(move |seen| of(seen));
        let means = table.numbers(&format!("{name}_mean"), counts().map(Frequencies::mean));
        means.integers(&format!("{name}_max"), counts().map(max))
    };
    let per_ply = |seen: &&PlyCounts| seen.outcomes.len() as f64 / seen.moves() as f64;
    let quantum = |seen: &&PlyCounts| {
        let without = seen
            .components
            .iter()
            .next()
            .filter(|&(count, _)| count == 0);
        let without = without.map_or(0, |(_, positions)| positions);
        1.0 - without as f64 / seen.components.len() as f64
    };
    let table = table
        .integers("positions", branching().map(Frequencies::len))
        .numbers("branching_mean", branching().map(Frequencies::mean))
        .numbers(
            "branching_deviation",
            branching().map(Frequencies::deviation),
        )
        .numbers("branching_10", branching().map(quantile(0.1)))
        .numbers("branching_50", branching().map(quantile(0.5)))
        .numbers("branching_90", branching().map(quantile(0.9)))
        .integers("branching_max", branching().map(max))
        .numbers("measurements_per_ply", rows.iter().map(per_ply));
    let table = mean_and_max(table, "outcomes", |seen| &seen.outcomes)
        .numbers(
            "entropy_bits_mean",
            rows.iter().map(|seen| seen.mean_entropy()),
        )
        .numbers("quantum_share", rows.iter().map(quantum));
    let table = mean_and_max(table, "components", |seen| &seen.components);
    let table = mean_and_max(table, "slots", |seen| &seen.slots);
    let table = mean_and_max(table, "amplitudes", |seen| &seen.amplitudes);
    mean_and_max(table, "pieces", |seen| &seen.pieces)
}

fn max(lengths: &Frequencies) -> Option<u64> {
    lengths.iter().last().map(|(length, _)| u64::from(length))
}

/// Table with a row for each variant, ply and kind of move; rows without a ply are sums over all.
fn moves(settings: &Settings, known: &[VariantStatistics]) -> Table {
    let mut rows = Vec::new();
    for known in known {
        let whole = (None, known.survey.whole());
        let plies = known.survey.plies.iter().zip(1_u64..);
        let plies = plies.map(|(seen, ply)| (Some(ply), seen.clone()));
        for (ply, seen) in std::iter::once(whole).chain(plies) {
            for (&kind, &count) in &seen.move_kinds {
                rows.push((&known.variant, ply, kind, count, seen.moves()));
            }
        }
    }
    of_variants(settings, rows.iter().map(|row| row.0))
        .integers("ply", rows.iter().map(|row| row.1))
        .words("kind", rows.iter().map(|row| row.2.to_owned()))
        .integers("count", rows.iter().map(|row| row.3))
        .numbers("share", rows.iter().map(|row| row.3 as f64 / row.4 as f64))
}

/// Table with a row for each variant and number of plies from the start.
fn growth(settings: &Settings, known: &[VariantStatistics]) -> Table {
    let mut rows = Vec::new();
    for known in known {
        let mut before = 1;
        for &generation in &known.growth {
            rows.push((&known.variant, generation, before));
            before = generation.positions;
        }
    }
    of_variants(settings, rows.iter().map(|row| row.0))
        .integers("plies", rows.iter().map(|row| u64::from(row.1.plies)))
        .integers("positions", rows.iter().map(|row| row.1.positions))
        .integers("new_positions", rows.iter().map(|row| row.1.new))
        .numbers(
            "growth",
            rows.iter().map(|row| row.1.positions as f64 / row.2 as f64),
        )
}
