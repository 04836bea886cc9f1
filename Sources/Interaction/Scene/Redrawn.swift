import Geometry

/// The part of the canvas where the last upkeep of a scene has changed anything that is drawn, before it and after it.
struct Redrawn: Sendable {
    /// Counts the times of upkeep.
    private(set) var version = 0
    /// The bounds of all that came, went, moved or has other members; everything where they are not known.
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

    /// Returns true if a view that knows all that was drawn before is shown none of it.
    ///
    /// - Parameters:
    ///   - covered: the part of the canvas that the view is sent.
    ///   - known: the version with which the view was in step.
    @inline(__always)
    func misses(_ covered: Rect, since known: Int) -> Bool {
        version == known || (version == known + 1 && !area.touches(covered.grown(by: covered.tolerance)))
    }
}
