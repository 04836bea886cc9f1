import Graph
import Storage

/// A document at another point of its history, as far as needed to describe a change.
struct FormerDocument {
    let document: Document
    /// The contents of slots there; nil is none.
    private var nodes: [Node.Slot: Node?] = [:]
    private var edges: [Edge.Slot: Edge?] = [:]
    /// The slots of elements that are in another slot now, or in none.
    private var nodeSlots: [Identifier: Node.Slot] = [:]
    private var edgeSlots: [Identifier: Edge.Slot] = [:]

    /// The document as it is now.
    init(_ document: Document) { self.document = document }

    /// Passes a change that begins at its state.
    mutating func go(over delta: Delta) {
        for change in delta.nodes {
            guard let node = node(after: change) else {
                nodes.updateValue(nil, forKey: change.slot)
                continue
            }
            nodes.updateValue(node, forKey: change.slot)
            if case .changed = change.content { nodeSlots[node.id] = change.slot }
        }
        for change in delta.edges {
            edges.updateValue(change.after, forKey: change.slot)
            if let after = change.after { edgeSlots[after.id] = change.slot }
        }
    }

    private func node(after change: NodeChange) -> Node? {
        if case .changed(_, let after) = change.content { return after }
        var node = node(at: change.slot)
        node?.setGeometry(change.after)
        return node
    }

    private func node(at slot: Node.Slot) -> Node? {
        if let known = nodes[slot] { return known }
        return document.nodes.isAlive(slot) ? document.node(at: slot) : nil
    }

    // MARK: Names

    func nodeID(_ slot: Node.Slot) -> Identifier? {
        if let known = nodes[slot] { return known?.id }
        return document.nodes.isAlive(slot) ? document.nodeID(slot) : nil
    }

    func edgeID(_ slot: Edge.Slot) -> Identifier? {
        if let known = edges[slot] { return known?.id }
        return document.edges.isAlive(slot) ? document.edgeID(slot) : nil
    }

    func node(_ id: Identifier) -> Node.Slot? {
        guard let slot = nodeSlots[id] ?? document.node(id), nodeID(slot) == id else { return nil }
        return slot
    }

    func edge(_ id: Identifier) -> Edge.Slot? {
        guard let slot = edgeSlots[id] ?? document.edge(id), edgeID(slot) == id else { return nil }
        return slot
    }

    // MARK: Changes

    /// Returns the effect of a change that begins here, element by element, with the elements that it needs.
    func changes(by delta: Delta) -> [(key: ElementKey, change: ElementLog.Change)] {
        var changes: [(key: ElementKey, change: ElementLog.Change)] = []
        // What came out as it was is no change.
        let nodes = delta.nodes.filter { !$0.isIdentity }.map { change in (node(at: change.slot), node(after: change)) }
        FormerDocument.add(nodes, to: &changes, { ElementKey.node($0.id) }, ElementLog.Content.node)
        let edges = delta.edges.filter { $0.before != $0.after }.map { ($0.before, $0.after) }
        FormerDocument.add(edges, to: &changes, { ElementKey.edge($0.id) }, ElementLog.Content.edge)
        for change in delta.members where change.before != change.after {
            let (before, after) = (change.before, change.after)
            let content = (
                from: ElementLog.Content(before, ofMember: change.name),
                to: ElementLog.Content(after, ofMember: change.name)
            )
            changes.append((.member(change.name), .changed(from: content.from, to: content.to)))
        }
        addNeeds(of: nodes, edges, to: &changes)
        return changes
    }

    /// Adds inserted, removed or changed elements; one removed in one slot and inserted in another has changed.
    private static func add<Element>(
        _ elements: [(before: Element?, after: Element?)],
        to changes: inout [(key: ElementKey, change: ElementLog.Change)],
        _ key: (Element) -> ElementKey, _ content: (Element) -> ElementLog.Content
    ) {
        var gone: [ElementKey: Element] = [:]
        for case (let before?, let after) in elements where after.map(key) != key(before) {
            gone[key(before)] = before
        }
        for (before, after) in elements {
            if let after {
                let same = before.flatMap { key($0) == key(after) ? $0 : nil }
                if let before = same ?? gone.removeValue(forKey: key(after)) {
                    changes.append((key(after), .changed(from: content(before), to: content(after))))
                } else {
                    changes.append((key(after), .made(content(after))))
                }
            }
        }
        for case (let before?, _) in elements where gone[key(before)] != nil {
            changes.append((key(before), .removed(content(before))))
        }
    }

    /// Adds the needs of a change: an edge needs its ends, a node in another one needs that.
    private func addNeeds(
        of nodes: [(before: Node?, after: Node?)], _ edges: [(before: Edge?, after: Edge?)],
        to changes: inout [(key: ElementKey, change: ElementLog.Change)]
    ) {
        for case (let before, let after?) in nodes {
            guard let parent = after.parent, before?.parent != parent else { continue }
            changes.append((.node(parent), .needed))
        }
        for case (_, let after?) in edges {
            changes.append((.node(after.source), .needed))
            changes.append((.node(after.target), .needed))
        }
    }
}
