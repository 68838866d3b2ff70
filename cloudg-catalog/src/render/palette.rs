//! Colours of severities and states.

use anstyle::{AnsiColor, Style};
use comfy_table::Color;

/// What a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Critical,
    High,
    Medium,
    Low,
    Good,
    Quiet,
}

impl Tone {
    /// All of them.
    pub(super) const ALL: [Self; 6] =
        [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Good, Self::Quiet];

    /// The tone of a severity or a status of a control.
    pub(super) fn of(word: &str) -> Option<Self> {
        match word {
            "CRITICAL" => Some(Self::Critical),
            "HIGH" | "FAIL" => Some(Self::High),
            "MEDIUM" => Some(Self::Medium),
            "LOW" => Some(Self::Low),
            "PASS" => Some(Self::Good),
            "INFO" | "NOT_APPLICABLE" | "MANUAL" | "NOT_EVALUATED" => Some(Self::Quiet),
            _ => None,
        }
    }

    /// On a terminal.
    pub(super) fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Self::Critical => colour(AnsiColor::Red).bold(),
            Self::High => colour(AnsiColor::Red),
            Self::Medium => colour(AnsiColor::Yellow),
            Self::Low => colour(AnsiColor::Blue),
            Self::Good => colour(AnsiColor::Green),
            Self::Quiet => colour(AnsiColor::BrightBlack),
        }
    }

    /// In a cell of a table.
    pub(super) fn cell(self) -> Color {
        match self {
            Self::Critical => Color::Red,
            Self::High => Color::DarkRed,
            Self::Medium => Color::DarkYellow,
            Self::Low => Color::DarkBlue,
            Self::Good => Color::DarkGreen,
            Self::Quiet => Color::DarkGrey,
        }
    }

    /// Fill and outline in a picture.
    pub(super) fn fill(self) -> (&'static str, &'static str) {
        match self {
            Self::Critical => ("#f8d0d0", "#a00000"),
            Self::High => ("#fbe3cf", "#b85000"),
            Self::Medium => ("#fbf3c4", "#8a7000"),
            Self::Low => ("#dceafa", "#2a5a9a"),
            Self::Good => ("#dcf2dc", "#2a7a2a"),
            Self::Quiet => ("#eeeeee", "#666666"),
        }
    }

    /// Name in a stylesheet.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Good => "good",
            Self::Quiet => "quiet",
        }
    }

    /// Fill and outline in a picture on a dark ground.
    pub(super) const fn dark_fill(self) -> (&'static str, &'static str) {
        match self {
            Self::Critical => ("#5a1d1d", "#ff8080"),
            Self::High => ("#54300f", "#ffab66"),
            Self::Medium => ("#4a4110", "#e8d25a"),
            Self::Low => ("#1d3550", "#86b8f5"),
            Self::Good => ("#1d421d", "#86d686"),
            Self::Quiet => ("#3a3a3a", "#aaaaaa"),
        }
    }
}
