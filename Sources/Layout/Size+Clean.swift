import Geometry

extension Size {
    /// The size with sides limited to 0…10³⁰⁰, so that sums over millions of nodes stay finite.
    var clean: Size { Size(width: Self.clean(width), height: Self.clean(height)) }

    private static func clean(_ side: Double) -> Double { side > 0 ? min(side, 1e300) : 0 }
}
