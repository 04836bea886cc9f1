import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Sets sizes that a front end measured with its own font.
struct NodeMeasure: EditMethod {
    var sizes: [(id: Identifier, size: Size?)] = []

    static let name = "node/measure"
    static let label = "Measure"
    static let summary =
        "Sets the sizes that a front end measured. They are saved with the file, but are no step of the history and no change that would have to be saved."
    static let initial = NodeMeasure()
    static let failures: [Failure.Kind] = [.noSuchNode, .invalidValue, .limits]
    static let changesContent = false
    static let members: [Member<NodeMeasure>] = [
        .required("sizes", \.sizes, .measuredSizes, "by the id of the node; null removes its measured size")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.measureNodes(sizes)
        return Nothing()
    }
}

extension Shape where Value == [(id: Identifier, size: Size?)] {
    /// The sizes of nodes by their ids.
    static let measuredSizes = Shape<[(String, Size?)]>.dictionary(of: Shape<Size>.size.optional).mapped { sizes in
        sizes.map { (id: Identifier($0.0), size: $0.1) }
    } from: { sizes in
        sizes.map { ($0.id.string, $0.size) }
    }
}
