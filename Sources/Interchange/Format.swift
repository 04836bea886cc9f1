import Wire

/// The file formats by the names they have in messages.
public enum Format: String, CaseIterable, Sendable {
    /// The own format, canonical JSON.
    case nodewire
    /// What React Flow's `toObject` gives: the same shape without the members of our own.
    case reactFlow
    /// A picture, which may carry the document inside.
    case svg

    /// Whether a document can be made of such a text.
    public var isReadable: Bool { self != .svg }

    /// Whether a document can be written as such a text.
    public var isWritable: Bool { true }

    public var doc: String {
        switch self {
        case .nodewire: "the own format: canonical JSON, one element a line"
        case .reactFlow: "nodes and edges as React Flow saves them"
        case .svg: "a picture, light and dark; with `embed` it carries the document"
        }
    }

    /// The format of a text, by what its outermost object holds.
    public init(sniffing text: UnsafeBufferPointer<UInt8>) throws(FormatError) {
        let start = JSONSyntax.validate(text)
        guard start == nil else { throw FormatError(Format.guess(at: text)) }
        var cursor = JSONCursor(text)
        guard cursor.peek() == .object, (try? cursor.enterObject()) != nil else {
            throw FormatError("a document is a JSON object")
        }
        var hasNodes = false
        while let name = cursor.nextMember() {
            if name == "nodewire" {
                self = .nodewire
                return
            }
            if name == "nodes" && cursor.peek() == .array { hasNodes = true }
            cursor.skipValue()
        }
        guard hasNodes else { throw FormatError("the object has neither `nodewire` nor a list `nodes`") }
        self = .reactFlow
    }

    public init(sniffing text: String) throws(FormatError) {
        self = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(FormatError) in try Format(sniffing: bytes)
        }
    }

    /// What to say of a text that is not JSON.
    private static func guess(at text: UnsafeBufferPointer<UInt8>) -> String {
        guard let first = text.first(where: { $0 > 0x20 }) else { return "the text is empty" }
        if first == UInt8(ascii: "<") { return "the text is XML or HTML, which no known format reads" }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return JSONSyntax.validate(text).map { "the text is not valid JSON: \($0)" } ?? "the text is not valid JSON"
        }
        return "the text begins like no known format"
    }
}

/// Why a text is of no format that can be read.
public struct FormatError: Error, Sendable, Equatable {
    public let message: String

    public init(_ message: String) {
        self.message = message
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
