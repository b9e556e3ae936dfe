use std::ffi::{OsStr, OsString};
use std::fmt::Write;

use super::BackendName;
use super::backend::BackendParser;
use cheqqers_game::Encoding;
use cheqqers_game::settings::{Kind, Setting};
use cheqqers_game::show::capitalised;
use cheqqers_session::{GameEntry, KNOWN};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use thiserror::Error;

/// Settings that have an option of their own, short for --set, where the chosen game has one: the
/// keys that games use for each, the first of which names the option.
const SHORT_FORMS: [&[&str]; 6] = [
    &["level"],
    &["size"],
    &["rows"],
    &["entanglement"],
    &["draw_after", "draw_turns"],
    &["position"],
];

/// Game, start and backend: options of all commands that start a game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameOptions {
    #[arg(long, value_name = "GAME", default_value = KNOWN[0].name, help = games_help(),
          value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: String,
    #[arg(long, value_name = "KEY=VALUE", help = settings_help(&KNOWN[0]), value_parser = key_and_value)]
    pub(crate) set: Vec<(String, String)>,
    /// Settings given by their short forms.
    #[command(flatten)]
    pub(crate) short_forms: ShortForms,
    /// Moves to make first, with outcomes where they are chosen: "c3^b4d4 f6-e5 d4xf6{d4}"
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Outcomes of the measurements of --moves, apart from them: "{f6} {d4,g5}"
    #[arg(long, value_name = "OUTCOMES", requires = "moves")]
    pub(crate) outcomes: Option<String>,
    /// Seed of all that is random; the same seed gives the same game [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Backend that measures [default: local; sparse where players play in bulk]; noisy is a typical
    /// device with faults in gates and readout, noisy:fez, :torino and :pittsburgh are calibrated
    /// ones, noisy:forte-1, :aria-1 and :aria-2 those of IonQ's simulator, noisy:P flips every measured bit with probability P; SERVICE:DEVICE is a device of a
    /// remote service, as 'cheqqers backends list' shows, and ibm the least busy one of IBM's; names of your own come from 'backends add'
    #[arg(long, value_name = "NAME", value_parser = BackendParser)]
    pub(crate) backend: Option<BackendName>,
    /// Encoding of positions in circuits, where any are run
    #[arg(long, value_name = "ENCODING", default_value = "minimal",
          value_parser = encoding())]
    pub(crate) encoding: Encoding,
    /// No service is asked for anything: an option of the commands that send jobs.
    #[arg(skip)]
    pub(crate) is_dry_run: bool,
}

impl GameOptions {
    /// The name of the game.
    pub(crate) fn name(&self) -> &str {
        self.game.split(':').next().unwrap_or_default()
    }

    /// The name of its preset.
    pub(crate) fn preset(&self) -> Option<&str> {
        self.game.split_once(':').map(|(_, preset)| preset)
    }

    /// Settings of the game by their keys: those of short forms, then those of --set.
    pub(crate) fn changes(&self, game: &GameEntry) -> Vec<(String, String)> {
        let ShortForms(given) = &self.short_forms;
        let short = given.iter().map(|(keys, value)| {
            let setting = setting_of(game.settings, keys);
            let key = setting.map_or(keys[0], |setting| setting.key);
            (key.to_owned(), value.clone())
        });
        short.chain(self.set.iter().cloned()).collect()
    }
}

/// The values of short forms, by the keys of their settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortForms(Vec<(&'static [&'static str], String)>);

