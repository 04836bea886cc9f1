import Graph
import Layout
import Storage
import Wire

// Groups that are laid out again after edits of their contents.

extension Transaction {
    /// Lays out the groups with an automatic layout whose nodes were added, removed, moved or resized, or whose edges
    /// were added, removed or reconnected.
    ///
    /// Contents that the last edit has laid out stay as they are. Placed nodes stay, unless the layout states `stable`.
    /// Groups of more than `Limits.groupLayoutNodes` stay as they are, and so do groups beyond
    /// `Limits.editLayoutNodes`.
    ///
    /// - Throws: `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: O(1) in a document whose groups state no layout; else O(touched elements and groups around them),
    ///   plus the layouts.
    mutating func layOutTouchedGroups() throws(EditError) {
        if document.nodes.ownLayoutCount == 0 || isFollowing || isReplay { return }
        updateInheritance()
        var touched = TouchedGroups(document, leaving: laidOut)
        touched.note(delta)
        var left = Limits.editLayoutNodes
        for (slot, weight) in touched.outermost() {
            guard weight <= left else { continue }
            left -= weight
            guard let own = document.ownLayout(of: slot), let options = own.optionsInEdits else { continue }
            let plan = try document.layoutPlan(options, nil, starts: [slot], pinned: [], given: (slot, own)) { _ in
                true
            }
            if let plan { try perform(plan) }
        }
    }
}

extension OwnLayout {
    /// The options of the layout as a part of an edit: placed nodes stay, unless it states `stable`. Nil if the layout
    /// is invalid.
    var optionsInEdits: LayoutOptions? {
        var around = LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))
        around.algorithm.movableShare = 0.1
        around.isMeasured = false
        return options(inside: around)
    }
}

/// The groups with an automatic layout around the elements that a transaction touched.
private struct TouchedGroups {
    private let document: Document
    private var seen = SlotMap<Node>()
    /// The groups that are already laid out.
    private let left: SearchedSlots<Node>
    /// The groups that must be laid out, with their weights.
    private var groups: [(slot: Node.Slot, weight: Int)] = []
    private var numbers = SlotMap<Node>()

    init(_ document: Document, leaving left: [Node.Slot]) {
        self.document = document
        self.left = SearchedSlots(left)
    }

    mutating func note(_ delta: Delta) {
        for change in delta.nodes { note(change) }
        for change in delta.edges {
            if let before = change.before, let after = change.after, before.hasSameEnds(as: after),
                before.isHidden == after.isHidden
            {
                continue
            }
            for edge in [change.before, change.after].compactMap({ $0 }) where !isTransient(edge) {
                for end in [edge.source, edge.target] { mark(document.node(end).flatMap { document.nodes.parent($0) }) }
            }
        }
    }

    private func isTransient(_ edge: Edge) -> Bool {
        document.edge(edge.id).map { document.isTransient(edge: $0) } == true
    }

    private mutating func note(_ change: NodeChange) {
        let slot = change.slot
        let isThere = document.nodes.isAlive(slot)
        if isThere, document.isTransient(slot) { return }
        switch change.content {
        case .same:
            if change.before == change.after { return }
        case .changed(let before, let after):
            let differs = before?.differs(from: after, in: document) ?? true
            if change.before == change.after && !differs { return }
            if let before, let parent = before.parent { mark(document.node(parent)) }
            // Its layout may have changed, or it may have been expanded.
            if isThere && differs { mark(slot) }
        }
        if !isThere { return }
        mark(document.nodes.parent(slot))
        let (before, after) = (change.before, change.after)
        if before.width == after.width && before.height == after.height { return }
        if !document.holdsItsChildren(slot) { mark(slot) }
    }

    /// Adds a group and the groups around it.
    private mutating func mark(_ start: Node.Slot?) {
        var next = start
        while let slot = next, seen.insert(slot) {
            next = document.nodes.parent(slot)
            let flags = document.nodes.flags(slot)
            guard flags.contains(.ownLayout), flags.isDisjoint(with: [.locked, .collapsed, .unplaced, .transient]),
                !left.contains(slot), document.ownLayout(of: slot)?.isAutomatic == true
            else { continue }
            guard let weight = document.layoutWeight(of: slot) else { return }
            if weight > Limits.groupLayoutNodes { continue }
            numbers.insert(slot, groups.count)
            groups.append((slot, weight))
        }
    }

