//! Pages that are made from the code.

use cheqqers_testkit::golden::assert_same;

use crate::command::printed;
use crate::manual::command_page::command_page;
use crate::manual::files::folder;
use crate::manual::games_page::games_page;
use crate::manual::gates_page::gates_page;

/// Comment at the top of a generated page.
pub(crate) const GENERATED: &str = "<!-- Written by UPDATE_GOLDEN=1 cargo test --test command manual: change the code instead. -->";

#[test]
fn the_page_of_the_command_is_its_help() {
    assert_same(&folder().join("reference/command.md"), &command_page());
}

#[test]
fn the_page_of_the_games_is_their_list() {
    assert_same(&folder().join("reference/games.md"), &games_page());
}

#[test]
fn the_page_of_the_gates_is_their_table() {
    assert_same(&folder().join("reference/gates.md"), &gates_page());
}

#[test]
fn the_board_of_the_first_circuit_is_drawn_by_the_command() {
    let board = printed(&["export", "--moves", "c3^b4d4", "--format", "board"]);
    assert_same(&folder().join("tutorial/split.svg"), &board);
}
