import Graph

/// What a view has told its client so far, and what of it may be out of date.
struct FrameState: Sendable {
    /// The number of the last frame.
    var number = 0
    /// Nodes and edges a change touched since.
    var touchedNodes = SlotSet()
    var touchedEdges = SlotSet()

    mutating func note(_ delta: Delta) {
        for change in delta.nodes { touchedNodes.insert(change.slot) }
        for change in delta.edges { touchedEdges.insert(change.slot) }
    }
}
