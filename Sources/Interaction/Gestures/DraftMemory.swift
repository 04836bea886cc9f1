import Geometry
import Graph
import Storage

/// The values that an edge-drawing gesture keeps between moves of the pointer.
struct DraftMemory: Sendable {
    var route = DraftRoute()
    var targets = DraftTargets()
}

/// The visible handles at which a draft may end. They are found at its beginning, and again when the document or the
/// visible part changes. There are none if more than `Limits.draftTargets` nodes would close a refused cycle.
struct DraftTargets: Sendable {
    private var ends: [RelateGesture.HandleEnd] = []
    /// That for which they are known.
    private var known: (revision: Int, visible: Rect)?

    /// Returns their present state, in the order of the nodes.
    ///
    /// - Complexity: O(1) if nothing has changed, else as `Stage.visibleEnds`.
    mutating func renewed(from start: DraftStart, on stage: Stage) -> [RelateGesture.HandleEnd] {
        if let known, known.revision == stage.revision, known.visible == stage.visible { return ends }
        known = (stage.revision, stage.visible)
        ends = []
        let document = stage.document
        // Cycles are looked for once, not for each handle.
        let closing =
            document.settings.allowCycles
            ? SlotSet()
            : document.nodesClosingCycles(
                from: start.node, start.kind, without: start.edge, atMost: Limits.draftTargets)
        guard let closing else { return [] }
        ends = stage.visibleEnds { slot, handle in
            if closing.contains(slot) || !start.mayLead(to: slot, handle, in: document) { return false }
            let end = Draft.DrawnEnd(node: slot, handle: handle, anchor: start.anchor)
            return document.refusal(of: document.proposal(start, end), ignoring: [.cycle]) == nil
        }
        return ends
    }
}

extension Stage {
    /// The visible handles of a kind at which edges may end, in the order of the nodes.
    ///
    /// - Complexity: O(*n* log *n*) in the visible nodes, at most `Limits.sceneItems`, plus a check of each handle, at
    ///   most `Limits.draftTargets`.
    func visibleEnds(where isWanted: (Node.Slot, Handle) -> Bool) -> [RelateGesture.HandleEnd] {
        var nodes: [Node.Slot] = []
        scene.nodes.visit(touching: visible) { if nodes.count < Limits.sceneItems { nodes.append($0) } }
        nodes.sort { document.nodes.order.key($0) < document.nodes.order.key($1) }
        var ends: [RelateGesture.HandleEnd] = []
        var asked = 0
        for slot in nodes where !document.nodes.flags(slot).contains(.unconnectable) {
            for handle in document.handles(slot) where handle.isConnectableEnd {
                asked += 1
                if asked > Limits.draftTargets { return ends }
                if isWanted(slot, handle) { ends.append(.init(node: slot, handle: handle.id)) }
            }
        }
        return ends
    }
}
