//! Prepared conversations: each states a task with the calls it takes, and brings the data to begin
//! with.

mod briefing;
mod contexts;
mod handlers;
mod tasks;
