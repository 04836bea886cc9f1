import Graph
import Wire

/// The counts of a document that was just opened or made.
struct DocumentSummary: Sendable {
    var document = ""
    var revision = 0
    var nodes = 0
    var edges = 0
    var format: String?
    var losses: [Loss]?
    var recovered: RecoveredChanges?
    var dropped: Int?
    var setAside: String?
    var journal: Bool?
    var readOnly: Bool?
    var lockedBy: FileOwner?

    init() {}

    init(_ open: OpenDocument) {
        document = open.name
        revision = open.workspace.revision
        nodes = open.workspace.document.nodes.count
        edges = open.workspace.document.edges.count
        readOnly = open.workspace.isReadOnly ? true : nil
        lockedBy = open.lockOwner
        recovered = open.waiting?.recovered
        journal = open.lacksJournal ? false : nil
    }

    static let shape = Shape.object(
        "DocumentSummary", "A document that was opened or made.", initial: DocumentSummary(),
        members: [
            .required("document", \.document, .string, "its name in this conversation"),
            .required("revision", \.revision, .integer, "grows by one with every change"),
            .required("nodes", \.nodes, .integer, "how many"),
            .required("edges", \.edges, .integer, "how many"),
            .optional("format", \.format, .string, "of the file or the text: the given or the recognized one"),
            .optional("losses", \.losses, .array(of: Loss.shape), "what was left out because it breaks the structure"),
            .optional(
                "recovered", \.recovered, RecoveredChanges.shape, "the changes that its journal has and its file lacks"),
            .optional("dropped", \.dropped, .integer, "bytes at the end of the journal that were damaged or not whole"),
            .optional(
                "setAside", \.setAside, .string, "the new path of a journal that does not lead on from the file"),
            .optional(
                "journal", \.journal, .boolean, "false if there can be no journal: edits are lost with the process"),
            .optional(
                "readOnly", \.readOnly, .boolean,
                "true if another process edits its file, or it was opened so; its edits are refused (1301)"
            ),
            .optional("lockedBy", \.lockedBy, FileOwner.shape, "that process"),
        ])
}

extension Loss {
    static let shape = Shape.object(
        "Loss", "Something that was left out, as it was written.",
        initial: Loss(kind: .document, id: nil, code: "", message: "", element: JSONText(trusted: Array("null".utf8))),
        members: [
            .required("kind", \.kind, .choice(of: Loss.Kind.self), "what kind of element"),
            .optional("id", \.id, .string, "of the element, if it has one"),
            .required("code", \.code, .string, "the name of the error"),
            .required("message", \.message, .string, "what is wrong"),
            .required("element", \.element, .text, "as it was written"),
        ])
}
