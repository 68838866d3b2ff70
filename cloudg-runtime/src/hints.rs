//! What a primitive may touch, how sensitive its answer is, and the hints that follow.

/// How sensitive the data of a primitive is, least first.
///
/// ```
/// use cloudg_runtime::Sensitivity;
///
/// assert!(Sensitivity::Public < Sensitivity::Restricted);
/// assert_eq!(Sensitivity::Internal.as_str(), "internal");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sensitivity {
    /// Vocabulary; nothing of a tenant.
    Public,
    /// Counts and summaries.
    Internal,
    /// Identifiers, topology, findings.
    Confidential,
    /// Raw metadata and anything that may hold a secret.
    Restricted,
}

impl Sensitivity {
    /// The name on the wire, lower-case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Internal => "internal",
            Self::Confidential => "confidential",
            Self::Restricted => "restricted",
        }
    }
}

/// One side effect that a primitive needs.
///
/// ```
/// use cloudg_runtime::{Capabilities, Capability};
///
/// assert!(Capabilities::of(&[Capability::ReadFs]).has(Capability::ReadFs));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Capability {
    /// Reads the state of the application.
    ReadState = 1 << 0,
    /// Changes the state in memory.
    WriteState = 1 << 1,
    /// Reads files.
    ReadFs = 1 << 2,
    /// Writes files.
    WriteFs = 1 << 3,
    /// Calls the interfaces of a cloud provider.
    CloudAccess = 1 << 4,
    /// Starts processes.
    Exec = 1 << 5,
    /// Reverses pseudonyms.
    Reveal = 1 << 6,
}

impl Capability {
    /// Every capability, sorted by name.
    pub const ALL: [Self; 7] = [
        Self::CloudAccess,
        Self::Exec,
        Self::ReadFs,
        Self::ReadState,
        Self::Reveal,
        Self::WriteFs,
        Self::WriteState,
    ];

    /// The name in declarations.
    ///
    /// ```
    /// use cloudg_runtime::Capability;
    ///
    /// assert!(Capability::ALL.map(Capability::as_str).is_sorted());
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadState => "read_state",
            Self::WriteState => "write_state",
            Self::ReadFs => "read_fs",
            Self::WriteFs => "write_fs",
            Self::CloudAccess => "cloud_access",
            Self::Exec => "exec",
            Self::Reveal => "reveal",
        }
    }
}

/// A set of [`Capability`], usable in constants.
///
/// ```
/// use cloudg_runtime::{Capabilities, Capability};
///
/// const BOTH: Capabilities = Capabilities::of(&[Capability::ReadState, Capability::WriteState]);
/// assert!(BOTH.has(Capability::WriteState) && !BOTH.has(Capability::Exec));
/// assert!(!Capabilities::NONE.has(Capability::ReadState));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Capabilities(u8);

impl Capabilities {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set of the given capabilities.
    pub const fn of(members: &[Capability]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < members.len() {
            bits |= members[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// The names of the members, sorted.
    ///
    /// ```
    /// use cloudg_runtime::{Capabilities, Capability};
    ///
    /// let both = Capabilities::of(&[Capability::WriteFs, Capability::ReadFs]);
    /// assert_eq!(both.names().collect::<Vec<_>>(), ["read_fs", "write_fs"]);
    /// ```
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Capability::ALL.into_iter().filter(move |member| self.has(*member)).map(Capability::as_str)
    }

    /// Whether `member` is in the set.
    pub const fn has(self, member: Capability) -> bool {
        self.0 & member as u8 != 0
    }
}

/// Behaviour hints as a client sees them; `None` is left out on the wire.
///
/// ```
/// use cloudg_runtime::{Capabilities, Capability, Hints};
///
/// let hints = Hints::default().derive(Capabilities::of(&[Capability::ReadState]));
/// assert_eq!((hints.read_only, hints.idempotent), (Some(true), Some(true)));
/// let explicit = Hints { destructive: Some(true), ..Hints::default() };
/// let hints = explicit.derive(Capabilities::of(&[Capability::WriteFs]));
/// assert_eq!((hints.read_only, hints.destructive), (Some(false), Some(true)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    /// The tool changes nothing.
    pub read_only: Option<bool>,
    /// The tool may destroy something.
    pub destructive: Option<bool>,
    /// Calling twice is calling once.
    pub idempotent: Option<bool>,
    /// The tool reaches outside the loaded data.
    pub open_world: Option<bool>,
}

impl Hints {
    /// Fills every hint that is unset from the capabilities; a set one wins.
    pub const fn derive(self, capabilities: Capabilities) -> Self {
        let writes = capabilities.has(Capability::WriteState)
            || capabilities.has(Capability::WriteFs)
            || capabilities.has(Capability::Exec);
        let outside =
            capabilities.has(Capability::CloudAccess) || capabilities.has(Capability::Exec);
        let read_only = match self.read_only {
            Some(explicit) => explicit,
            None => !writes,
        };
        let idempotent = match self.idempotent {
            Some(explicit) => Some(explicit),
            None if read_only && !outside => Some(true),
            None => None,
        };
        Self {
            read_only: Some(read_only),
            destructive: match self.destructive {
                Some(explicit) => Some(explicit),
                None => Some(false),
            },
            idempotent,
            open_world: match self.open_world {
                Some(explicit) => Some(explicit),
                None => Some(outside),
            },
        }
    }
}
