/// The options for reading trees and types.
public struct TreeOptions: Sendable {
    /// The result of a tuple in a type of Swift.
    public enum Tuples: String, CaseIterable, Sendable {
        /// It is a node, or its contents are directly under the node above it.
        case node, fold
    }

    /// The result of tuples; an empty one is always a node.
    public var tuples = Tuples.node
    /// Is true if a `TupleView` with its tuple, and a `ModifiedContent` in another, are left out, and their contents
    /// are placed under the node above them.
    public var simplify = false

    /// Everything as it is written.
    public init() {}
}
