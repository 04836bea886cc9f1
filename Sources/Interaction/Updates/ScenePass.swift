import Geometry
import Graph

/// One look at the scene for a frame: what it is looked at through.
struct ScenePass {
    let covered: Rect
    /// What of it has been looked at, and shows everything in it that stands where the document has it.
    let seen: Rect
    let level: SceneLevel
    let displacement: Displacement
    let carried: View.CarriedItems
    /// Whether other elements are displaced than in the pass before.
    let isShifted: Bool
    let number: UInt32

    var showsItems: Bool { level == .items }

    /// Whether an edge has exactly one displaced end.
    func isStretched(_ ends: EdgeEnds) -> Bool {
        displacement.contains(ends.source) != displacement.contains(ends.target)
    }

    /// Whether an edge moves as it is: with both ends.
    func isCarried(_ ends: EdgeEnds) -> Bool {
        displacement.carried.contains(ends.source) && displacement.carried.contains(ends.target)
    }

    var isCrowded: Bool { displacement.stretched.count > Displacement.stretchedLimit }

    /// Where of the document that lies which a drag shows in what is covered.
    var reach: Rect { covered.offset(by: -displacement.offset) }

    /// More than what the reach and its inverse differ by from rounding.
    var slack: Double {
        let extent = max(abs(reach.minX), abs(reach.minY), abs(reach.maxX), abs(reach.maxY))
        return 1e-3 + (extent.isFinite ? extent * 1e-9 : 0)
    }
}
