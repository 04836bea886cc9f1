import Editing
import Graph
import Interaction
import Wire

/// Finds what in a document breaks its rules.
struct DocumentCheck: ReturningMethod {
    var document = ""

    struct Elements: Sendable {
        var nodes: [Identifier]?
        var edges: [Identifier]?
    }

    struct Fix: Sendable {
        var method = ""
        var params: JSON = .object([:])
    }

    struct Entry: Sendable {
        var severity = Diagnostic.Severity.error
        var code = ""
        var elements = Elements()
        var path: String?
        var at: Int?
        var message = ""
        var fixes: [[Fix]] = []
    }

    struct Result: Sendable { var diagnostics: [Entry] = [] }

    static let name = "document/check"
    static let summary =
        "Finds what breaks the rules and is kept: edges from opening, an import or undo, and members with impossible values."
    static let failures: [Failure.Kind] = [.noSuchDocument]
    static let params = Shape.object(
        "", "", initial: DocumentCheck(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("diagnostics", \.diagnostics, .array(of: entry), "in the order of the elements")])

    private static let elements = Shape<Elements>.object(
        "ElementList", "Nodes and edges by id.", initial: Elements(),
        members: [
            .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
            .optional("edges", \.edges, .array(of: .identifier), "ids of edges"),
        ])

    private static let fix = Shape<Fix>.object(
        "Fix", "An edit that is part of a fix.", initial: Fix(),
        members: [
            .required("method", \.method, .string, "the edit"),
            .required("params", \.params, .json, "its parameters, without `document`"),
        ])

    private static let entry = Shape<Entry>.object(
        "Diagnostic", "Something that breaks the rules and is kept.", initial: Entry(),
        members: [
            .required("severity", \.severity, .choice(of: Diagnostic.Severity.self), "how serious it is"),
            .required(
                "code", \.code, .string, "the name of an error, `connection.` and a rule, `expression` or `cycle`"),
            .required("elements", \.elements, elements, "what it is about"),
            .optional(
                "path", \.path, .string,
                "a JSON Pointer: of `invalidData` into the data of the node, else into the document"),
            .optional("at", \.at, .integer, "where in the expression at `path`, in Unicode scalars"),
            .required("message", \.message, .string, "what is wrong"),
            .required(
                "fixes", \.fixes, .array(of: .array(of: fix)),
                "lists of edits for `document/edit`, each of which fixes it"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            Result(diagnostics: workspace.diagnostics().map { Entry($0) })
        }
    }
}

extension DocumentCheck.Entry {
    init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity
        code = diagnostic.code
        elements = DocumentCheck.Elements(
            nodes: diagnostic.nodes.isEmpty ? nil : diagnostic.nodes,
            edges: diagnostic.edges.isEmpty ? nil : diagnostic.edges)
        path = diagnostic.path
        at = diagnostic.at
        message = diagnostic.message
        fixes = diagnostic.fixes.map { [DocumentCheck.Fix($0)] }
    }
}

extension DocumentCheck.Fix {
    init(_ fix: Diagnostic.Fix) {
        switch fix {
        case .removeNodeMember(let id, let name):
            self.init(method: NodeUpdate.name, params: ["id": .string(id.string), "unset": [.string(name)]])
        case .removeEdgeMember(let id, let name):
            self.init(method: EdgeUpdate.name, params: ["id": .string(id.string), "unset": [.string(name)]])
        case .removeEdges(let ids):
            self.init(method: ElementRemove.name, params: ["edges": .array(ids.map { .string($0.string) })])
        case .removeSetting(let name): self.init(method: SettingsUpdate.name, params: .patch(name, .null))
        case .removeType(let name): self.init(method: TypesUpdate.name, params: .patch(name, .null))
        case .removeDataType(let name):
            self.init(method: TypesUpdate.name, params: .patch(name, .null, of: "dataTypes"))
        case .allowCycles: self.init(method: SettingsUpdate.name, params: .patch("allowCycles", true))
        }
    }
}

extension JSON {
    /// The parameters for a merge patch of one member.
    fileprivate static func patch(_ name: JSONString, _ value: JSON, of patch: JSONString = "patch") -> JSON {
        [patch: .object(JSONObject([.init(name: name, value: value)]))]
    }
}
