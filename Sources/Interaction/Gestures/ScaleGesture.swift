import Editing
import Geometry
import Graph
import Storage

/// Nodes that a corner or a side of the rectangle around them scales together; the document learns of it at the end.
public struct ScaleGesture: NamedGesture {
    var origin: GestureOrigin
    /// The corner or the side that follows the pointer.
    public let handle: ResizeHandle
    /// The moved nodes that are not inside another one.
    private var roots: [Node.Slot]
    /// The bounds of the nodes, and the revision of the document for which they are known.
    private var bounds: Rect
    private var revision: Int
    /// The fixed point.
    private var anchor: Point
    /// The factor of the enlargement.
    public private(set) var factor = 1.0

    /// - Parameter ids: the nodes that a client names; nil for the selection.
    init(_ ids: [Node.ID]?, _ handle: ResizeHandle, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let document = stage.document
        let named = try ids.map { (ids) throws(EditError) in try document.namedForGesture(ids) }
        roots = document.outermost(named ?? document.nodesInOrder(document.placedAndUnlocked(origin.selection.nodes)))
        if roots.isEmpty { throw .nothingThere("nothing is there to be scaled") }
        bounds = document.bounds(of: roots)
        revision = stage.revision
        anchor = bounds.center
        self.origin = origin
        self.handle = handle
    }

    /// Follows the pointer along the line from the fixed point: the opposite corner or side, with alt the middle.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect {
        let document = stage.document
        if revision != stage.revision {
            revision = stage.revision
            roots.removeAll { !document.isPlaced($0) || document.nodes.flags($0).contains(.locked) }
            bounds = document.bounds(of: roots)
        }
        factor = 1
        if bounds.isEmpty || !bounds.isFinite { return .nothing }
        let corner = handle.point(of: bounds)
        anchor = modifiers.contains(.alt) ? bounds.center : handle.opposite(of: bounds)
        let way = corner - anchor
        let offset = origin.offset(to: at, stage.viewport)
        let length = way.x * way.x + way.y * way.y
        let wanted = 1 + (way.x * offset.x + way.y * offset.y) / length
        if length > 0 && wanted.isFinite { factor = bounded(wanted, in: document) }
        return .nothing
    }

    func lag(at: Point, on stage: Stage) -> Point {
        let way = handle.point(of: bounds) - anchor
        return origin.lag(behind: at, way * (factor - 1), on: stage)
    }

    /// Keeps the whole as large as a resize would, and the nodes within their extents.
    private func bounded(_ wanted: Double, in document: Document) -> Double {
        var least = 0.0
        var most = Double.greatestFiniteMagnitude
        let minimum = ResizeGesture.minimum
        if bounds.width > 0 { least = max(least, min(1, minimum.width / bounds.width)) }
        if bounds.height > 0 { least = max(least, min(1, minimum.height / bounds.height)) }
        /// A coordinate that must not pass a limit in a direction, which is 1 or −1.
        func keep(_ position: Double, _ center: Double, within limit: Double, _ direction: Double) {
            let way = (position - center) * direction
            let free = (limit - center) * direction
            if way > 0 { most = min(most, max(1, free / way)) }
            if way < 0 { least = max(least, min(1, free / way)) }
        }
        for root in document.measured(roots) {
            guard let extent = document.extent(ofNode: root) else { continue }
            let frame = document.frame(root)
            keep(frame.minX, anchor.x, within: extent.minX, -1)
            keep(frame.maxX, anchor.x, within: extent.maxX, 1)
            keep(frame.minY, anchor.y, within: extent.minY, -1)
            keep(frame.maxY, anchor.y, within: extent.maxY, 1)
        }
        return min(max(wanted, least), most)
    }

    mutating func end(on stage: Stage) -> GestureEnd {
        if factor == 1 || roots.isEmpty { return GestureEnd() }
        let document = stage.document
        let (ids, roots, factor, anchor) = (roots.map { document.nodeID($0) }, roots, factor, anchor)
        return GestureEnd(
            edit: ViewEdit("Scale") { (transaction) throws(EditError) in
                try transaction.scale(ids, by: factor, about: anchor)
                try transaction.expandParents(of: roots)
                return EditMade()
            })
    }

    mutating func forget(nodes gone: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool {
        roots.removeAll { gone.contains($0) }
        revision = -1
        return !roots.isEmpty
    }

    // MARK: Description

    static let kind = Gesture.Kind("scale")
    static let rows: [GestureRow] = [.frame, GestureRow("scale", .number, "scale: the factor")]
    var values: [GestureValue] {
        let corner = anchor + (bounds.origin - anchor) * factor
        let size = Size(width: bounds.width * factor, height: bounds.height * factor)
        return [.frame(Rect(origin: corner, size: size)), .number(factor)]
    }
    var claims: ElementClaims { ElementClaims(nodes: SlotSet(roots)) }
    var cursor: Cursor { Cursor(resizing: handle) }
}

extension ScaleGesture {
    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack? {
        parameters.corner == nil ? .init("a scale has `corner`") : nil
    }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        guard let corner = parameters.corner else { throw .nothingThere("no corner is named") }
        try self.init(parameters.nodes, corner, origin, on: stage)
    }
}

extension ResizeHandle {
    /// The point of a rectangle that moves with the pointer.
    fileprivate func point(of rect: Rect) -> Point {
        Point(
            x: movesLeft ? rect.minX : movesRight ? rect.maxX : rect.center.x,
            y: movesTop ? rect.minY : movesBottom ? rect.maxY : rect.center.y)
    }

    /// The point on the other side.
    fileprivate func opposite(of rect: Rect) -> Point {
        Point(
            x: movesLeft ? rect.maxX : movesRight ? rect.minX : rect.center.x,
            y: movesTop ? rect.maxY : movesBottom ? rect.minY : rect.center.y)
    }
}
