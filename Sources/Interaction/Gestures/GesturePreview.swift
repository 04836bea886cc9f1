import Editing
import Geometry
import Graph
import Storage

/// What a gesture would do if it ended now; points and rectangles are on the canvas.
public enum GesturePreview: Sendable {
    /// `dropTarget` is the node that the dragged one under the pointer would come to lie in, `dropEdge` the edge into
    /// which it would be put.
    case drag(by: Point, guides: [Guide], dropTarget: Node.Slot?, dropEdge: Edge.Slot?)
    indirect case connect(Draft)
    indirect case reconnect(Draft)
    case resize(frame: Rect, guides: [Guide])
    indirect case waypoint(WaypointGesture)
    /// The edge with the place that its label would have.
    indirect case label(edge: Edge.Slot, EdgeForm)
    /// The selection as it would be.
    case selection(nodes: Int, edges: Int)
    case pan(Viewport)
}

/// A line on the canvas that shows what something is aligned to.
public struct Guide: Sendable, Equatable {
    public enum Kind: String, CaseIterable, Comparable, Sendable {
        /// Sides or middles stand on the line.
        case align
        /// The line crosses a gap that is as wide as another one.
        case gap
        /// The line is an edge that runs straight.
        case straight

        public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    public var kind: Kind
    /// The axis along which the line's position counts: a guide of `x` is upright.
    public var axis: Axis
    public var position: Double
    /// Where the line begins and ends along the other axis.
    public var from: Double
    public var to: Double

    public init(kind: Kind = .align, axis: Axis, position: Double, from: Double, to: Double) {
        self.kind = kind
        self.axis = axis
        self.position = position
        self.from = from
        self.to = to
    }
}

/// What came of a gesture.
public struct GestureOutcome: Sendable {
    /// Whether the document is different.
    public var changed = false
    /// How far the nodes were dragged.
    public var by: Point?
    /// The edge that was made, or of which an end, a waypoint or the label was moved.
    public var edge: Edge.ID?
    public var selection: (nodes: Int, edges: Int)?
    /// Why a draft made no edge: the name of the rule against it, or `nothingThere`.
    public var reason: String?
}
