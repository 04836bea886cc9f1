import Geometry
import Wire

/// Something in a document that its rules or settings would not let an edit do, found after the fact.
public struct Diagnostic: Sendable, Equatable {
    /// The severity: only errors are against a rule.
    public enum Severity: String, CaseIterable, Sendable { case error, warning, information, hint }

    /// The key that distinguishes it from all others of the document; it stays while the same is wrong with the same
    /// elements.
    public let key: String
    /// The severity.
    public private(set) var severity: Severity
    /// The name of an error, or `connection.` and the rule an edge is against.
    public let code: String
    /// The nodes concerned.
    public var nodes: [Node.ID]
    /// The edges concerned.
    public var edges: [Edge.ID]
    /// A JSON Pointer to the problem: in the data of the node, else in the document.
    public let path: String?
    /// The position in the text at `path`, in Unicode scalars.
    public let at: Int?
    /// One sentence for people.
    public let message: String
    /// Each of them fixes it by itself, and none is refused.
    public let fixes: [Fix]

    /// - Parameter subject: the path to the subject; with the code it is the key.
    init(
        _ severity: Severity, _ code: String, of subject: [String], nodes: [Node.ID] = [], edges: [Edge.ID] = [],
        path: String? = nil, at: Int? = nil, message: String, fixes: [Fix] = []
    ) {
        key = subject.reduce(into: code) { $0 += "/" + JSONPointer.escaped($1) }
        (self.severity, self.code, self.message, self.fixes) = (severity, code, message, fixes)
        (self.nodes, self.edges, self.path, self.at) = (nodes, edges, path, at)
    }

    /// The same with another severity.
    func graded(_ severity: Severity) -> Diagnostic {
        var diagnostic = self
        diagnostic.severity = severity
        return diagnostic
    }

    /// One about a single node.
    init(
        _ severity: Severity, _ code: String, node: Node.ID, _ part: [String] = [], path: String? = nil,
        message: String, fixes: [Fix] = []
    ) {
        self.init(
            severity, code, of: ["nodes", node.string] + part, nodes: [node], path: path, message: message,
            fixes: fixes)
    }
}

extension Diagnostic {
    /// An edit that fixes the problem.
    public enum Fix: Sendable, Equatable {
        /// Removes a member of a node.
        case removeNodeMember(Node.ID, String)
        /// Removes a member of an edge.
        case removeEdgeMember(Edge.ID, String)
        /// Gives a member of a node another name.
        case renameNodeMember(Node.ID, String, String, JSON)
        /// Gives a member of an edge another name.
        case renameEdgeMember(Edge.ID, String, String, JSON)
        /// Removes edges.
        case removeEdges([Edge.ID])
        /// Removes a setting, which restores its default.
        case removeSetting(JSONString)
        /// Removes the description of a node type.
        case removeType(JSONString)
        /// Adds a node type without a description.
        case addType(JSONString)
        /// Removes the description of a type of edges.
        case removeEdgeType(JSONString)
        /// Removes a constraint.
        case removeConstraint(Identifier)
        /// Removes the description of a data type.
        case removeDataType(JSONString)
        /// Sets `allowCycles` to true.
        case allowCycles
        /// Moves a node by an offset on the canvas.
        case move(Node.ID, Point)
        /// Gives a node another size.
        case resize(Node.ID, Size)
        /// Takes a node out of its parent, onto the canvas, at the same position.
        case takeOut(Node.ID)
        /// Resolves a conflict of a merge: takes the value of one side, or keeps the present one.
        case resolveConflict(JSONString, MergeConflict.Side?)

        /// The effect, for a menu.
        public var title: String {
            switch self {
            case .removeNodeMember(let id, let name): "Remove \"\(name)\" of node \"\(id)\""
            case .removeEdgeMember(let id, let name): "Remove \"\(name)\" of edge \"\(id)\""
            case .renameNodeMember(_, let name, let known, _), .renameEdgeMember(_, let name, let known, _):
                "Rename \"\(name)\" to \"\(known)\""
            case .removeEdges(let ids): ids.count == 1 ? "Remove edge \"\(ids[0])\"" : "Remove \(ids.count) edges"
            case .removeSetting(let name): "Remove the setting \"\(name)\""
            case .removeType(let name): "Remove the type \"\(name)\""
            case .addType(let name): "Add the type \"\(name)\""
            case .removeEdgeType(let name): "Remove the type of edges \"\(name)\""
            case .removeConstraint(let id): "Remove the constraint \"\(id)\""
            case .removeDataType(let name): "Remove the data type \"\(name)\""
            case .allowCycles: "Allow cycles"
            case .move(let id, _): "Move node \"\(id)\" aside"
            case .resize(let id, _): "Make node \"\(id)\" larger"
            case .takeOut(let id): "Put node \"\(id)\" onto the canvas"
            case .resolveConflict(_, .ours?): "Take ours"
            case .resolveConflict(_, .theirs?): "Take theirs"
            case .resolveConflict(_, nil): "Keep it as it is"
            }
        }
    }
}

extension [Diagnostic] {
    /// Appends a diagnostic, unless its key is already there.
    mutating func add(_ diagnostic: Diagnostic) {
        if !contains(where: { $0.key == diagnostic.key }) { append(diagnostic) }
    }
}
