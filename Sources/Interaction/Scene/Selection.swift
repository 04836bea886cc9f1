import Graph
import Storage

/// The selected elements of a view.
public struct Selection: Sendable, Equatable {
    /// The selected nodes.
    public var nodes = SlotSet<Node>()
    /// The selected edges.
    public var edges = SlotSet<Edge>()

    /// A selection of these elements; without any, of nothing.
    public init(nodes: SlotSet<Node> = SlotSet(), edges: SlotSet<Edge> = SlotSet()) {
        self.nodes = nodes
        self.edges = edges
    }

    /// Is true if no node and no edge is selected.
    public var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }

    /// The way in which new elements join a selection.
    public enum Operation: String, CaseIterable, Sendable {
        case replace, add, remove, toggle
    }

    /// Adds the elements of another selection.
    public mutating func add(_ other: Selection) { apply(.add, other) }

    mutating func apply(_ operation: Operation, _ other: Selection) {
        switch operation {
        case .replace: self = other
        case .add:
            nodes.formUnion(other.nodes)
            edges.formUnion(other.edges)
        case .remove:
            nodes.subtract(other.nodes)
            edges.subtract(other.edges)
        case .toggle:
            nodes.formSymmetricDifference(other.nodes)
            edges.formSymmetricDifference(other.edges)
        }
    }
}

extension Selection {
    func contains(_ element: ElementSlot) -> Bool { element.isAmong(nodes: nodes, edges: edges) }
}

/// One node or one edge, by slot.
public enum ElementSlot: Sendable, Equatable {
    case node(Node.Slot)
    case edge(Edge.Slot)

    /// The node, if it is one.
    var node: Node.Slot? { if case .node(let slot) = self { slot } else { nil } }

    func isAmong(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
        switch self {
        case .node(let slot): nodes.contains(slot)
        case .edge(let slot): edges.contains(slot)
        }
    }
}
