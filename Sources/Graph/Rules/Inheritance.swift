import Geometry
import Storage

/// The properties that contents inherit from containers: an origin, a position in the stack, concealment.
///
/// Derived from the columns. A few levels are walked each time; deeper containers have stored entries, so that a
/// question about a node does not cost its depth. Outdated entries are not read, only walked around.
struct Inheritance: Sendable {
    /// The properties that contents inherit from one container.
    struct Entry: Equatable, Sendable {
        var origin = Point.zero
        /// The container's own z.
        var z = -Double.infinity
        /// Is true if the container, or one around it, is hidden.
        var hides = false
        /// The outermost collapsed node among the container and its ancestors.
        var collapsed = Link<Node>.none
        var conceals: Bool { hides || collapsed.slot != nil }
        /// The number of containers from the outermost to this one; 0 marks a missing entry.
        var depth: Int32 = 0
        /// A container farther out, so chosen that every container around is O(log depth) of these away (Myers 1983, "An
        /// applicative random-access stack").
        var jump = Link<Node>.none
    }

    /// Containers up to this depth are walked.
    static let walkedDepth: Int32 = 16

    private var entries = PagedArray<Entry>(default: Entry())
    /// The containers with an entry.
    private var kept: [Node.Slot] = []
    /// Containers that are new, or that moved with all their contents.
    private var pending: [Node.Slot] = []
    private var isStale = false

    var isCurrent: Bool { !isStale && pending.isEmpty }

    /// Returns the entry that the container hands down, if it is known without walking.
    @inline(__always)
    func entry(_ container: Node.Slot) -> Entry? {
        if kept.isEmpty || isStale { return nil }
        let entry = entries[container]
        return entry.depth > 0 ? entry : nil
    }

    /// A node was moved, hidden, or put on another level; `isContainer`: whether it has contents.
    mutating func nodeChanged(_ slot: Node.Slot, isContainer: Bool) {
        if kept.isEmpty || isStale { return }
        if isContainer || entries[slot].depth > 0 { isStale = true }
    }

    /// A container is new, or moved.
    mutating func containerCame(_ slot: Node.Slot) {
        if pending.last != slot { pending.append(slot) }
    }

    fileprivate mutating func takePending() -> [Node.Slot] {
        var slots = pending
        pending = []
        if isStale {
            for slot in kept { entries[slot] = Entry() }
            slots += kept
            kept = []
            isStale = false
        }
        return slots
    }

    /// The jump of a container whose parent has an entry: beyond the parent's jump if the two jumps from there are
    /// equally long.
    fileprivate func jump(through parent: Node.Slot?, _ outer: Entry) -> Link<Node> {
        guard let first = outer.jump.slot, let next = entry(first), let second = next.jump.slot,
            let last = entry(second),
            outer.depth - next.depth == next.depth - last.depth
        else { return Link(parent) }
        return next.jump
    }

    fileprivate mutating func keep(_ entry: Entry, for slot: Node.Slot) {
        if entry.depth <= Inheritance.walkedDepth { return }
        if entries[slot].depth == 0 { kept.append(slot) }
        entries[slot] = entry
    }
}

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

    /// The containers from the given one outwards as far as nothing is known, and what is known there.
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
