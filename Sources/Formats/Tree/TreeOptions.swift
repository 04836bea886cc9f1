/// What is made of trees and types when they are read.
public struct TreeOptions: Sendable {
    /// What becomes of a tuple in a type of Swift.
    public enum Tuples: String, CaseIterable, Sendable {
        /// It is a node, or what it holds stands directly under the node above it.
        case node, fold
    }

    /// What becomes of tuples; an empty one is always a node.
    public var tuples = Tuples.node
    /// Whether a `TupleView` with its tuple, and a `ModifiedContent` in another, are left out, and what they hold stands
    /// under the node above them.
    public var simplify = false

    /// Everything as it is written.
    public init() {}
}
