//! Which endpoints of edges are assets.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{assets::Assets, edges::Edges, symbols::Symbol};

/// A vertex of the graph: an asset, or a placeholder such as a CIDR or an external account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// Index of an asset.
    Asset(u32),
    /// An endpoint that is no asset, as a symbol of [`Edges::endpoints`].
    Placeholder(Symbol),
}

impl Node {
    /// The asset index, if this is an asset.
    pub fn asset(self) -> Option<usize> {
        match self {
            Self::Asset(asset) => Some(asset as usize),
            Self::Placeholder(_) => None,
        }
    }
}

/// Assets by id, and the asset behind each endpoint.
#[derive(Debug, Clone)]
pub struct Nodes {
    by_id: HashTable<u32>,
    hasher: DefaultHashBuilder,
    of_endpoint: Vec<u32>,
}

const NO_ASSET: u32 = u32::MAX;

impl Nodes {
    /// Indexes the assets by id (the last one with an id wins) and resolves all endpoints.
    pub fn build(assets: &Assets, edges: &Edges) -> Self {
        let hasher = DefaultHashBuilder::default();
        let mut by_id = HashTable::with_capacity(assets.len());
        for asset in 0..assets.len() {
            let id = assets.id(asset);
            let hash = hasher.hash_one(id);
            match by_id.find_mut(hash, |&other: &u32| assets.id(other as usize) == id) {
                Some(last) => *last = asset as u32,
                None => {
                    by_id.insert_unique(hash, asset as u32, |&other| {
                        hasher.hash_one(assets.id(other as usize))
                    });
                }
            }
        }
        let mut nodes = Self { by_id, hasher, of_endpoint: Vec::new() };
        let resolve = |(_, text)| nodes.asset(assets, text).map_or(NO_ASSET, |asset| asset as u32);
        nodes.of_endpoint = edges.endpoints().iter().map(resolve).collect();
        nodes
    }

    /// The last asset with this id.
    pub fn asset(&self, assets: &Assets, id: &str) -> Option<usize> {
        let same = |&asset: &u32| assets.id(asset as usize) == id;
        self.by_id.find(self.hasher.hash_one(id), same).map(|&asset| asset as usize)
    }

    /// The node of an endpoint.
    pub fn node(&self, endpoint: Symbol) -> Node {
        match self.of_endpoint[endpoint.index()] {
            NO_ASSET => Node::Placeholder(endpoint),
            asset => Node::Asset(asset),
        }
    }

    /// Number of distinct ids.
    pub fn n_ids(&self) -> usize {
        self.by_id.len()
    }
}
