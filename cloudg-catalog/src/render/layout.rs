//! Places for the nodes of a picture, in layers from left to right.
//!
//! Edges that run against the order are turned for the layout. An edge over several layers passes
//! each of them in a lane of its own, so that lines stay between the boxes. Every step has a
//! defined order: the same picture always gets the same places.

use super::picture::Picture;

/// Passes that put neighbours near each other.
const PASSES: usize = 12;
/// Least distance between the boxes of a layer.
const SPACE: f64 = 22.0;
/// Height of a lane for a passing edge.
const LANE: f64 = 6.0;

/// Most edges of a drawing.
const MAX_EDGES: usize = 5_000;
/// Most boxes and lanes of a drawing: an edge takes one for each layer it passes.
const MAX_SLOTS: usize = 100_000;

/// The graph takes more places than a drawing has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Too many edges; how many there are.
    #[error(
        "an SVG drawing has at most {MAX_EDGES} edges, the answer has {0}: ask for fewer nodes, or \
         use `--render dot` or `--render mermaid`"
    )]
    Edges(usize),
    /// Too many boxes and lanes; how many there would be.
    #[error(
        "an SVG drawing has at most {MAX_SLOTS} places for nodes and passing edges, the answer \
         needs {0}: ask for fewer nodes, or use `--render dot` or `--render mermaid`"
    )]
    Slots(usize),
}

/// Width and height of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Size {
    pub width: f64,
    pub height: f64,
}

/// Where everything is.
#[derive(Debug, PartialEq)]
pub(super) struct Layout {
    /// For each node: its layer, and the middle of its box from the top.
    pub nodes: Vec<(usize, f64)>,
    /// For each edge of the picture, see [`Route`].
    pub routes: Vec<Route>,
    /// Width of each layer.
    pub layers: Vec<f64>,
    /// Height of everything.
    pub height: f64,
}

/// The way of an edge.
#[derive(Debug, PartialEq)]
pub(super) enum Route {
    /// From a node to itself.
    Loop,
    /// The layer of its left end, and the heights at which it passes that layer and each further
    /// one. With `turned` its arrow is at the left end.
    Line { first: usize, heights: Vec<f64>, turned: bool },
}

/// A box or a lane.
struct Slot {
    layer: usize,
    height: f64,
    middle: f64,
    left: Vec<usize>,
    right: Vec<usize>,
}

/// Lays a picture out; `sizes` are those of its nodes.
///
/// # Errors
/// [`TooLarge`] before anything is placed.
pub(super) fn arrange(picture: &Picture, sizes: &[Size]) -> Result<Layout, TooLarge> {
    if picture.edges.len() > MAX_EDGES {
        return Err(TooLarge::Edges(picture.edges.len()));
    }
    let arrows = acyclic(picture);
    let layers = layers(sizes.len(), &arrows);
    let n_slots = sizes.len() + n_lanes(&arrows, &layers);
    if n_slots > MAX_SLOTS {
        return Err(TooLarge::Slots(n_slots));
    }
    let mut slots: Vec<Slot> =
        (layers.iter().zip(sizes)).map(|(&layer, size)| Slot::new(layer, size.height)).collect();
    let ways = lanes(&mut slots, &arrows, &layers);
    let n_layers = layers.iter().max().map_or(0, |last| last + 1);
    let mut order = vec![Vec::new(); n_layers];
    for (number, slot) in slots.iter().enumerate() {
        order[slot.layer].push(number);
    }
    sort(&mut order, &slots);
    let height = place(&order, &mut slots);
    let routes = arrows.iter().zip(ways).map(|(arrow, way)| match arrow {
        None => Route::Loop,
        Some(Arrow { turned, .. }) => Route::Line {
            first: way.first().map_or(0, |&slot| slots[slot].layer),
            heights: way.iter().map(|&slot| slots[slot].middle).collect(),
            turned: *turned,
        },
    });
    let mut widths = vec![0.0_f64; n_layers];
    for (&layer, size) in layers.iter().zip(sizes) {
        widths[layer] = widths[layer].max(size.width);
    }
    Ok(Layout {
        routes: routes.collect(),
        nodes: slots.iter().take(sizes.len()).map(|slot| (slot.layer, slot.middle)).collect(),
        layers: widths,
        height,
    })
}

