//! Changes of classes: each is on the disk before it is answered.

use std::sync::Arc;
use std::time::Instant;

use cheqqers_game::{Colour, Status};
use serde::Deserialize;
use tokio::sync::MutexGuard;

use super::index::{Class, Member};
use super::pairing::{Pairing, colours, pair};
use super::record::{ClassGame, ClassOutcome, ClassRecord, ClassSeat, GamePlan, SeatLinks};
use super::words;
use crate::begin::{self, NewGameRequest, PreparedGame};
use crate::error::ApiError;
use crate::games::Games;
use crate::limits::{Client, Rate};
use crate::links::{Sides, StoredLink, Token};
use crate::seats::Seat;
use crate::store::{ForgottenClasses, StoredClass, now};

/// The most classes that are kept.
const MOST: usize = 2000;

/// For how many days a class is kept that nobody changes.
const DAYS: i64 = 14;

/// Seconds after which a class without pupils is as little used as one with pupils is after these days.
const HOUR: i64 = 3600;

/// The player that a pupil is for a game.
const PERSON: &str = "person";

/// Pairs to be made.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairRequest {
    /// These, by hand.
    #[serde(default)]
    pub(crate) pairs: Vec<PairOfSeats>,
    /// All who are there and do not play.
    #[serde(default)]
    pub(crate) everyone: Option<Everyone>,
    /// The computer that plays those who are not paired with another pupil: without it they wait.
    #[serde(default)]
    pub(crate) computer: Option<String>,
}

/// The two sides of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairOfSeats {
    white: ClassSeat,
    black: ClassSeat,
}

/// Whom everyone plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Everyone {
    /// Opponents are drawn among the pupils.
    Pupils,
    /// The opponent of each is the computer.
    Computer,
}

/// A class that is about to change: nobody else changes it meanwhile.
struct Acting<'a> {
    games: &'a Games,
    class: &'a Class,
    /// As it is to be.
    record: ClassRecord,
    begins: Vec<PreparedGame>,
    /// Links that are added to games.
    links: Vec<(Token, StoredLink)>,
    _lock: MutexGuard<'a, ()>,
}

impl<'a> Acting<'a> {
    async fn begin(games: &'a Games, class: &'a Class) -> Self {
        let lock = class.lock().await;
        Self {
            games,
            class,
            record: (*class.record().await).clone(),
            begins: Vec::new(),
            links: Vec::new(),
            _lock: lock,
        }
    }

    /// Writes the change down, then lets it happen.
    async fn commit(self) -> Result<(), ApiError> {
        let kept = keep(self.games, self.record, self.begins, self.links).await;
        kept.map(drop)
    }

    /// Prepares a game of the class's plan between these, for a teacher with this link.
    async fn prepare(&mut self, teacher: Token, pair: PairOfSeats) -> Result<(), ApiError> {
        let seat = |seat: &ClassSeat| match seat {
            ClassSeat::Pupil(_) => PERSON.into(),
            ClassSeat::Computer(name) => name.clone(),
        };
        let asked =
            NewGameRequest::planned(&self.record.plan, seat(&pair.white), seat(&pair.black));
        asked.check()?;
        let who = Client::of_class(self.class.id, 0);
        let mut prepared = begin::made(&self.games.shared, asked, who).await?;
        let id = prepared.new.id;
        prepared.new.class = Some(self.class.id);
        // Pupils have theirs once they come: only then are these known.
        prepared.new.links = vec![StoredLink {
            hash: teacher.in_class(id).hash(),
            sides: Sides::default(),
        }];
        self.record.games.push(ClassGame {
            id,
            round: self.record.round,
            white: pair.white,
            black: pair.black,
            links: SeatLinks::default(),
            is_stopped: false,
            result: None,
        });
        self.begins.push(prepared);
        Ok(())
    }

    /// Writes the change down, then ends the games that it stops.
    async fn commit_and_stop(self) -> Result<(), ApiError> {
        let (games, class) = (self.games, self.class);
        self.commit().await?;
        settle(games, class, None).await
    }

    /// Stops all games that go on.
    fn stop_all(&mut self) {
        let all = self.record.games.iter_mut();
        all.for_each(ClassGame::stop);
    }
}

/// The result of a game; none while it goes on. One that is stopped ends first.
async fn result(games: &Games, of: &ClassGame) -> Option<ClassOutcome> {
    let Ok(game) = games.game(of.id, Client::NOBODY).await else {
        // It is not kept any more, or can't be read just now.
        return of.is_stopped.then_some(ClassOutcome {
            status: Status::Draw,
            plies: 0,
            measured: 0,
            stopped: true,
        });
    };
    if of.is_stopped {
        // It may have ended by itself; what could not be ended now is ended later.
        let _ = Arc::clone(&game).stop().await;
    }
    let (status, plies, measured) = game.standing().await;
    (status != Status::InProgress).then_some(ClassOutcome {
        status,
        plies,
        measured,
        stopped: of.is_stopped && status == Status::Draw,
    })
}

