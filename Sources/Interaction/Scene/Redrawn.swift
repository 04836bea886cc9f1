import Geometry

/// The part of the canvas in which the last upkeep of a scene has changed the drawing, before and after.
struct Redrawn: Sendable {
    /// Grows with each upkeep.
    private(set) var version = 0
    /// The bounds of all added, removed, moved or otherwise changed elements; everything if unknown.
    private(set) var area = Rect.empty

    /// Begins one more upkeep, which has changed nothing so far.
    mutating func begin() {
        version += 1
        area = .empty
    }

    /// Something was drawn there, or is.
    @inline(__always)
    mutating func add(_ bounds: Rect?) { if let bounds { area = area.union(bounds) } }

    /// Anything may be drawn otherwise.
    mutating func addEverything() { area = .everything }

    /// Returns true if a view that knows the earlier drawing shows none of it.
    ///
    /// - Parameters:
    ///   - covered: the part of the canvas that the view is sent.
    ///   - known: the version with which the view was in step.
    @inline(__always)
    func misses(_ covered: Rect, since known: Int) -> Bool {
        version == known || (version == known + 1 && !area.touches(covered.grown(by: covered.tolerance)))
    }
}
