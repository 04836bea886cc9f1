import Editing
import Geometry
import Graph
import Interaction
import Layout
import Storage
import Wire

/// Lays a document out.
struct DocumentLayout: LayoutEdit {
    var algorithm = LayoutParameters.Algorithm.layered
    var options = JSONText(trusted: Array("{}".utf8))
    var ids: [Identifier]?
    var pinned: [Identifier] = []
    /// The plan to perform, once it has been computed.
    var plan: LayoutPlan?

    static let name = "document/layout"
    static let label = "Lay out"
    static let summary =
        "Gives nodes places by an algorithm, as one step of undo, and edges corners if asked; groups inside out."
    static let initial = DocumentLayout()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<DocumentLayout>] = [
        .defaulted(
            "algorithm", \.algorithm, .choice(of: LayoutParameters.Algorithm.self), "which layout", default: "layered"),
        .defaulted("options", \.options, .layoutOptions, "some of those that the algorithm takes", default: "{}"),
        .optional(
            "ids", earlier: "nodes", \.ids, .array(of: .identifier),
            "only these nodes with their contents, among their siblings; if left out, all"),
        .defaulted(
            "pinned", \.pinned, .array(of: .identifier), "the nodes that stay in place, with their contents",
            default: "[]"),
    ]

    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        if lacksNodes {
            throw .invalid("`place` is given the nodes that are to be placed", path: ["ids"])
        }
        let options = try LayoutParameters.read(options, for: algorithm)
        var document = document
        document.updateInheritance()
        return try document.layoutPlan(options, nodes: ids, pinned: pinned, watch)
    }

    func reading(in document: Document) throws(EditError) -> LayoutReading? {
        try document.layoutReading(LayoutParameters.read(options, for: algorithm), nodes: ids, pinned: pinned)
    }

    private var lacksNodes: Bool { algorithm == .place && ids == nil }

    func extent(in document: Document) throws(EditError) -> Extent? {
        if lacksNodes { return nil }
        guard let ids else { return (document.nodes.count, document.edges.count) }
        return extent(of: try document.slots(nodes: ids), in: document)
    }
}
