//! Named texts: the variables of a template, the arguments of a prompt.

/// Texts by name, in the order they were given. Few at a time, so a list and not a map.
///
/// ```
/// use cloudg_runtime::TextArguments;
///
/// let mut arguments = TextArguments::from_iter([("ref", "i-1"), ("depth", "2")]);
/// assert_eq!(arguments.get("ref"), Some("i-1"));
/// assert_eq!(arguments.take("depth").as_deref(), Some("2"));
/// assert_eq!(arguments.len(), 1);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextArguments {
    entries: Vec<(String, String)>,
}

impl TextArguments {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text; one with the same name is replaced where it stands.
    pub fn insert(&mut self, name: impl Into<String>, text: impl Into<String>) {
        let (name, text) = (name.into(), text.into());
        match self.entries.iter_mut().find(|(present, _)| *present == name) {
            Some((_, present)) => *present = text,
            None => self.entries.push((name, text)),
        }
    }

    /// The text of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(present, _)| *present == name).map(|(_, text)| text)
    }

    /// Takes the text of that name out.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let position = self.entries.iter().position(|(present, _)| present == name)?;
        Some(self.entries.remove(position).1)
    }

    /// Names and texts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.entries.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<N: Into<String>, T: Into<String>> FromIterator<(N, T)> for TextArguments {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(texts: I) -> Self {
        let mut arguments = Self::new();
        for (name, text) in texts {
            arguments.insert(name, text);
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_and_a_name_is_there_once() {
        let mut texts = TextArguments::from_iter([("b", "1"), ("a", "2"), ("b", "3")]);
        assert_eq!(texts.iter().collect::<Vec<_>>(), [("b", "3"), ("a", "2")]);
        assert_eq!((texts.take("b"), texts.take("b")), (Some("3".to_owned()), None));
        assert_eq!((texts.get("a"), texts.len(), texts.is_empty()), (Some("2"), 1, false));
    }
}
