import Editing
import Graph
import Interaction
import Wire

/// Moves an item within its list in the data of a node.
struct ItemMove: EditMethod {
    var place = ItemPlace()
    var item = ItemReference()
    var target = 0

    static let name = "item/move"
    static let label = "Move Item"
    static let summary = "Moves an item within its list in the data of a node; edges stay at their items."
    static let initial = ItemMove()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members =
        ItemPlace.members.map { $0.inside(\.place) } + ItemReference.members.map { $0.inside(\.item) } + [
            .required("to", \ItemMove.target, .integer, "its index afterwards, from 0")
        ]

    func checkShape() throws(ShapeError) { try item.checkShape() }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.moveItem(item, in: place.node, at: place.path, to: target)
        return Nothing()
    }
}
