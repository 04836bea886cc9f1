/// The part of a document that its file holds.
public enum FileHoldings: Sendable {
    /// The file leads back to all of it.
    case all
    /// Its format has lost something.
    case part
    /// The file has the text of others, which the document has not merged.
    case other
}
