import Editing
import Graph
import Interaction
import Wire

/// Puts an item into a list in the data of a node.
struct ItemInsert: EditMethod {
    var place = ItemPlace()
    var item = JSON.null
    var index: Int?

    struct Outcome: Sendable {
        var index = 0
        var id: String?
    }

    static let name = "item/insert"
    static let label = "Insert Item"
    static let summary =
        "Puts an item into a list in the data of a node; the list and what leads to it are made where they are absent."
    static let initial = ItemInsert()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue, .duplicateId, .limits]
    static let members =
        ItemPlace.members.map { $0.inside(\.place) } + [
            .required("item", \ItemInsert.item, .json, "any value; an object whose handle needs an id gets one"),
            .optional("index", \.index, .integer, "where it comes to stand, from 0; the end if left out"),
        ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("index", \.index, .integer, "where it stands"),
        .optional("id", \.id, .string, "its id, if it has one"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let made = try transaction.insertItem(item, in: place.node, at: place.path, index: index)
        return Outcome(index: made.index, id: made.id)
    }
}
