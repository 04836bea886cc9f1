import Geometry
import Graph
import Storage

extension ExportGraph {
    /// The nodes in their order, except that parents come first, and the nodes that have moved for that.
    ///
    /// - Complexity: O(*n*), regardless of the depth.
    func nodesParentsFirst() -> (slots: [Node.Slot], moved: [Node.Slot]) {
        var (list, moved): ([Node.Slot], [Node.Slot]) = ([], [])
        list.reserveCapacity(nodes.count)
        var done = SlotSet<Node>()
        for slot in nodes {
            var waiting: [Node.Slot] = []
            var next: Node.Slot? = slot
            while let node = next, done.insert(node) {
                waiting.append(node)
                next = document.nodes.parent(node)
            }
            moved += waiting.dropLast()
            list += waiting.reversed()
        }
        return (list, moved)
    }

    // MARK: Groups

    /// A step of a walk through nodes and the groups around them.
    enum Step {
        case node(Node.Slot, depth: Int)
        case open(Node.Slot, depth: Int)
        case close(depth: Int)
    }

    /// Calls `body` for each of some nodes, parents before their contents, else in the order of the list.
    ///
    /// - Complexity: O(*n*), regardless of the depth.
    func walk<Failure: Error>(_ list: [Node.Slot], _ body: (Step) throws(Failure) -> Void) throws(Failure) {
        var roots: [Node.Slot] = []
        var firstChild: [Node.Slot: Node.Slot] = [:]
        var lastChild: [Node.Slot: Node.Slot] = [:]
        var nextSibling: [Node.Slot: Node.Slot] = [:]
        for slot in list {
            guard let parent = document.nodes.parent(slot) else {
                roots.append(slot)
                continue
            }
            if let last = lastChild[parent] { nextSibling[last] = slot } else { firstChild[parent] = slot }
            lastChild[parent] = slot
        }
        for root in roots {
            var open: [Node.Slot] = []
            var next: Node.Slot? = root
            while true {
                if let slot = next {
                    if isGroup(slot) {
                        try body(.open(slot, depth: open.count))
                        open.append(slot)
                        next = firstChild[slot]
                        continue
                    }
                    try body(.node(slot, depth: open.count))
                    if open.isEmpty { break }
                    next = nextSibling[slot]
                } else if let group = open.popLast() {
                    try body(.close(depth: open.count))
                    if open.isEmpty { break }
                    next = nextSibling[group]
                } else {
                    break
                }
            }
        }
    }

    // MARK: Direction

    /// The direction of most edges: by the sides at which they leave their sources, or without handles by the middles
    /// of their ends. Down if no direction has a majority.
    ///
    /// - Complexity: O(*n*).
    func direction() -> TextGraph.Direction {
        var votes: [TextGraph.Direction: Int] = [:]
        for slot in edges {
            let ends = document.edges.ends(slot)
            guard ends.source != ends.target, let vote = direction(of: ends) else { continue }
            votes[vote, default: 0] += 1
        }
        var best = (direction: TextGraph.Direction.down, count: 0)
        for direction in [TextGraph.Direction.down, .right, .up, .left] {
            let count = votes[direction, default: 0]
            if count > best.count { best = (direction, count) }
        }
        return best.direction
    }

    private func direction(of ends: EdgeEnds) -> TextGraph.Direction? {
        if document.declaresHandles(ends.source) || document.nodes.flags(ends.source).contains(.hasSides) {
            switch document.ownHandleSite(of: ends.source, symbol: ends.sourceHandle, kind: .source)?.side {
            case .top: return .up
            case .bottom: return .down
            case .left: return .left
            case .right: return .right
            case .center, nil: break
            }
        }
        let (source, target) = (document.frame(ends.source).center, document.frame(ends.target).center)
        let (x, y) = (target.x - source.x, target.y - source.y)
        if x.isNaN || y.isNaN || x == 0 && y == 0 { return nil }
        if abs(x) > abs(y) { return x > 0 ? .right : .left }
        return y > 0 ? .down : .up
    }
}
