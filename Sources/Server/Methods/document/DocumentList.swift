import Wire

/// Lists the open documents.
struct DocumentList: ReturningMethod {
    struct ListedDocument: Sendable {
        var document = ""
        var path: String?
        var revision = 0
        var dirty = false
        var nodes = 0
        var edges = 0
        var readOnly: Bool?
        var waiting: Bool?
        var journal: Bool?
        var recovered: RecoveredChanges?
    }

    struct Result: Sendable { var documents: [ListedDocument] = [] }

    var waiting = false

    static let name = "document/list"
    static let summary = "Lists the open documents in the order in which they were opened."
    static let params = Shape.object(
        "", "", initial: DocumentList(),
        members: [
            .defaulted(
                "waiting", \.waiting, .boolean,
                "whether to list also unsaved documents that earlier clients left at a server with many clients; `document/open` with the name joins one",
                default: "false")
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required(
                "documents", \.documents,
                .array(
                    of: .object(
                        "DocumentEntry", "An open document.", initial: ListedDocument(),
                        members: [
                            .required("document", \.document, .string, "its name"),
                            .optional("path", \.path, .string, "its file"),
                            .required("revision", \.revision, .integer, "its revision"),
                            .required("dirty", \.dirty, .boolean, "whether it has unsaved changes"),
                            .required("nodes", \.nodes, .integer, "how many"),
                            .required("edges", \.edges, .integer, "how many"),
                            .optional(
                                "readOnly", \.readOnly, .boolean,
                                "true if another process edits its file, or it was opened so"),
                            .optional(
                                "waiting", \.waiting, .boolean, "true if no client has it open: its edits are unsaved"),
                            .optional(
                                "journal", \.journal, .boolean,
                                "false if an edit would not outlive the process although it should: another document of its file has the journal, or there can be none"
                            ),
                            .optional(
                                "recovered", \.recovered, RecoveredChanges.shape,
                                "the changes in its journal that wait for `document/recover`"),
                        ])), "all of them")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        Result(
            documents: session.documents.all.compactMap { open in
                let isOpen = session.documents.isOpen(open.key)
                guard isOpen || waiting && open.users == 0 else { return nil }
                return ListedDocument(
                    document: open.name, path: open.path, revision: open.workspace.revision,
                    dirty: open.workspace.isDirty, nodes: open.workspace.document.nodes.count,
                    edges: open.workspace.document.edges.count, readOnly: open.workspace.isReadOnly ? true : nil,
                    waiting: isOpen ? nil : true, journal: open.lacksJournal ? false : nil,
                    recovered: open.waiting?.recovered)
            })
    }
}
