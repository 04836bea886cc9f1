import Geometry
import Graph
import Storage

/// A small picture of a whole document: its nodes and the visible area of a view, in points of the map.
///
/// A point of the canvas lies at (point − world's origin) × scale + origin.
public struct Minimap: Sendable {
    /// A node, or a cell with nodes.
    public struct Mark: Sendable, Equatable {
        /// The frame in the map, in map points; at least two points wide and high.
        public let frame: Rect
        /// Is true if the node is selected, or at least one node whose center is in the cell.
        public let isSelected: Bool
        /// Is true for a node that holds nodes or accepts them.
        public var isContainer = false
        /// Is true for a node with concealed contents.
        public var isCollapsed = false
        /// The symbol of the node's type; for a cell the most frequent one.
        public var type: Symbol?
        /// The background color of the node's style.
        public var color: StyleColor?
    }

    /// The part of the canvas in the map, in canvas units: the bounds of all visible elements with a margin. If
    /// nothing is visible, it is three times as wide and high as the visible area, around the initial area of a view,
    /// so that a held press leads to one place.
    public let world: Rect
    /// Map points a canvas unit.
    public let scale: Double
    /// The position of the world's corner in the map: the world is in its middle.
    public let origin: Point
    /// The part that the view shows; not clipped to the map.
    public private(set) var viewport = Rect(.zero, .zero)
    /// The marks in the order of the document, or row by row if they are cells.
    public internal(set) var marks: [Mark] = []
    /// Is true if the marks are cells, because there are too many nodes.
    public internal(set) var isClustered = false

    /// The margin around visible elements, in canvas units.
    static let margin = 50.0
    /// The least side of a mark, in map points.
    static let leastSide = 2.0

    init(content: Rect?, visible: Rect, size: Size) {
        let around = Rect(
            minX: -visible.width, minY: -visible.height, maxX: 2 * visible.width, maxY: 2 * visible.height)
        world = content?.grown(by: Minimap.margin) ?? around
        scale = min(size.width / max(world.width, 1), size.height / max(world.height, 1))
        origin = Point(x: (size.width - world.width * scale) / 2, y: (size.height - world.height * scale) / 2)
        viewport = Rect(map(visible.origin), map(Point(x: visible.maxX, y: visible.maxY)))
    }

    /// Returns the position of a point of the canvas in the map.
    public func map(_ canvas: Point) -> Point {
        Point(x: (canvas.x - world.minX) * scale + origin.x, y: (canvas.y - world.minY) * scale + origin.y)
    }

    /// Returns the point of the canvas under a point of the map.
    public func canvas(_ point: Point) -> Point {
        Point(x: (point.x - origin.x) / scale + world.minX, y: (point.y - origin.y) / scale + world.minY)
    }

    /// Returns the mark for a frame of the canvas, large enough to be seen.
    func mark(_ frame: Rect) -> Rect {
        let center = map(frame.center)
        let width = max(frame.width * scale, Minimap.leastSide)
        let height = max(frame.height * scale, Minimap.leastSide)
        return Rect(
            origin: Point(x: center.x - width / 2, y: center.y - height / 2), size: Size(width: width, height: height))
    }
}
