import Graph
import Storage

/// A step of elements in the order of their kind.
public enum OrderStep: String, CaseIterable, Sendable {
    /// The position in front of all others, or one step towards it; one step towards the back, or behind all others.
    case front, forward, backward, back
}

extension Transaction {
    /// Moves nodes in the order, which decides the painting of nodes with equal z.
    ///
    /// The nodes keep their order among themselves.
    ///
    /// - Throws: `noSuchNode`, `locked`.
    /// - Complexity: O(*n* log *n*) for *n* nodes.
    public mutating func reorder(_ ids: [Node.ID], to step: OrderStep) throws(EditError) {
        let slots = document.nodesInOrder(try unlocked(ids).slots)
        reorder(slots, to: step, \.nodes.order) { $0.moveNode($1, before: $2) }
    }

    /// Moves edges in the order, which decides the painting of edges with equal z.
    ///
    /// The edges keep their order among themselves.
    ///
    /// - Throws: `noSuchEdge`, `locked`.
    /// - Complexity: O(*n* log *n*) for *n* edges.
    public mutating func reorder(edges ids: [Edge.ID], to step: OrderStep) throws(EditError) {
        reorder(document.edgesInOrder(try unlocked(edges: ids)), to: step, \.edges.order) {
            $0.moveEdge($1, before: $2)
        }
    }

    /// - Parameters:
    ///   - slots: each once, in their order.
    ///   - move: puts a slot before another one, or at the end.
    private mutating func reorder<Element>(
        _ slots: [Slot<Element>], to step: OrderStep, _ path: KeyPath<Document, ElementOrder<Element>>,
        _ move: (inout Transaction, Slot<Element>, Slot<Element>?) -> Void
    ) {
        let named = Set(slots)
        switch step {
        case .front:
            var successor: Slot<Element>?
            for slot in slots.reversed() {
                move(&self, slot, successor)
                successor = slot
            }
        case .back:
            var successor = document[keyPath: path].first
            for slot in slots {
                if slot == successor {
                    successor = document[keyPath: path].next(slot)
                } else {
                    move(&self, slot, successor)
                }
            }
        case .forward:
            for slot in slots.reversed() {
                guard let next = document[keyPath: path].next(slot), !named.contains(next) else { continue }
                move(&self, slot, document[keyPath: path].next(next))
            }
        case .backward:
            for slot in slots {
                guard let previous = document[keyPath: path].previous(slot), !named.contains(previous) else { continue }
                move(&self, slot, previous)
            }
        }
    }
}
