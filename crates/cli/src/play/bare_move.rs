//! Moves written by their squares alone, as chess programs read them.

/// The most squares of a move.
const MOST_SQUARES: usize = 4;

/// The most characters of a square: a letter and two digits.
const MOST_CHARS: usize = 3;

/// Letters that stand between squares as signs, and name no file of a board.
const SIGNS: [char; 2] = ['x', 'z'];

/// The squares of a move in their order, without its signs, such as `c3d4`, `c3 b4 d4` or `e7e8q`.
///
/// It stands for the legal move of the position that has these squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BareMove {
    squares: Vec<String>,
    /// Letter of a kind of piece behind the squares, if there is one.
    kind: Option<char>,
}

impl BareMove {
    /// Reads squares, blanks and commas between them aside, in capitals or not, and the letter of a
    /// kind behind them; `None` for anything else.
    pub(super) fn read(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == ',' || c.is_whitespace();
        if !text.chars().all(is_plain) {
            return None;
        }
        let groups = Groups::read(text);
        let squares = groups.squares.concat();
        let kind = groups.letters.chars().next();
        // Nothing else, and the kind comes last.
        let whole: String = squares
            .iter()
            .flat_map(|square| square.chars())
            .chain(kind)
            .collect();
        let is_move = (1..=MOST_SQUARES).contains(&squares.len())
            && squares.iter().all(|square| square.len() <= MOST_CHARS)
            && whole == plain(text);
        is_move.then_some(Self { squares, kind })
    }

    /// Returns `true` if a move that is written like this has these squares: those between two signs
    /// in any order, as the two targets of a split are. A missing kind fits every kind.
    pub(super) fn fits(&self, written: &str) -> bool {
        let groups = Groups::read(written);
        let mut rest = &self.squares[..];
        for group in &groups.squares {
            let Some((head, tail)) = rest.split_at_checked(group.len()) else {
                return false;
            };
            let (mut head, mut group) = (head.to_vec(), group.clone());
            head.sort_unstable();
            group.sort_unstable();
            if head != group {
                return false;
            }
            rest = tail;
        }
        let kind = groups.letters.chars().next();
        rest.is_empty() && (self.kind.is_none() || self.kind == kind)
    }

    /// The square, where it is only one and nothing else: it names a piece rather than a move.
    pub(super) fn only_square(&self) -> Option<&str> {
        match (&self.squares[..], self.kind) {
            ([square], None) => Some(square),
            _ => None,
        }
    }

    /// The move as it is written with the usual sign, from which a game tells why it is not legal.
    pub(super) fn with_sign(&self) -> Option<String> {
        if self.kind.is_some() {
            return None;
        }
        match &self.squares[..] {
            [from, to] => Some(format!("{from}-{to}")),
            [from, first, second] => Some(format!("{from}^{first}{second}")),
            _ => None,
        }
    }
}

/// The text without signs and blanks, in small letters, which tells what is being written.
pub(super) fn plain(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

/// The squares of a move by the signs between them, and its other letters.
#[derive(Default)]
struct Groups {
    squares: Vec<Vec<String>>,
    letters: String,
}

impl Groups {
    fn read(text: &str) -> Self {
        let text: Vec<char> = text.to_lowercase().chars().collect();
        let mut groups = Self::default();
        let mut is_new = true;
        let mut at = 0;
        while at < text.len() {
            let c = text[at];
            at += 1;
            if !c.is_ascii_alphabetic() {
                is_new |= !(c.is_whitespace() || c == ',');
                continue;
            }
            let digits = text[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            if digits > 0 {
                let square = text[at - 1..at + digits].iter().collect();
                at += digits;
                match groups.squares.last_mut() {
                    Some(group) if !is_new => group.push(square),
                    _ => groups.squares.push(vec![square]),
                }
                is_new = false;
            } else if SIGNS.contains(&c) && !is_new {
                is_new = true;
            } else {
                groups.letters.push(c);
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_fit_the_moves_that_have_them() {
        for (text, written, fits) in [
            ("c3d4", "c3-d4", true),
            ("C3 d4", "c3-d4", true),
            ("d4f6", "d4xf6", true),
            ("d4c3", "c3-d4", false),
            ("c3b4d4", "c3^b4d4", true),
            ("c3 d4 b4", "c3^b4d4", true),
            ("b4c3d4", "c3^b4d4", false),
            ("d4b4c5", "b4d4^c5", true),
            ("c3d4", "c3^b4d4", false),
            ("c3b4d4", "c3-b4", false),
            ("a10b11", "a10-b11", true),
            ("e7e8q", "e7-e8=Q", true),
            ("e7e8", "e7-e8=Q", true),
            ("e7e8n", "e7-e8=Q", false),
            ("d8q", "d8=Q", true),
            ("b1a3c3", "b1^c3>a3", false),
            ("b1c3a3", "b1^c3>a3", true),
            ("f6d5e4", "f6^d5&e4", true),
            ("a1e1a1", "a1e1^a1", true),
            ("a1e1", "a1ze1", true),
            ("d4e5", "d4'-e5", true),
        ] {
            let bare = BareMove::read(text).unwrap();
            assert_eq!(bare.fits(written), fits, "{text} {written}");
        }
    }

    #[test]
    fn what_has_signs_or_words_is_no_bare_move() {
        for text in [
            "c3-d4",
            "c3^b4d4",
            "fly",
            "sve c3",
            "c3 is",
            "c3 save",
            "33",
            "a1a2a3a4a5",
            "3c",
            "c3 4",
            "qc3",
            "",
        ] {
            assert_eq!(BareMove::read(text), None, "{text}");
        }
        assert_eq!(BareMove::read("e2").unwrap().only_square(), Some("e2"));
        assert_eq!(BareMove::read("d8q").unwrap().only_square(), None);
    }

    #[test]
    fn a_sign_is_guessed_by_the_number_of_squares() {
        let guess = |text| BareMove::read(text).and_then(|bare| bare.with_sign());
        assert_eq!(guess("c3 d6").as_deref(), Some("c3-d6"));
        assert_eq!(guess("c3d4b4").as_deref(), Some("c3^d4b4"));
        assert_eq!(guess("c3"), None);
        // Another move than was typed is none.
        assert_eq!(guess("e2e4q"), None);
    }
}
