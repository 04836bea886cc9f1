import Graph
import Storage

/// The elements that an open gesture moves or reshapes; gestures of other views cannot take them.
struct ElementClaims: Sendable {
    var nodes = SlotSet<Node>()
    var edges = SlotSet<Edge>()

    var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }

    /// Returns the elements that both claim.
    ///
    /// - Complexity: O(the words of the sets), one for 64 slots.
    func intersection(_ other: ElementClaims) -> ElementClaims {
        var rest = self
        rest.nodes.subtract(other.nodes)
        rest.edges.subtract(other.edges)
        var common = self
        common.nodes.subtract(rest.nodes)
        common.edges.subtract(rest.edges)
        return common
    }
}