/// Writes a class down with the games that begin in it, then lets that happen.
async fn keep(
    games: &Games,
    record: ClassRecord,
    begins: Vec<PreparedGame>,
    links: Vec<(Token, StoredLink)>,
) -> Result<Arc<Class>, ApiError> {
    let begins = begins.into_iter();
    let (new, tables): (Vec<_>, Vec<_>) = begins.map(|game| (game.new, game.table)).unzip();
    let text = serde_json::to_string(&record).expect("what is kept is JSON");
    let ids: Vec<Token> = new.iter().map(|game| game.id).collect();
    let mut stored = StoredClass::new(record.id, record.code.as_str().into(), text, new);
    stored.links = links;
    let touched = stored.touched;
    games.shared.store.keep_class(stored).await?;
    for (id, table) in ids.into_iter().zip(tables) {
        games.keep(id, table);
    }
    Ok(games.shared.classes.update(record, touched).await)
}

/// Takes in the classes that are on the disk.
///
/// # Errors
/// Returns an error if they can't be read.
pub(crate) async fn load(games: &Games) -> Result<(), ApiError> {
    forget(games).await?;
    for stored in games.shared.store.classes().await? {
        match serde_json::from_str::<ClassRecord>(&stored.record) {
            Ok(record) => drop(games.shared.classes.update(record, stored.touched).await),
            Err(error) => tracing::error!(%error, "a class can't be read"),
        }
    }
    Ok(())
}

/// Forgets the classes that nobody has changed for long.
///
/// # Errors
/// Returns an error if the database refuses.
pub(crate) async fn forget(games: &Games) -> Result<(), ApiError> {
    let before = now() - DAYS * 86_400;
    let before_that = ForgottenClasses::Before(before);
    games.shared.store.forget_classes(before_that).await?;
    games.shared.classes.retain(|_, touched| touched >= before);
    Ok(())
}

/// Forgets the class that is used least, if there is no room for another one.
async fn make_room(games: &Games) -> Result<(), ApiError> {
    let classes = &games.shared.classes;
    if classes.len() < MOST {
        return Ok(());
    }
    let now = now();
    let least = classes.largest(|class| {
        let days = if class.is_empty() {
            HOUR
        } else {
            DAYS * 86_400
        };
        // In thousandths of the time that its kind is kept.
        now.saturating_sub(class.touched()).saturating_mul(1000) / days
    });
    if let Some(least) = least {
        let one = ForgottenClasses::One(least);
        games.shared.store.forget_classes(one).await?;
        classes.retain(|class, _| class != least);
    }
    Ok(())
}

/// Lets the last game of a pupil be opened by the pupil's link for it.
///
/// # Errors
/// Returns an error if that can't be written down, or the member is none any more.
pub(crate) async fn seat(games: &Games, member: &Member) -> Result<(), ApiError> {
    let Member {
        class,
        number,
        link,
    } = member;
    let unseated = |record: &ClassRecord| {
        let (at, game) = record.last_game(*number)?;
        let side = game.side_of(*number)?;
        game.clone().link(side).is_none().then_some((at, side))
    };
    if unseated(&*class.record().await).is_none() {
        return Ok(());
    }
    let mut acting = Acting::begin(games, class).await;
    acting.record.pupil(*number)?;
    if let Some((at, side)) = unseated(&acting.record) {
        let game = &mut acting.record.games[at];
        let seat = link.in_class(game.id);
        *game.link(side) = Some(seat.hash());
        let links = StoredLink::both_of(seat, Sides::of(side));
        acting.links = links.map(|link| (game.id, link)).into();
        acting.commit().await?;
    }
    Ok(())
}

/// Begins a class. Where there is no room, the one that is used least is forgotten.
///
/// # Errors
/// Returns an error if its game can't be played.
pub(crate) async fn create(
    games: &Games,
    title: &str,
    plan: GamePlan,
    who: Client,
) -> Result<(Arc<ClassRecord>, Token), ApiError> {
    let title = words::title(title)?;
    check_plan(games, &plan, who).await?;
    forget(games).await?;
    make_room(games).await?;
    let classes = &games.shared.classes;
    let teacher = Token::new()?;
    let mut record = ClassRecord::new(title, plan, teacher)?;
    while classes.by_code(&record.code).is_some() {
        record.code = words::ClassCode::new()?;
    }
    let class = keep(games, record, Vec::new(), Vec::new()).await?;
    Ok((class.record().await, teacher))
}

