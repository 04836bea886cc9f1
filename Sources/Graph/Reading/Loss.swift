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
