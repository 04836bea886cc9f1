import Editing
import Geometry
import Graph
import Wire

extension Shape where Value == Diagnostic {
    /// Something that is wrong, with the edits that fix it.
    static let diagnostic = Shape(
        schema: DiagnosticEntry.shape.schema,
        read: { (cursor) throws(ShapeError) in throw cursor.wrongKind("nothing: diagnostics are only sent") },
        write: { diagnostic, writer in DiagnosticEntry.shape.write(DiagnosticEntry(diagnostic), &writer) })
}

/// A diagnostic as it is sent.
private struct DiagnosticEntry: Sendable {
    struct Edit: Sendable {
        var method = ""
        var params: JSON = .object([:])
    }

    struct Fix: Sendable {
        var title = ""
        var edits: [Edit] = []
    }

    var key = ""
    var severity = Diagnostic.Severity.error
    var code = ""
    var elements = ElementList()
    var path: String?
    var at: Int?
    var message = ""
    var fixes: [Fix] = []

    private static let edit = Shape<Edit>.object(
        "FixEdit", "An edit that is part of a fix.", initial: Edit(),
        members: [
            .required("method", \.method, .string, "the edit"),
            .required("params", \.params, .json, "its parameters, without `document`"),
        ])

    private static let fix = Shape<Fix>.object(
        "Fix", "A way to fix what is wrong.", initial: Fix(),
        members: [
            .required("title", \.title, .string, "what it does, for a menu"),
            .required("edits", \.edits, .array(of: edit), "for `document/edit`"),
        ])

    static let shape = Shape<DiagnosticEntry>.object(
        "Diagnostic", "Something that breaks the rules and is kept, or is not as it should be.",
        initial: DiagnosticEntry(),
        members: [
            .required(
                "key", \.key, .string,
                "distinguishes it from all others of the document, and stays while the same is wrong"),
            .required("severity", \.severity, .choice(of: Diagnostic.Severity.self), "how serious it is"),
            .required(
                "code", \.code, .string,
                "`connection.` and a rule, or one of those that the page about documents lists"),
            .required("elements", \.elements, ElementList.shape, "what it is about"),
            .optional(
                "path", \.path, .string,
                "a JSON Pointer: of `invalidData` into the data of the node, else into the document"),
            .optional("at", \.at, .integer, "where in the expression at `path`, in Unicode scalars"),
            .required("message", \.message, .string, "what is wrong"),
            .required("fixes", \.fixes, .array(of: fix), "each of them alone fixes it"),
        ])
}

extension DiagnosticEntry {
    init(_ diagnostic: Diagnostic) {
        (key, severity, code) = (diagnostic.key, diagnostic.severity, diagnostic.code)
        elements = ElementList(diagnostic.nodes, diagnostic.edges)
        (path, at, message) = (diagnostic.path, diagnostic.at, diagnostic.message)
        fixes = diagnostic.fixes.map { Fix(title: $0.title, edits: [Edit($0)]) }
    }
}

extension DiagnosticEntry.Edit {
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
        case .addType(let name): self.init(method: TypesUpdate.name, params: .patch(name, .object([:])))
        case .removeDataType(let name):
            self.init(method: TypesUpdate.name, params: .patch(name, .null, of: "dataTypes"))
        case .allowCycles: self.init(method: SettingsUpdate.name, params: .patch("allowCycles", true))
        case .move(let id, let offset):
            let by: JSON = ["x": .number(offset.x), "y": .number(offset.y)]
            self.init(method: NodeMove.name, params: ["ids": [.string(id.string)], "by": by, "snap": false])
        case .takeOut(let id):
            self.init(method: NodeReparent.name, params: ["ids": [.string(id.string)], "parentId": .null])
        }
    }
}

extension JSON {
    /// The parameters for a merge patch of one member.
    fileprivate static func patch(_ name: JSONString, _ value: JSON, of patch: JSONString = "patch") -> JSON {
        [patch: .object(JSONObject([.init(name: name, value: value)]))]
    }
}
