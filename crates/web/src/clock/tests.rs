use cheqqers_game::record::{EndLine, PlyLine};

use super::*;

fn clock(time: &str) -> Clock {
    Clock::read(time).unwrap().unwrap()
}

fn ply(turn: Colour, status: Status) -> Line {
    Line::Ply(Box::new(PlyLine {
        ply: 1,
        turn,
        legal: None,
        mv: "c3-d4".into(),
        measured: Vec::new(),
        captured: Vec::new(),
        board: None,
        half_move_clock: 1,
        luck: None,
        status,
    }))
}

/// Both have made their first moves, and White's clock runs from now.
fn running(time: &str, now: Instant) -> Clock {
    let mut clock = clock(time);
    for turn in [Colour::White, Colour::Black] {
        clock.run(Some(turn), now);
        assert_eq!(clock.due(now), None, "{turn}'s first move is free");
        clock.follow(&ply(turn, Status::InProgress));
    }
    clock.run(Some(Colour::White), now);
    clock
}

const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

#[test]
fn only_clocks_that_a_game_can_have_are_read() {
    assert_eq!(Clock::read("off"), Ok(None));
    for text in ["300+5", "1", "10800+180", "1.5+0.25"] {
        assert_eq!(clock(text).control().to_string(), text);
    }
    for text in [
        "", "0", "0.999", "10801", "60+181", "-5", "5+-1", "nan", "inf+1", "5+5+5", "1e3x",
    ] {
        let refused = Clock::read(text).unwrap_err();
        assert_eq!(refused.code, "malformed", "{text}");
    }
}

#[test]
fn a_side_pays_for_its_turn_and_gets_the_increment() {
    let start = Instant::now();
    let mut clock = running("60+5", start);
    let later = start + seconds(7);
    assert_eq!(clock.due(later), Some((Colour::White, seconds(53))));
    clock.stop(later);
    // What happens while it stands costs nothing.
    let much_later = start + seconds(30);
    clock.follow(&ply(Colour::White, Status::InProgress));
    clock.run(Some(Colour::Black), much_later);
    let left = clock.left(much_later + seconds(60));
    assert_eq!((left.white, left.black), (seconds(58), Duration::ZERO));
    assert_eq!(clock.out(much_later + seconds(59)), None);
    assert_eq!(clock.out(much_later + seconds(60)), Some(Colour::Black));
}

#[test]
fn nothing_but_a_move_gives_time() {
    let start = Instant::now();
    let mut clock = running("60+5", start);
    // However often somebody offers or asks something.
    for second in 1..=20 {
        clock.count(start + seconds(second));
        clock.run(Some(Colour::White), start + seconds(second));
    }
    let now = start + seconds(20);
    assert_eq!(clock.due(now), Some((Colour::White, seconds(40))));
    clock.follow(&Line::Undo(1));
    clock.run(Some(Colour::Black), now);
    let left = clock.left(now);
    assert_eq!((left.white, left.black), (seconds(40), seconds(60)));
}

#[test]
fn it_stands_still_on_the_disk_and_when_the_game_is_over() {
    let start = Instant::now();
    let mut clock = running("60+5", start);
    clock.count(start + seconds(9));
    let kept = serde_json::to_string(&clock).unwrap();
    let mut found: Clock = serde_json::from_str(&kept).unwrap();
    assert!(found.is_on() && found.due(start).is_none());
    let again = start + seconds(1000);
    found.run(Some(Colour::White), again);
    assert_eq!(found.due(again), Some((Colour::White, seconds(51))));
    for end in [
        Line::End(EndLine::agreed()),
        ply(Colour::White, Status::Draw),
    ] {
        let mut over = found.clone();
        over.follow(&end);
        over.run(Some(Colour::Black), again);
        assert!(!over.is_on() && over.due(again).is_none());
        // A game that the rules ended may be taken back.
        over.follow(&Line::Undo(1));
        assert!(over.is_on());
    }
}
