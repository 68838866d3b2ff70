//! Files below the output directory: never outside it, and never half written.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::Builder;

use super::roots::{PathError, Roots, resolve_user};

/// Why a file was not written. Nothing of it is left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The path leads out of the output directory, by its parts or by a link.
    #[error(
        "Path {} is outside the output directory {}: files are written nowhere else",
        path.display(),
        root.display()
    )]
    Outside {
        /// As the caller wrote it.
        path: PathBuf,
        /// The output directory.
        root: PathBuf,
    },
    /// The path cannot be resolved at all.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The system did not let it be written.
    #[error("The file cannot be written: {}", .0.kind())]
    Io(#[from] io::Error),
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Absolute path, without links.
    pub path: PathBuf,
    /// Size in bytes.
    pub bytes: u64,
}

impl Roots {
    /// The absolute path of a file or directory to write. A relative path starts at the output
    /// directory; an absolute one must lead into it. Links are followed, and what they lead to
    /// counts. Nothing needs to exist.
    pub fn writable(&self, path: &Path) -> Result<PathBuf, OutputError> {
        let root = self.output();
        // Both are resolved now: a part of either may have become a link since the start.
        let resolved = resolve_user(&root.join(path))?;
        match resolved.starts_with(resolve_user(root)?) && resolved.starts_with(root) {
            true => Ok(resolved),
            false => Err(OutputError::Outside { path: path.to_owned(), root: root.to_owned() }),
        }
    }

    /// Writes a file below the output directory, creating directories and replacing what is there.
    /// `fill` writes the content piece by piece; readers see all of it or what was there before,
    /// also when the program is killed meanwhile.
    pub fn write_output<E: From<OutputError>>(
        &self,
        path: &Path,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Written, E> {
        self.write_with_mode(path, 0o666, fill)
    }

    /// [`Self::write_output`] for a script, which everybody may execute where files have modes.
    pub fn write_program<E: From<OutputError>>(
        &self,
        path: &Path,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Written, E> {
        self.write_with_mode(path, 0o777, fill)
    }

    fn write_with_mode<E: From<OutputError>>(
        &self,
        path: &Path,
        mode: u32,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Written, E> {
        let target = self.writable(path)?;
        let directory = target.parent().unwrap_or(self.output());
        fs::create_dir_all(directory).map_err(OutputError::from)?;
        let mut builder = Builder::new();
        builder.prefix(".").suffix(".part");
        set_mode(&mut builder, mode);
        let file = builder.tempfile_in(directory).map_err(OutputError::from)?;
        let mut counted = Counted { inner: BufWriter::new(file.as_file()), bytes: 0 };
        fill(&mut counted)?;
        counted.flush().map_err(OutputError::from)?;
        let bytes = counted.bytes;
        drop(counted);
        file.persist(&target).map_err(|failed| OutputError::Io(failed.error))?;
        Ok(Written { path: target, bytes })
    }
}

/// A temporary file is private, the finished one is as any file that the program creates: the mode
/// without the bits that the user masks.
#[cfg(unix)]
fn set_mode(builder: &mut Builder<'_, '_>, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn set_mode(_builder: &mut Builder<'_, '_>, _mode: u32) {}

/// Counts what goes through.
struct Counted<'a> {
    inner: BufWriter<&'a File>,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.inner.write(bytes)?;
        self.bytes += n_written as u64;
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots() -> (tempfile::TempDir, Roots) {
        let directory = tempfile::tempdir().expect("temporary directory");
        let output = directory.path().join("reports");
        let roots = Roots::new(Some(&[directory.path().join("in")]), &output).expect("roots");
        (directory, roots)
    }

    fn write(roots: &Roots, path: &str, text: &str) -> Result<Written, OutputError> {
        roots.write_output(Path::new(path), |file| {
            file.write_all(text.as_bytes()).map_err(OutputError::from)
        })
    }

    #[test]
    fn files_are_written_below_the_output_directory_only() {
        let (directory, roots) = roots();
        let written = write(&roots, "deep/../a/b.txt", "four").expect("written");
        assert_eq!(written, Written { path: roots.output().join("a/b.txt"), bytes: 4 });
        assert_eq!(fs::read_to_string(&written.path).expect("file"), "four");
        let inside = roots.output().join("c.txt").display().to_string();
        assert_eq!(write(&roots, &inside, "").expect("written").bytes, 0);
        let sibling = directory.path().join("reports2/x").display().to_string();
        for path in ["../x", "a/../../x", "/etc/x", &sibling] {
            let refused = write(&roots, path, "");
            assert!(matches!(refused, Err(OutputError::Outside { .. })), "{path}");
        }
        assert!(matches!(write(&roots, "a\0b", ""), Err(OutputError::Path(_))));
        assert!(matches!(write(&roots, "a", ""), Err(OutputError::Io(_))), "a directory");
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        let (directory, roots) = roots();
        write(&roots, "inside", "").expect("written");
        let link = |target: &str, name: &str| {
            std::os::unix::fs::symlink(target, roots.output().join(name)).expect("link");
        };
        link("..", "up");
        link("../secret", "file");
        link("inside", "near");
        for path in ["up/x", "file"] {
            assert!(matches!(write(&roots, path, "x"), Err(OutputError::Outside { .. })), "{path}");
        }
        assert!(!directory.path().join("secret").exists());
        assert_eq!(
            write(&roots, "near", "x").expect("written").path,
            roots.output().join("inside")
        );
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_no_other() {
        let (_directory, roots) = roots();
        write(&roots, "a", "old").expect("written");
        let failed = roots.write_output(Path::new("a"), |file| {
            file.write_all(b"ne")?;
            Err(OutputError::Io(io::ErrorKind::StorageFull.into()))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(roots.output().join("a")).expect("file"), "old");
        assert_eq!(fs::read_dir(roots.output()).expect("directory").count(), 1);
    }
}
