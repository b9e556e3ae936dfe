//! Games of this workspace as the library of searches sees them.

use std::convert::Infallible;

use cheqqers_game::{ActionTable, Colour, Game, GameExt, Outcome, TreeNode};
use cheqqers_search::{NodeKind, Side, StochasticGame};

/// A game whose states are the nodes of its tree, with every measurement as chance nodes of few outcomes, and whose
/// actions are the numbers of its moves. White is the first player.
#[derive(Clone, Copy, Debug)]
pub struct TreeGame<G: Game> {
    actions: &'static ActionTable<G::Move>,
}

impl<G: Game> TreeGame<G> {
    /// The game of a position; `None` if it has no numbering of its moves.
    pub fn of(position: &G) -> Option<Self> {
        let actions = position.actions()?;
        Some(Self { actions })
    }

    /// The node of a position, from which no circuits are recorded.
    pub fn node(position: &G) -> TreeNode<G> {
        TreeNode::Position(position.without_circuits())
    }

    /// The legal moves of a position that have numbers, with these.
    pub fn numbered(&self, position: &G) -> Vec<(u32, G::Move)> {
        let mut numbered = Vec::new();
        position.numbered_moves(self.actions, &mut Vec::new(), &mut numbered);
        numbered
    }
}

/// The player that a colour is.
pub fn side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::First,
        Colour::Black => Side::Second,
    }
}

impl<G: Game> StochasticGame for TreeGame<G> {
    type State = TreeNode<G>;
    type Error = Infallible;

    fn kind(&self, node: &TreeNode<G>) -> Result<NodeKind, Infallible> {
        let TreeNode::Position(position) = node else {
            return Ok(NodeKind::Random);
        };
        Ok(match position.outcome() {
            None => NodeKind::Decision(side(position.turn())),
            Some(Outcome::Draw) => NodeKind::Terminal(0.0),
            Some(Outcome::Decisive { winner }) => NodeKind::Terminal(side(winner).view(1.0)),
        })
    }

    fn actions(&self, node: &TreeNode<G>, actions: &mut Vec<u32>) -> Result<(), Infallible> {
        let numbered = self.numbered(node.position()).into_iter();
        actions.extend(numbered.map(|(number, _)| number));
        actions.sort_unstable();
        Ok(())
    }

    fn outcomes(
        &self,
        node: &TreeNode<G>,
        outcomes: &mut Vec<(u32, f64)>,
    ) -> Result<(), Infallible> {
        if let TreeNode::Measurement(measurement) = node {
            *outcomes = measurement.outcomes();
        }
        Ok(())
    }

    fn next(&self, node: &TreeNode<G>, step: u32) -> Result<TreeNode<G>, Infallible> {
        Ok(match node {
            TreeNode::Measurement(measurement) => {
                let followed = measurement.clone().follow(step);
                followed.expect("it is one of the outcomes")
            }
            TreeNode::Position(position) => {
                let numbered = self.numbered(position);
                let found = numbered.iter().find(|(number, _)| *number == step);
                let &(_, mv) = found.expect("it is one of the actions");
                TreeNode::after(position.clone(), mv)
            }
        })
    }
}
