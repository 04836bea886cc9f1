import Graph
import Wire

/// A member of items, as JSON, that a view asks for by its name when it is opened.
///
/// A row of `all` is everything that describes one: the parameter of `view/open`, the schema, the reading and the writing
/// follow from it.
public struct AskedMember: Sendable {
    /// The name in items, and that of the parameter by which a view asks for it.
    public let name: StaticString
    /// The description of the parameter.
    public let request: String
    /// The schema of a value.
    public let schema: Schema
    /// Returns the value for a node of the document.
    let ofNode: @Sendable (Document, Node.Slot) -> [UInt8]
    /// Returns the value for an edge of the document.
    let ofEdge: @Sendable (Document, Edge.Slot) -> [UInt8]

    /// All of them, in the order in which items have them.
    public static let all = [texts]
}
