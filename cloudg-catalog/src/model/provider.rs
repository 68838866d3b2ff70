//! Cloud providers.

use std::fmt;

/// Whose cloud an asset lives in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Provider {
    /// Amazon Web Services.
    Aws,
    /// Microsoft Azure.
    Azure,
    /// Google Cloud.
    Gcp,
}

impl Provider {
    /// Every provider, in listing order.
    pub const ALL: [Self; 3] = [Self::Aws, Self::Azure, Self::Gcp];

    /// The names of [`Self::ALL`].
    pub const NAMES: [&'static str; 3] = ["AWS", "AZURE", "GCP"];

    /// The name in files and on the wire.
    pub const fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The lower-case name, as lists of providers have it.
    pub const fn lower(self) -> &'static str {
        match self {
            Self::Aws => "aws",
            Self::Azure => "azure",
            Self::Gcp => "gcp",
        }
    }

    /// The provider with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name)
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
