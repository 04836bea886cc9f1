import Graph
import Storage

/// Adds the moves of steps, one after the other, to the list of positions: where each step left the elements that it
/// moved.
struct PlacedSteps<Element> {
    /// The position of a slot's element after the steps so far, if one of them moved it; without an id it has none.
    private var latest: [Slot<Element>: (id: Identifier?, entry: OrderedList.Entry)] = [:]
    /// The order after the steps so far.
    private var order: FormerOrder<Element>
    private let around: OrderedList.Neighbors
    private let undone: Set<Int>
    /// Returns the element in a slot before the first of the steps.
    private let name: (Slot<Element>) -> Identifier?

    /// - Parameters:
    ///   - order: that before the first of the steps, and its neighbors by id.
    ///   - undone: the steps known so far that are undone.
    init(
        _ order: FormerOrder<Element>, _ around: OrderedList.Neighbors, without undone: Set<Int>,
        _ name: @escaping (Slot<Element>) -> Identifier?
    ) {
        (self.order, self.around, self.undone, self.name) = (order, around, undone, name)
    }

    /// Takes the moves of the next step in.
    ///
    /// - Parameter names: of the elements that come in it.
    /// - Returns: The elements that got a position.
    mutating func add(
        _ moves: [Placement<Element>], _ names: [Slot<Element>: Identifier], of step: Int,
        to positions: inout OrderedList
    ) -> [Identifier] {
        var ids: [Slot<Element>: Identifier] = [:]
        var open = SlotSet<Element>()
        for move in moves {
            // A move may be written as a removal and an insertion.
            let id =
                move.from == .absent
                ? names[move.slot] ?? ids[move.slot] : ids[move.slot] ?? leave(move.slot, &positions)
            ids[move.slot] = id
            latest[move.slot] = (nil, .end)
            order.go(over: move)
            if move.to == .absent { open.remove(move.slot) } else { open.insert(move.slot) }
        }
        var placed: [Identifier] = []
        for move in moves where open.contains(move.slot) {
            var run: [(slot: Slot<Element>, id: Identifier)] = []
            var next: Slot<Element>? = move.slot
            while let slot = next, open.contains(slot), let id = ids[slot] {
                open.remove(slot)
                run.append((slot, id))
                next = order.successor(of: slot)
            }
            var successor = next.map { entry(of: $0, positions) } ?? .end
            for (slot, id) in run.reversed() {
                successor = positions.place(id, before: successor, of: step, around)
                latest[slot] = (id, successor)
                placed.append(id)
            }
        }
        return placed
    }

    /// The element that a step takes from its position.
    private func leave(_ slot: Slot<Element>, _ positions: inout OrderedList) -> Identifier? {
        if let known = latest[slot] { return known.id }
        guard let id = name(slot) else { return nil }
        positions.pin(id, around)
        return id
    }

    private func entry(of slot: Slot<Element>, _ positions: OrderedList) -> OrderedList.Entry {
        if let known = latest[slot] { return known.entry }
        return name(slot).map { positions.entry(of: $0, without: undone) } ?? .end
    }
}

extension FormerDocument {
    typealias NodeOrder = (order: FormerOrder<Node>, around: OrderedList.Neighbors)
    typealias EdgeOrder = (order: FormerOrder<Edge>, around: OrderedList.Neighbors)

    /// The order of nodes at this point.
    ///
    /// - Parameters:
    ///   - moves: the moves from here to the present document.
    ///   - transients: nodes that do not count.
    func nodeOrder(_ moves: [Placement<Node>], without transients: SlotSet<Node>) -> NodeOrder {
        let order = FormerOrder(before: moves, of: document.nodes.order, without: transients)
        return (order, neighbors(order, node, nodeID))
    }

    /// The same of edges.
    func edgeOrder(_ moves: [Placement<Edge>], without transients: SlotSet<Edge>) -> EdgeOrder {
        let order = FormerOrder(before: moves, of: document.edges.order, without: transients)
        return (order, neighbors(order, edge, edgeID))
    }

    private func neighbors<Element>(
        _ order: FormerOrder<Element>, _ slot: @escaping (Identifier) -> Slot<Element>?,
        _ name: @escaping (Slot<Element>) -> Identifier?
    ) -> OrderedList.Neighbors {
        OrderedList.Neighbors(
            next: { id in
                guard let id else { return order.first.flatMap(name) }
                return slot(id).flatMap { order.successor(of: $0) }.flatMap(name)
            },
            previous: { id in
                guard let id else { return order.last.flatMap(name) }
                return slot(id).flatMap { order.predecessor(of: $0) }.flatMap(name)
            })
    }
}
