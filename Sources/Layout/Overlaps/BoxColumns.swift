import Geometry

/// Boxes as columns: centers and half extents along an axis and across it.
struct BoxColumns {
    var along: [Double]
    var across: [Double]
    var halfAlong: [Double]
    var halfAcross: [Double]

    var count: Int { along.count }

    /// The same boxes with the axes exchanged.
    var turned: BoxColumns {
        BoxColumns(along: across, across: along, halfAlong: halfAcross, halfAcross: halfAlong)
    }

    /// The same boxes with scaled extents.
    func scaled(by factor: Double) -> BoxColumns {
        BoxColumns(
            along: along, across: across, halfAlong: halfAlong.map { $0 * factor },
            halfAcross: halfAcross.map { $0 * factor })
    }

    /// Returns the length by which two boxes overlap along the axis; negative if they are apart.
    func overlapAlong(_ a: Int, _ b: Int) -> Double { halfAlong[a] + halfAlong[b] - abs(along[a] - along[b]) }

    /// Returns the length by which two boxes overlap across the axis; negative if they are apart.
    func overlapAcross(_ a: Int, _ b: Int) -> Double { halfAcross[a] + halfAcross[b] - abs(across[a] - across[b]) }

    /// Returns true if two boxes overlap by more than a touch.
    func overlap(_ a: Int, _ b: Int) -> Bool {
        overlapAlong(a, b) > BoxColumns.touch && overlapAcross(a, b) > BoxColumns.touch && hasArea(a) && hasArea(b)
    }

    /// Returns true if a box has an area; lines and points overlap nothing.
    func hasArea(_ box: Int) -> Bool {
        halfAlong[box] > BoxColumns.touch / 2 && halfAcross[box] > BoxColumns.touch / 2
    }

    /// The overlap up to which boxes do not count as overlapping: half of the promised bound, for rounding errors.
    static let touch = 5e-7
}
