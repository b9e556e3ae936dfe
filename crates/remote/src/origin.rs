/// Origin of an entry that is about to be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Written just now: nobody can have sent it.
    New,
    /// Found in the journal: it may have been sent.
    Journal,
}
