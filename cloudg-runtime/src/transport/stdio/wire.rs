//! The line transport as the protocol library sees it.

use std::{io, time::Duration};

use rmcp::{
    RoleServer,
    model::{ClientJsonRpcMessage, ErrorCode, JsonRpcMessage, ServerJsonRpcMessage},
    transport::Transport,
};
use serde_json::Value;
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufWriter},
    sync::mpsc,
    task::JoinHandle,
};

use super::{
    super::ServeOptions,
    gate::Gate,
    open::OpenRequests,
    reader::{Reader, answered},
};
use crate::json_text;

/// Messages that wait between two tasks of a session.
const QUEUE: usize = 64;

/// Messages from the reader, lines to the writer.
pub(super) struct LineTransport {
    messages: mpsc::Receiver<ClientJsonRpcMessage>,
    lines: Option<mpsc::Sender<Vec<u8>>>,
    open: OpenRequests,
    reader: JoinHandle<()>,
}

/// The writing end of a session. It outlives the transport, which the protocol library drops without
/// closing it when no session comes about: what was answered by then must still get out.
pub(super) struct Writer {
    task: JoinHandle<io::Result<()>>,
    /// How long it may take to finish.
    drain: Duration,
}

impl LineTransport {
    /// Starts reading and writing.
    pub(super) fn open<R, W>(input: R, output: W, options: ServeOptions) -> (Self, Writer)
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (message_sender, messages) = mpsc::channel(QUEUE);
        let (lines, line_receiver) = mpsc::channel(QUEUE);
        let open = OpenRequests::default();
        let reader = Reader {
            options,
            open: open.clone(),
            messages: message_sender,
            lines: lines.clone(),
            gate: Gate::default(),
        };
        let writer =
            Writer { task: tokio::spawn(write(output, line_receiver)), drain: options.drain };
        let reader = tokio::spawn(reader.run(input));
        (Self { messages, lines: Some(lines), open, reader }, writer)
    }

    /// The requests of this session.
    pub(super) fn open_requests(&self) -> OpenRequests {
        self.open.clone()
    }
}

impl Writer {
    /// Waits until everything is written; the transport must be closed or dropped before.
    pub(super) async fn finish(mut self) -> io::Result<()> {
        if let Ok(ended) = tokio::time::timeout(self.drain, &mut self.task).await {
            return ended.unwrap_or_else(|error| Err(io::Error::other(error)));
        }
        self.task.abort();
        Err(io::ErrorKind::TimedOut.into())
    }
}

impl Drop for LineTransport {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl Transport<RoleServer> for LineTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (open, lines) = (self.open.clone(), self.lines.clone());
        async move {
            if answered(&message).is_some_and(|id| !open.close(id)) {
                return Ok(());
            }
            let line = json_text::compact(&named_method(message))?;
            let lines = lines.ok_or(io::ErrorKind::NotConnected)?;
            lines.send(line.into_bytes()).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.reader.abort();
        // The aborted reader and this end hold the only senders: the writer then runs dry.
        self.lines = None;
        Ok(())
    }
}

/// The library answers a method that is not offered with its name as text only.
fn named_method(mut message: ServerJsonRpcMessage) -> ServerJsonRpcMessage {
    if let JsonRpcMessage::Error(error) = &mut message
        && error.error.code == ErrorCode::METHOD_NOT_FOUND
        && error.error.data.is_none()
    {
        error.error.data = Some(Value::from(error.error.message.as_ref()));
    }
    message
}

/// Writes lines until nobody sends any more, flushing whenever none waits.
async fn write(
    output: impl AsyncWrite + Unpin,
    mut lines: mpsc::Receiver<Vec<u8>>,
) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    while let Some(line) = lines.recv().await {
        output.write_all(&line).await?;
        output.write_all(b"\n").await?;
        while let Ok(line) = lines.try_recv() {
            output.write_all(&line).await?;
            output.write_all(b"\n").await?;
        }
        output.flush().await?;
    }
    output.shutdown().await
}
