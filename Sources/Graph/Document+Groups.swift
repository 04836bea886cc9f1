import Geometry
import Storage

extension Document {
    /// Returns the entry of a container, with everything that it inherits itself.
    ///
    /// - Complexity: O(1) once the inheritance is up to date, else O(its depth).
    func inherited(from container: Node.Slot) -> Inheritance.Entry {
        if let entry = inherited(from: container, levels: Inheritance.walkedDepth) { return entry }
        var (entry, chain) = chain(to: container)
        while let slot = chain.popLast() { entry = handDown(entry, through: slot) }
        return entry
    }

    /// The same if a few levels lead out or to a stored entry, else nil.
    private func inherited(from container: Node.Slot, levels: Int32) -> Inheritance.Entry? {
        if let known = inheritance.entry(container) { return known }
        guard let parent = nodes.parent(container) else { return handDown(Inheritance.Entry(), through: container) }
        if levels == 0 { return nil }
        guard let outer = inherited(from: parent, levels: levels - 1) else { return nil }
        return handDown(outer, through: container)
    }

    /// The containers from the given one outwards that have no entry yet, and the entry of the next one.
    private func chain(to container: Node.Slot) -> (Inheritance.Entry, [Node.Slot]) {
        var chain: [Node.Slot] = []
        var next: Node.Slot? = container
        while let slot = next {
            if let known = inheritance.entry(slot) { return (known, chain) }
            chain.append(slot)
            next = nodes.parent(slot)
        }
        return (Inheritance.Entry(), chain)
    }

    /// Hands down from the outside in, so that sums are the same wherever a walk begins.
    func handDown(_ outer: Inheritance.Entry, through slot: Node.Slot) -> Inheritance.Entry {
        var entry = outer
        let geometry = nodes.geometry(slot)
        if !geometry.x.isNaN { entry.origin += geometry.position }
        entry.z = max(nodes.zIndex(slot), outer.z + 1)
        let flags = nodes.flags(slot)
        entry.hides = outer.hides || flags.contains(.hidden)
        if flags.contains(.collapsed) && outer.collapsed.slot == nil { entry.collapsed = Link(slot) }
        entry.depth += 1
        return entry
    }

    /// The nearest container that holds two nodes; a node does not hold itself.
    ///
    /// - Complexity: O(1) for nodes of one container; else O(log *d*) once the inheritance is up to date, for nodes that lie *d*
    ///   containers deep.
    func container(of a: Node.Slot, _ b: Node.Slot) -> Node.Slot? {
        if nodes.innerCount == 0 { return nil }
        guard var a = nodes.parent(a), var b = nodes.parent(b) else { return nil }
        if a == b { return a }
        let (depthOfA, depthOfB) = (inherited(from: a).depth, inherited(from: b).depth)
        if depthOfA > depthOfB { a = container(around: a, at: depthOfB) }
        if depthOfB > depthOfA { b = container(around: b, at: depthOfA) }
        while a != b {
            var (outA, outB) = (jump(from: a), jump(from: b))
            if outA == outB { (outA, outB) = (nodes.parent(a), nodes.parent(b)) }
            guard let outA, let outB else { return nil }
            (a, b) = (outA, outB)
        }
        return a
    }

    /// Returns true if a node is another one, or holds it at whatever depth.
    ///
    /// - Complexity: as `container`.
    public func holds(_ outer: Node.Slot, _ inner: Node.Slot) -> Bool {
        if outer == inner { return true }
        guard nodes.firstChild(of: outer) != nil, let around = nodes.parent(inner) else { return false }
        let depth = inherited(from: outer).depth
        return inherited(from: around).depth >= depth && container(around: around, at: depth) == outer
    }

    private func container(around slot: Node.Slot, at depth: Int32) -> Node.Slot {
        var slot = slot
        while inherited(from: slot).depth > depth, let parent = nodes.parent(slot) {
            let out = jump(from: slot) ?? parent
            slot = inherited(from: out).depth < depth ? parent : out
        }
        return slot
    }

    private func jump(from container: Node.Slot) -> Node.Slot? {
        inheritance.entry(container)?.jump.slot ?? nodes.parent(container)
    }

    /// Brings what containers hand down up to date, so that questions about nodes do not walk.
    ///
    /// - Complexity: O(containers that are new, came to lie elsewhere or lie deep, and their children).
    public mutating func updateInheritance() {
        if inheritance.isCurrent { return }
        var seen = SlotMap<Node>()
        var stack = inheritance.takePending()
        while let start = stack.popLast() {
            guard nodes.isAlive(start), nodes.firstChild(of: start) != nil, seen.insert(start) else { continue }
            keepEntries(around: start)
            var next = nodes.firstChild(of: start)
            while let child = next {
                if nodes.firstChild(of: child) != nil { stack.append(child) }
                next = nodes.nextSibling(child)
            }
        }
    }

    private mutating func keepEntries(around container: Node.Slot) {
        var (entry, chain) = chain(to: container)
        while let slot = chain.popLast() {
            let outer = entry
            entry = handDown(outer, through: slot)
            entry.jump = inheritance.jump(through: nodes.parent(slot), outer)
            inheritance.keep(entry, for: slot)
        }
    }
}

extension Document {
    /// The group of an edge; nil without one, and while it does not exist.
    public func group(ofEdge slot: Edge.Slot) -> Node.Slot? {
        edges.flags(slot).contains(.grouped) ? edgeGroups[slot].flatMap { node($0) } : nil
    }

    /// Calls `body` with every edge of a group, in the order of their slots.
    public func visitEdges(in group: Node.Slot, _ body: (Edge.Slot) -> Void) {
        if !edgeGroups.isEmpty { visitEdges(inGroup: nodeID(group), body) }
    }

    /// Calls `body` with every edge that states a group, be that there or not.
    public func visitEdges(inGroup id: Node.ID, _ body: (Edge.Slot) -> Void) {
        edgeGroups.edges(in: id).forEach(body)
    }

    /// Notes the group that an edge states, as its flags and its text are now.
    mutating func noteGroup(ofEdge slot: Edge.Slot, before: EdgeFlags) {
        let flags = edges.flags(slot)
        if !before.union(flags).contains(.grouped) { return }
        edgeGroups.set(slot, flags.contains(.grouped) ? withEdgeMembers(slot) { Edge.group(in: $0) } : nil)
    }
}

extension Document {
    /// The layout that a group states for its contents; nil if it states none, or an invalid one.
    ///
    /// - Complexity: O(the bytes of the node) if it states one, else O(1).
    public func ownLayout(of slot: Node.Slot) -> OwnLayout? {
        guard nodes.flags(slot).contains(.ownLayout) else { return nil }
        return withNodeMembers(slot) { members in
            guard var cursor = JSONMembers.cursor("layout", in: members) else { return nil }
            return try? OwnLayout.kept(at: &cursor)
        }
    }
}
