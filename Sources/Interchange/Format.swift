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

    /// One phrase for the reference.
    public var doc: String {
        switch self {
        case .nodewire: "the own format: canonical JSON, one element a line"
        case .reactFlow: "nodes and edges as React Flow saves them"
        case .svg: "a picture, light and dark; with `embed` it carries the document"
        }
    }
}

/// Something a document holds and a format cannot.
public struct ExportLoss: Sendable, Equatable {
    /// What kind of element is concerned.
    public enum Kind: String, CaseIterable, Sendable { case node, edge, document }

    /// What kind of element is concerned.
    public let kind: Kind
    /// The element's id; nil for the whole document.
    public let id: String?
    /// What kind of thing is lost, such as `order` or `unplaced`.
    public let code: String
    /// One sentence for people.
    public let message: String

    /// A loss of an element, or of the document without an id.
    public init(_ kind: Kind, id: String? = nil, code: String, message: String) {
        self.kind = kind
        self.id = id
        self.code = code
        self.message = message
    }
}