/// Lets a pupil join, and gives the pupil's link.
///
/// # Errors
/// Returns an error if the class takes nobody, or somebody has that nickname.
pub(crate) async fn join(
    games: &Games,
    class: &Class,
    name: &str,
    is_here: impl Fn(u32) -> bool + Send,
) -> Result<Token, ApiError> {
    let mut acting = Acting::begin(games, class).await;
    let link = acting.record.join(name, is_here)?;
    acting.commit().await?;
    Ok(link)
}

/// Sets what is played next.
///
/// # Errors
/// Returns an error if that can't be played.
pub(crate) async fn plan(games: &Games, teacher: &Member, plan: GamePlan) -> Result<(), ApiError> {
    check_plan(games, &plan, teacher.client()).await?;
    let mut acting = Acting::begin(games, &teacher.class).await;
    acting.record.check_going()?;
    acting.record.plan = plan;
    acting.commit().await
}

/// Lets pupils in, or nobody any more.
///
/// # Errors
/// Returns an error if the lesson has ended.
pub(crate) async fn door(games: &Games, class: &Class, is_open: bool) -> Result<(), ApiError> {
    let mut acting = Acting::begin(games, class).await;
    acting.record.check_going()?;
    acting.record.is_open = is_open;
    acting.commit().await
}

/// Gives a pupil another nickname.
///
/// # Errors
/// Returns an error if there is no such pupil, or another one has it.
pub(crate) async fn rename(
    games: &Games,
    class: &Class,
    number: u32,
    name: &str,
) -> Result<(), ApiError> {
    let mut acting = Acting::begin(games, class).await;
    acting.record.rename(number, name)?;
    let last = acting.record.last_game(number).map(|(_, game)| game.id);
    acting.commit().await?;
    if let Some(game) = last
        && let Ok(game) = games.game(game, Client::NOBODY).await
    {
        game.renamed().await;
    }
    Ok(())
}

/// Removes a pupil, whose game ends.
///
/// # Errors
/// Returns an error if there is no such pupil.
pub(crate) async fn remove(games: &Games, class: &Class, number: u32) -> Result<(), ApiError> {
    let mut acting = Acting::begin(games, class).await;
    acting.record.remove(number)?;
    if let Some((at, _)) = acting.record.last_game(number) {
        acting.record.games[at].stop();
    }
    acting.commit_and_stop().await
}

/// Ends a game, or all that go on: then the next round begins.
///
/// # Errors
/// Returns an error if there is no such game.
pub(crate) async fn stop(
    games: &Games,
    class: &Class,
    game: Option<usize>,
) -> Result<(), ApiError> {
    let mut acting = Acting::begin(games, class).await;
    if let Some(number) = game {
        let at = number.checked_sub(1);
        let game = at.and_then(|at| acting.record.games.get_mut(at));
        let missing = || ApiError::malformed(format!("the class has no game {number}"));
        game.ok_or_else(missing)?.stop();
    } else {
        acting.stop_all();
        acting.record.next_round();
    }
    acting.commit_and_stop().await
}

/// Ends the lesson: games end, nobody joins any more, and all that was played can still be looked at.
///
/// # Errors
/// Returns an error if that can't be written down.
pub(crate) async fn end(games: &Games, class: &Class) -> Result<(), ApiError> {
    let mut acting = Acting::begin(games, class).await;
    acting.stop_all();
    acting.record.is_over = true;
    acting.record.is_open = false;
    acting.commit_and_stop().await
}

/// Begins games between pupils, or of pupils against the computer; `begun` bounds their number.
///
/// # Errors
/// Returns an error if somebody plays already, or the games can't be begun; then none is.
pub(crate) async fn pairs(
    games: &Games,
    teacher: &Member,
    asked: PairRequest,
    is_here: impl Fn(u32) -> bool + Send,
    begun: &Rate,
) -> Result<(), ApiError> {
    settle(games, &teacher.class, None).await?;
    let mut acting = Acting::begin(games, &teacher.class).await;
    acting.record.check_going()?;
    let pairs = chosen(&mut acting.record, asked, is_here)?;
    acting.record.check_room(pairs.len())?;
    let who = teacher.client().group().unwrap_or(Client::NOBODY);
    let number = pairs.len();
    for taken in 0..number {
        if let Err(after) = begun.take(who, Instant::now()) {
            (0..taken).for_each(|_| begun.give_back(who));
            let message = "too many games were begun in this class";
            return Err(ApiError::too_many(message, after));
        }
    }
    let done = async {
        for pair in pairs {
            acting.prepare(teacher.link, pair).await?;
        }
        acting.commit().await
    };
    let done = done.await;
    if done.is_err() {
        (0..number).for_each(|_| begun.give_back(who));
    }
    done
}

