//! Classes: what teachers do, and how pupils join and wait.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Value, json};

use super::acts::run_to_end;
use super::extract::{JsonBody, parameter};
use crate::app::App;
use crate::class::acts::{self, PairRequest};
use crate::class::index::{Class, Member};
use crate::class::record::GamePlan;
use crate::class::show::{self, TeacherState};
use crate::class::stream::ClassListener;
use crate::class::words::ClassCode;
use crate::error::ApiError;
use crate::events;

/// The class of the path's code.
pub(super) struct OfCode(Arc<Class>);

impl FromRequestParts<Arc<App>> for OfCode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let code = parameter(parts, "code").await;
        let code = code.and_then(|code| ClassCode::typed(&code));
        let who = app.client(&parts.headers, &parts.extensions);
        let class = code.and_then(|code| app.games.shared.classes.by_code(&code));
        if let Some(class) = class.as_ref().filter(|class| class.has_met(who)) {
            // One pupil who mistypes it keeps no other one out.
            return Ok(Self(Arc::clone(class)));
        }
        // What leads nowhere is a guess. Who has none left is told nothing about right ones either.
        let guessed = app.guesses.take(who, Instant::now());
        guessed.map_err(|after| ApiError::too_many("too many wrong codes were tried", after))?;
        let class = class.ok_or_else(unknown_class)?;
        app.guesses.give_back(who);
        class.meet(who);
        Ok(Self(class))
    }
}

/// The teacher of the path's link.
pub(super) struct Teacher(Member);

impl FromRequestParts<Arc<App>> for Teacher {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let member = member(parts, app).await?;
        let is_teacher = member.number == 0;
        is_teacher.then_some(Self(member)).ok_or_else(unknown_class)
    }
}

/// The pupil of the path's link.
pub(super) struct PupilOf(Member);

impl FromRequestParts<Arc<App>> for PupilOf {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let member = member(parts, app).await?;
        let is_pupil = member.number > 0;
        is_pupil.then_some(Self(member)).ok_or_else(unknown_class)
    }
}

async fn member(parts: &mut Parts, app: &App) -> Result<Member, ApiError> {
    let link = parameter(parts, "link").await;
    let link = link.and_then(|link| link.parse().ok());
    let member = link.and_then(|link| app.games.shared.classes.member(link));
    member.ok_or_else(unknown_class)
}

fn unknown_class() -> ApiError {
    let message = "no class has this code or link";
    ApiError::new(StatusCode::NOT_FOUND, "unknown-class", message)
}

/// A class to be begun.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassRequest {
    #[serde(default)]
    title: String,
    #[serde(default)]
    plan: GamePlan,
}

pub(super) async fn create(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    extensions: Extensions,
    JsonBody(asked): JsonBody<ClassRequest>,
) -> Result<Response, ApiError> {
    let who = app.client(&headers, &extensions);
    let taken = app.classes.take(who, Instant::now());
    taken.map_err(|after| {
        ApiError::too_many("too many classes were begun from this address", after)
    })?;
    let games = app.games.clone();
    let begun =
        run_to_end(async move { acts::create(&games, &asked.title, asked.plan, who).await });
    let (class, teacher) = begun.await.inspect_err(|_| app.classes.give_back(who))?;
    if let Some(class) = app.games.shared.classes.by_code(&class.code) {
        class.meet(who);
    }
    let body = Json(json!({"teacher": teacher, "code": class.code}));
    Ok((StatusCode::CREATED, body).into_response())
}

