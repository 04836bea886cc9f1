import Editing
import Graph
import Interaction
import Wire

/// Adds a constraint to the document.
struct ConstraintAdd: EditMethod {
    var constraint = JSONObject()

    static let name = "constraint/add"
    static let label = "Constrain"
    static let summary = "Adds a constraint that layouts keep; nothing moves before the next layout."
    static let initial = ConstraintAdd()
    static let failures: [Failure.Kind] = [.noSuchNode, .noSuchEdge, .duplicateId, .invalidValue, .limits]
    static let outcome = MadeElement()
    static let outcomeMembers: [Member<MadeElement>] = MadeElement.members
    static let members: [Member<ConstraintAdd>] = [
        .required("constraint", \.constraint, .constraint, "without an `id` it gets one")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> MadeElement {
        MadeElement(id: try transaction.addConstraint(constraint))
    }
}

extension Shape where Value == JSONObject {
    /// A constraint, whose members the edit checks.
    static let constraint = Shape(schema: constraintSchema, read: object.read, write: object.write)

    private static var constraintSchema: Schema {
        func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false) -> Schema.Member {
            Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
        }
        let lane = Schema.named(
            "Lane", "A band of a drawing along its direction.",
            .object(
                [
                    member("id", .string(), "its name", isRequired: true),
                    member("title", .string(), "for people"),
                    member("ids", .array(of: .id), "the nodes in it", isRequired: true),
                ], isOpen: true))
        return .named(
            "Constraint", "A relation that layouts keep; the kind decides which members there are.",
            .object(
                [
                    member("id", .string(), "unique among the constraints"),
                    member(
                        "kind", .string(), "`layer`, `order`, `lanes`, `align`, `relative`, `forward`; others are kept",
                        isRequired: true),
                    member("ids", .array(of: .id), "layer, order, align, relative: the nodes"),
                    member(
                        "layer", .oneOf([.choice(["same", "first", "last"]), .integer()]),
                        "layer: any one, the first, the last, or the one of a number from 0 on"),
                    member("lanes", .array(of: lane), "lanes: side by side, in this order"),
                    member("axis", .choice(["x", "y"]), "align: which coordinate is the same"),
                    member("edge", .choice(["start", "center", "end"]), "align: of which part of the nodes"),
                    member(
                        "side", .choice(Constraint.sides.map(\.name)),
                        "relative: where the second node lies, seen from the first"),
                    member("gap", .number(), "relative: how far away at least, canvas units; from 0 on"),
                    member("edges", .array(of: .id), "forward: the edges that lead in the direction"),
                ], isOpen: true))
    }
}
