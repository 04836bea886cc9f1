import Editing
import Graph
import Interaction
import Wire

/// Changes an item of a list in the data of a node.
struct ItemUpdate: EditMethod {
    var place = ItemPlace()
    var item = ItemReference()
    var patch = JSON.null

    static let name = "item/update"
    static let label = "Change Item"
    static let summary =
        "Changes an item of a list in the data of a node (RFC 7396); edges follow if its handle gets another id."
    static let initial = ItemUpdate()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue, .duplicateId, .limits]
    static let members =
        ItemPlace.members.map { $0.inside(\.place) } + ItemReference.members.map { $0.inside(\.item) } + [
            .required("patch", \ItemUpdate.patch, .json, "of the item; anything but an object takes its place")
        ]

    func checkShape() throws(ShapeError) { try item.checkShape() }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.updateItem(item, in: place.node, at: place.path, patch: patch)
        return Nothing()
    }
}
