//! A workspace, a client of its tools, and the recorded vectors.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use cloudg_catalog::{
    listing::LISTING,
    workspace::{Roots, Workspace},
};
use cloudg_runtime::{
    CompleteRequest, Layer, LayerError, PromptResult, Registry, ResourceContents, ToolResult,
    client::Client,
};
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Runs the calls of all tests.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// A file of recorded cases.
pub(crate) fn vectors(name: &str) -> Value {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let text = fs::read_to_string(Path::new(directory).join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A workspace that reads below a directory of its own.
pub(crate) struct Estate {
    pub(crate) workspace: Arc<Workspace>,
    client: Client,
    layer: Layer,
    root: PathBuf,
    _directory: TempDir,
}

impl Estate {
    /// A workspace with nothing loaded.
    pub(crate) fn empty() -> Self {
        let directory = tempfile::tempdir().unwrap();
        // The roots have their links resolved, and so have the sources of datasets.
        let root = directory.path().canonicalize().unwrap();
        let roots = Roots::new(Some(std::slice::from_ref(&root)), &root).unwrap();
        let workspace = Arc::new(Workspace::new(roots));
        let layer = Layer::builder(Registry::collected(&LISTING).unwrap())
            .shared_state(Arc::clone(&workspace))
            .build()
            .unwrap();
        let client = Client::new(layer.clone());
        Self { workspace, client, layer, root, _directory: directory }
    }

    /// A workspace with the embedded sample.
    pub(crate) fn sample() -> Self {
        let estate = Self::empty();
        estate.workspace.load_sample().unwrap();
        estate
    }

    /// The directory that may be read.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file below the root.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Calls a tool.
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        RUNTIME.block_on(self.client.call_tool(tool, arguments)).unwrap()
    }

    /// Calls a tool that succeeds, and takes its structured answer.
    pub(crate) fn answer(&self, tool: &str, arguments: Value) -> Value {
        let asked = format!("{tool} {arguments}");
        let result = self.call(tool, arguments);
        assert!(!result.is_error, "{asked}: {}", result.text());
        result.structured.unwrap()
    }

    /// The client itself, for what is no tool.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Reads an address.
    pub(crate) fn read(&self, uri: &str) -> Result<Vec<ResourceContents>, LayerError> {
        RUNTIME.block_on(self.client.read_resource(uri))
    }

    /// Reads an address that has one JSON text, and takes it.
    pub(crate) fn json(&self, uri: &str) -> Value {
        let items = self.read(uri).unwrap_or_else(|error| panic!("{uri}: {error}"));
        assert_eq!(items.len(), 1, "{uri}");
        serde_json::from_str(text(&items[0].to_wire()["text"])).unwrap()
    }

    /// Makes the messages of a prompt.
    pub(crate) fn prompt(&self, name: &str, arguments: &Value) -> Result<PromptResult, LayerError> {
        let arguments = object(arguments).clone();
        RUNTIME.block_on(self.client.get_prompt(name, arguments))
    }

    /// Completes a value.
    pub(crate) fn complete(&self, request: CompleteRequest) -> Vec<String> {
        RUNTIME.block_on(self.layer.complete(request)).unwrap().values
    }

    /// The entries of `tools/list`.
    pub(crate) fn tools(&self) -> Vec<Value> {
        self.client.list_tools()
    }
}

/// The members of an object, each by its key.
pub(crate) fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("no object: {value}"))
}

/// The elements of an array.
pub(crate) fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no array: {value}"))
}

/// The text of a string.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no string: {value}"))
}
