//! Nodes of the tree of a game, whose game is not part of their type: for interfaces with explicit chance.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use cheqqers_game::{ActionTable, Colour, GameExt, Outcome, TreeNode};
use thiserror::Error;

use crate::door::Position;
use crate::playable::Playable;

/// A node of the tree of a game: a position, or part of a measurement, as [`TreeNode`] has it. Actions are the numbers
/// of moves, and outcomes of chance have numbers of their own.
pub struct GameNode(Box<dyn GameNodeMethods>);

/// Error of following a number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NodeError {
    #[error("{game} has no numbering of its moves")]
    NoActions { game: &'static str },
    #[error("the game is over")]
    Over,
    #[error("action {number} is not legal")]
    Illegal { number: u32 },
    #[error("{number} is no outcome of the measurement")]
    Impossible { number: u32 },
}

/// Methods of a [`GameNode`].
pub trait GameNodeMethods: Send + Sync {
    /// The position; before the measurement while one is under way.
    fn position(&self) -> Position;

    /// The player to move.
    fn turn(&self) -> Colour;

    /// The outcome of the game; `None` while it is in progress. One that reached the limit of plies is drawn.
    fn outcome(&self) -> Option<Outcome>;

    /// Number of plies begun.
    fn plies(&self) -> u32;

    /// The outcomes of chance with their exact probabilities, ascending; none where a player is to move.
    fn outcomes_of_measurement(&self) -> Vec<(u32, f64)>;

    /// The numbers of the legal moves, ascending; none where chance decides or the game is over.
    fn legal_actions(&self) -> Vec<u32>;

    /// The move of a number as text, legal or not, or the slot that an outcome of chance is about.
    fn text(&self, number: u32) -> String;

    /// Follows a legal action, or an outcome of chance.
    ///
    /// # Errors
    /// Returns an error if it is none; the state stays as it is.
    fn apply(&mut self, number: u32) -> Result<(), NodeError>;

    /// The same state, which goes on by itself.
    fn copy(&self) -> GameNode;
}

impl GameNode {
    /// The state in which a position is, with a draw after so many plies from there.
    ///
    /// # Errors
    /// Returns an error if the game has no numbering of its moves.
    pub(crate) fn of<G: Playable>(position: &G, max_plies: Option<u32>) -> Result<Self, NodeError> {
        let actions = position.actions();
        let position = position.without_circuits();
        Ok(Self(Box::new(NodeOf {
            node: Arc::new(TreeNode::Position(position)),
            actions: actions.ok_or(NodeError::NoActions { game: G::NAME })?,
            plies: 0,
            max_plies,
        })))
    }
}

impl Clone for GameNode {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl Deref for GameNode {
    type Target = dyn GameNodeMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for GameNode {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl fmt::Debug for GameNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameNode({:?})", self.position())
    }
}

#[derive(Clone)]
struct NodeOf<G: Playable> {
    node: Arc<TreeNode<G>>,
    actions: &'static ActionTable<G::Move>,
    plies: u32,
    max_plies: Option<u32>,
}

impl<G: Playable> NodeOf<G> {
    /// The legal moves with their numbers, ascending by these.
    fn legal(&self) -> Vec<(u32, G::Move)> {
        let TreeNode::Position(position) = &*self.node else {
            return Vec::new();
        };
        if self.is_stopped() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        position.numbered_moves(self.actions, &mut Vec::new(), &mut legal);
        legal.sort_unstable_by_key(|&(number, _)| number);
        legal
    }

    fn is_stopped(&self) -> bool {
        self.max_plies.is_some_and(|most| self.plies >= most)
    }
}

impl<G: Playable> GameNodeMethods for NodeOf<G> {
    fn position(&self) -> Position {
        Position::of_start(self.node.position().clone())
    }

    fn turn(&self) -> Colour {
        self.node.position().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        let TreeNode::Position(position) = &*self.node else {
            return None;
        };
        let outcome = position.outcome();
        outcome.or_else(|| self.is_stopped().then_some(Outcome::Draw))
    }

    fn plies(&self) -> u32 {
        self.plies
    }

    fn outcomes_of_measurement(&self) -> Vec<(u32, f64)> {
        match &*self.node {
            TreeNode::Position(_) => Vec::new(),
            TreeNode::Measurement(chance) => chance.outcomes(),
        }
    }

    fn legal_actions(&self) -> Vec<u32> {
        self.legal().into_iter().map(|(number, _)| number).collect()
    }

    fn text(&self, number: u32) -> String {
        if let TreeNode::Measurement(chance) = &*self.node {
            return chance.name(number);
        }
        let legal = self.legal();
        if let Some((_, mv)) = legal.iter().find(|(other, _)| *other == number) {
            return mv.to_string();
        }
        let moves = self.actions.moves(self.turn(), number).into_iter();
        let texts: Vec<String> = moves.map(|mv| mv.to_string()).collect();
        texts.join(" or ")
    }

    fn apply(&mut self, number: u32) -> Result<(), NodeError> {
        let next = match &*self.node {
            TreeNode::Measurement(chance) => {
                let followed = chance.clone().follow(number);
                followed.ok_or(NodeError::Impossible { number })?
            }
            TreeNode::Position(position) => {
                if self.outcome().is_some() {
                    return Err(NodeError::Over);
                }
                let legal = self.legal();
                let found = legal.iter().find(|(other, _)| *other == number);
                let &(_, mv) = found.ok_or(NodeError::Illegal { number })?;
                self.plies += 1;
                TreeNode::after(position.clone(), mv)
            }
        };
        self.node = Arc::new(next);
        Ok(())
    }

    fn copy(&self) -> GameNode {
        GameNode(Box::new(self.clone()))
    }
}
