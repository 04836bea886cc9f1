import Editing
import Graph
import Interaction
import Values
import Wire

/// Returns the values of nodes.
struct DocumentEvaluate: ReturningMethod {
    var document = ""
    var ids: [Identifier]?

    struct Result: Sendable {
        var revision = 0
        var values: [(String, NodeValue)] = []
    }

    static let name = "document/evaluate"
    static let summary = "Returns the values of the nodes whose type has `computed`."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode]
    static let params = Shape.object(
        "", "", initial: DocumentEvaluate(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional("ids", earlier: "nodes", \.ids, .array(of: .identifier), "of these nodes; else of all"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document"),
            .required("values", \.values, .dictionary(of: .nodeValue), "by id, in the order of the document"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            workspace.content.updateValues()
            let document = workspace.document
            let slots = try ids.map { (ids) throws(EditError) in try document.slots(nodes: ids) }
            let order = document.nodes.order
            let asked = slots.map { Set($0).sorted { order.key($0) < order.key($1) } } ?? document.nodeSlots
            return Result(
                revision: workspace.revision,
                values: asked.compactMap { slot in document.value(slot).map { (document.nodeID(slot).string, $0) } })
        }
    }
}

extension Shape where Value == NodeValue {
    /// The value that a node has computed; it is only written.
    static let nodeValue = Shape(
        schema: .named(
            "Value",
            "The result of a node: a number, boolean, string or list, a color, the reason why there is no value, or a value for each handle.",
            .oneOf([
                .number(), .boolean, .string(), .array(of: .any),
                .object(
                    [
                        Schema.Member(
                            name: "color", schema: .array(of: .number(), minimumCount: 4, maximumCount: 4),
                            isRequired: false, doc: "red, green, blue and alpha; 0…1 can be shown"),
                        Schema.Member(
                            name: "error", schema: .choice(ValueError.Code.allCases.map(\.rawValue)), isRequired: false,
                            doc: "why there is no value"),
                        Schema.Member(
                            name: "handle", schema: .string(), isRequired: false, doc: "with `missingInput`: which"),
                        Schema.Member(
                            name: "from", schema: .string(), isRequired: false,
                            doc: "with `input`: the node where the error began"),
                        Schema.Member(
                            name: "handles", schema: .dictionary(of: .any), isRequired: false,
                            doc: "values by the id of the source handle, where `computed` is an object"),
                    ], isOpen: false),
            ])),
        read: { (cursor) throws(ShapeError) in throw cursor.wrongKind("nothing: values are computed") },
        write: { value, writer in writer.nodeValue(value) })
}
