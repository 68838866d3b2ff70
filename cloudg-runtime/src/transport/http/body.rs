//! Looks into the body of a request before the protocol library does, and answers what it would
//! overlook or report as something else.

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{StatusCode, header},
    response::Response,
};

use super::{
    super::{
        envelope::{self, Message, Refusal},
        parse::parse,
    },
    json_response, refuse,
};

/// The request with its body read, and the method it names; or the answer to it.
pub(super) async fn inspect(
    request: Request,
    max: usize,
) -> Result<(Request, Option<String>), Response> {
    let (head, body) = request.into_parts();
    let declared = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let declared = declared.and_then(|length| length.parse::<u64>().ok()).unwrap_or(0);
    let too_large = || {
        let message = format!("A body has at most {max} bytes.");
        refuse(StatusCode::PAYLOAD_TOO_LARGE, &message)
    };
    if declared > max as u64 {
        return Err(too_large());
    }
    let bytes = to_bytes(body, max).await.map_err(|_| too_large())?;
    // Another kind of body is refused by the library for what it is.
    let kind = head.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    let is_json = kind.eq_ignore_ascii_case("application/json");
    let method = if is_json { read(&bytes) } else { Ok(None) };
    let method = method.map_err(|(status, refusal)| json_response(status, &refusal.to_wire()))?;
    Ok((Request::from_parts(head, Body::from(bytes)), method))
}

/// The method of the request in `bytes`, if it is one.
fn read(bytes: &Bytes) -> Result<Option<String>, (StatusCode, Box<Refusal>)> {
    let bad = |refusal| (StatusCode::BAD_REQUEST, refusal);
    let value = parse(bytes).map_err(bad)?;
    match envelope::read(value).map_err(bad)? {
        Message::Request(request) => {
            envelope::check_revision(&request)
                .map_err(|refusal| (StatusCode::NOT_FOUND, refusal))?;
            envelope::check_params(&request).map_err(|refusal| (StatusCode::OK, refusal))?;
            Ok(Some(request.method))
        }
        Message::Notification { .. } | Message::Ignored => Ok(None),
    }
}
