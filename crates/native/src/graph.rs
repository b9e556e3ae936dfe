use std::collections::VecDeque;

/// Connected component of a graph; its vertices keep their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    vertices: Vec<usize>,
    neighbours: Vec<Vec<usize>>,
    /// Distances by both ends; `usize::MAX` for unconnected vertices.
    distances: Vec<Vec<usize>>,
}

impl Graph {
    /// Maximum number of paths that [`Self::paths`] returns.
    const PATHS: usize = 4;

    /// Largest connected component of a graph, from the neighbours of each vertex.
    pub(crate) fn largest_part(neighbours: Vec<Vec<usize>>) -> Self {
        let distances: Vec<Vec<usize>> = (0..neighbours.len())
            .map(|from| distances(&neighbours, from))
            .collect();
        let part = |from: usize| -> Vec<usize> {
            let reached = |&to: &usize| distances[from][to] < usize::MAX;
            (0..neighbours.len()).filter(reached).collect()
        };
        let parts = (0..neighbours.len()).map(part);
        let largest = parts.rev().max_by_key(Vec::len);
        Self {
            vertices: largest.unwrap_or_default(),
            neighbours,
            distances,
        }
    }

    /// Number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Vertices adjacent to one.
    pub(crate) fn neighbours(&self, vertex: usize) -> &[usize] {
        &self.neighbours[vertex]
    }

    /// Number of edges between two vertices.
    pub(crate) fn distance(&self, a: usize, b: usize) -> usize {
        self.distances[a][b]
    }

    /// Up to `count` vertices, spread evenly over the numbers.
    pub(crate) fn spread(&self, count: usize) -> impl Iterator<Item = usize> {
        let count = count.min(self.len());
        (0..count).map(move |k| self.vertices[(2 * k + 1) * self.len() / (2 * count)])
    }

    /// Vertices nearest to any of `from`, except those in `taken`.
    pub(crate) fn nearest(&self, from: &[usize], taken: &[usize], count: usize) -> Vec<usize> {
        let free = self
            .vertices
            .iter()
            .filter(|vertex| !taken.contains(vertex));
        let mut free: Vec<usize> = free.copied().collect();
        let far = |&to: &usize| from.iter().map(|&from| self.distance(from, to)).min();
        free.sort_by_key(far);
        free.truncate(count);
        free
    }

    /// Some shortest paths between two vertices, including both ends.
    pub(crate) fn paths(&self, from: usize, to: usize) -> Vec<Vec<usize>> {
        let mut paths = vec![vec![from]];
        for left in (0..self.distance(from, to)).rev() {
            let longer = paths.into_iter().flat_map(|path| {
                let last = path.last().map_or(&[][..], |&last| self.neighbours(last));
                let nearer = last.iter().filter(move |&&v| self.distance(v, to) == left);
                nearer.map(move |&vertex| [&path[..], &[vertex]].concat())
            });
            paths = longer.take(Self::PATHS).collect();
        }
        paths
    }
}

fn distances(neighbours: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut distances = vec![usize::MAX; neighbours.len()];
    distances[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        for &next in &neighbours[vertex] {
            if distances[next] == usize::MAX {
                distances[next] = distances[vertex] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square 0 1 2 3 with a tail 4, and an edge apart.
    fn graph() -> Graph {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (5, 6)];
        let mut neighbours = vec![Vec::new(); 7];
        for (a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        Graph::largest_part(neighbours)
    }

    #[test]
    fn only_the_largest_part_is_kept() {
        let graph = graph();
        assert_eq!(graph.len(), 5);
        assert_eq!(graph.nearest(&[1], &[0], 9), [1, 2, 3, 4]);
        assert_eq!(graph.spread(9).count(), 5);
    }

    #[test]
    fn all_shortest_paths_are_found() {
        let graph = graph();
        assert_eq!(graph.paths(4, 1), [[4, 3, 2, 1], [4, 3, 0, 1]]);
        assert_eq!(graph.paths(2, 2), [[2]]);
    }
}
