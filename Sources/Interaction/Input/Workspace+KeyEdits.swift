import Editing
import Geometry
import Graph
import Storage

// Edits by keys: of what is selected, as far as it may be.

/// How far a key moves nodes.
struct NudgeStep {
    /// Of length one.
    let direction: Point
    let isFar: Bool
}

/// Nudges that follow one another and are taken back together.
struct NudgeRun: Sendable {
    let nodes: SlotSet<Node>
    let mergeKey: String
    /// When the last one was.
    var time: Double
}

extension KeyCommand {
    var nudge: NudgeStep? {
        switch self {
        case .nudgeLeft: NudgeStep(direction: Point(x: -1, y: 0), isFar: false)
        case .nudgeRight: NudgeStep(direction: Point(x: 1, y: 0), isFar: false)
        case .nudgeUp: NudgeStep(direction: Point(x: 0, y: -1), isFar: false)
        case .nudgeDown: NudgeStep(direction: Point(x: 0, y: 1), isFar: false)
        case .nudgeLeftFar: NudgeStep(direction: Point(x: -1, y: 0), isFar: true)
        case .nudgeRightFar: NudgeStep(direction: Point(x: 1, y: 0), isFar: true)
        case .nudgeUpFar: NudgeStep(direction: Point(x: 0, y: -1), isFar: true)
        case .nudgeDownFar: NudgeStep(direction: Point(x: 0, y: 1), isFar: true)
        default: nil
        }
    }
}

extension Workspace {
    /// Nudges this near to one another, in milliseconds, are one step of the history.
    private static var nudgeWindow: Double { 1000 }

    // MARK: Nudge

    /// Moves what is selected by 1 unit or 10; on a grid by a cell or four.
    ///
    /// What is locked or cannot be dragged stays behind. The first of the set snaps and all move by its offset, which
    /// extents bound.
    mutating func nudge(_ step: NudgeStep, at event: KeyEvent, in view: View.Slot, cause: String) throws(EditError) {
        let roots = movable(views[view].selection.nodes)
        guard let lead = roots.first else { return }
        var offset = step.direction * (step.isFar ? 10 : 1)
        var corner: Point?
        if document.settings.snapToGrid {
            let grid = Grid(document.settings)
            let cells = step.direction * (step.isFar ? 4 : 1)
            let original = document.frame(lead).origin
            let wanted = original + Point(x: cells.x * grid.cell.x, y: cells.y * grid.cell.y)
            let target = grid.snapped(wanted)
            offset = target - original
            corner = target
        }
        let bound = offset.clamped(to: document.allowedOffsets(for: roots))
        if bound != offset { corner = nil }
        if bound == .zero || !bound.isFinite { return }
        let ids = roots.map { document.nodeID($0) }
        let growing = roots.filter { document.nodes.flags($0).contains(.expandsParent) }
        var options = options("Move", in: view, cause: cause)
        options.mergeKey = nudgeKey(SlotSet(roots), at: event, in: view)
        _ = try perform(options) { (transaction) throws(EditError) in
            if let corner {
                try transaction.moveNodes(ids, to: corner, snap: false)
            } else {
                try transaction.moveNodes(ids, by: bound, snap: false)
            }
            try transaction.expandParents(of: growing)
        }
    }

    /// Those of some nodes that gestures may move and that lie in no other of them, in the order of the document.
    private func movable(_ nodes: SlotSet<Node>) -> [Node.Slot] {
        var free: [Node.Slot] = []
        for slot in document.nodesInOrder(nodes)
        where document.nodes.flags(slot).isDisjoint(with: [.unplaced, .locked, .undraggable]) {
            free.append(slot)
        }
        return document.outermost(free)
    }

    /// The key under which a nudge joins those just before it.
    private mutating func nudgeKey(_ nodes: SlotSet<Node>, at event: KeyEvent, in view: View.Slot) -> String {
        if var run = views[view].keys.nudge, run.nodes == nodes,
            event.isRepeat || event.time - run.time < Workspace.nudgeWindow
        {
            run.time = event.time
            views[view].keys.nudge = run
            return run.mergeKey
        }
        // No other run begins at this revision.
        let run = NudgeRun(nodes: nodes, mergeKey: "input/key nudge \(revision)", time: event.time)
        views[view].keys.nudge = run
        return run.mergeKey
    }

