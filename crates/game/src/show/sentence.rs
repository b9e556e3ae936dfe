//! Sentences apart from their words, for clients that put them into another language.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{join, percent};
use crate::Colour;

/// Name and English form of a sentence, in which `{name}` stands for what is filled in.
pub type SentenceForm = (&'static str, &'static str);

/// A sentence about a ply, or a part of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sentence {
    /// Name of its form, such as `step` or `captured`.
    pub name: &'static str,
    /// Values that are filled in, by name, beside those that all sentences about the ply share.
    #[serde(flatten)]
    pub values: BTreeMap<&'static str, SentenceValue>,
    /// Its form in English.
    #[serde(skip)]
    form: String,
}

/// A value that is filled in in a sentence.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum SentenceValue {
    /// A square, or a move as it is written.
    Text(String),
    /// A fact that changes the sentence.
    Flag(bool),
    /// A number of pieces.
    Count(usize),
    /// A probability, in 0..=1.
    Probability(f64),
    /// A piece by its names.
    Piece {
        /// Whose it is, where the sentence says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
        /// Name of its kind, such as `man`, `quantum piece` or `piece`.
        kind: String,
    },
    /// A part of the sentence.
    Part(Sentence),
    /// Several of these.
    List(Vec<SentenceValue>),
}

impl Sentence {
    /// One that nothing is filled in yet.
    pub(super) fn new((name, form): (&'static str, impl Into<String>)) -> Self {
        Self {
            name,
            values: BTreeMap::new(),
            form: form.into(),
        }
    }

    /// The same with a value filled in.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<SentenceValue>) -> Self {
        self.values.insert(name, value.into());
        self
    }

    /// Returns `true` if its form needs this value.
    pub(super) fn needs(&self, name: &str) -> bool {
        self.form.contains(&format!("{{{name}}}"))
    }

    /// The sentence in English, `shared` being what is filled in in all sentences about the ply.
    pub(super) fn english(&self, shared: &[(&str, SentenceValue)]) -> String {
        let own = self.values.iter().map(|(name, value)| (*name, value));
        let shared = shared.iter().map(|(name, value)| (*name, value));
        own.chain(shared)
            .fold(self.form.clone(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), &value.english(name))
            })
    }
}

impl SentenceValue {
    /// A piece by its colour and the name of its kind; an empty name stands for any kind.
    pub(super) fn piece(colour: Option<Colour>, kind: &str) -> Self {
        let kind = if kind.is_empty() { "piece" } else { kind };
        Self::Piece {
            colour,
            kind: kind.to_owned(),
        }
    }

    /// The value in English words; its name says how several are joined.
    fn english(&self, name: &str) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Flag(_) => String::new(),
            Self::Count(count) => count.to_string(),
            Self::Probability(probability) => percent(*probability),
            Self::Piece { colour: None, kind } => kind.clone(),
            Self::Piece {
                colour: Some(colour),
                kind,
            } => format!("{colour} {kind}"),
            Self::Part(part) => part.english(&[]),
            Self::List(all) => {
                let all: Vec<String> = all.iter().map(|one| one.english(name)).collect();
                match name {
                    "readings" => all.join("; "),
                    "shares" => all.join(" and on "),
                    "gone" => join(&all, "or"),
                    _ => join(&all, "and"),
                }
            }
        }
    }
}

impl From<&str> for SentenceValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for SentenceValue {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&[String]> for SentenceValue {
    fn from(texts: &[String]) -> Self {
        Self::List(texts.iter().map(Self::from).collect())
    }
}

impl From<f64> for SentenceValue {
    fn from(probability: f64) -> Self {
        Self::Probability(probability)
    }
}

impl From<Vec<Sentence>> for SentenceValue {
    fn from(parts: Vec<Sentence>) -> Self {
        Self::List(parts.into_iter().map(Self::Part).collect())
    }
}
