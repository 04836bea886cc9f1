/// Something a document holds and a format cannot.
public struct ExportLoss: Sendable, Equatable {
    /// The kind of element concerned.
    public enum Kind: String, CaseIterable, Sendable { case node, edge, document }

    /// The kind of element concerned.
    public let kind: Kind
    /// The element's id; nil for the whole document.
    public let id: String?
    /// The kind of thing that is lost, such as `order` or `unplaced`.
    public let code: String
    /// One sentence for people.
    public let message: String

    /// The part of the document that it concerns.
    public let grade: LossGrade

    /// A loss of an element, or of the document without an id.
    ///
    /// - Parameter grade: by default that of the code.
    public init(_ kind: Kind, id: String? = nil, code: String, message: String, grade: LossGrade? = nil) {
        self.grade = grade ?? LossGrade.of(code)
        self.kind = kind
        self.id = id
        self.code = code
        self.message = message
    }
}
