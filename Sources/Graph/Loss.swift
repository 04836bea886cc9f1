import Wire

/// Something a file held against the structure of a document, and that was therefore left out.
public struct Loss: Sendable {
    public enum Kind: String, CaseIterable, Sendable { case node, edge, group, document }

    public var kind: Kind
    public var id: String?
    /// The name of the error an edit would have got.
    public var code: String
    public var message: String
    /// The element as it was written.
    public var element: JSONText

    public init(kind: Kind, id: String?, code: String, message: String, element: JSONText) {
        self.kind = kind
        self.id = id
        self.code = code
        self.message = message
        self.element = element
    }
}
