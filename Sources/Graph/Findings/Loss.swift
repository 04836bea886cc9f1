import Wire

/// Something that opening a file or pasting left out, because it was against the structure or the rules of a document.
///
/// A *problem* is a mistake in one member (`ElementReader.problems`, `Setting.problem`): in a file it becomes a loss,
/// in a message an error.
public struct Loss: Sendable {
    /// The kind of element that was left out.
    public enum Kind: String, CaseIterable, Sendable { case node, edge, group, document, type }

    /// The kind of element that was left out.
    public var kind: Kind
    /// Its id, or the name of a member of the document; nil if it had none.
    public var id: String?
    /// The name of the error an edit would have got.
    public var code: String
    /// One sentence for people.
    public var message: String
    /// The element as it was written.
    public var element: JSONText
    /// The part of the document that it concerns.
    public var grade: LossGrade
    /// The byte position of the element in the text; nil if there is no single position.
    public var place: Int?

    /// A loss with the text it concerns.
    ///
    /// - Parameter grade: by default that of the code.
    public init(
        kind: Kind, id: String?, code: String, message: String, element: JSONText, grade: LossGrade? = nil,
        place: Int? = nil
    ) {
        self.grade = grade ?? LossGrade.of(code)
        self.kind = kind
        self.id = id
        self.code = code
        self.message = message
        self.element = element
        self.place = place
    }
}

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

extension Diagnostic {
    /// Makes a diagnostic of a part that was left out of a document to restore its structure.
    public init(_ loss: Loss) {
        let id = loss.id.map { [$0] } ?? []
        let ids = id.map { Identifier($0) }
        switch loss.kind {
        case .node: self.init(.warning, loss.code, of: ["nodes"] + id, nodes: ids, message: loss.message)
        case .edge: self.init(.warning, loss.code, of: ["edges"] + id, edges: ids, message: loss.message)
        default: self.init(.warning, loss.code, of: id, message: loss.message)
        }
    }
}
