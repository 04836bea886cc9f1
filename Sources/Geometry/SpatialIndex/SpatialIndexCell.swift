/// The name of a cell of the hierarchical grid: its level, row and column in 35 bits.
///
/// Level k has cells of 512 · 4^k canvas units, 32,768 a side, around the origin. A box belongs to the lowest level
/// whose cells are as long as its longer side and whose grid contains its center; all others belong to `everywhere`.
@usableFromInline struct SpatialIndexCell: Equatable, Sendable {
    @usableFromInline var bits: UInt64

    @inlinable init(bits: UInt64) { self.bits = bits }

    @inlinable init(level: Int, column: Int, row: Int) {
        bits = UInt64(truncatingIfNeeded: (level &<< 30) | (row &<< 15) | column)
    }

    /// The cell of a box, which is not empty and has no side that is not a number.
    ///
    /// Most boxes belong to the lowest level, which single precision can decide: the center is off by less than 2^-11
    /// cells, and adding 1.5 · 2^23 leaves the nearest whole number in the low bits.
    @inline(__always) @inlinable init(of box: SpatialIndexBox) {
        let x = box.minX + box.maxX
        let y = box.minY + box.maxY
        let limit: Float = 0x1p24 - 2048
        if box.longerSide <= 512, abs(x) <= limit, abs(y) <= limit {
            let magic: Float = 0x1.8p23 + 16384
            let column = (x * 0x1p-10 + magic).bitPattern & 0x7FFF
            let row = (y * 0x1p-10 + magic).bitPattern & 0x7FFF
            bits = UInt64(row &<< 15 | column)
        } else {
            self = Self.coarse(box)
        }
    }

    @inline(never) @usableFromInline static func coarse(_ box: SpatialIndexBox) -> Self {
        let x = (Double(box.minX) + Double(box.maxX)) * 0.5
        let y = (Double(box.minY) + Double(box.maxY)) * 0.5
        let level = level(side: Double(box.longerSide), x: x, y: y)
        guard level != lastLevel else { return .everywhere }
        let inverse = inverseSize(level: level)
        return Self(level: level, column: coordinate(x * inverse), row: coordinate(y * inverse))
    }

    /// The only cell of the last level: it holds boxes that are too large or too far for the others.
    @inlinable static var everywhere: Self { Self(level: lastLevel, column: 0, row: 0) }

    @inlinable static var lastLevel: Int { 31 }

    @inlinable var level: Int { Int(truncatingIfNeeded: bits &>> 30) }
    @inlinable var row: Int { Int(truncatingIfNeeded: bits &>> 15) & 0x7FFF }
    @inlinable var column: Int { Int(truncatingIfNeeded: bits) & 0x7FFF }

    /// One over the side of a cell, which is 512 · 4^level.
    @inlinable static func inverseSize(level: Int) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &- 9 &- 2 &* level) &<< 52)
    }

    /// The row or column nearest to a position given in cells from the origin; positions outside the grid go to its
    /// border.
    ///
    /// Never decreases as the position grows, which is enough to make a range of cells complete. Adding 2^52 leaves
    /// the nearest whole number in the low bits, without the checks and the branches of a conversion.
    @inlinable static func coordinate(_ position: Double) -> Int {
        let shifted = position + 16384
        let positive = shifted > 0 ? shifted : 0
        let clamped = positive < 32767 ? positive : 32767
        return Int(truncatingIfNeeded: (clamped + 0x1p52).bitPattern) & 0x7FFF
    }

    static func level(side: Double, x: Double, y: Double) -> Int {
        guard side.isFinite, x.isFinite, y.isFinite else { return lastLevel }
        let needed = max(side, abs(x) / 16384, abs(y) / 16384) / 512
        guard needed > 1 else { return 0 }
        let ceiling = Int(needed.exponent) + (needed.significand > 1 ? 1 : 0)
        return min((ceiling + 1) / 2, lastLevel)
    }

    /// The position of the cell on the Z-order curve (Morton 1966) of its level, the lower levels first.
    @usableFromInline var orderAlongCurve: UInt64 {
        UInt64(truncatingIfNeeded: level) &<< 30 | Self.spread(column) | Self.spread(row) &<< 1
    }

    /// Puts a zero between any two bits of a coordinate.
    static func spread(_ coordinate: Int) -> UInt64 {
        var bits = UInt64(truncatingIfNeeded: coordinate)
        bits = (bits | bits &<< 8) & 0x00FF_00FF
        bits = (bits | bits &<< 4) & 0x0F0F_0F0F
        bits = (bits | bits &<< 2) & 0x3333_3333
        return (bits | bits &<< 1) & 0x5555_5555
    }
}
