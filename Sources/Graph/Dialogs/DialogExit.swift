import Storage
import Wire

/// The way in which a dialog leaves a node, whatever the conditions are. Without an edge the run ends.
public enum DialogExit: Sendable {
    /// The run ends here.
    case end
    /// It continues by itself.
    case next(Edge.Slot?)
    /// It waits for an input, and then continues.
    case input(Edge.Slot?)
    /// It continues by itself, in one of two ways.
    case branch(ifTrue: Edge.Slot?, ifFalse: Edge.Slot?)
    /// The options are handles of items, each with the first edge that leaves it; by a single one it may go on by itself.
    case handles([(item: DialogItem, edge: Edge.Slot?)], isWaiting: Bool)
    /// The options are edges.
    case edges([Edge.Slot])

    /// The edges by which the run may leave; nil is a way to nowhere.
    public var ways: [Edge.Slot?] {
        switch self {
        case .end: []
        case .next(let edge), .input(let edge): [edge]
        case .branch(let ifTrue, let ifFalse): [ifTrue, ifFalse]
        case .handles(let handles, _): handles.map(\.edge)
        case .edges(let edges): edges
        }
    }

    /// Is true if the dialog continues without an option or an input.
    public var isAutomatic: Bool {
        switch self {
        case .next, .branch: true
        case .handles(_, let isWaiting): !isWaiting
        case .end, .input, .edges: false
        }
    }
}

extension Document {
    /// Returns the way in which a dialog leaves a node.
    ///
    /// - Complexity: O(*n* log *n*) in the edges that leave it, and its data.
    public func dialogExit(of slot: Node.Slot) -> DialogExit {
        let role = dialogRole(slot)
        switch role {
        case .end: return .end
        case .start where dialogContent(of: slot).textPath == nil, .action: return .next(firstOutgoing(slot))
        case .condition:
            let ways = firstOutgoing(slot, at: [Identifier("true"), Identifier("false")])
            return .branch(ifTrue: ways[0], ifFalse: ways[1])
        case .start, .message, .choice, nil:
            if takesInput(slot) { return .input(firstOutgoing(slot)) }
            let items = dialogItems(of: slot)
            if !items.isEmpty {
                let ways = firstOutgoing(slot, at: items.map(\.handle.id))
                return .handles(Array(zip(items, ways)), isWaiting: items.count > 1 || role == .choice)
            }
            if role != .choice && nodes.firstOut(slot).flatMap({ edges.nextOut($0) }) == nil {
                return .next(nodes.firstOut(slot))
            }
            let ways = Array(outgoing(slot).reversed())
            return ways.isEmpty ? .next(nil) : .edges(ways)
        }
    }

    /// The first of the edges that leave a node at one of its source handles; an edge that names none leaves the first.
    ///
    /// - Complexity: O(*n*) in the edges that leave it.
    public func dialogWay(from slot: Node.Slot, at handle: Identifier) -> Edge.Slot? {
        firstOutgoing(slot, at: [handle])[0]
    }

    /// The first of the edges that leave a node.
    ///
    /// - Complexity: O(*n*) in these edges.
    public func dialogWay(from slot: Node.Slot) -> Edge.Slot? { firstOutgoing(slot) }

    /// Returns true if the node has `data.input`.
    private func takesInput(_ slot: Node.Slot) -> Bool {
        withNodeMembers(slot) { members in
            guard var input = JSONMembers.cursor("data", in: members)?.value(at: Document.inputPath) else {
                return false
            }
            return input.peek() != .null
        }
    }

    private static let inputPath = JSONPointer(tokens: ["input"])

    private func firstOutgoing(_ slot: Node.Slot) -> Edge.Slot? {
        var first: Edge.Slot?
        var next = nodes.firstOut(slot)
        while let edge = next {
            if first.map({ edges.order.key(edge) < edges.order.key($0) }) ?? true { first = edge }
            next = edges.nextOut(edge)
        }
        return first
    }

    /// The first of the edges that leave a node at each of some handles; an edge that names none leaves the first source
    /// handle.
    private func firstOutgoing(_ slot: Node.Slot, at handles: [Identifier]) -> [Edge.Slot?] {
        let list = handleList(slot)
        let unnamed = firstPlace(in: list, symbol: nil, kind: .source).map { handleSite(list: list, place: $0).symbol }
        var places = SlotMap<Identifier>(minimumCapacity: handles.count)
        for (place, handle) in handles.enumerated() { symbols.find(handle).map { _ = places.insert($0, place) } }
        var found = [Edge.Slot?](repeating: nil, count: handles.count)
        var next = nodes.firstOut(slot)
        while let edge = next {
            next = edges.nextOut(edge)
            guard let symbol = edges.ends(edge).sourceHandle ?? unnamed, let place = places[symbol] else { continue }
            if found[place].map({ edges.order.key(edge) < edges.order.key($0) }) ?? true { found[place] = edge }
        }
        return found
    }
}
