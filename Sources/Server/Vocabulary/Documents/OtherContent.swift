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
    /// Other content for a document, and the name of the open document that it is.
    ///
    /// - Parameter path: the parameter in which `with` is; empty for `with` among the parameters.
    /// - Throws: `noSuchDocument`, `invalidValue` (a revision that is not known), `path`, `format`, `limits`.
    func content(
        _ other: OtherContent, for document: String, path: String
    ) throws(Failure) -> (document: Document, followed: String?) {
        let given = [other.path != nil, other.text != nil, other.document != nil, other.revision != nil]
        if given.filter({ $0 }).count != 1 {
            throw .invalidParams("either `path`, `text`, `document` or `revision`", path: path + "/with")
        }
        if let name = other.document { return (try documents.document(name).workspace.document, name) }
        if let revision = other.revision {
            guard let former = try documents.document(document).workspace.document(atRevision: revision) else {
                throw Failure(
                    .invalidValue, "revision \(revision) is not known, or not any more", path: path + "/with/revision")
            }
            return (former, nil)
        }
        return (try content(path: other.path, text: other.text, of: String((path + "/with").dropFirst())), nil)
    }

    /// Refuses to compare documents that are too large for it.
    ///
    /// - Throws: `limits`.
    func refuseComparing(document index: Int, with other: Document) throws(Failure) {
        do throws(EditError) {
            try documents[index].workspace.refuseComparing(with: other)
        } catch {
            throw Failure(error)
        }
    }

    /// Brings views in step that compare with a document that has changed, before its changes are announced.
    ///
    /// - Complexity: O(1) while no view compares with an open document.
    mutating func followChanges() {
        if compared.isEmpty { return }
        for changed in touched where compared.contains(documents[changed].name) {
            let commits = documents[changed].workspace.editor.commits
            if commits.isEmpty { continue }
            let (name, document) = (documents[changed].name, documents[changed].workspace.document)
            for index in 0..<documents.count where documents[index].workspace.follows(name) {
                documents[index].workspace.follow(commits, of: name, document)
                touch(index)
            }
        }
    }
}
