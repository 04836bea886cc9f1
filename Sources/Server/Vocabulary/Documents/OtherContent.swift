import Formats
import Graph
import Interaction
import Wire

/// The place of the content with which a document is compared.
struct OtherContent: Sendable {
    var path: String?
    var text: String?
    var document: String?
    var revision: Int?

    static let shape = Shape.object(
        "OtherContent", "Content to compare with; one of its members.", initial: OtherContent(),
        members: [
            .optional("path", \.path, .string, "of a file, from the server's folder; its format is recognized"),
            .optional("text", \.text, .string, "the content itself"),
            .optional("document", \.document, .string, "an open document, as it is now and changes"),
            .optional(
                "revision", \.revision, .integer(in: 0...1_000_000_000),
                "the document itself at a revision, as far back as its latest changes are kept"),
        ])
}

/// The other side of a view or a picture that compares.
struct ComparedContent: Sendable {
    var with = OtherContent()

    static let shape = Shape.object(
        "", "", initial: ComparedContent(),
        members: [.required("with", \.with, OtherContent.shape, "the other content")])
}

extension Session {
    /// Other content for a document, and the open document that it is.
    ///
    /// - Parameter path: the parameter in which `with` is; empty for `with` among the parameters.
    /// - Throws: `noSuchDocument`, `invalidValue` (a revision that is not known), `path`, `format`, `limits`.
    func content(
        _ other: OtherContent, for document: String, path: String
    ) throws(Failure) -> (document: Document, followed: DocumentKey?) {
        let given = [other.path != nil, other.text != nil, other.document != nil, other.revision != nil]
        if given.filter({ $0 }).count != 1 {
            throw .invalidParams("either `path`, `text`, `document` or `revision`", path: path + "/with")
        }
        if let name = other.document {
            let key = try documents.key(of: name)
            return (try documents.document(key).workspace.document, key)
        }
        if let revision = other.revision {
            guard let former = try documents.document(document).workspace.document(atRevision: revision) else {
                throw Failure(
                    .invalidValue, "revision \(revision) is not known, or not any more", path: path + "/with/revision")
            }
            return (former, nil)
        }
        return (try content(path: other.path, text: other.text, of: String((path + "/with").dropFirst())), nil)
    }
}

extension Documents {
    /// Refuses to compare documents that are too large for it.
    ///
    /// - Throws: `limits`.
    mutating func refuseComparing(_ key: DocumentKey, with other: Document) throws(Failure) {
        try edit(key) { (open) throws(EditError) in try open.workspace.refuseComparing(with: other) }
    }
}
