/// One row of the table of errors: what happened, and what the caller can do.
struct FailureEntry: Sendable {
    let code: Int
    let name: String
    let meaning: String
    let remedy: String

    static let all = base + Failure.Kind.allCases.map(FailureEntry.init)

    private init(_ code: Int, _ name: String, _ meaning: String, _ remedy: String) {
        self.code = code
        self.name = name
        self.meaning = meaning
        self.remedy = remedy
    }

    private init(_ kind: Failure.Kind) {
        let (meaning, remedy) = FailureEntry.explanation(of: kind)
        self.init(kind.rawValue, kind.name, meaning, remedy)
    }

    /// What every method may answer: the codes of JSON-RPC and of LSP.
    private static let base = [
        FailureEntry(
            -32700, "parseError", "The bytes are no JSON text, or no message could be cut out of them.",
            "Mend the writer; the `id` of the answer is null because none could be read."),
        FailureEntry(
            -32600, "invalidRequest", "The JSON is no request, or comes at a time when it may not.",
            "Look at the message; after `shutdown` only `exit` may follow, and `initialize` comes once."),
        FailureEntry(
            -32601, "methodNotFound", "No method has this name.",
            "Compare with `capabilities.methods` in the answer to `initialize`."),
        FailureEntry(
            -32602, "invalidParams", "A parameter is missing, unknown or of the wrong type.",
            "Mend the value at `data.path`; the document was not looked at."),
        FailureEntry(
            -32002, "serverNotInitialized", "A request came before `initialize`.", "Send `initialize` first."),
        FailureEntry(
            -32800, "requestCancelled", "The client gave the request up, or the server had to end.",
            "Ask again; of a file that was to be written there is the old one or, if it was too late, the new one."),
        FailureEntry(
            -32801, "contentModified", "The document is not the one the request was meant for.",
            "Read what changed and decide again."),
    ]

    private static func explanation(of kind: Failure.Kind) -> (String, String) {
        switch kind {
        case .noSuchDocument: ("No open document has this name.", "Open it, or see `document/list`.")
        case .noSuchView: ("No open view has this name.", "Open one with `view/open`.")
        case .alreadyOpen: ("The name is taken.", "Take another one, or leave it out.")
        case .unsaved: ("The document has unsaved changes.", "Save it, or close it with `discard`.")
        case .noSuchNode: ("No node has this id; `data.nodes` says which.", "Read the document again.")
        case .noSuchEdge: ("No edge has this id; `data.edges` says which.", "Read the document again.")
        case .noSuchHandle: ("The node has no such handle.", "Look at the node's handles, or leave the handle out.")
        case .duplicateId: ("The id is taken.", "Take another one, or leave it out.")
        case .parentCycle: ("A node would contain itself.", "Choose a parent that is not inside the node.")
        case .locked: ("Something locked is in the way; nothing was done.", "Unlock it by an update of `locked` alone.")
        case .invalidValue: ("The value is well formed and impossible.", "Mend the value at `data.path`.")
        case .connectionRefused:
            ("A rule refuses the edge: `data.reason` is `connection.` and its name.", "See `edge/targets`.")
        case .nothingThere:
            ("There is nothing at this place or in this set.", "Show it to the person; nothing was done.")
        case .gestureOpen: ("The view has a gesture already.", "End or cancel it first.")
        case .noGesture: ("The view has no gesture.", "Begin one first.")
        case .groupOpen: ("A group of edits is open.", "End or cancel it first.")
        case .noGroup: ("No group of edits is open.", "Begin one first.")
        case .path: ("The file cannot be read or written.", "Look at the path; it is taken from the server's folder.")
        case .readOnly: ("The document may be read only.", "Save it under another path, or close the other opener.")
        case .format: ("The content is not of this format.", "Name another format, or mend the file.")
        case .limits: ("A limit would be passed; see the table.", "Ask for less, in pages or by `path`.")
        }
    }
}
