//! The author's guide: from nothing to a server, then everything in detail.
//!
//! | page | for |
//! |---|---|
//! | [`tutorial`] | a served tool of your own in ten minutes |
//! | [`cookbook`] | how to do one thing: pages, progress, state, tests, … |
//! | [`reference`](mod@reference) | every option of every attribute, and every limit |
//! | [`order`] | what happens to a request, in which order |
//!
//! Two whole servers are in the `examples` directory of this crate: `library`, which does a bit of
//! everything, and `conformance`, which the official suite of the protocol asks.

pub mod tutorial {
    #![doc = include_str!("docs/tutorial.md")]
}

pub mod cookbook {
    #![doc = include_str!("docs/cookbook.md")]
}

pub mod reference {
    #![doc = include_str!("docs/reference.md")]
}

pub mod order {
    #![doc = include_str!("docs/order.md")]
}
