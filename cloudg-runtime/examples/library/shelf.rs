//! The library: books by ISBN, and who has them.

use std::{
    collections::BTreeMap,
    sync::{RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use cloudg_runtime::Labelled;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a book is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Labelled)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Subject {
    Cooking,
    History,
    Mathematics,
    Travel,
}

/// A book of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Book {
    pub(crate) isbn: String,
    pub(crate) title: String,
    pub(crate) subject: Subject,
    pub(crate) loan: Option<Loan>,
}

/// A book that is out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Loan {
    pub(crate) member: String,
    pub(crate) days: u32,
}

/// Why a book was not lent or taken back.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DeskError {
    /// No book has the ISBN.
    Unknown,
    /// Somebody has it, for this number of days.
    Lent { days: u32 },
    /// It stands on its shelf.
    NotLent,
}

/// All books. Ordered, so that every list of them is the same each time.
pub(crate) struct Library {
    books: RwLock<BTreeMap<String, Book>>,
}

impl Library {
    /// A library that has just opened.
    pub(crate) fn with_first_books() -> Self {
        let books = [
            ("978-0-00-000001-7", "Soups for every season", Subject::Cooking),
            ("978-0-00-000002-4", "Bread at home", Subject::Cooking),
            ("978-0-00-000003-1", "Rivers that moved borders", Subject::History),
            ("978-0-00-000004-8", "Counting without numbers", Subject::Mathematics),
            ("978-0-00-000005-5", "By night train", Subject::Travel),
        ];
        let book = |(isbn, title, subject): (&str, &str, _)| {
            let (isbn, title) = (isbn.to_owned(), title.to_owned());
            (isbn.clone(), Book { isbn, title, subject, loan: None })
        };
        Self { books: RwLock::new(books.into_iter().map(book).collect()) }
    }

    /// The books that `wanted` picks, by ISBN.
    pub(crate) fn books(&self, wanted: impl Fn(&Book) -> bool) -> Vec<Book> {
        self.read().values().filter(|book| wanted(book)).cloned().collect()
    }

    /// The book with this ISBN.
    pub(crate) fn book(&self, isbn: &str) -> Option<Book> {
        self.read().get(isbn).cloned()
    }

    /// Lends a book, and gives it as it is then.
    pub(crate) fn lend(&self, isbn: &str, loan: Loan) -> Result<Book, DeskError> {
        let mut books = self.write();
        let book = books.get_mut(isbn).ok_or(DeskError::Unknown)?;
        if let Some(Loan { days, .. }) = book.loan {
            return Err(DeskError::Lent { days });
        }
        book.loan = Some(loan);
        Ok(book.clone())
    }

    /// Takes a book back, and gives it as it is then.
    pub(crate) fn take_back(&self, isbn: &str) -> Result<Book, DeskError> {
        let mut books = self.write();
        let book = books.get_mut(isbn).ok_or(DeskError::Unknown)?;
        book.loan.take().ok_or(DeskError::NotLent)?;
        Ok(book.clone())
    }

    /// Each change is one step, so a panic elsewhere left the books as they should be.
    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<String, Book>> {
        self.books.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<String, Book>> {
        self.books.write().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
