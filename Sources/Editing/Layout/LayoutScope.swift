import Geometry
import Graph
import Storage

/// The scope of a layout: the nodes that it places, and those among them that stay.
struct LayoutScope: Sendable {
    /// A group and its children that take part, in the order of the document; nil as parent for the canvas.
    struct Level: Sendable {
        let parent: Node.Slot?
        let nodes: [Node.Slot]
        /// Is true if the group itself is laid out, and so gets the size of its contents.
        let fits: Bool
        /// The number of its layout.
        let layout: Int
        /// Is true if the group states the layout.
        let hasOwnLayout: Bool
    }

    /// The levels from inside out: each comes before the level of its parent.
    let levels: [Level]
    /// The nodes with their contents, and the pinned nodes; the edges among them are laid out.
    let subgraph: Subgraph
    /// The nodes to be placed among their siblings, with their contents; nil if all nodes of the scope are laid out.
    private let placed: Subgraph?
    private let fixed: SlotMap<Node>
    /// Is true if the layout avoids nodes outside the scope.
    let heedsRest: Bool
    /// Is true if edges to nodes outside the scope are routed again.
    let leadsOuterEdges: Bool

    /// - Parameters:
    ///   - starts: the nodes to lay out with their contents; none is locked.
    ///   - pinned: the nodes that stay; they have a position.
    ///   - layouts: the layouts of the contents of groups.
    ///   - group: a group whose contents are laid out even if those of other groups are not.
    ///   - withSiblings: true if all siblings take part, and stay if they are not named.
    ///   - heedsRest: true if the layout avoids nodes outside the scope.
    /// - Complexity: O(*n* log *n*) for *n* nodes and their contents.
    init(
        _ document: Document, starts: [Node.Slot], pinned: [Node.Slot], _ layouts: inout LevelLayouts,
        opening group: Node.Slot?, withSiblings: Bool, heedsRest: Bool
    ) {
        self.heedsRest = heedsRest
        leadsOuterEdges = heedsRest || group != nil
        let all = Subgraph(starts, in: document, lastingOnly: true)
        let out = all.concealed(in: document, opening: group) { layouts.layout(inside: $0).options.hidden == .count }
        func isLeftOut(_ slot: Node.Slot) -> Bool {
            document.nodes.flags(slot).contains(.hidden)
                && layouts.layout(inside: document.nodes.parent(slot)).options.hidden == .ignore
        }
        var fixed = SlotMap<Node>()
        // The groups around a fixed node are fixed, too.
        func fix(_ slot: Node.Slot) {
            var next: Node.Slot? = slot
            while let current = next, fixed.insert(current) { next = document.nodes.parent(current) }
        }
        let pinned = pinned.filter { !out.contains($0) && !isLeftOut($0) }
        for slot in pinned { fix(slot) }
        for slot in all.nodes where document.nodes.flags(slot).contains(.locked) && !out.contains(slot) { fix(slot) }
        var stays = SearchedSlots<Node>(pinned)
        func isLaidOut(inside parent: Node.Slot) -> Bool {
            let layout = layouts.layout(inside: document.nodes.parent(parent))
            let flags = document.nodes.flags(parent)
            return (layout.options.groups == .nested || parent == group)
                && flags.isDisjoint(with: [.locked, .collapsed]) && !stays.contains(parent)
        }
        var places = SlotMap<Node>()
        var parents: [Node.Slot?] = []
        var members: [[Node.Slot]] = []
        var isOpen = SearchedSlots<Node>()
        var rootPlace: Int?
        func add(_ slot: Node.Slot) {
            let parent = document.nodes.parent(slot)
            if let place = parent.map({ places[$0] }) ?? rootPlace { return members[place].append(slot) }
            if let parent { places.insert(parent, members.count) } else { rootPlace = members.count }
            parents.append(parent)
            members.append([slot])
        }
        for slot in all.preorder where !out.contains(slot) {
            // A named node is laid out among its siblings, regardless of the groups around it.
            if let parent = document.nodes.parent(slot), all.contains(parent) {
                guard isOpen.contains(parent), isLaidOut(inside: parent) else { continue }
            }
            isOpen.insert(slot)
            add(slot)
        }
        var around: [Node.Slot] = []
        for slot in pinned where !all.contains(slot) {
            guard let place = document.nodes.parent(slot).map({ places[$0] }) ?? rootPlace else { continue }
            members[place].append(slot)
            around.append(slot)
        }
        if withSiblings {
            for slot in document.siblings(of: all.roots)
            where !all.contains(slot) && document.isPlaced(slot) && !isLeftOut(slot) {
                guard let place = document.nodes.parent(slot).map({ places[$0] }) ?? rootPlace, stays.insert(slot)
                else { continue }
                fixed.insert(slot)
                members[place].append(slot)
                around.append(slot)
            }
        }
        self.fixed = fixed
        placed = withSiblings ? all : nil
        subgraph = around.isEmpty ? all : Subgraph(all.roots + around, in: document, lastingOnly: true)
        // In preorder, the levels inside a node come after the node's own level.
        levels = parents.indices.reversed().map { place in
            let parent = parents[place]
            let layout = layouts.number(inside: parent)
            return Level(
                parent: parent, nodes: document.nodesInOrder(members[place]),
                fits: parent.map { all.contains($0) } ?? false, layout: layout,
                hasOwnLayout: parent.map { layouts.number(inside: document.nodes.parent($0)) != layout } ?? false)
        }
    }

