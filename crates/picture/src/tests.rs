use super::*;

fn drawing(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"60\" viewBox=\"0 0 2 1\">\
         <rect width=\"2\" height=\"1\" fill=\"#ffffff\"/>{inside}</svg>"
    )
}

/// Columns of a PNG, and how dark each is, from 0 on.
fn darkness(png: &[u8]) -> Vec<u64> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    let width = info.width as usize;
    let mut columns = vec![0; width];
    for (index, pixel) in bytes.chunks_exact(4).enumerate() {
        columns[index % width] += u64::from(255 - pixel[0]);
    }
    columns
}

/// The dark columns: the first, and the one behind the last.
fn dark(png: &[u8]) -> (usize, usize) {
    let columns = darkness(png);
    let is_dark = |&dark: &u64| dark > 0;
    let first = columns.iter().position(is_dark).unwrap();
    (first, columns.iter().rposition(is_dark).unwrap() + 1)
}

#[test]
fn words_are_drawn_where_they_are_anchored() {
    let words = |anchor: &str| {
        let text = format!(
            "<text x=\"1\" y=\"0.7\" font-size=\"0.4\" text-anchor=\"{anchor}\" fill=\"#000000\">HH</text>"
        );
        dark(&png(&drawing(&text), 200).unwrap())
    };
    let (start, middle, end) = (words("start"), words("middle"), words("end"));
    assert!(start.0 >= 100 && start.1 > 140, "{start:?}");
    assert!(end.1 <= 100 && end.0 < 60, "{end:?}");
    assert!((98..=102).contains(&usize::midpoint(middle.0, middle.1)));
    let width = start.1 - start.0;
    assert!(width.abs_diff(end.1 - end.0) <= 1);
}

#[test]
fn escaped_letters_are_drawn_as_themselves() {
    let one = "<text x=\"0\" y=\"0.7\" font-size=\"0.4\" fill=\"#000000\">&lt;</text>";
    let four = one.replace("&lt;", "lt;;");
    let width = |text: &str| {
        let (first, last) = dark(&png(&drawing(text), 200).unwrap());
        last - first
    };
    assert!(width(one) < width(&four));
}

#[test]
fn the_height_follows_and_sizes_have_bounds() {
    let picture = png(&drawing(""), 300).unwrap();
    assert_eq!(&picture[16..24], [0, 0, 1, 44, 0, 0, 0, 150]);
    for width in [0, MOST_PIXELS + 1, u32::MAX] {
        let refused = png(&drawing(""), width).unwrap_err();
        assert!(matches!(refused, PictureError::Size { .. }), "{width}");
    }
    let tall = drawing("")
        .replace("0 0 2 1", "0 0 1 99")
        .replace("\"60\"", "\"11880\"");
    assert!(matches!(png(&tall, 600), Err(PictureError::Size { .. })));
}

#[test]
fn what_is_no_drawing_is_refused() {
    for text in [
        "",
        "board",
        "<svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><text x",
        "<html/>",
    ] {
        assert!(
            matches!(png(text, 100), Err(PictureError::Drawing(_))),
            "{text}"
        );
    }
}
