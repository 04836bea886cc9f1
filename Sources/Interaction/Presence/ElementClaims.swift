import Editing
import Geometry
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

extension Workspace {
    /// Refuses the open gesture of a view, if it takes elements that the gesture of another view has.
    ///
    /// - Throws: `claimed`, with the elements and who has them.
    func checkClaims(of view: View.Slot) throws(EditError) {
        guard windows.count > 1, let own = windows[view].view.gesture?.payload.claims, !own.isEmpty else { return }
        for other in windows.slots where other != view {
            guard let theirs = windows[other].view.gesture?.payload.claims else { continue }
            let common = own.intersection(theirs)
            if common.isEmpty { continue }
            let presence = windows[other].presence
            throw .claimed(
                nodes: document.nodesInOrder(common.nodes).map { document.nodeID($0) },
                edges: document.edgesInOrder(common.edges).map { document.edgeID($0) },
                by: .init(view: windows[other].view.id, name: presence.name, color: presence.color))
        }
    }

    /// Reports that the gesture of a view has ended because of a change of the document.
    mutating func reportEnd(of gesture: Gesture.Kind, by delta: Delta, in view: View.Slot) {
        let at = windows[view].input.pointers.contacts.first?.at
        report(.ended, at: at ?? windows[view].view.pastePoint, in: view) {
            $0.end = ViewEvent.End(gesture: gesture.name, reason: delta.removesElements ? .removed : .changed)
        }
    }
}

extension Delta {
    /// Is true if an element is gone after it.
    fileprivate var removesElements: Bool {
        nodes.contains { $0.goneID != nil } || edges.contains { $0.goneID != nil }
    }
}
