use super::*;

fn figure() -> Figure {
    let sizes = || {
        Axis::named(
            "board size (squares on a side)",
            (4..=14).map(|size| (f64::from(size), size.to_string())),
        )
    };
    let series = |marks: f64| {
        (0..4).map(move |level| DataSeries {
            name: format!("level {level}"),
            points: (4..=14)
                .map(|size| {
                    let x = f64::from(size);
                    let y = marks * (x - 3.0) * (1.0 + f64::from(level) / 10.0);
                    Point {
                        x,
                        y,
                        error: Some((y * 0.95, y * 1.05)),
                    }
                })
                .collect(),
        })
    };
    let groups = Axis::named("level", (0..4).map(|k| (f64::from(k), k.to_string())));
    let bar = |name: &str, y: f64| DataSeries {
        name: name.into(),
        points: (0..4)
            .map(|k| Point {
                x: f64::from(k),
                y,
                error: Some((y - 0.05, y + 0.05)),
            })
            .collect(),
    };
    Figure {
        title: "Length of games <test> & draws".into(),
        panels: vec![
            Panel {
                title: "lines".into(),
                x: sizes(),
                y: Axis::from_zero("mean length of a game (plies)"),
                kind: ChartKind::Lines,
                series: series(7.0).collect(),
            },
            Panel {
                title: "bars".into(),
                x: groups,
                y: Axis::within("share of games", 0.0, 1.0),
                kind: ChartKind::Bars,
                series: vec![
                    bar("level 0", 0.6),
                    bar("level 2", 0.3),
                    bar("level 5", 0.1),
                ],
            },
        ],
        settings: "games 1000, seed 7".into(),
    }
}

#[test]
fn svg_is_text_with_every_word_of_the_figure() {
    let svg = image::svg(&figure());
    assert!(svg.starts_with("<svg width=\"880\" height=\"418\" viewBox=\"0 0 3520 1672\""));
    for word in [
        "level 3",
        "level 5",
        "share of games",
        "mean length",
        "games 1000, seed 7",
    ] {
        assert!(svg.contains(word), "{word}");
    }
    assert!(svg.contains("<title>Length of games &lt;test&gt; &amp; draws</title>"));
    assert_eq!(
        svg.matches("<circle").count(),
        12,
        "a legend and a point for each size"
    );
}

#[test]
fn png_has_two_dots_for_each_point_and_holds_every_colour() {
    let bytes = image::png(&figure()).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut dots = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut dots).unwrap();
    assert_eq!((info.width, info.height), (1760, 836));
    for colour in [
        [0, 114, 178],
        [230, 159, 0],
        [0, 158, 115],
        [213, 94, 0],
        [204, 121, 167],
    ] {
        assert!(dots.chunks(4).any(|dot| dot[..3] == colour), "{colour:?}");
    }
}

#[test]
fn settings_of_any_length_stay_inside_the_figure() {
    let players = ["random", "mcts:200", "mcts:400", "mcts:800"].repeat(6);
    let mut figure = figure();
    figure.panels.truncate(1);
    figure.settings = format!("players {}, word {}", players.join(" "), "x".repeat(500));
    let layout = frame::Layout::new(&figure);
    assert!(layout.settings.len() > 3);
    for (line, height) in &layout.settings {
        let width = units::text_width(frame::SETTINGS_SIZE, line);
        assert!(width <= layout.width - 2 * units::dots(20), "{line}");
        assert!(*height + units::dots(8) <= layout.height, "{line}");
    }
}

#[test]
fn series_at_the_same_places_do_not_hide_each_other() {
    let mut figure = figure();
    figure.panels.truncate(1);
    let same = figure.panels[0].series[0].points.clone();
    for series in &mut figure.panels[0].series {
        series.points.clone_from(&same);
    }
    let layout = frame::Layout::new(&figure);
    let (panel, frame) = (&figure.panels[0], &layout.frames[0]);
    let aside: Vec<i32> = (0..4).map(|place| frame.dodge(panel, place)).collect();
    assert!(
        aside
            .windows(2)
            .all(|pair| pair[1] - pair[0] >= units::dots(3)),
        "{aside:?}"
    );
    assert_eq!(aside.iter().sum::<i32>(), 0);
}
