import Graph

/// The shape of the pointer, by its name in style sheets.
public enum Cursor: String, CaseIterable, Sendable {
    case `default`, grab, grabbing, crosshair, pointer
    case horizontal = "ew-resize"
    case vertical = "ns-resize"
    case falling = "nwse-resize"
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

    /// The cursor over what a press would act on.
    init(over hit: Hit, _ document: Document) {
        switch hit.target {
        case .resizer(_, let corner): self.init(resizing: ResizeHandle(corner))
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
