/// What the file of a document holds of it.
public enum FileHoldings: Sendable {
    /// The file leads back to all of it.
    case all
    /// Its format has lost something.
    case part
    /// Something that others have written, and that the document has not taken in.
    case other
}
