//! The dataset as triples: statistics, neighbourhoods, relations, text chunks, queries, files.

mod args;
mod replies;
mod tools;
