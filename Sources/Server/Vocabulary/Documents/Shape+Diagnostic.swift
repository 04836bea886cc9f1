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
    struct Fix: Sendable {
        var title = ""
        var edits: [EditItem] = []
    }

    var key = ""
    var severity = Diagnostic.Severity.error
    var code = ""
    var grade = LossGrade.structure
    var elements = ElementList()
    var path: String?
    var at: Int?
    var message = ""
    var fixes: [Fix] = []

    private static let fix = Shape<Fix>.object(
        "Fix", "A way to fix what is wrong.", initial: Fix(),
        members: [
            .required("title", \.title, .string, "what it does, for a menu"),
            .required("edits", \.edits, .array(of: EditItem.shape), "for `document/edit`"),
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
            .required("grade", \.grade, .choice(of: LossGrade.self), "what of the document it concerns"),
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
        (key, severity, code, grade) = (diagnostic.key, diagnostic.severity, diagnostic.code, diagnostic.grade)
        elements = ElementList(diagnostic.nodes, diagnostic.edges)
        (path, at, message) = (diagnostic.path, diagnostic.at, diagnostic.message)
        fixes = diagnostic.fixes.map { Fix(title: $0.title, edits: [EditItem($0)]) }
    }
}

extension EditItem {
    fileprivate init(_ method: String, _ params: JSON) {
        self.init(method: method, params: params.text)
    }

    fileprivate init(_ fix: Diagnostic.Fix) {
        switch fix {
        case .removeNodeMember(let id, let name):
            self.init("node/update", ["id": .string(id.string), "unset": [.string(name)]])
        case .removeEdgeMember(let id, let name):
            self.init("edge/update", ["id": .string(id.string), "unset": [.string(name)]])
        case .renameNodeMember(let id, let name, let known, let value):
            self.init(
                "node/update",
                ["id": .string(id.string), "set": .object([JSONString(known): value]), "unset": [.string(name)]])
        case .renameEdgeMember(let id, let name, let known, let value):
            self.init(
                "edge/update",
                ["id": .string(id.string), "set": .object([JSONString(known): value]), "unset": [.string(name)]])
        case .removeEdges(let ids):
            self.init("element/remove", ["edges": .array(ids.map { .string($0.string) })])
        case .removeSetting(let name): self.init("settings/update", .patch(name, .null))
        case .removeType(let name): self.init("types/update", .patch(name, .null))
        case .addType(let name): self.init("types/update", .patch(name, .object([:])))
        case .removeEdgeType(let name):
            self.init("types/update", .patch(name, .null, of: "edgeTypes"))
        case .removeConstraint(let id): self.init("constraint/remove", ["ids": [.string(id.string)]])
        case .removeDataType(let name):
            self.init("types/update", .patch(name, .null, of: "dataTypes"))
        case .allowCycles: self.init("settings/update", .patch("allowCycles", true))
        case .move(let id, let offset):
            let by: JSON = ["x": .number(offset.x), "y": .number(offset.y)]
            self.init("node/move", ["ids": [.string(id.string)], "by": by, "snap": false])
        case .resize(let id, let size):
            self.init(
                "node/resize",
                ["id": .string(id.string), "width": .number(size.width), "height": .number(size.height)])
        case .takeOut(let id):
            self.init("node/reparent", ["ids": [.string(id.string)], "parentId": .null])
        case .resolveConflict(let key, let side):
            var params: JSONObject = ["keys": [.string(key)]]
            params["take"] = side.map { .string($0.rawValue) }
            self.init("conflict/resolve", .object(params))
        }
    }
}

extension JSON {
    /// The parameters for a merge patch of one member.
    fileprivate static func patch(_ name: JSONString, _ value: JSON, of patch: JSONString = "patch") -> JSON {
        [patch: .object(JSONObject([.init(name: name, value: value)]))]
    }
}