    // MARK: Delete

    /// Removes what is selected, as far as nothing that is protected would go with it.
    ///
    /// - Complexity: O(*n* log *n*) in what is selected, with its descendants and edges.
    mutating func deleteSelected(in view: View.Slot, cause: String) throws(EditError) {
        let (nodes, edges) = removable(in: view)
        if nodes.isEmpty && edges.isEmpty { return }
        _ = try perform(options("Delete", in: view, cause: cause)) { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: nodes, edges: edges)
        }
    }

    /// What is selected in a view, but for that with which something protected would go.
    func removable(in view: View.Slot) -> (nodes: [Node.ID], edges: [Edge.ID]) {
        let selection = views[view].selection
        let kept = protected(selection.nodes)
        let nodes = document.nodesInOrder(selection.nodes).filter { !kept.contains($0) }
        let edges = document.edgesInOrder(selection.edges)
            .filter { document.edges.flags($0).isDisjoint(with: [.locked, .undeletable]) }
        return (nodes.map { document.nodeID($0) }, edges.map { document.edgeID($0) })
    }

    /// The nodes among some, and what is inside and around them, with which something protected would go.
    private func protected(_ nodes: SlotSet<Node>) -> SlotSet<Node> {
        var seen = SlotSet<Node>()
        var going: [Node.Slot] = []
        nodes.forEach { root in
            if !seen.insert(root) { return }
            going.append(root)
            document.visitDescendants(of: root) { if seen.insert($0) { going.append($0) } }
        }
        var kept = SlotSet<Node>()
        for slot in going {
            var isProtected = !document.nodes.flags(slot).isDisjoint(with: [.locked, .undeletable])
            document.visitEdges(of: slot) { edge in
                if !document.edges.flags(edge).isDisjoint(with: [.locked, .undeletable]) { isProtected = true }
            }
            var next = isProtected ? slot : nil
            while let ancestor = next, kept.insert(ancestor) { next = document.nodes.parent(ancestor) }
        }
        return kept
    }

    // MARK: Duplicate

    /// Copies what is selected and selects the copies; the focus goes from an element to its copy.
    mutating func duplicateSelected(in view: View.Slot, cause: String) throws(EditError) {
        let selection = views[view].selection
        let slots = document.nodesInOrder(selection.nodes)
        let nodes = slots.map { document.nodeID($0) }
        let edges = document.edgesInOrder(selection.edges).map { document.edgeID($0) }
        if nodes.isEmpty && edges.isEmpty { return }
        let roots = document.outermost(slots).filter { document.isPlaced($0) }
        let offset = Duplicates.offset.clamped(to: document.allowedOffsets(for: roots))
        let made = try perform(options("Duplicate", in: view, cause: cause)) {
            (transaction) throws(EditError) in
            try transaction.duplicate(nodes: nodes, edges: edges, by: offset)
        }.result
        select(made, in: view)
    }

    /// Selects the copies of what is selected; the focus goes from an element to its copy.
    mutating func select(_ made: Duplicates, in view: View.Slot) {
        let selection = views[view].selection
        var copies = Selection()
        var focus = views[view].focus
        for (old, new) in made.nodes {
            guard let from = document.node(old), let to = document.node(new) else { continue }
            if selection.nodes.contains(from) { copies.nodes.insert(to) }
            if views[view].focus == .node(from) { focus = .node(to) }
        }
        for (old, new) in made.edges {
            guard let from = document.edge(old), let to = document.edge(new) else { continue }
            if selection.edges.contains(from) { copies.edges.insert(to) }
            if views[view].focus == .edge(from) { focus = .edge(to) }
        }
        if copies.isEmpty { return }
        select(.replace, copies, in: view)
        if focus != views[view].focus { views[view].focus = focus }
    }
}
