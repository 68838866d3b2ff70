//! A call of a tool that works as it stands on the sample.

use cloudg_runtime::{CallRequest, Capabilities, Capability, Layer, Tool};
use serde_json::{Map, Value};

use super::{Schema, default, is_required};
use crate::{
    commands::{arguments, failure::Failure, schema::Kind},
    listing::CATEGORIES,
    output,
    workspace::Workspace,
};

/// What the sample has for required arguments of these names. A name that is not here gets its own
/// name in capitals to be replaced.
const IN_SAMPLE: [(&str, &str); 17] = [
    ("ref", "booking-jump"),
    ("source", "internet"),
    ("target", "db-bookings"),
    ("base", "sample"),
    ("name", "sample"),
    ("new_name", "before"),
    ("seeds", "booking-jump"),
    ("framework", "cis"),
    ("control_id", "CIS-2.1.1"),
    ("asset_type", "EC2"),
    ("edge_type", "ROUTE"),
    ("finding_id", "f-log4j-renderer"),
    ("finding_ids", "f-log4j-renderer"),
    ("reports", "{\"trivy\": [\"scan.json\"]}"),
    ("path", "./inventory"),
    ("reason", "accepted until the next release"),
    ("query", "SELECT ?name WHERE { ?m a cm:ComputeInstance ; cmp:hasName ?name } LIMIT 5"),
];

/// Categories are those of the catalogue for its own tools; other tools have data of their own.
pub(super) struct Example {
    name: String,
    words: Vec<(String, String)>,
    registry: Option<String>,
    is_on_sample: bool,
    /// Whether it only looks at what is in memory.
    is_harmless: bool,
}

impl Example {
    /// The required arguments of the tool, or else one that shows how arguments are given.
    pub(super) fn of(tool: &Tool, name: &str, registry: Option<&str>) -> Self {
        let schema = tool.input_schema();
        let arguments = Schema::members(schema);
        let required = arguments.iter().filter(|(name, _)| is_required(schema, name));
        let words = required.map(|(name, schema)| word(name, *schema));
        let mut words: Vec<(String, String)> = words.collect();
        let capabilities = tool.spec().capabilities;
        if words.is_empty() && !capabilities.has(Capability::WriteState) {
            words.extend(arguments.iter().find_map(|(name, schema)| choice(name, *schema)));
        }
        let is_own = CATEGORIES.contains(&&*tool.spec().category);
        let is_on_sample = registry.is_none() && is_own;
        let only_reads = capabilities == Capabilities::of(&[Capability::ReadState])
            || capabilities == Capabilities::NONE;
        Self {
            name: name.to_owned(),
            words,
            registry: registry.map(str::to_owned),
            is_on_sample,
            is_harmless: is_on_sample && only_reads,
        }
    }

    /// The line for a shell.
    pub(super) fn line(&self) -> String {
        let mut line = format!("cloudg call {}", self.name);
        if self.is_on_sample {
            line += " --sample";
        }
        if let Some(registry) = &self.registry {
            line += &format!(" --registry {}", output::shell_word(registry));
        }
        for (key, value) in &self.words {
            line += &format!(" {}", output::shell_word(&format!("{key}={value}")));
        }
        line
    }

    /// What the call answers on the sample; `None` where it could change something, or is refused.
    pub(super) fn answer(
        &self,
        layer: &Layer,
        workspace: &Workspace,
    ) -> Result<Option<Value>, Failure> {
        if !self.is_harmless {
            return Ok(None);
        }
        workspace.load_sample()?;
        let pairs: Vec<(&str, &str)> =
            self.words.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let tool = layer.registry().tool(&self.name);
        let Some(schema) = tool.map(Tool::input_schema) else { return Ok(None) };
        let arguments = arguments::merged(Map::new(), &pairs, schema)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let request = CallRequest::new(&self.name, Some(arguments));
        let mut wire = runtime.block_on(layer.call_tool(request))?.to_wire();
        let is_error = wire["isError"] == Value::Bool(true);
        let structured = wire.get_mut("structuredContent").map(Value::take);
        Ok(structured.filter(|_| !is_error))
    }
}

/// A required argument with a value that fits.
fn word(name: &str, schema: Schema<'_>) -> (String, String) {
    let known = IN_SAMPLE.iter().find(|(known, _)| *known == name);
    let value = match known {
        Some((_, value)) => (*value).to_owned(),
        None => fitting(schema).unwrap_or_else(|| name.to_uppercase()),
    };
    (name.to_owned(), value)
}

/// A value of a closed list, or of a kind that has few.
fn fitting(schema: Schema<'_>) -> Option<String> {
    if let Some(value) = schema.values().into_iter().next() {
        return Some(value);
    }
    match schema.kinds().first()? {
        Kind::Integer | Kind::Number => {
            Some(schema.key("minimum").map_or_else(|| "1".to_owned(), Value::to_string))
        }
        Kind::Boolean => Some("true".to_owned()),
        Kind::Object => Some("{}".to_owned()),
        Kind::Text | Kind::List | Kind::Null => None,
    }
}

/// An optional argument with a value that is not its default, where there are few.
fn choice(name: &str, schema: Schema<'_>) -> Option<(String, String)> {
    let default = default(schema.key("default"));
    let is_default = |value: &String| *value == default;
    let value = match schema.values() {
        values if !values.is_empty() => values.into_iter().find(|value| !is_default(value))?,
        _ if schema.kinds().first() == Some(&Kind::Boolean) => {
            ["true", "false"].map(str::to_owned).into_iter().find(|value| !is_default(value))?
        }
        _ => return None,
    };
    Some((name.to_owned(), value))
}
