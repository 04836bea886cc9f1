import Geometry
import Graph

/// A node whose sides follow the pointer; the document learns of its size at the end.
public struct ResizeGesture: Sendable {
    var origin: GestureOrigin
    public let node: Int32
    public let handle: ResizeHandle
    let minimum: Size
    /// The frame the node would have.
    public internal(set) var frame: Rect

    /// What a resize by hand leaves of a node at least, where its type says nothing else.
    static let minimum = Size(width: 40, height: 30)
}

extension Editor {
    func beginResize(_ id: Node.ID, _ handle: ResizeHandle, _ origin: GestureOrigin) throws(EditError) -> ResizeGesture
    {
        let slot = document.node(id)
        if slot < 0 { throw .noSuchNode([id]) }
        if document.nodes.flags(slot).contains(.locked) { throw .locked(nodes: [id]) }
        guard document.isPlaced(slot) else { throw .nothingThere("\"\(id)\" has no position yet") }
        let least = document.minSize(slot) ?? ResizeGesture.minimum
        let standing = document.nodes.geometry(slot)
        let minimum = Size(width: min(least.width, standing.width), height: min(least.height, standing.height))
        return ResizeGesture(
            origin: origin, node: slot, handle: handle, minimum: minimum, frame: document.frame(slot))
    }

    func update(_ resize: inout ResizeGesture, to at: Point, in view: Int) {
        // Without a position any more it has no sides that could move.
        guard document.isPlaced(resize.node) else { return }
        let standing = document.frame(resize.node)
        let offset = resize.origin.offset(to: at, views[view].viewport)
        let frame = resized(standing, resize, by: offset)
        if frame.isFinite { resize.frame = frame }
    }

    /// Moves the sides: onto the grid, then into the extent, then as far apart as the least size is.
    private func resized(_ standing: Rect, _ resize: ResizeGesture, by offset: Point) -> Rect {
        if offset == .zero { return standing }
        var frame = standing
        let handle = resize.handle
        if handle.movesLeft { frame.minX += offset.x }
        if handle.movesRight { frame.maxX += offset.x }
        if handle.movesTop { frame.minY += offset.y }
        if handle.movesBottom { frame.maxY += offset.y }
        if document.settings.snapToGrid {
            let grid = Grid(document.settings)
            let low = grid.snapped(frame.origin)
            let high = grid.snapped(Point(x: frame.maxX, y: frame.maxY))
            if handle.movesLeft { frame.minX = low.x }
            if handle.movesRight { frame.maxX = high.x }
            if handle.movesTop { frame.minY = low.y }
            if handle.movesBottom { frame.maxY = high.y }
        }
        let extent = document.extent(ofNode: resize.node) ?? .everything
        let least = resize.minimum
        if handle.movesLeft { frame.minX = min(max(frame.minX, extent.minX), standing.maxX - least.width) + 0 }
        if handle.movesRight { frame.maxX = max(min(frame.maxX, extent.maxX), standing.minX + least.width) + 0 }
        if handle.movesTop { frame.minY = min(max(frame.minY, extent.minY), standing.maxY - least.height) + 0 }
        if handle.movesBottom { frame.maxY = max(min(frame.maxY, extent.maxY), standing.minY + least.height) + 0 }
        return frame
    }

    mutating func end(_ resize: ResizeGesture, cause: String) throws(EditError) -> GestureOutcome {
        var outcome = GestureOutcome()
        let standing = document.frame(resize.node)
        if resize.frame == standing || !document.isPlaced(resize.node) { return outcome }
        let before = revision
        let node = resize.node
        let id = document.nodeID(node)
        let frame = resize.frame
        // A side that stays keeps its stored value exactly.
        let size = document.nodes.geometry(node)
        let width = frame.minX == standing.minX && frame.maxX == standing.maxX ? size.width : frame.width
        let height = frame.minY == standing.minY && frame.maxY == standing.maxY ? size.height : frame.height
        let corner = frame.origin == standing.origin ? nil : frame.origin
        _ = try perform(Options(cause: cause, label: "Resize")) { (transaction) throws(EditError) in
            try transaction.resizeNode(id, width: width, height: height, position: corner)
            try transaction.expandParents(of: [node])
        }
        outcome.changed = revision != before
        return outcome
    }
}