impl Args for ShortForms {
    fn augment_args(command: Command) -> Command {
        let short_form = |keys: &[&'static str]| {
            let arg = Arg::new(keys[0]).long(keys[0].replace('_', "-"));
            described(arg.allow_negative_numbers(true), keys, &KNOWN[0])
        };
        command.args(SHORT_FORMS.map(short_form))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ShortForms {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value =
            |keys: &'static [&str]| Some((keys, matches.get_one::<String>(keys[0])?.clone()));
        Ok(Self(SHORT_FORMS.into_iter().filter_map(value).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The game that the arguments of a process choose; the default one where they choose none or an
/// unknown one.
///
/// It is looked for before the command line is parsed, so that help and errors are those of the game.
pub(super) fn chosen(arguments: impl Iterator<Item = OsString>) -> &'static GameEntry {
    let mut arguments = arguments.filter_map(|argument| argument.into_string().ok());
    let mut chosen = None;
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--game") {
            Some("") => chosen = arguments.next(),
            Some(value) => chosen = value.strip_prefix('=').map(str::to_owned).or(chosen),
            None => {}
        }
    }
    let name = chosen.as_deref().and_then(|name| name.split(':').next());
    let game = KNOWN.iter().find(|game| Some(game.name) == name);
    game.unwrap_or(&KNOWN[0])
}

/// The command with the options of a game in place of those of the default one.
pub(super) fn for_game(command: Command, game: &'static GameEntry) -> Command {
    command.mut_subcommands(|mut command| {
        if !command.get_arguments().any(|arg| arg.get_id() == "set") {
            return command;
        }
        for keys in SHORT_FORMS {
            command = command.mut_arg(keys[0], |arg| described(arg, keys, game));
        }
        command.mut_arg("set", |arg| arg.help(settings_help(game)))
    })
}

/// A short form as a game describes its setting. That of a game without the setting is hidden and
/// takes any value, to be refused by the name of the setting.
fn described(arg: Arg, keys: &[&str], game: &'static GameEntry) -> Arg {
    let Some(setting) = setting_of(game.settings, keys) else {
        return arg.hide(true).value_parser(value_parser!(String));
    };
    let default = setting.default.map(|value| format!(" [default: {value}]"));
    let about = capitalised(setting.about) + &default.unwrap_or_default();
    let arg = arg.hide(false).help(about).hide_possible_values(true);
    match setting.kind {
        Kind::Word(words) => {
            let arg = arg.value_name(words.join("|"));
            arg.value_parser(PossibleValuesParser::new(words))
        }
        kind => {
            let read = |text: &str| read(setting, text);
            arg.value_name(value_name(setting.key, kind))
                .value_parser(read)
        }
    }
}

fn value_name(key: &str, kind: Kind) -> String {
    match kind {
        Kind::Number(_, u32::MAX) => "N".into(),
        Kind::NumberOrOff(_, u32::MAX) => "N|off".into(),
        Kind::Text => key.to_uppercase(),
        kind => kind.to_string(),
    }
}

fn read(setting: &Setting, text: &str) -> Result<String, String> {
    match (setting.read(text), setting.kind) {
        (Ok(_), _) => Ok(text.to_owned()),
        (Err(_), Kind::Number(first, last)) => Err(format!("{text} is not in {first}..={last}")),
        (Err(error), _) => Err(error.to_string()),
    }
}

fn setting_of<'a>(settings: &'a [Setting], keys: &[&str]) -> Option<&'a Setting> {
    settings.iter().find(|setting| keys.contains(&setting.key))
}

/// The help of --set: the settings of a game without a short form.
fn settings_help(game: &GameEntry) -> String {
    let mut text = String::from("A setting of the game by its key, once for each");
    let has_short_form = |setting: &&Setting| {
        let mut short_forms = SHORT_FORMS.iter();
        !short_forms.any(|keys| keys.contains(&setting.key))
    };
    for setting in game.settings.iter().filter(has_short_form) {
        let (key, kind, about) = (setting.key, setting.kind, setting.about);
        let _ = write!(text, "\n{key}={kind}: {about}");
        if let Some(default) = setting.default {
            let _ = write!(text, " [default: {default}]");
        }
    }
    text += "\n'cheqqers games' lists the settings of every game";
    text
}

/// All games, and their presets behind them.
fn games() -> impl Iterator<Item = String> {
    KNOWN.iter().flat_map(|game| {
        let presets = game.presets.iter();
        let presets = presets.map(|preset| format!("{}:{}", game.name, preset.name));
        std::iter::once(game.name.to_owned()).chain(presets)
    })
}

/// The help of --game: all games and their presets.
fn games_help() -> String {
    let names: Vec<String> = games().collect();
    format!("The game, as NAME or NAME:PRESET: {}", names.join(", "))
}

/// Parser of games, which takes any text: errors tell the preset and the game apart. Completions offer
/// all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameParser;

impl TypedValueParser for GameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(games().map(PossibleValue::new)))
    }
}

/// A text that is not a key and a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("write KEY=VALUE, as in size=6")]
pub(super) struct ParseSettingError;

pub(super) fn key_and_value(text: &str) -> Result<(String, String), ParseSettingError> {
    let (key, value) = text.split_once('=').ok_or(ParseSettingError)?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// A text that is not a seed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a seed is a whole number from 0 to 2^64 - 1")]
pub(super) struct ParseSeedError;

pub(super) fn seed(text: &str) -> Result<u64, ParseSeedError> {
    text.parse().map_err(|_| ParseSeedError)
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(["minimal", "paper"])
        .map(|name| name.parse::<Encoding>().unwrap_or_default())
}
