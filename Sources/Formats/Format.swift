import Graph

/// The file formats by the names they have in messages.
public enum Format: String, CaseIterable, Sendable {
    /// The own format: canonical JSON, one element a line.
    case nodewire
    /// What React Flow's `toObject` gives: the same shape without the members of our own.
    case reactFlow
    /// A picture, light and dark; with `embed` it carries the document.
    case svg

    /// Whether a document can be made of such a text.
    public var isReadable: Bool { self != .svg }

    /// As what JSON it is written; nil for what is no JSON.
    public var dialect: CanonicalJSON.Dialect? {
        switch self {
        case .nodewire: .nodewire
        case .reactFlow: .reactFlow
        case .svg: nil
        }
    }

    /// One phrase for the reference.
    public var doc: String {
        switch self {
        case .nodewire: "the own format: canonical JSON, one element a line"
        case .reactFlow: "nodes and edges as React Flow saves them"
        case .svg: "a picture, light and dark; with `embed` it carries the document"
        }
    }
}
