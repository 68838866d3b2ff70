//! Which files may be read and where output goes.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use crate::load::Guard;

/// Most links followed while a path is resolved.
const MAX_LINKS: usize = 40;

/// Why a path is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// The path leads outside every root.
    #[error(
        "Path {} is outside the allowed roots: {roots}. The operator sets them in \
         CLOUDG_MCP_ALLOWED_ROOTS",
        path.display()
    )]
    Outside {
        /// As the caller wrote it.
        path: PathBuf,
        /// The roots, comma and space between.
        roots: String,
    },
    /// Nothing is there.
    #[error("Path {} does not exist. Check the spelling, or list the directory", .0.display())]
    Missing(PathBuf),
    /// The path cannot be resolved at all.
    #[error("Path cannot be resolved: {0}")]
    Unresolvable(&'static str),
}

/// The directories that file tools may read, and the one they write to.
#[derive(Debug, Clone)]
pub struct Roots {
    roots: Vec<PathBuf>,
    output: PathBuf,
}

/// Why there is no usable root.
#[derive(Debug, thiserror::Error)]
pub enum RootsError {
    /// A root cannot be resolved.
    #[error("allowed root `{}`: {reason}", path.display())]
    Unresolvable {
        /// The root as given.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Nothing is left to read from.
    #[error("no directory may be read: set CLOUDG_MCP_ALLOWED_ROOTS to at least one")]
    Empty,
}

impl Roots {
    /// The given roots, or without any the working directory and the output directory; the file
    /// system root and the home directory are never taken unasked.
    pub fn new(given: Option<&[PathBuf]>, output: &Path) -> Result<Self, RootsError> {
        let resolve = |path: &Path| {
            resolve_user(path).map_err(|error| RootsError::Unresolvable {
                path: path.to_owned(),
                reason: error.to_string(),
            })
        };
        let output = resolve(output)?;
        let mut roots: Vec<PathBuf> = Vec::new();
        match given {
            Some(given) => {
                for root in given {
                    roots.push(resolve(root)?);
                }
            }
            None => {
                let working = resolve(Path::new("."))?;
                let home = std::env::home_dir();
                let usual = [working, output.clone()].into_iter();
                roots.extend(usual.filter(|root| {
                    root.parent().is_some() && home.as_deref() != Some(root.as_path())
                }));
            }
        }
        let mut seen = std::collections::HashSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        if roots.is_empty() {
            return Err(RootsError::Empty);
        }
        let mut all = Self { roots, output };
        if !all.admits(&all.output) {
            all.roots.push(all.output.clone());
        }
        Ok(all)
    }

    /// Absolute directories, in configured order.
    pub fn all(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Where files are written.
    pub fn output(&self) -> &Path {
        &self.output
    }

    /// The absolute path, without links, of something that may be read and exists. A relative path
    /// starts at the first root.
    pub fn readable(&self, path: &str) -> Result<PathBuf, PathError> {
        let asked = Path::new(path);
        let first = self.roots.first().map_or(Path::new("."), PathBuf::as_path);
        let resolved = resolve(&first.join(expand_user(asked)?))?;
        if !self.admits(&resolved) {
            let roots: Vec<_> = self.roots.iter().map(|root| root.display().to_string()).collect();
            return Err(PathError::Outside { path: asked.to_owned(), roots: roots.join(", ") });
        }
        match resolved.exists() {
            true => Ok(resolved),
            false => Err(PathError::Missing(asked.to_owned())),
        }
    }
}

impl Guard for Roots {
    fn admits(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root))
    }

    fn display(&self, path: &Path) -> String {
        let inside = self.roots.iter().find_map(|root| path.strip_prefix(root).ok());
        inside.unwrap_or(path).display().to_string()
    }
}

/// Makes an operator's path absolute, without links; `~` is the home directory.
pub fn resolve_user(path: &Path) -> Result<PathBuf, PathError> {
    resolve(&absolute_user(path)?)
}

/// The absolute form of such a path, links and all.
///
/// # Errors
/// As [`resolve_user`].
pub(crate) fn absolute_user(path: &Path) -> Result<PathBuf, PathError> {
    std::path::absolute(expand_user(path)?)
        .map_err(|_| PathError::Unresolvable("there is no working directory"))
}

