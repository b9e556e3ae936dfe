use serde_json::json;

use super::*;

#[test]
fn the_first_number_that_differs_is_named() {
    let found = json!({"a": 1.0, "list": [{"name": "x", "b": 2.0}]});
    assert_eq!(difference(&found, &found, String::new()), None);
    let rounded = json!({"a": 1.000_000_001, "list": [{"name": "x", "b": 2.0}]});
    assert_eq!(difference(&found, &rounded, String::new()), None);
    let other = json!({"a": 1.0, "list": [{"name": "x", "b": 2.1}]});
    let expected = ("list.x.b".to_owned(), "2.0".to_owned(), "2.1".to_owned());
    assert_eq!(difference(&found, &other, String::new()), Some(expected));
    let shorter = json!({"a": 1.0, "list": []});
    let place = difference(&found, &shorter, String::new()).map(|(place, ..)| place);
    assert_eq!(place.as_deref(), Some("list"));
}
