import Geometry
import Graph
import Storage

extension Minimap {
    /// Marks each node where the gesture of a view shows it.
    mutating func mark(_ scene: Scene, _ document: Document, _ view: View) {
        var nodes: [Node.Slot] = []
        scene.nodes.visit(touching: world) { nodes.append($0) }
        nodes.sort { document.nodes.order.key($0) < document.nodes.order.key($1) }
        marks = nodes.map { slot in
            Mark(
                frame: mark(view.shownFrame(of: slot, document)), isSelected: view.selection.nodes.contains(slot),
                isContainer: document.isContainer(slot),
                isCollapsed: document.nodes.flags(slot).contains(.collapsed), type: document.nodes.type(slot),
                color: document.styleLook(ofNode: slot).color)
        }
    }
}

extension View {
    /// Centers the view on a point of a map, if a hand that presses there may.
    ///
    /// - Parameter content: the bounds of all visible elements.
    public mutating func center(
        onMapPoint point: Point, content: Rect?, size: Size, _ settings: InteractionSettings, at now: Double
    ) {
        guard settings.panEnabled else { return }
        let map = Minimap(content: content, visible: visible, size: size)
        let shown = viewport.screen(map.canvas(point))
        show(confined(panned(by: center - shown), settings))
        noteMovement(at: now)
    }
}
