/// A rectangle in single precision that contains its original: every side is rounded outward.
@usableFromInline struct SpatialIndexBox: Equatable, Sendable {
    @usableFromInline var minX: Float
    @usableFromInline var minY: Float
    @usableFromInline var maxX: Float
    @usableFromInline var maxY: Float

    @inlinable init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    @inlinable init(outward rect: Rect) {
        minX = Self.lower(rect.minX)
        minY = Self.lower(rect.minY)
        maxX = Self.upper(rect.maxX)
        maxY = Self.upper(rect.maxY)
    }

    /// Touches nothing and adds nothing to a union.
    @inlinable static var empty: Self {
        Self(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }

    @inlinable var rect: Rect {
        Rect(minX: Double(minX), minY: Double(minY), maxX: Double(maxX), maxY: Double(maxY))
    }

    /// The longer side; infinite when a side is beyond single precision.
    @inlinable var longerSide: Float {
        let width = maxX - minX
        let height = maxY - minY
        return width > height ? width : height
    }

    @inlinable func touches(_ other: Self) -> Bool {
        minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
    }

    @inlinable func contains(_ other: Self) -> Bool {
        minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY
    }

    @inlinable mutating func formUnion(_ other: Self) {
        if other.minX < minX { minX = other.minX }
        if other.minY < minY { minY = other.minY }
        if other.maxX > maxX { maxX = other.maxX }
        if other.maxY > maxY { maxY = other.maxY }
    }

    /// The greatest number of single precision that is not above `value`.
    ///
    /// Written over the bits because half of all coordinates need the step, which a branch would mispredict.
    @inlinable static func lower(_ value: Double) -> Float {
        let nearest = Float(value)
        let bits = nearest.bitPattern
        let step: UInt32 = Double(nearest) > value ? ((bits >> 31) &<< 1) &- 1 : 0
        return Float(bitPattern: bits &+ step)
    }

    /// The least number of single precision that is not below `value`.
    @inlinable static func upper(_ value: Double) -> Float {
        let nearest = Float(value)
        let bits = nearest.bitPattern
        let step: UInt32 = Double(nearest) < value ? 1 &- ((bits >> 31) &<< 1) : 0
        return Float(bitPattern: bits &+ step)
    }
}
