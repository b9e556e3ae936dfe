//! Pictures of both games hide nothing: what two positions differ in is drawn.

use cheqqers_chess::{boxed, queens};
use cheqqers_game::show::{BoardView, Look, Show, svg, terminal};
use cheqqers_game::{Colour, Game, settings};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::script::play;
use cheqqers_testkit::seed;

use super::{changed, position};

const GAMES: u64 = 1;

/// Every form of picture, without marks of a last move: SVG, of which PNG is made, a board for
/// terminals with its legend, and what the page draws.
fn pictures<G: Show>(position: &G) -> [String; 3] {
    let (board, legend) = G::picture([position].into_iter(), None, Look::default(), Colour::White);
    let page = BoardView::new(position, &position.parts());
    [
        svg(position, &[], Colour::White),
        board + &legend,
        serde_json::to_string(&page).unwrap(),
    ]
}

fn assert_different<G: Show>(one: &G, other: &G, told: &str) {
    for (one, other) in pictures(one).iter().zip(&pictures(other)) {
        assert!(one != other, "{told}\n{one}");
    }
}

#[test]
fn links_that_make_a_capture_fail_for_sure_are_drawn() {
    let text = "k7/8/5N2/8/4(r1r)(r1b)2/8/8/6K1 w - - 0 1e";
    let start: boxed::Position = position("full", text);
    let [able, unable] = ["f6^d5&f4", "f6^d5&e4"].map(|mv| play(start.clone(), mv));
    assert_different(&able, &unable, "f6xe4 captures in one of them alone");
    // The board for terminals tells it without its legend, too.
    let board = |position| terminal::board(position, &terminal::Style::default());
    assert!(board(&able) != board(&unable));
    let told = &pictures(&able)[1];
    assert!(
        told.contains("real together: e4 and f6 (1), or f4 and d5 (2)"),
        "{told}"
    );
}

/// Texts of positions with other links: the correlation of a pair with its group, the sign of a group,
/// or the colours of a pair.
fn relinked(text: &str) -> Vec<String> {
    let (rest, pairs) = text.rsplit_once(' ').unwrap();
    let mut texts = Vec::new();
    let groups: Vec<&str> = pairs.split(',').collect();
    for (place, group) in groups.iter().enumerate() {
        let mut change = |group: String| {
            let mut groups: Vec<&str> = groups.clone();
            groups[place] = &group;
            texts.push(format!("{rest} {}", groups.join(",")));
        };
        let (pairs, kind) = group.split_at(group.len() - 1);
        match kind {
            "e" => change(format!("{pairs}p")),
            "p" => change(format!("{pairs}e")),
            _ => {}
        }
        let pairs: Vec<&str> = pairs.split('&').collect();
        for (at, pair) in pairs.iter().enumerate() {
            let flipped = pair
                .strip_prefix('-')
                .map_or_else(|| format!("-{pair}"), str::to_owned);
            let mut pairs = pairs.clone();
            pairs[at] = &flipped;
            change(pairs.join("&") + kind);
        }
    }
    for number in pairs
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty())
    {
        let exchanged = rest
            .replace(&format!("{number}r)"), "\0")
            .replace(&format!("{number}b)"), &format!("{number}r)"))
            .replace('\0', &format!("{number}b)"));
        // Digits before the number make it another one.
        if rest.matches(&format!("{number}r)")).count() == 1 {
            texts.push(format!("{exchanged} {pairs}"));
        }
    }
    texts
}

#[test]
fn positions_of_box_chess_with_other_links_have_other_pictures() {
    let mut compared = 0;
    for preset in boxed::Position::PRESETS {
        let start: boxed::Position = position(preset.name, "");
        for game in 0..GAMES {
            let seed = seed::choose(2306).wrapping_add(game);
            for ply in random_game(start.clone(), seed).take(60).step_by(5) {
                let text = ply.after.to_text();
                if ply.after.collapsed().is_some() || text.ends_with('-') {
                    continue;
                }
                for other in relinked(&text) {
                    let header = settings::header::<boxed::Position>(
                        Some(preset.name),
                        [("position", &*other)],
                    );
                    // Others are refused, as those whose groups have signs that the settings lack.
                    let Ok(other) = boxed::Position::from_header(&header.unwrap()) else {
                        continue;
                    };
                    if other.key() != ply.after.key() {
                        let told = format!("{} {text}", preset.name);
                        assert_different(&ply.after, &other, &told);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn captured_pieces_of_queens_chess_are_shown_beside_the_board() {
    let text = "7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1";
    let start: queens::Position = position("2010", text);
    assert!(start.taken().is_empty());
    let taken = play(start.clone(), "c3xd5{d5}{pawn0}");
    let pieces = taken.taken();
    assert_eq!(pieces.len(), 1);
    assert_eq!(
        (pieces[0].colour, &*pieces[0].kind, &pieces[0].types[..]),
        (
            Colour::Black,
            "pawn",
            &["bishop".to_owned(), "pawn".to_owned()][..]
        )
    );
    let told = pictures(&taken);
    assert!(told[1].contains("Captured: Black [bp*]\n"), "{}", told[1]);
    // The same board without the piece beside it.
    let without: queens::Position = position("2010", &taken.to_text());
    assert_different(&taken, &without, "d5");
    // Where it leaves unread its types stay unknown.
    let unread: queens::Position = changed("2010", [("captured", "hidden"), ("position", text)]);
    let unread = play(unread, "c3xd5");
    assert!(pictures(&unread)[1].contains("Captured: Black (b?)\n"));
}
