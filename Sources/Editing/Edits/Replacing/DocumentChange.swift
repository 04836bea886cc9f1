import Graph
import Wire

/// A change of a document in the form of `document/changed`.
public struct DocumentChange: Sendable {
    /// The change of an element, or of a member of the document that is an object.
    public enum Alteration: Sendable {
        /// The whole new state; the former one does not matter.
        case whole(JSONText)
        /// Members with whole new values, nulls among them, and names of members that go.
        case assign(set: JSONObject, unset: [String])
        /// The element is removed.
        case gone
    }

    /// The change of the element of this id.
    public typealias Element = (id: Identifier, alteration: Alteration)

    /// The position of an element: before another one, or at the end.
    public struct Place: Sendable {
        /// The id of the element.
        public var id: Identifier
        /// The element before which it is placed.
        public var before: Identifier?

        /// The end is before nothing.
        public init(id: Identifier, before: Identifier?) {
            self.id = id
            self.before = before
        }
    }

    /// The changes of the nodes; new ones are put at the end in this order.
    public var nodes: [Element] = []
    /// The changes of the edges.
    public var edges: [Element] = []
    /// The positions of nodes, assigned from the last to the first.
    public var nodeOrder: [Place] = []
    /// The positions of edges.
    public var edgeOrder: [Place] = []
    /// The change of the document's settings.
    public var settings: Alteration?
    /// The change of its types of nodes.
    public var types: Alteration?
    /// The change of its other members, together.
    public var content: Alteration?

    /// A change of nothing.
    public init() {}
}
