import Editing
import Graph
import Interaction
import Wire

/// Puts nodes into a new group.
struct GroupCreate: EditMethod {
    var ids: [Identifier] = []
    var id: Identifier?
    var padding = 24.0
    var label: String?

    static let name = "group/create"
    static let label = "Group"
    static let summary = "Puts nodes into a new group around them; they stay in place."
    static let initial = GroupCreate()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .locked, .duplicateId, .notAccepted, .invalidValue, .invalidData, .limits,
    ]
    static let members: [Member<GroupCreate>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .optional("id", \.id, .identifier, "of the group; generated if left out"),
        .defaulted(
            "padding", \.padding, .number, "between the nodes and the group's sides, canvas units", default: "24"),
        .optional("label", \.label, .string, "of the group"),
    ]
    static let viewDoc = "the view in which the new group is selected and undo takes it back"

    static func selection(after outcome: MadeElement, in document: Document) -> Selection? {
        Selection(made: outcome.id, in: document)
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> MadeElement {
        if let id, id.string.isEmpty { throw .invalid("an id is not empty", path: ["id"]) }
        return MadeElement(id: try transaction.createGroup(ids, id: id, padding: padding, label: label))
    }
}
