//! How assets are related: paths, exposure, dependencies, shape.

mod args;
mod dependency_replies;
mod edge_replies;
mod replies;
mod shape_replies;
mod tools;
