//! Terraform configurations and report files.

mod args;
mod replies;
mod tools;
