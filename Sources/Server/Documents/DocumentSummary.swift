import Formats
import Graph
import Wire

/// The counts of a newly opened or made document.
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
    var fence: Int?
    var fences: [ListedFence]?

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
            .optional(
                "losses", \.losses, .array(of: Loss.shape),
                "the parts that were left out because they break the structure"),
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
            .optional("fence", \.fence, .integer, "of a file in Markdown: the number of the fence that it is, from 1"),
            .optional("fences", \.fences, .array(of: ListedFence.shape), "all fences of that file, in their order"),
        ])

    /// Notes which fence of the file was opened, and lists all if that is wanted.
    mutating func note(_ fence: FencedFiles.Found?, lists: Bool) {
        self.fence = fence?.number
        fences = lists ? fence?.fences.map(ListedFence.init) : nil
    }
}

/// A fence of a file in Markdown, as it is sent to a client.
struct ListedFence: Sendable {
    var line = 0
    var kind = ""
    var title: String?
    var diagram: String?

    init() {}

    init(_ fence: MarkdownText.Fence) {
        (line, kind, title, diagram) = (fence.line, fence.format.name, fence.title, fence.otherDiagram)
    }

    static let shape = Shape.object(
        "ListedFence", "A fence of a file in Markdown that holds a graph, or another diagram of Mermaid.",
        initial: ListedFence(),
        members: [
            .required("line", \.line, .integer, "where it opens, from 1"),
            .required("kind", \.kind, .string, "its format: mermaid, dot or nodewire"),
            .optional("title", \.title, .string, "the title of the diagram, else the nearest heading above"),
            .optional(
                "diagram", \.diagram, .string, "of a diagram that is no graph, and cannot be opened: its keyword"),
        ])
}
