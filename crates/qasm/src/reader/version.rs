/// Version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    Two,
    Three,
}