/// The pairs that are asked for.
fn chosen(
    record: &mut ClassRecord,
    asked: PairRequest,
    is_here: impl Fn(u32) -> bool,
) -> Result<Vec<PairOfSeats>, ApiError> {
    let mut pairs = asked.pairs;
    let mut seated: Vec<u32> = Vec::new();
    for seat in pairs.iter().flat_map(|pair| [&pair.white, &pair.black]) {
        let number = match seat {
            ClassSeat::Pupil(number) => *number,
            ClassSeat::Computer(name) if name == PERSON => {
                return Err(ApiError::malformed("a person of a class is a pupil"));
            }
            ClassSeat::Computer(_) => continue,
        };
        let name = &record.pupil(number)?.name;
        if record.is_playing(number) || seated.contains(&number) {
            return Err(ApiError::refused(format!("{name} plays already")));
        }
        seated.push(number);
    }
    let computers = |pair: &PairOfSeats| {
        matches!(
            (&pair.white, &pair.black),
            (ClassSeat::Computer(_), ClassSeat::Computer(_))
        )
    };
    if pairs.iter().any(computers) {
        return Err(ApiError::malformed("a pupil plays in each game"));
    }
    if let Some(name) = &asked.computer
        && name.parse::<Seat>()?.is_person()
    {
        return Err(ApiError::malformed("computer is a computer, not a person"));
    }
    if asked.everyone == Some(Everyone::Computer) && asked.computer.is_none() {
        return Err(ApiError::malformed(
            "send the computer that everyone plays against",
        ));
    }
    if let Some(everyone) = asked.everyone {
        let free = record.numbers().filter(|&number| {
            is_here(number) && !record.is_playing(number) && !seated.contains(&number)
        });
        let free: Vec<u32> = free.collect();
        let pairing = match everyone {
            Everyone::Pupils => pair(record, &free)?,
            Everyone::Computer => Pairing::default(),
        };
        let alone = match everyone {
            Everyone::Pupils => pairing.odd.into_iter().collect(),
            Everyone::Computer => free,
        };
        let both = pairing.pairs.into_iter().map(|(white, black)| PairOfSeats {
            white: ClassSeat::Pupil(white),
            black: ClassSeat::Pupil(black),
        });
        pairs.extend(both);
        for number in alone {
            let Some(computer) = asked.computer.clone() else {
                break;
            };
            let (own, other) = (ClassSeat::Pupil(number), ClassSeat::Computer(computer));
            pairs.push(match colours(record, number) {
                Colour::White => PairOfSeats {
                    white: own,
                    black: other,
                },
                Colour::Black => PairOfSeats {
                    white: other,
                    black: own,
                },
            });
        }
        if record.games.iter().all(|game| game.result.is_some()) {
            record.next_round();
        }
    }
    if pairs.is_empty() {
        return Err(ApiError::refused("nobody is here who could be paired"));
    }
    Ok(pairs)
}

/// Writes down which games have ended, of all or of one pupil. Those that are stopped end now.
///
/// # Errors
/// Returns an error if that can't be written down.
pub(crate) async fn settle(
    games: &Games,
    class: &Class,
    pupil: Option<u32>,
) -> Result<(), ApiError> {
    if ended(games, &*class.record().await, pupil).await.is_empty() {
        return Ok(());
    }
    let mut acting = Acting::begin(games, class).await;
    for (at, result) in ended(games, &acting.record, pupil).await {
        acting.record.games[at].result = Some(result);
    }
    acting.commit().await
}

/// The games that have ended since that was looked at last.
async fn ended(
    games: &Games,
    record: &ClassRecord,
    pupil: Option<u32>,
) -> Vec<(usize, ClassOutcome)> {
    let mut ended = Vec::new();
    for (at, game) in record.games.iter().enumerate() {
        let is_of = pupil.is_none_or(|number| game.side_of(number).is_some());
        if game.result.is_some() || !is_of {
            continue;
        }
        if let Some(result) = result(games, game).await {
            ended.push((at, result));
        }
    }
    ended
}

/// Checks that a game can be played so.
async fn check_plan(games: &Games, plan: &GamePlan, who: Client) -> Result<(), ApiError> {
    let asked = NewGameRequest::planned(plan, PERSON.into(), PERSON.into());
    asked.check()?;
    begin::made(&games.shared, asked, who).await.map(drop)
}
