//! State shared between calls, found by its type.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    ops::Deref,
    sync::Arc,
};

/// Shared state injected by its type.
///
/// ```no_run,standalone_crate
/// use std::sync::Mutex;
///
/// use cloudg_runtime::{State, ToolContext, ToolError, tool};
///
/// struct Names(Mutex<Vec<String>>);
///
/// /// Count the names.
/// #[tool(name = "state_count_names")]
/// fn count_names(_ctx: &ToolContext, names: State<Names>) -> Result<usize, ToolError> {
///     let names = names.0.lock().map_err(|_| ToolError::internal("The names are lost."))?;
///     Ok(names.len())
/// }
/// ```
pub struct State<T>(Arc<T>);

impl<T> State<T> {
    /// The shared pointer itself.
    pub fn into_inner(self) -> Arc<T> {
        self.0
    }
}

impl<T> Deref for State<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// One value per type.
#[derive(Default)]
pub(crate) struct StateMap {
    by_type: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl StateMap {
    /// Provides `value`; a value of the same type is replaced.
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, value: Arc<T>) {
        self.by_type.insert(TypeId::of::<T>(), value);
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.by_type.contains_key(&id)
    }

    pub(crate) fn get<T: Any + Send + Sync>(&self) -> Option<State<T>> {
        let value = Arc::clone(self.by_type.get(&TypeId::of::<T>())?);
        value.downcast().ok().map(State)
    }
}
