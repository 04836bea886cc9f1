import Editing
import Graph
import Interaction
import Wire

/// Takes an item out of its list in the data of a node.
struct ItemRemove: EditMethod {
    var place = ItemPlace()
    var item = ItemReference()

    static let name = "item/remove"
    static let label = "Remove Item"
    static let summary = "Takes an item out of its list in the data of a node, and the edges at its handle with it."
    static let initial = ItemRemove()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<ItemRemove>] =
        ItemPlace.members.map { $0.inside(\.place) } + ItemReference.members.map { $0.inside(\.item) }

    func checkShape() throws(ShapeError) { try item.checkShape() }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.removeItem(item, in: place.node, at: place.path)
        return Nothing()
    }
}
