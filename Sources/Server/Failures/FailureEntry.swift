/// One row of the table of errors: what happened, and what the caller can do.
struct FailureEntry: Sendable {
    let code: Int
    let name: String
    let meaning: String
    let remedy: String
    /// The reasons that its `data` can have.
    let reasons: [String]
    /// The other members of its `data`.
    let parts: Parts
    /// The kind of errors whose `data` this code shares.
    let others: Failure.Kind?

    /// The members of `data` besides its reason: those of all its errors and those of some.
    struct Parts: Sendable {
        var always: [Failure.Part] = []
        var sometimes: [Failure.Part] = []
    }

    static let all = base + Failure.Kind.allCases.map(FailureEntry.init)

    /// The rows of some kinds.
    static func entries(of kinds: [Failure.Kind]) -> [FailureEntry] {
        let codes = Set(kinds.map(\.rawValue))
        return all.filter { codes.contains($0.code) }
    }

    private init(
        _ code: Int, _ name: String, _ meaning: String, _ remedy: String, reasons: [String]? = nil,
        others: Failure.Kind? = nil, _ parts: Parts = Parts()
    ) {
        self.code = code
        self.name = name
        self.meaning = meaning
        self.remedy = remedy
        self.reasons = reasons ?? [name]
        self.parts = parts
        self.others = others
    }

    private init(_ kind: Failure.Kind) {
        let (meaning, remedy) = FailureEntry.explanation(of: kind)
        let reasons: [String]? =
            switch kind {
            case .connectionRefused: RuleEntry.all.map { "connection." + $0.name }
            case .limits: ["limits", "limits.reply"]
            case .path: ["path"] + FileErrorKind.reasons
            default: nil
            }
        self.init(
            kind.rawValue, kind.name, meaning, remedy, reasons: reasons, FailureEntry.parts(of: kind))
    }

    /// The failures of every method: the codes of JSON-RPC and of LSP.
    private static let base = [
        FailureEntry(
            -32700, "parseError", "The bytes are no JSON text, or no message could be found in them.",
            "Fix the client's encoder. The `id` of the reply is null because none could be read."),
        FailureEntry(
            -32600, "invalidRequest", "The JSON is no request, or it is not allowed at this point of the session.",
            "Send `initialize` once and first; after `shutdown` send only `exit`.",
            reasons: ["invalidRequest", "limits.depth", "limits.batchMessages"], others: .limits),
        FailureEntry(
            -32601, "methodNotFound", "No method has this name.",
            "See `capabilities.methods` in the result of `initialize`."),
        FailureEntry(
            -32602, "invalidParams", "A parameter is missing, unknown or of the wrong type.",
            "Correct the parameter at `data.path`; nothing was done.", Parts(always: [.path], sometimes: [.index])),
        FailureEntry(
            -32002, "serverNotInitialized", "A request came before `initialize`.", "Send `initialize` first."),
        FailureEntry(
            -32800, "requestCancelled", "The client cancelled the request, or the server had to end.",
            "Send it again. A file that was being written holds the old content or all of the new one."),
        FailureEntry(
            -32801, "contentModified",
            "The document has another revision than the request names, or what was being laid out has changed meanwhile.",
            "Read what has changed, and decide again.", Parts(sometimes: [.path, .index])),
    ]

