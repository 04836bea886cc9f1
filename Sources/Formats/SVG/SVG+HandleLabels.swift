import EdgeRouting
import Geometry
import Graph
import Wire

/// The name of a handle, beside it outside of its node, above an edge that goes on from there.
///
/// If an edge with a label joins the handle, the label is enough.
struct HandleLabel {
    let line: String
    let point: Point
    /// Is true if the text ends at the point.
    let isEnd: Bool

    private static let size = 10.0
    private static let widest = 110.0

    private init?(_ text: String, at anchor: Point, _ side: Side) {
        guard let line = TextLayout.lines(text, width: Self.widest / Self.size, limit: 1).first else { return nil }
        self.line = line
        isEnd = side == .left
        let offset =
            switch side {
            case .left: Point(x: -7, y: -5)
            case .right: Point(x: 7, y: -5)
            case .top: Point(x: 6, y: -7)
            case .bottom, .center: Point(x: 6, y: 14)
            }
        point = anchor + offset
    }

    /// About what the text covers.
    var box: Rect {
        let width = TextLayout.width(line) * Self.size
        let minX = isEnd ? point.x - width : point.x
        return Rect(minX: minX, minY: point.y - Self.size, maxX: minX + width, maxY: point.y + 3)
    }

    /// The labels of a node's handles, in the order of the handles.
    ///
    /// - Complexity: O(handles); where a handle has a label, also O(the edges of the node).
    static func all(_ document: Document, _ slot: Node.Slot) -> [HandleLabel] {
        let handles = document.handles(slot)
        guard handles.contains(where: { $0.label != nil }) else { return [] }
        let (list, flags, frame) = (document.handleList(slot), document.nodes.flags(slot), document.frame(slot))
        let said = handlesWithLabelledEdges(document, slot)
        return handles.indices.compactMap { place in
            let site = document.handleSite(list: list, place: place)
            guard let text = handles[place].label, site.side != .center, !said.contains(site.symbol) else { return nil }
            let anchor = Anchor.on(frame, flags, side: site.side, offset: site.offset).point
            return HandleLabel(text, at: anchor, site.side)
        }
    }

    private static func handlesWithLabelledEdges(_ document: Document, _ slot: Node.Slot) -> Set<Symbol> {
        var found: Set<Symbol> = []
        var out = document.nodes.firstOut(slot)
        while let edge = out {
            if let handle = document.edges.ends(edge).sourceHandle, EdgeLabel.text(document, edge) != nil {
                found.insert(handle)
            }
            out = document.edges.nextOut(edge)
        }
        var into = document.nodes.firstIn(slot)
        while let edge = into {
            if let handle = document.edges.ends(edge).targetHandle, EdgeLabel.text(document, edge) != nil {
                found.insert(handle)
            }
            into = document.edges.nextIn(edge)
        }
        return found
    }
}
