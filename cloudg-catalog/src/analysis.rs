//! One module for each question. Pure functions of a dataset and a query: no JSON in, no clock, no
//! file; the same answer every time, in a defined order.

pub mod accounts;
pub mod asset_counts;
pub mod asset_detail;
pub mod asset_metadata;
pub mod asset_search;
pub mod asset_types;
pub mod coverage;
pub mod diff;
pub mod regions;
pub mod suppression;
pub mod tags;
pub mod topology;
