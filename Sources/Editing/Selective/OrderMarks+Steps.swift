import Graph
import Storage

/// Takes the moves of steps, one after the other, into the list of marks.
struct MarkedSteps<Element> {
    /// Where what is in a slot stands after the steps so far, if one of them moved it.
    private var latest: [Slot<Element>: (id: Identifier?, entry: OrderMarks.Entry)] = [:]
    /// Marks of elements that came and went in one step.
    private var nameless: [OrderMarks.Entry] = []
    private let around: OrderMarks.Neighbors
    private let undone: Set<Int>
    /// What is in a slot before the first of the steps.
    private let name: (Slot<Element>) -> Identifier?

    /// - Parameters:
    ///   - around: neighbours before the first of the steps.
    ///   - undone: the steps known so far that are undone.
    init(
        _ around: OrderMarks.Neighbors, without undone: Set<Int>, _ name: @escaping (Slot<Element>) -> Identifier?
    ) {
        (self.around, self.undone, self.name) = (around, undone, name)
    }

    /// Takes the moves of the next step in.
    ///
    /// - Parameter names: of the elements that come in it.
    /// - Returns: The elements that it gave a place.
    mutating func add(
        _ moves: [Placement<Element>], _ names: [Slot<Element>: Identifier], of step: Int, to marks: inout OrderMarks
    ) -> [Identifier] {
        var ids: [Identifier] = []
        // A move may be written as a removal and an insertion.
        var gone: [Slot<Element>: Identifier] = [:]
        for move in moves {
            let isNew = move.from == .absent
            let id = isNew ? names[move.slot] ?? gone[move.slot] : leave(move.slot, &marks)
            let successor: OrderMarks.Entry
            switch move.to {
            case .absent:
                gone[move.slot] = id
                latest[move.slot] = (nil, .end)
                continue
            case .end: successor = .end
            case .before(let slot): successor = entry(of: slot, marks)
            }
            let mark = marks.place(id, before: successor, of: step, around)
            if let id { ids.append(id) } else { nameless.append(mark) }
            latest[move.slot] = (id, mark)
        }
        return ids
    }

    /// Drops what only the steps needed among themselves.
    func end(_ marks: inout OrderMarks) {
        for mark in nameless { marks.drop(mark) }
    }

    private func leave(_ slot: Slot<Element>, _ marks: inout OrderMarks) -> Identifier? {
        if let known = latest[slot] { return known.id }
        guard let id = name(slot) else { return nil }
        marks.pin(id, around)
        return id
    }

    private func entry(of slot: Slot<Element>, _ marks: OrderMarks) -> OrderMarks.Entry {
        if let known = latest[slot] { return known.entry }
        return name(slot).map { marks.entry(of: $0, without: undone) } ?? .end
    }
}

extension FormerDocument {
    /// The neighbours of nodes at this point.
    ///
    /// - Parameters:
    ///   - moves: those that led from here to the document as it is now.
    ///   - transients: nodes that do not count.
    func nodesAround(_ moves: [Placement<Node>], without transients: SlotSet<Node>) -> OrderMarks.Neighbors {
        let order = FormerOrder(before: moves, of: document.nodes.order, without: transients)
        return neighbors(order, node, nodeID)
    }

    /// The same for edges.
    func edgesAround(_ moves: [Placement<Edge>], without transients: SlotSet<Edge>) -> OrderMarks.Neighbors {
        let order = FormerOrder(before: moves, of: document.edges.order, without: transients)
        return neighbors(order, edge, edgeID)
    }

    private func neighbors<Element>(
        _ order: FormerOrder<Element>, _ slot: @escaping (Identifier) -> Slot<Element>?,
        _ name: @escaping (Slot<Element>) -> Identifier?
    ) -> OrderMarks.Neighbors {
        OrderMarks.Neighbors(
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