    /// Returns the edges to lay out, in the order of the document: the edges among the nodes or, if some nodes are
    /// placed among siblings, the edges of these nodes.
    func edges(in document: Document) -> [Edge.Slot] {
        guard let placed else { return subgraph.innerEdges(in: document) }
        let joining = placed.outerEdges(in: document).filter { slot in
            let ends = document.edges.ends(slot)
            return subgraph.contains(ends.source) && subgraph.contains(ends.target)
        }
        return placed.innerEdges(and: joining, in: document)
    }

    /// Returns true if a node keeps its place on the canvas.
    func isFixed(_ slot: Node.Slot) -> Bool { fixed.contains(slot) }

    /// Returns the named nodes that count by the options; without names, the nodes outside all groups.
    ///
    /// - Throws: `noSuchNode`, `locked` (a named node).
    static func starts(
        _ named: [Node.ID]?, _ options: LayoutOptions, in document: Document
    ) throws(EditError) -> [Node.Slot] {
        guard let named else { return document.nodes.order.slots.filter { document.nodes.parent($0) == nil } }
        let slots = try document.slots(nodes: named)
        let locked = slots.filter { document.nodes.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(nodes: locked.map { document.nodeID($0) }) }
        return document.counted(slots, options)
    }

    /// - Throws: `invalidValue` (a pinned node without a position).
    static func checkPlaced(_ slots: [Node.Slot], in document: Document) throws(EditError) {
        let unplaced = slots.filter { !document.isPlaced($0) }
        if unplaced.isEmpty { return }
        var error = EditError.invalid("a pinned node has a position", path: ["pinned"])
        error.nodes = unplaced.map { document.nodeID($0) }
        throw error
    }
}

extension Document {
    /// Returns the nodes that count in a layout; hidden ones count only if the options say so.
    func counted(_ slots: [Node.Slot], _ options: LayoutOptions) -> [Node.Slot] {
        options.hidden == .count ? slots : slots.filter { !isConcealed($0) }
    }

    /// The persistent siblings of some nodes, in groups or on the canvas; each once.
    fileprivate func siblings(of slots: [Node.Slot]) -> [Node.Slot] {
        var seen = SlotMap<Node>()
        var siblings: [Node.Slot] = []
        var isOnCanvas = false
        for slot in slots {
            guard let parent = nodes.parent(slot) else {
                isOnCanvas = true
                continue
            }
            if seen.insert(parent) { siblings += children(parent) }
        }
        if isOnCanvas { siblings += nodes.order.slots.filter { nodes.parent($0) == nil } }
        return lasting(siblings)
    }
}
