//! Labels of the types of the standard library.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque},
    num, rc, sync,
};

use super::{Label, LabelTree, Labelled};
use crate::ToolError;

/// Types that tell nothing.
macro_rules! public {
    ($($ty:ty),* $(,)?) => {$(
        impl Labelled for $ty {
            fn labels() -> &'static LabelTree {
                &LabelTree::Leaf(Label::Public)
            }
        }
    )*};
}

public! {
    bool, (), u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64,
    num::NonZeroU8, num::NonZeroU16, num::NonZeroU32, num::NonZeroU64, num::NonZeroUsize,
    num::NonZeroI8, num::NonZeroI16, num::NonZeroI32, num::NonZeroI64, num::NonZeroIsize,
    std::time::Duration,
}

/// Types that are on the wire what they hold.
macro_rules! same {
    ($($ty:ty),* $(,)?) => {$(
        impl<T: Labelled + ?Sized> Labelled for $ty {
            fn labels() -> &'static LabelTree {
                T::labels()
            }
        }
    )*};
}

same!(Box<T>, rc::Rc<T>, sync::Arc<T>, &T, sync::Mutex<T>, sync::RwLock<T>);

impl<T: Labelled + ToOwned + ?Sized> Labelled for Cow<'_, T> {
    fn labels() -> &'static LabelTree {
        T::labels()
    }
}

impl<T: Labelled> Labelled for Option<T> {
    fn labels() -> &'static LabelTree {
        T::labels()
    }
}

/// The labels of what a handler answers; its errors have labels of their own.
impl<T: Labelled> Labelled for Result<T, ToolError> {
    fn labels() -> &'static LabelTree {
        T::labels()
    }
}

/// Lists.
macro_rules! list {
    ($([$($generics:tt)*] $ty:ty),* $(,)?) => {$(
        impl<T: Labelled, $($generics)*> Labelled for $ty {
            fn labels() -> &'static LabelTree {
                const { &LabelTree::List(&LabelTree::Of(<T as Labelled>::labels)) }
            }
        }
    )*};
}

list! {
    [] Vec<T>, [] [T], [const N: usize] [T; N], [] VecDeque<T>, [] LinkedList<T>,
    [] BTreeSet<T>, [S] HashSet<T, S>,
}

impl<K: Labelled, V: Labelled> Labelled for BTreeMap<K, V> {
    fn labels() -> &'static LabelTree {
        const {
            &LabelTree::Map(
                &LabelTree::Of(<K as Labelled>::labels),
                &LabelTree::Of(<V as Labelled>::labels),
            )
        }
    }
}

impl<K: Labelled, V: Labelled, S> Labelled for HashMap<K, V, S> {
    fn labels() -> &'static LabelTree {
        BTreeMap::<K, V>::labels()
    }
}

/// Tuples, each place with the labels of its type.
macro_rules! tuple {
    ($($ty:ident)+) => {
        impl<$($ty: Labelled),+> Labelled for ($($ty,)+) {
            fn labels() -> &'static LabelTree {
                const { &LabelTree::Tuple(&[$(LabelTree::Of(<$ty as Labelled>::labels)),+]) }
            }
        }
    };
}

tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);
