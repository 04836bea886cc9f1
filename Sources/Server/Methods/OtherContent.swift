import Formats
import Graph
import Interaction
import Wire

/// The location of the content with which a document is compared.
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

extension OtherContent {
    /// Finds the content for a document, and the open document that it is.
    ///
    /// - Parameter parameters: the path of the parameter that contains `with`; empty for `with` among the parameters.
    /// - Throws: `noSuchDocument`, `invalidValue` (a revision that is not known), `path`, `format`, `limits`.
    func find(
        for name: String, path parameters: String, in session: Session
    ) throws(Failure) -> (document: Document, followed: DocumentKey?) {
        let found = try content(for: name, path: parameters, in: session)
        return (try found.document(session.forkJoin), found.followed)
    }

    /// The same, with a file or a text that is not yet read as a document.
    ///
    /// - Throws: `noSuchDocument`, `invalidValue` (a revision that is not known), `path`, `limits`.
    func content(
        for name: String, path parameters: String, in session: Session
    ) throws(Failure) -> FoundContent {
        let given = [path != nil, text != nil, document != nil, revision != nil]
        if given.filter({ $0 }).count != 1 {
            throw .invalidParams("either `path`, `text`, `document` or `revision`", path: parameters + "/with")
        }
        if let document {
            let key = try session.documents.key(of: document)
            return FoundContent(try session.documents.document(key).workspace.document, followed: key)
        }
        if let revision {
            guard let former = try session.documents.document(name).workspace.document(atRevision: revision) else {
                throw Failure(
                    .invalidValue, "revision \(revision) is not known, or not any more",
                    path: parameters + "/with/revision")
            }
            return FoundContent(former)
        }
        let member = String((parameters + "/with").dropFirst())
        return try session.contents.content(path: path, text: text, of: member)
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
