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
    public enum Kind: String, CaseIterable, Sendable { case node, edge, document }

    public let kind: Kind
    public let id: String?
    /// What kind of thing is lost, such as `order` or `unplaced`.
    public let code: String
    public let message: String

    public init(_ kind: Kind, id: String? = nil, code: String, message: String) {
        self.kind = kind
        self.id = id
        self.code = code
        self.message = message
    }
}
