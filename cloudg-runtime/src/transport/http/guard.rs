//! Who may ask: against web pages that reach this machine through a name of their own.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};

/// The names of this machine.
const LOCAL_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Why a request is refused.
pub(super) type Refusal = (StatusCode, &'static str);

const HOST: Refusal = (StatusCode::MISDIRECTED_REQUEST, "The Host is not one of this server.");
const ORIGIN: Refusal = (StatusCode::FORBIDDEN, "The Origin is not allowed.");

/// Lets a request pass whose `Host` names this machine, and whose `Origin`, if there is one, is
/// a page of this machine.
pub(super) fn check(headers: &HeaderMap) -> Result<(), Refusal> {
    let host = only(headers, &header::HOST).map_err(|_| HOST)?.ok_or(HOST)?;
    if !is_local(host) {
        return Err(HOST);
    }
    match only(headers, &header::ORIGIN).map_err(|_| ORIGIN)? {
        None | Some("") => Ok(()),
        Some(origin) if is_allowed(origin, host) => Ok(()),
        Some(_) => Err(ORIGIN),
    }
}

/// The value of a header that may occur once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

fn is_allowed(origin: &str, host: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    (is_web && is_local(authority)) || authority.eq_ignore_ascii_case(host)
}

/// One of the local names, in any case, with or without a port.
fn is_local(authority: &str) -> bool {
    LOCAL_NAMES.iter().any(|name| {
        let Some((start, rest)) = authority.split_at_checked(name.len()) else { return false };
        let is_port = |port: &str| {
            (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit())
        };
        start.eq_ignore_ascii_case(name)
            && (rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port))
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use serde_json::Value;

    use super::*;

    fn status(host: Option<&str>, origin: Option<&str>) -> Option<u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
            if let Some(value) = value {
                headers.insert(name, HeaderValue::from_str(value).expect("a header value"));
            }
        }
        check(&headers).err().map(|(status, _)| status.as_u16())
    }

    #[test]
    fn the_recorded_cases_of_a_loopback_server() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/protocol-vectors.json");
        let text = std::fs::read_to_string(path).expect("the vectors are part of the project");
        let vectors: Value = serde_json::from_str(&text).expect("the vectors are JSON");
        let mut n_cases = 0;
        for case in vectors["guard"].as_array().expect("a list") {
            let is_default = case["allowed_origins"].is_null()
                && case["allowed_hosts"].is_null()
                && case["cors"].as_array().is_some_and(Vec::is_empty);
            if is_default && case["bind"].as_str().is_some_and(|bind| bind.starts_with("127.")) {
                n_cases += 1;
                let expected = case["status"].as_u64();
                let got = status(case["host"].as_str(), case["origin"].as_str());
                assert_eq!(got.map(u64::from), expected, "{case}");
            }
        }
        assert!(n_cases >= 11, "{n_cases}");
    }

    #[test]
    fn addresses_in_brackets_and_what_only_looks_local() {
        assert_eq!(status(Some("[::1]:8765"), Some("http://[::1]")), None);
        assert_eq!(status(Some("[::1]"), Some("https://[::1]:1")), None);
        for host in [
            "1",
            ":",
            "::1",
            "localhost:",
            "localhost:x",
            "localhost.evil",
            "evil@localhost",
            "127.0.0.1:123456",
        ] {
            assert_eq!(status(Some(host), None), Some(421), "{host}");
        }
        for origin in ["http://localhost.evil", "http://evil#localhost", "localhost", "http://"] {
            assert_eq!(status(Some("localhost"), Some(origin)), Some(403), "{origin}");
        }
    }

    #[test]
    fn doubled_headers_are_refused() {
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, HeaderValue::from_static("localhost"));
        headers.append(header::ORIGIN, HeaderValue::from_static("http://localhost"));
        assert!(check(&headers).is_ok());
        headers.append(header::ORIGIN, HeaderValue::from_static("http://evil"));
        assert_eq!(check(&headers), Err(ORIGIN));
        headers.append(header::HOST, HeaderValue::from_static("evil"));
        assert_eq!(check(&headers), Err(HOST));
    }
}
