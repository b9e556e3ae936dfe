//! Text of observables.

use std::fmt;
use std::str::FromStr;

use cheqqers_circuit::Qubit;

use super::error::ObservableError;
use super::pauli::{Pauli, PauliString};
use super::sum::Observable;

impl fmt::Display for Observable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for &(string, coefficient) in self.terms() {
            let size = coefficient.abs();
            f.write_str(match (is_first, coefficient < 0.0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            })?;
            is_first = false;
            if string.is_identity() {
                write!(f, "{size}")?;
            } else if size.to_bits() == 1.0_f64.to_bits() {
                write!(f, "{string}")?;
            } else {
                write!(f, "{size} {string}")?;
            }
        }
        if is_first {
            f.write_str("0")?;
        }
        Ok(())
    }
}

impl FromStr for Observable {
    type Err = ObservableError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parser = Parser {
            letters: text.chars().collect(),
            place: 0,
            len: None,
        };
        let mut terms = Vec::new();
        let mut sign = parser.sign().unwrap_or(1.0);
        loop {
            let (string, coefficient) = parser.term()?;
            terms.push((string, sign * coefficient));
            parser.skip_spaces();
            if parser.next().is_none() {
                return Self::new(terms);
            }
            sign = parser.sign().ok_or_else(|| parser.unexpected())?;
        }
    }
}

struct Parser {
    letters: Vec<char>,
    place: usize,
    /// Length of the strings without numbers, all the same.
    len: Option<usize>,
}

impl Parser {
    fn next(&self) -> Option<char> {
        self.letters.get(self.place).copied()
    }

    fn skip_spaces(&mut self) {
        while self.next().is_some_and(char::is_whitespace) {
            self.place += 1;
        }
    }

    /// The letters from here on for which a condition holds.
    fn run(&mut self, holds: impl Fn(char) -> bool) -> String {
        let rest = self.letters[self.place..].iter().copied();
        let run: String = rest.take_while(|&letter| holds(letter)).collect();
        self.place += run.chars().count();
        run
    }

    fn unexpected(&self) -> ObservableError {
        match self.next() {
            None => ObservableError::UnexpectedEnd,
            Some(found) => ObservableError::UnexpectedCharacter {
                position: self.place + 1,
                found,
            },
        }
    }

    fn sign(&mut self) -> Option<f64> {
        self.skip_spaces();
        let sign = match self.next()? {
            '+' => 1.0,
            '-' => -1.0,
            _ => return None,
        };
        self.place += 1;
        Some(sign)
    }

    /// A number, a product of operators, or both.
    fn term(&mut self) -> Result<(PauliString, f64), ObservableError> {
        self.skip_spaces();
        let coefficient = self.number()?;
        let mut string = PauliString::identity();
        let mut is_complete = coefficient.is_some();
        loop {
            self.skip_spaces();
            let is_product = is_complete && self.next() == Some('*');
            if is_product {
                self.place += 1;
                self.skip_spaces();
            }
            if !self
                .next()
                .is_some_and(|letter| letter.is_ascii_uppercase())
            {
                if is_product || !is_complete {
                    return Err(self.unexpected());
                }
                return Ok((string, coefficient.unwrap_or(1.0)));
            }
            string = self.factor(string)?;
            is_complete = true;
        }
    }

    fn number(&mut self) -> Result<Option<f64>, ObservableError> {
        let start = self.place;
        let mut text = self.run(|letter| letter.is_ascii_digit() || letter == '.');
        if text.is_empty() {
            return Ok(None);
        }
        if matches!(self.next(), Some('e' | 'E')) {
            text += &self.run(|letter| matches!(letter, 'e' | 'E'));
            if matches!(self.next(), Some('+' | '-')) {
                text.extend(self.next());
                self.place += 1;
            }
            text += &self.run(|letter| letter.is_ascii_digit());
        }
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        match number {
            Some(number) => Ok(Some(number)),
            None => Err(ObservableError::NotANumber {
                position: start + 1,
                text,
            }),
        }
    }

    /// The product with an operator and the number of its qubit, or with a string of operators on the
    /// qubits from 0 on.
    fn factor(&mut self, string: PauliString) -> Result<PauliString, ObservableError> {
        let start = self.place;
        let letters: Vec<char> = self
            .run(|letter| letter.is_ascii_uppercase())
            .chars()
            .collect();
        for (place, &found) in (start..).zip(&letters) {
            if found != 'I' && Pauli::of_letter(found).is_none() {
                let position = place + 1;
                return Err(ObservableError::UnexpectedCharacter { position, found });
            }
        }
        let digits = self.run(|letter| letter.is_ascii_digit());
        match letters[..] {
            ['I'] if digits.is_empty() => Ok(string),
            [letter] if !digits.is_empty() => {
                let qubit = digits.parse().unwrap_or(u64::MAX);
                let out_of_range = ObservableError::QubitOutOfRange { qubit };
                let qubit = Qubit(u32::try_from(qubit).map_err(|_| out_of_range)?);
                match Pauli::of_letter(letter) {
                    None => Ok(string),
                    Some(pauli) => string.with(qubit, pauli),
                }
            }
            [_, _, ..] if digits.is_empty() => self.string(string, &letters),
            _ => Err(ObservableError::MissingQubit {
                position: start + 1,
                found: letters[0],
            }),
        }
    }

    fn string(
        &mut self,
        mut string: PauliString,
        letters: &[char],
    ) -> Result<PauliString, ObservableError> {
        let expected = *self.len.get_or_insert(letters.len());
        if expected != letters.len() {
            return Err(ObservableError::UnequalLengths {
                expected,
                found: letters.len(),
            });
        }
        for (qubit, &letter) in (0..).map(Qubit).zip(letters) {
            if let Some(pauli) = Pauli::of_letter(letter) {
                string = string.with(qubit, pauli)?;
            }
        }
        Ok(string)
    }
}
