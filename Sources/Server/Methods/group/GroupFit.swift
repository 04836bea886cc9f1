import Editing
import Graph
import Interaction
import Wire

/// Fits a group to its contents.
struct GroupFit: EditMethod {
    var id = Identifier("")
    var padding = 24.0

    static let name = "group/fit"
    static let label = "Fit group"
    static let summary = "Gives a group the frame of its children, grown by `padding`; the children stay in place."
    static let initial = GroupFit()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<GroupFit>] = [
        .required("id", \.id, .identifier, "of the group"),
        .defaulted("padding", \.padding, .number, "in canvas units, not negative", default: "24"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.fitGroup(id, padding: padding)
        return Nothing()
    }
}