    private static func explanation(of kind: Failure.Kind) -> (String, String) {
        switch kind {
        case .noSuchDocument:
            ("No open document has this name.", "Open or create it first; `document/list` lists the open ones.")
        case .noSuchView: ("No open view has this id.", "Open one with `view/open`.")
        case .alreadyOpen: ("The name is taken.", "Use what is open, or choose another name.")
        case .unsaved: ("The document has unsaved changes.", "Save it, or close it with `discard`.")
        case .noSuchNode: ("No node has this id; `data.nodes` lists the missing ones.", "Read the document again.")
        case .noSuchEdge: ("No edge has this id; `data.edges` lists the missing ones.", "Read the document again.")
        case .noSuchHandle:
            ("The node has no such handle.", "Name a handle of the node or its type, or leave the handle out.")
        case .duplicateId: ("The id is taken.", "Choose another id, or leave it out.")
        case .parentCycle: ("A node would contain itself.", "Choose a parent that is not inside the node.")
        case .locked:
            ("A locked element is in the way; nothing was done.", "Unlock it first, by an update of `locked` alone.")
        case .invalidValue:
            ("The value has the right type but is impossible.", "Correct the value at `data.path`.")
        case .invalidData:
            (
                "The edit would add a problem to the data of a node, which the setting `dataProblems` refuses; "
                    + "`data.problems` lists what it would add.",
                "Correct the data, or set `dataProblems` to `report`."
            )
        case .readOnly:
            (
                "The document is only shown, because another process edits its file, or it was opened so.",
                "Call `document/refresh` once the other has closed it, or save under another `path`."
            )
        case .notAccepted:
            (
                "The type of a node does not list the types of these nodes in `accepts`; nothing was done.",
                "Put them elsewhere."
            )
        case .connectionRefused:
            ("A rule refuses the edge: `data.reason` is `connection.` and its name.", "See `edge/targets`.")
        case .nothingThere:
            ("There is nothing at this point or in this set.", "Show it to the user; nothing was done.")
        case .gestureOpen: ("The view has an open gesture.", "End or cancel it first.")
        case .noGesture: ("The view has no open gesture.", "Begin one first.")
        case .groupOpen: ("A group of edits is open.", "End or cancel it first.")
        case .noGroup: ("No group of edits is open.", "Begin one first.")
        case .claimed:
            (
                "A gesture of another view has the elements; `data.claimant` says whose, by `view`, `name` and `color`.",
                "Wait until it has ended; an edit is performed all the same."
            )
        case .switchedOff: ("A setting switches this off; `data.setting` names it.", "Switch the setting on.")
        case .path:
            (
                "The file cannot be read or written; for a write that the gate refuses `data.reason` says why: "
                    + "`reserved`, `hidden`, `open`, `format` or `losses`.",
                "Name another path inside the server's folder, or ask the user and give what `data.path` names."
            )
        case .changedOnDisk:
            (
                "The file was changed since the document was read or saved, or the document does not come from it.",
                "Ask the user: `overwrite` replaces the file, another `path` keeps both."
            )
        case .journal:
            (
                "The change cannot be written into the journal of the file; it has not happened, or was taken back.",
                "Make room on the disk and send the request again, or save to another `path`."
            )
        case .unrecovered:
            (
                "The journal of the file has changes that were not saved, and the client has not said what becomes of them.",
                "Ask the user, then call `document/recover`; or open with `recover`."
            )
        case .format: ("The content is not of this format.", "Name another format, or correct the file.")
        case .lossy:
            (
                "More than half of the nodes and edges of a file would be lost; the message has the losses by code and count.",
                "Correct the file, or take the others with `lossy`."
            )
        case .limits:
            ("A limit would be exceeded; see the table.", "Request less, read in pages, or write to a `path`.")
        }
    }

    private static func parts(of kind: Failure.Kind) -> Parts {
        switch kind {
        case .noSuchDocument, .noSuchView, .alreadyOpen, .unsaved, .gestureOpen, .noGesture, .groupOpen, .noGroup:
            Parts()
        case .noSuchNode: Parts(sometimes: [.nodes, .edges, .index])
        case .noSuchEdge: Parts(always: [.edges], sometimes: [.index])
        case .noSuchHandle: Parts(always: [.nodes], sometimes: [.index])
        case .duplicateId, .locked: Parts(sometimes: [.nodes, .edges, .path, .index])
        case .parentCycle: Parts(always: [.nodes], sometimes: [.path, .index])
        case .invalidValue: Parts(sometimes: [.nodes, .edges, .path, .index, .document])
        case .invalidData: Parts(always: [.nodes, .problems], sometimes: [.index])
        case .notAccepted: Parts(always: [.nodes], sometimes: [.index])
        case .connectionRefused: Parts(sometimes: [.nodes, .edges, .cycle, .index])
        case .nothingThere: Parts(sometimes: [.index])
        case .switchedOff: Parts(always: [.setting], sometimes: [.nodes, .edges])
        case .claimed: Parts(always: [.claimant], sometimes: [.nodes, .edges])
        case .path: Parts(sometimes: [.nodes, .edges, .path, .index, .document, .losses])
        case .readOnly, .changedOnDisk: Parts(sometimes: [.path, .document])
        case .journal, .unrecovered: Parts(sometimes: [.document])
        case .format: Parts(sometimes: [.nodes, .edges, .path, .index, .document])
        case .lossy: Parts(sometimes: [.nodes, .edges, .path, .index])
        case .limits: Parts(sometimes: [.nodes, .edges, .path, .limit, .index, .document])
        }
    }
}
