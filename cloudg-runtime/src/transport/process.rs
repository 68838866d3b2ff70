//! A whole server as one function: what the `main` of a small server calls.

use std::{
    env,
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
};

use super::{HttpOptions, ServeError, ServeOptions, serve_http, serve_stdio};
use crate::Layer;

const USAGE: &str = "\
Usage: server [--http [[HOST:]PORT]]

Serves the Model Context Protocol on standard input and output.

  --http [[HOST:]PORT]   serve over HTTP on a loopback address, by default 127.0.0.1:8765
  --help                 print this";

/// How a process serves.
///
/// ```
/// use cloudg_runtime::transport::{HttpOptions, Mode, ServeOptions};
///
/// assert_eq!(Mode::default(), Mode::Stdio(ServeOptions::default()));
/// assert_eq!(Mode::parse(["--http"]), Ok(Mode::Http(HttpOptions::default())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    /// One client on standard input and output.
    Stdio(ServeOptions),
    /// Many clients over HTTP.
    Http(HttpOptions),
}

impl Default for Mode {
    fn default() -> Self {
        Self::Stdio(ServeOptions::default())
    }
}

/// Why a command line does not tell how to serve.
///
/// ```
/// use cloudg_runtime::transport::{Mode, ModeError};
///
/// let address = "somewhere".to_owned();
/// assert_eq!(Mode::parse(["--http", "somewhere"]), Err(ModeError::Address { address }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModeError {
    /// An argument that is not known.
    #[error("unexpected argument `{argument}`")]
    Unexpected {
        /// The argument.
        argument: String,
    },
    /// What follows `--http` is no port, and no host with one.
    #[error("`{address}` is not a port, and not a host with a port")]
    Address {
        /// The text.
        address: String,
    },
}

impl Mode {
    /// How the arguments of a program, its name left out, say to serve: nothing is stdio, `--http`
    /// is HTTP at the default address, `--http [HOST:]PORT` is HTTP there.
    ///
    /// # Errors
    ///
    /// Any other argument, or an address without a port.
    ///
    /// ```
    /// use cloudg_runtime::transport::Mode;
    ///
    /// assert_eq!(Mode::parse([]), Ok(Mode::default()));
    /// let Ok(Mode::Http(options)) = Mode::parse(["--http", "[::1]:9000"]) else { panic!() };
    /// assert_eq!((options.host.as_str(), options.port), ("[::1]", 9000));
    /// assert!(Mode::parse(["--https"]).is_err());
    /// ```
    pub fn parse<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<Self, ModeError> {
        let mut arguments = arguments.into_iter();
        let mode = match arguments.next() {
            None => return Ok(Self::default()),
            Some("--http") => Self::Http(http(arguments.next())?),
            Some(other) => return Err(ModeError::Unexpected { argument: other.to_owned() }),
        };
        match arguments.next() {
            None => Ok(mode),
            Some(other) => Err(ModeError::Unexpected { argument: other.to_owned() }),
        }
    }
}

fn http(address: Option<&str>) -> Result<HttpOptions, ModeError> {
    let mut options = HttpOptions::default();
    let Some(address) = address else { return Ok(options) };
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) => (Some(host), port),
        None => (None, address),
    };
    let wrong = || ModeError::Address { address: address.to_owned() };
    options.port = port.parse().map_err(|_| wrong())?;
    if let Some(host) = host {
        options.host = Some(host).filter(|host| !host.is_empty()).ok_or_else(wrong)?.to_owned();
    }
    Ok(options)
}

/// Serves until the client is gone or a signal comes, on a runtime of its own. The address of an
/// HTTP server is told on stderr.
///
/// # Errors
///
/// As [`serve_stdio`] and [`serve_http`]; the runtime could not be started.
///
/// # Panics
///
/// Inside another runtime.
///
/// ```no_run
/// use cloudg_runtime::{Layer, Registry, transport::{Mode, serve_blocking}};
///
/// let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
/// serve_blocking(layer, Mode::default()).expect("the session ends well");
/// ```
pub fn serve_blocking(layer: Layer, mode: Mode) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = match mode {
        Mode::Stdio(options) => runtime.block_on(serve_stdio(layer, options)),
        Mode::Http(options) => runtime.block_on(serve_http(layer, options, tell)),
    };
    // A read of standard input that waits for a terminal must not keep the process.
    runtime.shutdown_background();
    served
}

/// The whole `main` of a server: reads the command line as [`Mode::parse`] does, builds the layer,
/// serves it, and gives the exit code. That is 0 at the end, 1 after a failure, 2 for a wrong
/// command line; failures are told on stderr.
///
/// ```no_run
/// use cloudg_runtime::{Layer, Registry, transport};
///
/// fn layer() -> Result<Layer, Box<dyn std::error::Error>> {
///     Ok(Layer::builder(Registry::collected(&[])?).identity("mine", "1.0.0", "Mine").build()?)
/// }
///
/// fn main() -> std::process::ExitCode {
///     transport::run(layer)
/// }
/// ```
pub fn run<E: Display>(layer: impl FnOnce() -> Result<Layer, E>) -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        // Whoever closed stdout does not want to read it.
        let _ = writeln!(io::stdout(), "{USAGE}");
        return ExitCode::SUCCESS;
    }
    let mode = match Mode::parse(arguments.iter().map(String::as_str)) {
        Ok(mode) => mode,
        Err(error) => {
            tell(&format!("Error: {error}\n\n{USAGE}"));
            return ExitCode::from(2);
        }
    };
    let served = match layer() {
        Ok(layer) => serve_blocking(layer, mode).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("Error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn tell(text: &str) {
    // Nobody can be told that stderr is gone.
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_tells_how_to_serve() {
        let http = |host: &str, port| {
            let mut options = HttpOptions { port, ..HttpOptions::default() };
            options.host = host.to_owned();
            Ok(Mode::Http(options))
        };
        let wrong = |address: &str| Err(ModeError::Address { address: address.to_owned() });
        let unexpected = |text: &str| Err(ModeError::Unexpected { argument: text.to_owned() });
        let cases: [(&[&str], Result<Mode, ModeError>); 8] = [
            (&[], Ok(Mode::default())),
            (&["--http"], http("127.0.0.1", 8765)),
            (&["--http", "0"], http("127.0.0.1", 0)),
            (&["--http", "localhost:80"], http("localhost", 80)),
            (&["--http", ":80"], wrong(":80")),
            (&["--http", "localhost"], wrong("localhost")),
            (&["--http", "65536"], wrong("65536")),
            (&["--http", "1", "2"], unexpected("2")),
        ];
        for (arguments, expected) in cases {
            assert_eq!(Mode::parse(arguments.iter().copied()), expected, "{arguments:?}");
        }
        assert_eq!(Mode::parse(["stdio"]), unexpected("stdio"));
    }
}
