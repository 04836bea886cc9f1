import Storage

/// The nodes that the runs of a dialog can reach, whatever the conditions are; runs begin at `Document.dialogStart`.
public struct DialogExploration: Sendable {
    /// The nodes that a run can reach, in document order, as all lists.
    public private(set) var reached: [Node.Slot] = []
    /// The other nodes of the dialog, without groups and notes.
    public private(set) var unreached: [Node.Slot] = []
    /// The reached nodes without the role `end` that have an exit to nowhere: the only exit, an option, or one of the
    /// two of a condition.
    public private(set) var deadEnds: [Node.Slot] = []
    /// The sets of reached nodes that lead to each other without option or input; a set of one leads to itself.
    public private(set) var loopsWithoutChoice: [[Node.Slot]] = []
}

extension Document {
    /// Explores the dialog.
    ///
    /// - Parameter isStopped: is called now and then; once it returns true, there is no result.
    /// - Complexity: O(nodes + *e* log *e*) in the edges and the data of the nodes reached; no recursion.
    public func exploreDialog(isStopped: () -> Bool = { false }) -> DialogExploration? {
        var walk = DialogWalk()
        if let start = dialogStart(), !walk.walk(from: start, in: self, isStopped) { return nil }
        return DialogExploration(walk, self)
    }
}

extension DialogExploration {
    fileprivate init(_ walk: DialogWalk, _ document: Document) {
        let hasRoles = document.hasDialogRoles
        for slot in document.nodeSlots {
            if walk.reached.contains(slot) {
                reached.append(slot)
            } else if document.isPartOfDialog(slot, hasRoles: hasRoles) {
                unreached.append(slot)
            }
            if walk.deadEnds.contains(slot) { deadEnds.append(slot) }
        }
        var search = ComponentSearch(document.nodes, document.edges)
        for slot in reached { search.visit(from: slot) { walk.automatic.contains($0) } }
        let order = document.nodes.order
        loopsWithoutChoice = search.components
            .map { search.nodes(of: $0) }
            .filter { $0.count > 1 || $0.first.map(search.isLoop) == true }
            .map { $0.sorted { order.key($0) < order.key($1) } }
            .sorted { order.key($0[0]) < order.key($1[0]) }
    }
}

/// The walk of an exploration: every way from every node that is reached.
private struct DialogWalk {
    private(set) var reached = SlotSet<Node>()
    private(set) var deadEnds = SlotSet<Node>()
    /// The edges by which runs continue by themselves.
    private(set) var automatic = SlotSet<Edge>()

    /// False if it was stopped.
    mutating func walk(from start: Node.Slot, in document: Document, _ isStopped: () -> Bool) -> Bool {
        var waiting = [start]
        var count = 0
        reached.insert(start)
        while let node = waiting.popLast() {
            count += 1
            if count % 1024 == 0 && isStopped() { return false }
            let exit = document.dialogExit(of: node)
            for way in exit.ways {
                guard let edge = way else {
                    deadEnds.insert(node)
                    continue
                }
                if exit.isAutomatic { automatic.insert(edge) }
                let target = document.edges.ends(edge).target
                if reached.insert(target) { waiting.append(target) }
            }
        }
        return true
    }
}

extension Document {
    /// Returns the action of a node in a dialog; nil without a role, which acts as a `message`.
    public func dialogRole(_ slot: Node.Slot) -> DialogRole? { type(of: slot)?.role }

    /// Returns the default start of a run: the first `start`, else the first node without incoming edges; nodes of the
    /// dialog come before all others.
    ///
    /// - Complexity: O(nodes).
    public func dialogStart() -> Node.Slot? {
        let slots = nodeSlots
        if let start = slots.first(where: { dialogRole($0) == .start }) { return start }
        let hasRoles = hasDialogRoles
        let first = slots.first { nodes.firstIn($0) == nil && isPartOfDialog($0, hasRoles: hasRoles) }
        return first ?? slots.first { nodes.firstIn($0) == nil }
    }

    /// Is true if nodes of a type play a part in dialogs.
    var hasDialogRoles: Bool { types.values.contains { $0.role != nil } }

    /// Returns true if a node may be part of a dialog: it has a role, or an edge. Other nodes are not if they hold
    /// nodes, or if types have roles but theirs has none: such a node is a group or a note.
    ///
    /// - Parameter hasRoles: `hasDialogRoles`.
    func isPartOfDialog(_ slot: Node.Slot, hasRoles: Bool) -> Bool {
        let type = type(of: slot)
        if type?.role != nil || nodes.firstIn(slot) != nil || nodes.firstOut(slot) != nil { return true }
        return !isContainer(slot) && (type == nil || !hasRoles)
    }
}