fn expand_user(path: &Path) -> Result<PathBuf, PathError> {
    let mut components = path.components();
    let Some(Component::Normal(first)) = components.next() else { return Ok(path.to_owned()) };
    match first.to_str() {
        Some("~") => {
            let home = std::env::home_dir()
                .ok_or(PathError::Unresolvable("the home directory is not known"))?;
            Ok(home.join(components.as_path()))
        }
        Some(name) if name.starts_with('~') => {
            Err(PathError::Unresolvable("the home directory of another user is not looked up"))
        }
        _ => Ok(path.to_owned()),
    }
}

/// Resolves `.`, `..` and links; what does not exist is kept as written.
fn resolve(path: &Path) -> Result<PathBuf, PathError> {
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(PathError::Unresolvable("it contains a NUL character"));
    }
    let mut pending = owned_components(path);
    let mut resolved = PathBuf::new();
    let mut links = 0;
    while let Some(component) = pending.pop() {
        match component.components().next() {
            Some(Component::ParentDir) => {
                resolved.pop();
            }
            Some(Component::Normal(name)) => {
                let next = resolved.join(name);
                match fs::read_link(&next) {
                    Ok(target) => {
                        links += 1;
                        if links > MAX_LINKS {
                            return Err(PathError::Unresolvable("it has too many links"));
                        }
                        if target.is_absolute() {
                            resolved = PathBuf::new();
                        }
                        pending.extend(owned_components(&target));
                    }
                    Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
                        return Err(PathError::Unresolvable("a part of it is too long"));
                    }
                    Err(_) => resolved = next,
                }
            }
            Some(Component::CurDir) | None => {}
            Some(Component::RootDir | Component::Prefix(_)) => resolved.push(component),
        }
    }
    Ok(resolved)
}

/// The components of a path, last first.
fn owned_components(path: &Path) -> Vec<PathBuf> {
    let mut components: Vec<_> =
        path.components().map(|component| PathBuf::from(component.as_os_str())).collect();
    components.reverse();
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots() -> (tempfile::TempDir, Roots) {
        let directory = tempfile::tempdir().expect("temporary directory");
        let inside = directory.path().join("in");
        fs::create_dir_all(inside.join("deep")).expect("directory");
        fs::write(directory.path().join("secret"), "x").expect("file");
        fs::write(inside.join("file"), "x").expect("file");
        let roots = Roots::new(Some(std::slice::from_ref(&inside)), &inside.join("reports"))
            .expect("roots");
        (directory, roots)
    }

    #[test]
    fn dots_and_links_do_not_escape() {
        let (directory, roots) = roots();
        let inside = directory.path().join("in");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret", inside.join("link")).expect("link");
            std::os::unix::fs::symlink("loop", inside.join("loop")).expect("link");
            assert!(matches!(roots.readable("link"), Err(PathError::Outside { .. })));
            assert!(matches!(roots.readable("loop"), Err(PathError::Unresolvable(_))));
        }
        for path in ["../secret", "deep/../../secret", "/etc", "nothing/../../secret"] {
            assert!(matches!(roots.readable(path), Err(PathError::Outside { .. })), "{path}");
        }
        for path in ["file", "./deep/../file", "nothing/../file"] {
            assert_eq!(roots.readable(path), Ok(roots.all()[0].join("file")), "{path}");
        }
        assert!(matches!(roots.readable("nothing"), Err(PathError::Missing(_))));
        assert!(matches!(roots.readable("a\0b"), Err(PathError::Unresolvable(_))));
        assert!(matches!(roots.readable("~nobody/x"), Err(PathError::Unresolvable(_))));
    }

    #[test]
    fn a_sibling_with_the_same_prefix_is_outside() {
        let (directory, roots) = roots();
        fs::create_dir(directory.path().join("in2")).expect("directory");
        let path = directory.path().join("in2").display().to_string();
        assert!(matches!(roots.readable(&path), Err(PathError::Outside { .. })));
    }
}
