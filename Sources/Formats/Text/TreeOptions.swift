/// The options for reading trees and types.
public struct TreeOptions: Sendable {
    /// The treatment of tuples in Swift types.
    public enum Tuples: String, CaseIterable, Sendable {
        /// A tuple is a node, or its contents are directly under the node above it.
        case node, fold
    }

    /// The treatment of tuples; an empty one is always a node.
    public var tuples = Tuples.node
    /// Is true if a `TupleView` with its tuple, and a `ModifiedContent` in another one, are removed; their contents
    /// move to the node above.
    public var simplify = false

    /// Makes options that keep everything as written.
    public init() {}
}
