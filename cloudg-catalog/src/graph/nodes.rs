//! The nodes: assets first, then what edges name besides.

use crate::dataset::{Inventory, Node, Symbol};

/// A node by its position: assets in order of the first asset with each id, then placeholders in
/// order of first appearance in the edges, source before target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node at this position.
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// Position among all nodes; dense, so that tables can be indexed with it.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which node stands for what.
#[derive(Debug)]
pub struct NodeIndex {
    n_assets: usize,
    /// Where ids repeat; otherwise a node is the asset at its position.
    repeated: Option<Repeated>,
    placeholders: Vec<Symbol>,
    of_endpoint: Vec<NodeId>,
}

#[derive(Debug)]
struct Repeated {
    of_asset: Vec<NodeId>,
    last_asset: Vec<u32>,
}

impl NodeIndex {
    /// Numbers the nodes.
    pub fn build(inventory: &Inventory) -> Self {
        let (edges, known) = (&inventory.edges, inventory.nodes());
        let repeated = (known.n_ids() < inventory.assets.len()).then(|| Repeated::build(inventory));
        let n_assets = known.n_ids();
        let mut placeholders = Vec::new();
        let of_endpoint = edges.endpoints().iter().map(|(symbol, _)| match known.node(symbol) {
            Node::Asset(asset) => node_of(repeated.as_ref(), asset as usize),
            Node::Placeholder(symbol) => {
                placeholders.push(symbol);
                NodeId::new(n_assets + placeholders.len() - 1)
            }
        });
        let of_endpoint = of_endpoint.collect();
        Self { n_assets, repeated, placeholders, of_endpoint }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.n_assets + self.placeholders.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of nodes that are assets: distinct ids. They come first.
    pub fn n_assets(&self) -> usize {
        self.n_assets
    }

    /// All nodes in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = NodeId> + Clone + use<> {
        (0..self.len()).map(NodeId::new)
    }

    /// The nodes that are assets, in order.
    pub fn assets(&self) -> impl ExactSizeIterator<Item = NodeId> + Clone + use<> {
        (0..self.n_assets).map(NodeId::new)
    }

    /// What a node stands for; the last asset, where several have the id.
    #[inline]
    pub fn node(&self, node: NodeId) -> Node {
        match (node.index().checked_sub(self.n_assets), &self.repeated) {
            (Some(place), _) => Node::Placeholder(self.placeholders[place]),
            (None, None) => Node::Asset(node.0),
            (None, Some(repeated)) => Node::Asset(repeated.last_asset[node.index()]),
        }
    }

    /// Whether a node is an asset.
    #[inline]
    pub fn is_asset(&self, node: NodeId) -> bool {
        node.index() < self.n_assets
    }

    /// The node of an asset.
    #[inline]
    pub fn of_asset(&self, asset: usize) -> NodeId {
        node_of(self.repeated.as_ref(), asset)
    }

    /// The node of an end of an edge.
    #[inline]
    pub fn of_endpoint(&self, endpoint: Symbol) -> NodeId {
        self.of_endpoint[endpoint.index()]
    }

    /// The placeholder with exactly this text.
    pub fn placeholder(&self, inventory: &Inventory, text: &str) -> Option<NodeId> {
        let node = self.of_endpoint(inventory.edges.endpoints().find(text)?);
        (!self.is_asset(node)).then_some(node)
    }
}

impl Repeated {
    fn build(inventory: &Inventory) -> Self {
        let (assets, known) = (&inventory.assets, inventory.nodes());
        let mut node_of_last = vec![None; assets.len()];
        let mut last_asset = Vec::with_capacity(known.n_ids());
        let of_asset = (0..assets.len()).map(|asset| {
            // Every asset is indexed by its id.
            let last = known.asset(assets, assets.id(asset)).unwrap_or(asset);
            *node_of_last[last].get_or_insert_with(|| {
                last_asset.push(last as u32);
                NodeId::new(last_asset.len() - 1)
            })
        });
        Self { of_asset: of_asset.collect(), last_asset }
    }
}

fn node_of(repeated: Option<&Repeated>, asset: usize) -> NodeId {
    repeated.map_or(NodeId::new(asset), |repeated| repeated.of_asset[asset])
}
