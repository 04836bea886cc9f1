import Graph
import Storage

/// What a change touches, to find out whether a step of the history can still be taken after a change that is none.
///
/// - Complexity: O(the change) to make.
struct Footprint {
    private var nodes = SlotSet<Node>()
    private var edges = SlotSet<Edge>()
    /// Slots that are named as places, and those that are empty before or after.
    private var nodeSites = SlotSet<Node>()
    private var edgeSites = SlotSet<Edge>()
    private var emptyNodes = SlotSet<Node>()
    private var emptyEdges = SlotSet<Edge>()
    /// Nodes that are not there before or after, and those that others name.
    private var emptyIDs: Set<Identifier> = []
    private var namedIDs: Set<Identifier> = []
    private var members: Set<String> = []
    private var changesParents = false

    init(_ delta: Delta) {
        for change in delta.nodes { add(change) }
        for change in delta.edges { add(change) }
        for step in delta.nodeOrder {
            nodes.insert(step.slot)
            for case .before(let slot) in [step.from, step.to] { nodeSites.insert(slot) }
        }
        for step in delta.edgeOrder {
            edges.insert(step.slot)
            for case .before(let slot) in [step.from, step.to] { edgeSites.insert(slot) }
        }
        for change in delta.members { members.insert(change.name) }
    }

    private mutating func add(_ change: NodeChange) {
        nodes.insert(change.slot)
        guard case .changed(let before, let after) = change.content else { return }
        let parents = (before?.parent, after?.parent)
        for parent in [parents.0, parents.1] { if let parent { namedIDs.insert(parent) } }
        if parents.0 != parents.1 { changesParents = true }
        if before?.id == after?.id { return }
        emptyNodes.insert(change.slot)
        for node in [before, after] { if let node { emptyIDs.insert(node.id) } }
    }

    private mutating func add(_ change: EdgeChange) {
        edges.insert(change.slot)
        for edge in [change.before, change.after] {
            if let edge { namedIDs.formUnion([edge.source, edge.target]) }
        }
        if change.before?.id != change.after?.id { emptyEdges.insert(change.slot) }
    }

    /// Whether one of two changes cannot be taken back or forth as if the other had not been made.
    func meets(_ other: Footprint) -> Bool {
        changesParents && other.changesParents || nodes.meets(other.nodes) || edges.meets(other.edges)
            || nodeSites.meets(other.emptyNodes) || edgeSites.meets(other.emptyEdges)
            || !emptyIDs.isDisjoint(with: other.namedIDs) || !namedIDs.isDisjoint(with: other.emptyIDs)
            || !emptyIDs.isDisjoint(with: other.emptyIDs) || !members.isDisjoint(with: other.members)
    }
}

extension SlotSet {
    fileprivate func meets(_ other: SlotSet) -> Bool {
        var union = self
        union.formUnion(other)
        return union.count < count + other.count
    }
}
