/// Stands for one open document as long as the process lives: a key is never used twice.
///
/// Jobs, questions and groups hold a key, never a name: after a document is closed, another one may have its name.
struct DocumentKey: Hashable, Comparable, Sendable {
    /// Counts the documents that were opened, from 1 on.
    let number: Int

    static func < (first: DocumentKey, second: DocumentKey) -> Bool { first.number < second.number }
}