impl Slot {
    fn new(layer: usize, height: f64) -> Self {
        Self { layer, height, middle: 0.0, left: Vec::new(), right: Vec::new() }
    }
}

/// An edge, from left to right.
#[derive(Clone, Copy)]
struct Arrow {
    left: usize,
    right: usize,
    turned: bool,
}

/// The edges without cycles: those that lead back to an open node of a walk are turned. `None` for
/// an edge from a node to itself.
fn acyclic(picture: &Picture) -> Vec<Option<Arrow>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let n = picture.nodes.len();
    let mut leaving = vec![Vec::new(); n];
    let mut entered = vec![false; n];
    for (number, edge) in picture.edges.iter().enumerate() {
        leaving[edge.source].push(number);
        entered[edge.target] |= edge.source != edge.target;
    }
    let mut turned = vec![false; picture.edges.len()];
    let mut state = vec![State::New; n];
    // Nodes that nothing leads to come first, so that arrows lead away from them.
    let starts = (0..n).filter(|&node| !entered[node]).chain(0..n);
    for start in starts {
        let mut stack = vec![(start, 0)];
        while let Some((node, next)) = stack.pop() {
            if next == 0 && state[node] != State::New {
                continue;
            }
            state[node] = State::Open;
            let Some(&number) = leaving[node].get(next) else {
                state[node] = State::Done;
                continue;
            };
            stack.push((node, next + 1));
            let target = picture.edges[number].target;
            match state[target] {
                State::New => stack.push((target, 0)),
                State::Open => turned[number] = true,
                State::Done => {}
            }
        }
    }
    let arrows = picture.edges.iter().zip(turned).map(|(edge, turned)| {
        let (left, right) =
            if turned { (edge.target, edge.source) } else { (edge.source, edge.target) };
        (left != right).then_some(Arrow { left, right, turned })
    });
    arrows.collect()
}

