import Graph

/// Where in the order of the nodes some of them go.
public enum OrderStep: String, CaseIterable, Sendable {
    /// In front of all others, or one place towards it; one place towards the back, or behind all others.
    case front, forward, backward, back
}

extension Transaction {
    /// Moves nodes in the order, which decides what is in front among nodes of equal z.
    ///
    /// The nodes keep their order among themselves.
    ///
    /// - Throws: `noSuchNode`, `locked`.
    /// - Complexity: O(*n* log *n*) for *n* nodes.
    public mutating func reorder(_ ids: [Node.ID], to step: OrderStep) throws(EditError) {
        let named = try unlocked(ids)
        let slots = document.nodesInOrder(named.slots)
        switch step {
        case .front:
            var successor: Node.Slot?
            for slot in slots.reversed() {
                moveNode(slot, before: successor)
                successor = slot
            }
        case .back:
            var successor = document.nodes.order.first
            for slot in slots {
                if slot == successor {
                    successor = document.nodes.order.next(slot)
                } else {
                    moveNode(slot, before: successor)
                }
            }
        case .forward:
            for slot in slots.reversed() {
                guard let next = document.nodes.order.next(slot), !named.contains(next) else { continue }
                moveNode(slot, before: document.nodes.order.next(next))
            }
        case .backward:
            for slot in slots {
                guard let previous = document.nodes.order.previous(slot), !named.contains(previous) else { continue }
                moveNode(slot, before: previous)
            }
        }
    }
}
