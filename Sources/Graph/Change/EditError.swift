import Schemas

/// The reason why an edit, a question or a gesture is refused; nothing has changed when it is thrown.
public struct EditError: Error, Sendable, Equatable {
    /// The kind of refusal; the protocol gives each a number.
    public enum Reason: String, CaseIterable, Sendable {
        /// The named thing does not exist, or is not allowed as it is.
        case noSuchNode, noSuchEdge, noSuchHandle, duplicateId, parentCycle, locked, invalidValue
        /// Data would not fit their schema; `problems` lists the reasons.
        case invalidData
        /// The connection rules refuse; `refusal` names the rule.
        case connectionRefused
        /// There is no gesture, group or element to act on, or it is busy or switched off.
        case nothingThere, gestureOpen, noGesture, groupOpen, noGroup, switchedOff
        /// A gesture of another view has the elements; `claimant` identifies it.
        case claimed
        /// A node does not take nodes of this type in.
        case notAccepted
        /// A text is not of a format that can be read.
        case format
        /// Most elements of a text would be lost.
        case lossy
        /// The document is only shown: another process edits its file.
        case readOnly
        /// Changes of a journal wait until the client decides about them.
        case unrecovered
        /// The change is based on content that has since changed.
        case contentModified
        /// A limit of `Limits` is reached.
        case limits
        /// The change cannot be written into the journal.
        case journal
    }

    /// The kind of refusal.
    public var reason: Reason
    /// One sentence for people.
    public var message: String
    /// The nodes concerned.
    public var nodes: [Identifier] = []
    /// The edges concerned.
    public var edges: [Identifier] = []
    /// The wrong place in the parameters, from the outermost member inwards.
    public var path: [String] = []
    /// The setting, or the flag of the elements, that switches off the requested action.
    public var setting: String?
    /// The name of the limit that would be exceeded, if a client can set it.
    public var limit: String?
    /// The view whose gesture has the elements.
    public var claimant: Claimant?
    /// The reason why the gate refused a connection, with the path of a cycle.
    public var refusal: ConnectionRefusal?

    /// The parts of the data of `nodes` that do not fit their schema any more.
    public var problems: [DataProblem] = []

    /// A view whose gesture has elements, with its name and color for others.
    public struct Claimant: Sendable, Equatable {
        /// The id of the view.
        public var view: String
        /// The name of its user.
        public var name: String?
        /// The color of its pointer.
        public var color: String?

        /// A view by its id, with the name and the color that its client has given it.
        public init(view: String, name: String?, color: String?) {
            (self.view, self.name, self.color) = (view, name, color)
        }
    }

    /// An error with the elements it concerns.
    public init(
        _ reason: Reason, _ message: String, nodes: [Identifier] = [], edges: [Identifier] = [], path: [String] = []
    ) {
        self.reason = reason
        self.message = message
        self.nodes = nodes
        self.edges = edges
        self.path = path
    }

    /// The error that another node has the id of a new one.
    static func taken(node id: Identifier) -> EditError {
        EditError(.duplicateId, "there is a node \"" + id.string + "\" already", nodes: [id])
    }

    /// The error that nodes with these ids do not exist.
    public static func noSuchNode(_ ids: [Identifier]) -> EditError {
        EditError(.noSuchNode, "there is no node \(quoted(ids))", nodes: ids)
    }

    /// The error that edges with these ids do not exist.
    public static func noSuchEdge(_ ids: [Identifier]) -> EditError {
        EditError(.noSuchEdge, "there is no edge \(quoted(ids))", edges: ids)
    }

    /// The error that the document is only shown.
    public static var readOnly: EditError {
        EditError(.readOnly, "the document is read-only: another process edits its file, or it was opened so")
    }

    /// The error that the changes of a journal wait.
    public static var unrecovered: EditError {
        EditError(
            .unrecovered,
            "the journal of the file has changes that were not saved: `document/recover` takes or drops them")
    }

    /// The error that these elements are locked.
    public static func locked(nodes: [Identifier] = [], edges: [Identifier] = []) -> EditError {
        EditError(
            .locked, "locked: \(quoted(nodes + edges)); unlock with an update of `locked`", nodes: nodes, edges: edges)
    }

    /// The error that a node does not take these in.
    public static func notAccepted(_ ids: [Identifier], by parent: Identifier) -> EditError {
        EditError(.notAccepted, "\"\(parent)\" does not accept \(quoted(ids))", nodes: ids)
    }

    /// The error that a value is impossible, at a path of the parameters.
    public static func invalid(_ message: String, path: [String] = []) -> EditError {
        EditError(.invalidValue, message, path: path)
    }

    /// The error that an edit would add problems to the data of a node.
    public static func invalidData(_ node: Identifier, _ problems: [DataProblem]) -> EditError {
        var message = "the data of node \"\(node)\" would not fit its schema"
        if let first = problems.first { message += ": \(first.path.isEmpty ? "it" : first.path) \(first.message)" }
        var error = EditError(.invalidData, message, nodes: [node])
        error.problems = problems
        return error
    }

    /// The error that the connection rules refuse.
    public static func refused(_ refusal: ConnectionRefusal) -> EditError {
        var error = EditError(
            .connectionRefused, refusal.message, nodes: refusal.nodes, edges: refusal.edges)
        error.refusal = refusal
        return error
    }

    /// The error that a gesture of another view has the elements.
    public static func claimed(nodes: [Identifier], edges: [Identifier], by claimant: Claimant) -> EditError {
        let who = claimant.name ?? "view \"\(claimant.view)\""
        var error = EditError(
            .claimed, "\(who) has hold of \(quoted(nodes + edges))", nodes: nodes, edges: edges)
        error.claimant = claimant
        return error
    }

    /// The error that a setting is off.
    public static func switchedOff(by setting: String) -> EditError {
        var error = EditError(.switchedOff, "`\(setting)` is off; switch it on with `settings/update`")
        error.setting = setting
        return error
    }

    /// The error that a flag of these elements is off.
    public static func switchedOff(
        flag: String, nodes: [Identifier] = [], edges: [Identifier] = []
    ) -> EditError {
        var error = EditError(
            .switchedOff, "`\(flag)` is off for \(quoted(nodes + edges)); switch it on with an update", nodes: nodes,
            edges: edges)
        error.setting = flag
        return error
    }

    /// The same error, its path seen from the value around; an error without a path stays without one.
    public func inside(_ steps: String...) -> EditError {
        var error = self
        if !path.isEmpty { error.path = steps + path }
        return error
    }

    private static func quoted(_ ids: [Identifier]) -> String {
        let shown = ids.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        return ids.count > 3 ? "\(shown) and \(ids.count - 3) more" : shown
    }
}