/// A class as who has its code sees it.
pub(super) async fn class(OfCode(class): OfCode) -> Json<Value> {
    let class = class.record().await;
    Json(json!({"title": class.title, "open": class.is_open, "over": class.is_over}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinRequest {
    name: String,
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    extensions: Extensions,
    OfCode(class): OfCode,
    JsonBody(asked): JsonBody<JoinRequest>,
) -> Result<Response, ApiError> {
    let who = app.client(&headers, &extensions);
    let taken = class.joins.take(who, Instant::now());
    taken.map_err(|after| {
        ApiError::too_many("too many have joined this class from this address", after)
    })?;
    let joined = Arc::clone(&class);
    let link = run_to_end(async move {
        let is_here = |pupil| app.is_here(&class, pupil);
        acts::join(&app.games, &class, &asked.name, is_here).await
    });
    let link = link.await.inspect_err(|_| joined.joins.give_back(who))?;
    Ok((StatusCode::CREATED, Json(json!({"pupil": link}))).into_response())
}

pub(super) async fn pupil(
    State(app): State<Arc<App>>,
    PupilOf(member): PupilOf,
) -> Result<Response, ApiError> {
    acts::settle(&app.games, &member.class, Some(member.number)).await?;
    acts::seat(&app.games, &member).await?;
    let Member {
        class,
        number,
        link,
    } = member;
    let record = class.record().await;
    record.pupil(number)?;
    let state = show::pupil(&record, number, link, |other| app.is_here(&class, other));
    Ok(Json(state).into_response())
}

pub(super) async fn pupil_events(
    State(app): State<Arc<App>>,
    PupilOf(member): PupilOf,
) -> Result<Response, ApiError> {
    follow(app, member)
}

pub(super) async fn teacher(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
) -> Result<Response, ApiError> {
    seen(&app, &member).await
}

pub(super) async fn teacher_events(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
) -> Result<Response, ApiError> {
    follow(app, member)
}

fn follow(app: Arc<App>, member: Member) -> Result<Response, ApiError> {
    let held = app.follow(member.client())?;
    let listener = ClassListener::new(app, member, held);
    let events = stream::unfold(listener, async |mut listener| {
        let text = listener.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(text)), listener))
    });
    Ok(events::response(events))
}

/// All of a class, with its boards.
async fn seen(app: &App, member: &Member) -> Result<Response, ApiError> {
    let class = &member.class;
    acts::settle(&app.games, class, None).await?;
    let record = class.record().await;
    let view = show::teacher(&record, member.link, |pupil| app.is_here(class, pupil));
    let boards = show::boards(&app.games, &record, &mut HashMap::new()).await;
    let state = TeacherState {
        class: Some(&view),
        boards,
    };
    Ok(Json(state).into_response())
}

/// Does something in a class, and answers with how it stands then.
async fn act(
    app: &Arc<App>,
    member: Member,
    act: impl Future<Output = Result<(), ApiError>> + Send + 'static,
) -> Result<Response, ApiError> {
    run_to_end(act).await?;
    seen(app, &member).await
}

pub(super) async fn plan(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    JsonBody(asked): JsonBody<GamePlan>,
) -> Result<Response, ApiError> {
    let (games, teacher) = (app.games.clone(), member.clone());
    act(&app, member, async move {
        acts::plan(&games, &teacher, asked).await
    })
    .await
}

pub(super) async fn pairs(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    JsonBody(asked): JsonBody<PairRequest>,
) -> Result<Response, ApiError> {
    let (shared, teacher) = (Arc::clone(&app), member.clone());
    act(&app, member, async move {
        let is_here = |pupil| shared.is_here(&teacher.class, pupil);
        acts::pairs(
            &shared.games,
            &teacher,
            asked,
            is_here,
            &shared.begun_in_class,
        )
        .await
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StopRequest {
    /// A game by number; all that go on unless said.
    #[serde(default)]
    game: Option<usize>,
}

pub(super) async fn stop(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    JsonBody(asked): JsonBody<StopRequest>,
) -> Result<Response, ApiError> {
    let (games, class) = (app.games.clone(), Arc::clone(&member.class));
    act(&app, member, async move {
        acts::stop(&games, &class, asked.game).await
    })
    .await
}

pub(super) async fn end(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    _: JsonBody<super::acts::Nothing>,
) -> Result<Response, ApiError> {
    let (games, class) = (app.games.clone(), Arc::clone(&member.class));
    act(&app, member, async move { acts::end(&games, &class).await }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DoorRequest {
    open: bool,
}

pub(super) async fn door(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    JsonBody(asked): JsonBody<DoorRequest>,
) -> Result<Response, ApiError> {
    let (games, class) = (app.games.clone(), Arc::clone(&member.class));
    act(&app, member, async move {
        acts::door(&games, &class, asked.open).await
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenameRequest {
    pupil: u32,
    name: String,
}

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    JsonBody(asked): JsonBody<RenameRequest>,
) -> Result<Response, ApiError> {
    let (games, class) = (app.games.clone(), Arc::clone(&member.class));
    let RenameRequest { pupil, name } = asked;
    act(&app, member, async move {
        acts::rename(&games, &class, pupil, &name).await
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveRequest {
    pupil: u32,
}

pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Teacher(member): Teacher,
    JsonBody(asked): JsonBody<RemoveRequest>,
) -> Result<Response, ApiError> {
    let (games, class) = (app.games.clone(), Arc::clone(&member.class));
    act(&app, member, async move {
        acts::remove(&games, &class, asked.pupil).await
    })
    .await
}
