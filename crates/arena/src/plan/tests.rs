use super::*;

pub(crate) fn plan() -> Plan {
    let players = ["a=random", "b=random"].map(|text| text.parse().unwrap());
    Plan::new(
        players.to_vec(),
        4,
        series(&[("level", "3"), ("size", "6")]),
        7,
    )
}

/// Games with these settings.
fn series(settings: &[(&str, &str)]) -> Series {
    let settings = settings.iter();
    let settings: Vec<_> = settings
        .map(|&(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let game = GameKind::named("cheqqers").unwrap();
    let settings = game.settings(None, &settings).unwrap();
    Series::of(game, game.start(&settings).unwrap())
}

#[test]
fn what_was_written_reads_back() {
    let mut plan = plan();
    plan.format = PairingFormat::Gauntlet;
    plan.time = "60+0.6".parse().unwrap();
    plan.sprt = Some(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap());
    plan.series.opening.moves = vec!["c3-d4".into(), "d4xf6.m1".into()];
    plan.series.opening.outcomes = vec![vec!["f6".into()], vec![]];
    plan.luck = NonZeroU64::new(3);
    plan.random_plies = 6;
    plan.max_plies = Some(400);
    let json = plan.to_json();
    let read = Plan::from_json(&json).unwrap();
    assert_eq!(read.to_json(), json);
    assert_eq!(read.series.start.settings(), plan.series.start.settings());
    assert_eq!((read.time, read.sprt), (plan.time, plan.sprt));
    assert_eq!((read.luck, read.random_plies), (plan.luck, 6));
    assert_eq!(read.max_plies, Some(400));
    let later = ["version", "luck", "random_plies", "max_plies"];
    for name in json.keys().filter(|name| !later.contains(&&***name)) {
        let mut without = json.clone();
        without.remove(name);
        assert!(Plan::from_json(&without).is_err(), "{name}");
    }
}

#[test]
fn plans_from_before_luck_count_none_and_noise_has_other_probabilities() {
    let mut plan = plan();
    assert!(!plan.to_json().contains_key("luck"));
    assert_eq!(Plan::from_json(&plan.to_json()).unwrap().luck, None);
    plan.luck = NonZeroU64::new(1);
    assert_eq!(plan.check(), Ok(()));
    plan.series.backend = "noisy:0.01".parse().unwrap();
    assert_eq!(plan.check(), Err(PlanError::Luck));
}

#[test]
fn players_may_have_names() {
    let entrant = |text: &str| text.parse::<Contender>();
    let plain = entrant("random").unwrap();
    assert_eq!(
        (&*plain.name, plain.to_string()),
        ("random", "random".into())
    );
    let named = entrant("weak=random").unwrap();
    assert_eq!(
        (&*named.name, named.to_string()),
        ("weak", "weak=random".into())
    );
    assert_eq!(named.kind, plain.kind);
    for (text, found) in [("nobody:x=1", "nobody:x=1"), ("weak=nobody", "nobody")] {
        let found = found.to_owned();
        let error = entrant(text).unwrap_err();
        assert_eq!(error, ParseSpecError::Unknown { found });
    }
    let program = entrant("engine:./my-engine --depth=3").unwrap();
    assert_eq!(program.name, "engine:./my-engine --depth=3");
    assert!(entrant("=random").is_err());
}

#[test]
fn plans_that_are_none_are_refused() {
    let refused = |change: fn(&mut Plan)| {
        let mut plan = plan();
        change(&mut plan);
        plan.check().unwrap_err()
    };
    let one = refused(|plan| plan.players.truncate(1));
    assert_eq!(one, PlanError::Players { found: 1 });
    let same = refused(|plan| plan.players[1].name = "a".into());
    assert_eq!(same, PlanError::SameName { name: "a".into() });
    let odd = refused(|plan| plan.players[1].name = "a:b".into());
    assert_eq!(odd, PlanError::Name { name: "a:b".into() });
    for games in [0, Plan::MAX_GAMES + 1] {
        let mut plan = plan();
        plan.games = games;
        assert!(matches!(plan.check(), Err(PlanError::Games { found, .. }) if found == games));
    }
    let test = refused(|plan| {
        plan.players.push("c=random".parse().unwrap());
        plan.sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).ok();
    });
    assert_eq!(test, PlanError::Test { found: 3 });
    let over = refused(|plan| {
        plan.series = series(&[("level", "0"), ("position", "B:W21-32:B")]);
    });
    assert_eq!(over, PlanError::Over);
}
