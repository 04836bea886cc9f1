import Geometry

/// The mapping between canvas and screen: screen = canvas × zoom + (x, y).
public struct Viewport: Sendable, Equatable {
    /// The position of the canvas's origin on the screen, from the left, in screen points.
    public var x: Double
    /// The position of the canvas's origin on the screen, from the top, in screen points.
    public var y: Double
    /// Screen points a canvas unit; above 0.
    public var zoom: Double

    /// A viewport; without arguments a canvas unit is a screen point, and the origins are the same.
    public init(x: Double = 0, y: Double = 0, zoom: Double = 1) {
        self.x = x
        self.y = y
        self.zoom = zoom
    }

    /// The point of the canvas under a screen point.
    @inline(__always) public func canvas(_ screen: Point) -> Point {
        Point(x: (screen.x - x) / zoom, y: (screen.y - y) / zoom)
    }

    /// The screen point of a point of the canvas.
    @inline(__always) public func screen(_ canvas: Point) -> Point {
        Point(x: canvas.x * zoom + x, y: canvas.y * zoom + y)
    }

    /// Another viewport, with this one's numbers if the two differ only by rounding.
    func followed(to other: Viewport) -> Viewport {
        func followed(_ a: Double, _ b: Double) -> Double { abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1) ? a : b }
        return Viewport(x: followed(x, other.x), y: followed(y, other.y), zoom: followed(zoom, other.zoom))
    }

    /// Returns the visible part of the canvas in a view of a size, in canvas units.
    public func visible(_ size: Size) -> Rect {
        Rect(canvas(.zero), canvas(Point(x: size.width, y: size.height)))
    }

    /// This viewport at another zoom, with the canvas point under a screen point kept there.
    public func zoomed(to target: Double, about anchor: Point) -> Viewport {
        // At a limit nothing moves, not even by rounding.
        if target == zoom { return self }
        let ratio = target / zoom
        return Viewport(x: anchor.x - (anchor.x - x) * ratio, y: anchor.y - (anchor.y - y) * ratio, zoom: target)
    }

    /// This viewport with the canvas pushed by an offset, in screen points.
    public func panned(by offset: Point) -> Viewport { Viewport(x: x + offset.x, y: y + offset.y, zoom: zoom) }
}

/// The detail in which a view shows its nodes.
public enum SceneLevel: String, CaseIterable, Sendable {
    /// Nodes and edges with everything that is drawn of them.
    case items
    /// Only the frames of nodes.
    case boxes
    /// Nodes as clusters, one for each cell of a grid, and the links between clusters.
    case clusters
}
