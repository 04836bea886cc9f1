import Editing
import Graph
import Interaction
import Layout
import Wire

/// Sets the layout of a group's contents, and lays them out.
struct GroupLayout: LayoutEdit {
    var id = Identifier("")
    var layout: OwnLayout?
    var plan: LayoutPlan?

    static let name = "group/layout"
    static let label = "Lay out group"
    static let summary =
        "Gives a group a layout for its contents, and lays them out; null removes the layout, and nothing moves."
    static let initial = GroupLayout()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<GroupLayout>] = [
        .required("id", \.id, .identifier, "of the group"),
        .required(
            "layout", \.layout, OwnLayout.shape.optional, "its member `layout` from now on; null is none"),
    ]

    var laysOut: Bool { layout != nil }

    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        guard let layout else { return nil }
        var document = document
        document.updateInheritance()
        return try document.layoutPlan(ofGroup: id, layout, watch)
    }

    func reading(in document: Document) throws(EditError) -> LayoutReading? {
        try layout.flatMap { (layout) throws(EditError) in try document.layoutReading(ofGroup: id, layout) }
    }

    func extent(in document: Document) throws(EditError) -> Extent? {
        layout == nil ? nil : extent(of: [try document.slot(node: id)], in: document)
    }

    func prepare(_ transaction: inout Transaction) throws(EditError) {
        try transaction.setLayout(ofGroup: id, layout)
    }
}
