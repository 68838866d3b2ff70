//! What a client may do: find books, lend them, take them back, count them.

use std::time::Duration;

use cloudg_runtime::{
    Args, Change, Labelled, LogLevel, ResourceLink, State, ToolContext, ToolError, open_object,
    tool,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::{
    shelf::{Book, DeskError, Library, Loan, Subject},
    texts::address,
};

/// Which part of a list is wanted. Any tool with a list flattens it with `#[args]`.
#[derive(Args)]
struct Page {
    /// Most books to list.
    #[arg(default = 10, range = 1..=50)]
    limit: usize,
    /// How many books to skip; `next_offset` of the page before.
    #[arg(default = 0)]
    offset: usize,
}

/// One book as clients see it. Labels say what a text tells about people, so that a policy can
/// hide who has a book and leave the book.
#[derive(Debug, PartialEq, Serialize, JsonSchema, Labelled)]
pub(crate) struct BookReply {
    /// Names the book in every other tool.
    #[label(public)]
    isbn: String,
    #[label(public)]
    title: String,
    subject: Subject,
    /// Whether it can be lent now.
    available: bool,
    /// Days that it is out for, when it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<u32>,
    /// Who has it, when it is out.
    #[label(identifier)]
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<String>,
}

impl From<&Book> for BookReply {
    fn from(book: &Book) -> Self {
        Self {
            isbn: book.isbn.clone(),
            title: book.title.clone(),
            subject: book.subject,
            available: book.loan.is_none(),
            days: book.loan.as_ref().map(|loan| loan.days),
            member: book.loan.as_ref().map(|loan| loan.member.clone()),
        }
    }
}

#[derive(Serialize, JsonSchema, Labelled)]
struct FindBooksReply {
    /// Books that fit, this page and all others.
    total: usize,
    books: Vec<BookReply>,
    /// Where the next page starts; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

/// Find books by words of their title and by subject. Start here: every other tool takes the ISBN
/// that this one gives. Without arguments all books are listed.
#[tool(title = "Find books", category = "catalogue", sensitivity = public, output = FindBooksReply)]
fn find_books(
    _ctx: &ToolContext,
    library: State<Library>,
    /// Text that the title contains, in any letter case.
    #[arg(length = 1..=80)]
    query: Option<String>,
    /// Only books about this.
    subject: Option<Subject>,
    #[args] page: Page,
) -> FindBooksReply {
    let query = query.unwrap_or_default().to_lowercase();
    let found = library.books(|book| {
        subject.is_none_or(|subject| book.subject == subject)
            && book.title.to_lowercase().contains(&query)
    });
    let end = page.offset.saturating_add(page.limit);
    FindBooksReply {
        total: found.len(),
        books: found.iter().skip(page.offset).take(page.limit).map(BookReply::from).collect(),
        next_offset: (end < found.len()).then_some(end),
    }
}

/// Lend a book to a member. Fails, and says for how long, when somebody else has it; look for
/// another one with find_books then.
#[tool(
    title = "Lend a book",
    category = "desk",
    sensitivity = internal,
    capabilities = [read_state, write_state],
    output = BookReply,
)]
fn lend_book(
    ctx: &ToolContext,
    library: State<Library>,
    /// The book, from find_books.
    #[arg(pattern = "^[0-9-]{10,17}$")]
    isbn: String,
    /// Number on the member's card.
    #[arg(pattern = "^M[0-9]{4}$")]
    member: String,
    /// How long, in days.
    #[arg(default = 14, range = 1..=28)]
    days: u32,
) -> Result<BookReply, ToolError> {
    let lent = library.lend(&isbn, Loan { member, days });
    let book = lent.map_err(|error| refusal(&error, &isbn))?;
    tell_change(ctx, &book);
    Ok(BookReply::from(&book))
}

/// Take back a book that was lent.
#[tool(
    title = "Return a book",
    category = "desk",
    sensitivity = internal,
    capabilities = [read_state, write_state],
    output = BookReply,
)]
fn return_book(
    ctx: &ToolContext,
    library: State<Library>,
    /// The book, from find_books.
    #[arg(pattern = "^[0-9-]{10,17}$")]
    isbn: String,
) -> Result<BookReply, ToolError> {
    let book = library.take_back(&isbn).map_err(|error| refusal(&error, &isbn))?;
    tell_change(ctx, &book);
    Ok(BookReply::from(&book))
}

/// Who subscribed to the book is told, and the answer links to it.
fn tell_change(ctx: &ToolContext, book: &Book) {
    let uri = address(&book.isbn);
    ctx.changes().notify(&Change::Resource { uri: uri.clone() });
    ctx.link(ResourceLink::new(uri, "book").with_title(&book.title));
}

/// The message says what to do next; what the caller wrote goes into the detail only.
fn refusal(error: &DeskError, isbn: &str) -> ToolError {
    match error {
        DeskError::Unknown => {
            ToolError::not_found("No book has this ISBN. Find one with find_books.")
                .with_data(json!({"isbn": isbn}))
        }
        DeskError::Lent { days } => ToolError::invalid("Somebody has this book.")
            .with_data(json!({"isbn": isbn, "lent_for_days": days})),
        DeskError::NotLent => {
            ToolError::invalid("This book is not lent.").with_data(json!({"isbn": isbn}))
        }
    }
}

/// What was counted. Every key may be absent, so that a client does not insist on one.
#[derive(Serialize, JsonSchema, Labelled)]
#[schemars(transform = open_object)]
struct TakeStockReply {
    on_shelves: usize,
    lent: usize,
    /// Whether the count ended early, because nobody waits for it any more.
    partial: bool,
}

/// Walk along all shelves and count the books. Takes a while and reports its progress.
#[tool(title = "Take stock", category = "desk", sensitivity = internal, timeout = "1m", output = TakeStockReply)]
async fn take_stock(
    ctx: &ToolContext,
    library: State<Library>,
    /// Pause before each book, in milliseconds.
    #[arg(default = 5, range = 0..=1000)]
    pause: u32,
) -> TakeStockReply {
    let books = library.books(|_| true);
    let mut reply = TakeStockReply { on_shelves: 0, lent: 0, partial: false };
    for (at, book) in books.iter().enumerate() {
        tokio::select! {
            () = ctx.cancelled() => {
                reply.partial = true;
                return reply;
            }
            () = tokio::time::sleep(Duration::from_millis(pause.into())) => {}
        }
        match book.loan {
            None => reply.on_shelves += 1,
            Some(_) => reply.lent += 1,
        }
        report(ctx, at + 1, books.len());
    }
    ctx.log(LogLevel::Info, json!({"counted": books.len()}));
    reply
}

#[expect(clippy::cast_precision_loss, reason = "a library has few books")]
fn report(ctx: &ToolContext, done: usize, all: usize) {
    ctx.report_progress(done as f64, Some(all as f64), Some("counting"));
}
