import Geometry
import Graph
import Storage

/// The persistent elements of a document in the order in which languages for drawings write them.
struct DrawnGraph {
    /// A step of the walk through the nodes and the groups around them.
    enum Step {
        case node(Node.Slot, depth: Int)
        case open(Node.Slot, depth: Int)
        case close(depth: Int)
    }

    private(set) var document: Document
    let nodes: [Node.Slot]
    let edges: [Edge.Slot]
    private let transients: TransientElements
    /// By slot: the first and the last child, and the next child of the same parent.
    private var firstChild: [Int32: Node.Slot] = [:]
    private var lastChild: [Int32: Node.Slot] = [:]
    private var nextSibling: [Int32: Node.Slot] = [:]
    private var roots: [Node.Slot] = []

    /// The persistent elements of a document; those that are left out are noted.
    ///
    /// - Complexity: O(*n*).
    init(_ document: Document, _ tally: inout ExportTally) {
        self.document = document
        self.document.updateInheritance()
        let transients = TransientElements(of: document)
        self.transients = transients
        nodes = document.nodeSlots.filter { !transients.nodes.contains($0) }
        edges = document.edgeSlots.filter { !transients.edges.contains($0) }
        for slot in document.nodesInOrder(transients.nodes) {
            tally.add(.node, document.nodeID(slot), "transient", "a transient node is not written, nor are its edges")
        }
        for slot in document.edgesInOrder(transients.edges) where document.edges.flags(slot).contains(.transient) {
            tally.add(.edge, document.edgeID(slot), "transient", "a transient edge is not written")
        }
        for slot in nodes {
            guard let parent = document.nodes.parent(slot) else {
                roots.append(slot)
                continue
            }
            if let last = lastChild[parent.number] {
                nextSibling[last.number] = slot
            } else {
                firstChild[parent.number] = slot
            }
            lastChild[parent.number] = slot
        }
    }

    /// Returns true if a node is written as a group: one that holds others, or of the type of groups.
    func isGroup(_ slot: Node.Slot) -> Bool {
        firstChild[slot.number] != nil
            || document.nodes.type(slot).map { document.symbols[$0].string == "group" } ?? false
    }

    /// Calls `body` for each node, parents before what they hold.
    ///
    /// - Complexity: O(*n*), however deep they lie.
    func walk<Failure: Error>(_ body: (Step) throws(Failure) -> Void) throws(Failure) {
        for root in roots {
            var open: [Node.Slot] = []
            var next: Node.Slot? = root
            while true {
                if let slot = next {
                    if isGroup(slot) {
                        try body(.open(slot, depth: open.count))
                        open.append(slot)
                        next = firstChild[slot.number]
                        continue
                    }
                    try body(.node(slot, depth: open.count))
                    if open.isEmpty { break }
                    next = nextSibling[slot.number]
                } else if let group = open.popLast() {
                    try body(.close(depth: open.count))
                    if open.isEmpty { break }
                    next = nextSibling[group.number]
                } else {
                    break
                }
            }
        }
    }

    // MARK: Direction

    /// The direction in which most edges lead: by the sides on which they leave their sources where these state handles,
    /// else by the middles of their ends. Down if no direction has most.
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
            let sites = document.handleSites(list: document.handleList(ends.source)).filter { $0.kind == .source }
            let site = sites.first { ends.sourceHandle == nil || $0.symbol == ends.sourceHandle }
            switch site?.side {
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
