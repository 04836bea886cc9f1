import Formats
import Wire

/// The treatment of trees that are imported.
struct ImportOptions: Sendable {
    var trees = TreeOptions()
    var layout = TreeLayoutChoice()

    static let shape = Shape<ImportOptions>.object(
        "ImportOptions", "Options for imported trees and types of Swift.", initial: ImportOptions(),
        members: [
            .defaulted(
                "tuples", \.trees.tuples, .choice(of: TreeOptions.Tuples.self),
                "swiftType: whether a tuple is a node, or its contents go under the node above it", default: "node"),
            .defaulted(
                "simplify", \.trees.simplify, .boolean,
                "swiftType: whether a `TupleView` with its tuple, and a `ModifiedContent` in another, are left out",
                default: "false"),
            .defaulted(
                "layout", \.layout, TreeLayoutChoice.shape,
                "whether trees are laid out by the layout `tree`, or options of it", default: "true"),
        ])
}