/// The layer of each node: one after the last node that leads to it.
fn layers(n: usize, arrows: &[Option<Arrow>]) -> Vec<usize> {
    let mut leaving = vec![Vec::new(); n];
    let mut waiting = vec![0_usize; n];
    for arrow in arrows.iter().flatten() {
        leaving[arrow.left].push(arrow.right);
        waiting[arrow.right] += 1;
    }
    let mut layers = vec![0; n];
    let mut ready: Vec<usize> = (0..n).filter(|&node| waiting[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &next in &leaving[node] {
            layers[next] = layers[next].max(layers[node] + 1);
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    layers
}

/// How many lanes [`lanes`] adds: every arrow leads at least to the next layer.
fn n_lanes(arrows: &[Option<Arrow>], layers: &[usize]) -> usize {
    let passed = |arrow: &Arrow| layers[arrow.right] - layers[arrow.left] - 1;
    arrows.iter().flatten().map(passed).sum()
}

/// Adds the lanes of edges over several layers, links neighbours, and gives the slots that each
/// edge passes, its ends included.
fn lanes(slots: &mut Vec<Slot>, arrows: &[Option<Arrow>], layers: &[usize]) -> Vec<Vec<usize>> {
    let mut ways = Vec::with_capacity(arrows.len());
    for arrow in arrows {
        let mut way = Vec::new();
        if let Some(Arrow { left, right, .. }) = *arrow {
            way.push(left);
            for layer in layers[left] + 1..layers[right] {
                way.push(slots.len());
                slots.push(Slot::new(layer, LANE));
            }
            way.push(right);
        }
        for pair in way.windows(2) {
            slots[pair[0]].right.push(pair[1]);
            slots[pair[1]].left.push(pair[0]);
        }
        ways.push(way);
    }
    ways
}

/// Orders each layer by the middle of its neighbours, from the left and from the right in turn.
fn sort(order: &mut [Vec<usize>], slots: &[Slot]) {
    let mut rank = vec![0_usize; slots.len()];
    let renumber = |layer: &[usize], rank: &mut [usize]| {
        layer.iter().enumerate().for_each(|(place, &slot)| rank[slot] = place);
    };
    order.iter().for_each(|layer| renumber(layer, &mut rank));
    for pass in 0..PASSES {
        let to_right = pass % 2 == 0;
        for step in 0..order.len() {
            let layer = if to_right { step } else { order.len() - 1 - step };
            let key = |slot: usize| {
                let near = if to_right { &slots[slot].left } else { &slots[slot].right };
                mean(near.iter().map(|&other| rank[other] as f64)).unwrap_or(rank[slot] as f64)
            };
            let mut keyed: Vec<(f64, usize)> =
                order[layer].iter().map(|&slot| (key(slot), slot)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            order[layer] = keyed.into_iter().map(|(_, slot)| slot).collect();
            renumber(&order[layer], &mut rank);
        }
    }
}

/// Moves slots towards their neighbours without changing the order or the distances; gives the
/// height of everything.
fn place(order: &[Vec<usize>], slots: &mut [Slot]) -> f64 {
    for layer in order {
        let wanted: Vec<f64> = vec![0.0; layer.len()];
        stack(layer, &wanted, slots);
    }
    for pass in 0..PASSES {
        let to_right = pass % 2 == 0;
        for step in 0..order.len() {
            let layer = &order[if to_right { step } else { order.len() - 1 - step }];
            let wanted = layer.iter().map(|&slot| {
                let near = if to_right { &slots[slot].left } else { &slots[slot].right };
                mean(near.iter().map(|&other| slots[other].middle)).unwrap_or(slots[slot].middle)
            });
            let wanted: Vec<f64> = wanted.collect();
            stack(layer, &wanted, slots);
        }
    }
    let edge = |slot: &Slot, side: f64| slot.middle + side * slot.height / 2.0;
    let top = slots.iter().map(|slot| edge(slot, -1.0)).fold(f64::INFINITY, f64::min);
    let bottom = slots.iter().map(|slot| edge(slot, 1.0)).fold(f64::NEG_INFINITY, f64::max);
    if slots.is_empty() {
        return 0.0;
    }
    slots.iter_mut().for_each(|slot| slot.middle -= top);
    bottom - top
}

/// Places one layer, see [`settle`].
fn stack(layer: &[usize], wanted: &[f64], slots: &mut [Slot]) {
    let extents: Vec<f64> = layer.iter().map(|&slot| slots[slot].height + SPACE).collect();
    for (&slot, middle) in layer.iter().zip(settle(wanted, &extents)) {
        slots[slot].middle = middle;
    }
}

/// Middles of things in a row that take `extents`: each where it is wanted, or as near as the ones
/// before it allow; where several press on each other they settle around the mean of what they
/// want.
pub(super) fn settle(wanted: &[f64], extents: &[f64]) -> Vec<f64> {
    // Blocks of things that touch: the first thing of each block, and what the block wants.
    struct Block {
        first: usize,
        length: f64,
        sum: f64,
        count: f64,
    }
    impl Block {
        fn start(&self) -> f64 {
            self.sum / self.count
        }
    }
    let mut blocks: Vec<Block> = Vec::new();
    for (index, (&middle, &extent)) in wanted.iter().zip(extents).enumerate() {
        let start = middle - extent / 2.0;
        let mut block = Block { first: index, length: extent, sum: start, count: 1.0 };
        while let Some(above) = blocks.pop_if(|above| above.start() + above.length > block.start())
        {
            block = Block {
                first: above.first,
                sum: above.sum + block.sum - above.length * block.count,
                count: above.count + block.count,
                length: above.length + block.length,
            };
        }
        blocks.push(block);
    }
    let mut blocks = blocks.into_iter().peekable();
    let mut at = 0.0;
    let middles = extents.iter().enumerate().map(|(index, &extent)| {
        if let Some(block) = blocks.next_if(|block| block.first == index) {
            at = block.start();
        }
        at += extent;
        at - extent / 2.0
    });
    middles.collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}
