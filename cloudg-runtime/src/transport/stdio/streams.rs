//! The standard streams of the process, kept for the protocol alone.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

/// Where the protocol is read from.
pub(super) type Input = Box<dyn AsyncRead + Send + Unpin>;
/// Where the protocol is written to.
pub(super) type Output = Box<dyn AsyncWrite + Send + Unpin>;

pub(super) use platform::take;

#[cfg(unix)]
mod platform {
    use std::{
        fs::File,
        os::{
            fd::{AsFd, OwnedFd},
            unix::fs::FileTypeExt,
        },
        path::Path,
    };

    use super::{Input, Output, io};

    /// Puts standard output back where it was.
    pub(in super::super) struct Restore {
        real: OwnedFd,
    }

    impl Drop for Restore {
        fn drop(&mut self) {
            if let Err(error) = rustix::stdio::dup2_stdout(&self.real) {
                tracing::warn!(%error, "standard output could not be restored");
            }
        }
    }

    /// The streams of the protocol. Until the guard is dropped, whatever a handler or a library
    /// writes to standard output goes to standard error.
    pub(in super::super) fn take() -> io::Result<(Input, Output, Restore)> {
        let real = io::stdout().as_fd().try_clone_to_owned()?;
        let (input, output): (Input, Output) = if can_reopen(&real)? {
            // These are opened anew and so do not follow the redirection below.
            let (input, output) = rmcp::transport::stdio_pipes();
            (Box::new(input), Box::new(output))
        } else {
            let output = tokio::fs::File::from_std(File::from(real.try_clone()?));
            (Box::new(tokio::io::stdin()), Box::new(output))
        };
        rustix::stdio::dup2_stdout(io::stderr())?;
        Ok((input, output, Restore { real }))
    }

    /// Whether both streams are pipes that can be opened a second time, without blocking.
    fn can_reopen(stdout: &OwnedFd) -> io::Result<bool> {
        let is_fifo =
            |fd: OwnedFd| Ok::<_, io::Error>(File::from(fd).metadata()?.file_type().is_fifo());
        let reachable = |fd: &str| cfg!(target_os = "linux") && Path::new(fd).exists();
        Ok(is_fifo(io::stdin().as_fd().try_clone_to_owned()?)?
            && is_fifo(stdout.try_clone()?)?
            && reachable("/proc/self/fd/0")
            && reachable("/proc/self/fd/1"))
    }
}

#[cfg(not(unix))]
mod platform {
    use super::{Input, Output, io};

    /// Nothing is redirected here.
    pub(in super::super) struct Restore;

    /// The streams of the protocol.
    pub(in super::super) fn take() -> io::Result<(Input, Output, Restore)> {
        let (input, output) = rmcp::transport::stdio_pipes();
        Ok((Box::new(input), Box::new(output), Restore))
    }
}
