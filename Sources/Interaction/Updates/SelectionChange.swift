import Graph
import Storage

/// The elements that entered and left the selection of a view since its last update; the removed ones come first.
public struct SelectionChange: Sendable {
    /// The elements that entered.
    public let added: Selection
    /// The elements that left and are still in the document.
    public let removed: Selection
    /// The nodes that left the document.
    public let goneNodes: [Node.ID]
    /// The edges that left the document.
    public let goneEdges: [Edge.ID]

    /// The difference between the sent and the present selection.
    ///
    /// - Complexity: O(the words of the sets), one for 64 slots.
    init(from sent: SentState, to selection: Selection) {
        var (added, removed) = (selection, sent.selection)
        added.apply(.remove, sent.selection)
        removed.apply(.remove, selection)
        self.added = added
        self.removed = removed
        goneNodes = sent.goneNodes
        goneEdges = sent.goneEdges
    }
}
