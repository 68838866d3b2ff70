//! Tests of the workspace live beside this file; the library itself is empty.
