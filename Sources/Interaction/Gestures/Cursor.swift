import Graph

/// The shape of the pointer, by its name in style sheets.
public enum Cursor: String, CaseIterable, Sendable {
    /// Nothing can be pressed here.
    case `default`
    /// A press drags the element here.
    case grab
    /// Something is being dragged.
    case grabbing
    /// A copy is being dragged.
    case copy
    /// A press starts or moves the end of an edge, or a region is being drawn.
    case crosshair
    /// A press selects the element here.
    case pointer
    /// A press resizes from the left or the right.
    case horizontal = "ew-resize"
    /// A press resizes from the top or the bottom.
    case vertical = "ns-resize"
    /// A press resizes from the top left or the bottom right corner.
    case falling = "nwse-resize"
    /// A press resizes from the top right or the bottom left corner.
    case rising = "nesw-resize"
}

extension Cursor {
    init(resizing handle: ResizeHandle) {
        self =
            switch handle {
            case .left, .right: .horizontal
            case .top, .bottom: .vertical
            case .topLeft, .bottomRight: .falling
            case .topRight, .bottomLeft: .rising
            }
    }

    /// The cursor over the target of a press; in a read-only document a press only selects.
    init(over hit: Hit, _ document: Document, isReadOnly: Bool) {
        if isReadOnly {
            if case .edge? = hit.element { self = .pointer } else { self = .default }
            return
        }
        switch hit.target {
        case .scaler(let corner), .resizer(_, let corner): self.init(resizing: ResizeHandle(corner))
        case .edgeEnd, .handle: self = .crosshair
        case .node(let slot):
            let isFree = document.nodes.flags(slot).isDisjoint(with: [.locked, .undraggable])
            self = isFree ? .grab : .default
        case .waypoint(let edge, _): self = document.edges.flags(edge).contains(.locked) ? .pointer : .grab
        case .label, .edge: self = .pointer
        case .canvas: self = .default
        }
    }
}
