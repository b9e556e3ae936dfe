use cheqqers_experiments::{ArenaError, PlanError};

/// What to do about a tournament that could not be held or read.
pub(crate) fn advice(error: &ArenaError) -> Option<&'static str> {
    Some(match error {
        ArenaError::Plan(error) => on_plan(error)?,
        ArenaError::Read { .. } => "Check the name of the folder, and whether it may be read.",
        ArenaError::None { .. } => "Name a folder in which one was begun with --out.",
        ArenaError::NoPlan { .. } => {
            "It was changed, or written by another version of this program; choose another --out."
        }
        ArenaError::OtherPlan { .. } => {
            "Give the arguments that it was begun with, as --resume DIR does, or choose another --out."
        }
        ArenaError::InUse { .. } => {
            "Wait until it ends, or play another part of as many with --shard."
        }
        ArenaError::Stray { .. } => {
            "Remove the file, or that game from it: what is missing is played again."
        }
        ArenaError::Twice { .. } => {
            "Remove one of the files: games with clocks, other programs or players that think for so much time (expert, expert:MS) differ from run to run."
        }
        _ => return None,
    })
}

fn on_plan(error: &PlanError) -> Option<&'static str> {
    Some(match error {
        PlanError::Players { .. } => "Write --player for each of them.",
        PlanError::SameName { .. } => "Give one a name of its own, as in --player weak=random.",
        PlanError::Games { .. } => "Ask for fewer with --games N.",
        PlanError::Test { .. } => "Leave out --sprt, or all players but two.",
        _ => return None,
    })
}