    /// The groups that are not laid out together with another one; inner groups come before outer ones.
    func outermost() -> [(slot: Node.Slot, weight: Int)] {
        var layouts = LevelLayouts(document, LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout()))), root: nil)
        let found = groups.filter { !isLaidOutWithOther($0.slot, &layouts) }
        let places = document.nodesInOrder(found.map(\.slot))
        let sorted = places.compactMap { slot in numbers[slot].map { (group: groups[$0], depth: depth(slot)) } }
        // A stable sort: groups of equal depth keep their order.
        return sorted.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }
            .map(\.element.group)
    }

    private func isLaidOutWithOther(_ start: Node.Slot, _ layouts: inout LevelLayouts) -> Bool {
        var next = document.nodes.parent(start)
        while let slot = next {
            if layouts.layout(inside: slot).options.groups == .rigid { return false }
            if numbers.contains(slot) { return true }
            if !document.nodes.flags(slot).isDisjoint(with: [.locked, .collapsed]) { return false }
            next = document.nodes.parent(slot)
        }
        return false
    }

    private func depth(_ slot: Node.Slot) -> Int {
        var depth = 0
        var next = document.nodes.parent(slot)
        while let slot = next {
            depth += 1
            next = document.nodes.parent(slot)
        }
        return depth
    }
}

extension Document {
    /// The weight of a group: *n* + *s*² / *n* for *n* nodes and *s* more edges that leave them than nodes. Nil if the
    /// nodes alone exceed the limit; then the groups around it do, too.
    ///
    /// - Complexity: O(`Limits.groupLayoutNodes`).
    fileprivate func layoutWeight(of group: Node.Slot) -> Int? {
        var inside = [group]
        var done = 0
        while done < inside.count {
            var next = nodes.firstChild(of: inside[done])
            while let child = next {
                if inside.count > Limits.groupLayoutNodes { return nil }
                inside.append(child)
                next = nodes.nextSibling(child)
            }
            done += 1
        }
        let count = inside.count - 1
        var edgeCount = 0
        for slot in inside.dropFirst() {
            var next = nodes.firstOut(slot)
            while let edge = next, edgeCount <= 2 * Limits.groupLayoutNodes {
                edgeCount += 1
                next = edges.nextOut(edge)
            }
        }
        let surplus = max(0, edgeCount - count)
        return count + surplus * surplus / max(count, 1)
    }

    /// Returns true if no child of a node extends beyond it.
    fileprivate func holdsItsChildren(_ slot: Node.Slot) -> Bool {
        let frame = openFrame(slot)
        var next = nodes.firstChild(of: slot)
        while let child = next {
            if isPlaced(child), !nodes.flags(child).contains(.hidden), !frame.contains(self.frame(child)) {
                return false
            }
            next = nodes.nextSibling(child)
        }
        return true
    }
}

extension Edge {
    fileprivate var isHidden: Bool {
        members.withUnsafeBufferPointer { JSONMembers.value("hidden", in: $0) == true }
    }
}

extension Node {
    /// Members that never affect position or size: `unseen`, and `contents` if the node is not sized by its content.
    private static let contents: Set<JSONString> = ["data", "label"]
    private static let unseen: Set<JSONString> = [
        "zIndex", "className", "draggable", "selectable", "connectable", "deletable", "acceptsChildren", "expandParent",
        "extent", "cornerRadius",
    ]

    /// Returns true if another state of the node may have another size, parent or layout, or other handles.
    fileprivate func differs(from other: Node?, in document: Document) -> Bool {
        guard let other else { return true }
        var names = Node.unseen
        if let slot = document.node(id), !document.isSizedByContent(slot) { names.formUnion(Node.contents) }
        return JSONMembers.removing(names, from: members) != JSONMembers.removing(names, from: other.members)
    }

    fileprivate var parent: Node.ID? {
        members.withUnsafeBufferPointer { members in
            (JSONMembers.value("parentId", in: members) ?? JSONMembers.value("parentNode", in: members))?.stringValue
                .map { Node.ID($0) }
        }
    }
}
