//! What a client may read: the rules, a book by its address, and a prompt to begin with.

use cloudg_runtime::{
    ContentBlock, PromptMessage, ResourceContents, State, TextBody, ToolContext, ToolError, prompt,
    resource,
};
use serde_json::json;

use crate::{
    shelf::{Library, Subject},
    tools::BookReply,
};

/// The address of a book.
pub(crate) fn address(isbn: &str) -> String {
    format!("library://books/{isbn}")
}

/// What members may do.
#[resource(
    "library://rules",
    title = "Rules",
    category = "desk",
    sensitivity = public,
    mime_type = "text/plain",
)]
fn rules(_ctx: &ToolContext) -> &'static str {
    "Members lend books for up to 28 days, and bring them back to the desk."
}

/// One book, and whether it can be lent.
#[resource(
    "library://books/{isbn}",
    title = "Book",
    category = "catalogue",
    sensitivity = public,
    complete(isbn = isbns),
)]
fn book(_ctx: &ToolContext, library: State<Library>, isbn: String) -> Result<BookReply, ToolError> {
    let book = library.book(&isbn);
    let book = book.ok_or_else(|| ToolError::not_found("No book has this ISBN."))?;
    Ok(BookReply::from(&book))
}

/// The ISBNs that start as written.
fn isbns(ctx: &ToolContext, partial: &str) -> Result<Vec<String>, ToolError> {
    let library = ctx.state::<Library>()?;
    let books = library.books(|book| book.isbn.starts_with(partial));
    Ok(books.into_iter().map(|book| book.isbn).collect())
}

/// Recommend a book that is on its shelf.
#[prompt(title = "Recommend a book", category = "catalogue", complete(subject = enum(Subject)))]
fn recommend(
    _ctx: &ToolContext,
    library: State<Library>,
    /// What the reader likes to read about.
    subject: String,
    /// How the reader feels today.
    mood: Option<String>,
) -> Vec<PromptMessage> {
    let mood = mood.map(|mood| format!(" The reader feels {mood}.")).unwrap_or_default();
    let task = format!(
        "Recommend one book about {subject} and say in two sentences why.{mood} \
         Take only what is available, and offer to lend it."
    );
    let books: Vec<BookReply> =
        library.books(|book| book.loan.is_none()).iter().map(BookReply::from).collect();
    let shelf = ResourceContents::text("library://books", TextBody::json(json!(books)));
    vec![
        PromptMessage::user(ContentBlock::text(task)),
        PromptMessage::user(ContentBlock::resource(shelf)),
    ]
}
