import Geometry

/// A line on the canvas that shows an alignment.
public struct Guide: Sendable, Equatable {
    /// The kind of alignment that a guide shows.
    public enum Kind: String, CaseIterable, Comparable, Sendable {
        /// Sides or middles are on the line.
        case align
        /// The line crosses a gap that is as wide as another one.
        case gap
        /// The line crosses a node that is as large as another one.
        case size
        /// The line is an edge that runs straight.
        case straight

        /// The order of guides in messages: by name.
        public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    /// The kind of alignment that the line shows.
    public var kind: Kind
    /// The axis along which the line's position counts: a guide of `x` is upright.
    public var axis: Axis
    /// The position of the line on its axis, in canvas units.
    public var position: Double
    /// The coordinate along the other axis where the line begins.
    public var from: Double
    /// The end of the line along the other axis, in canvas units.
    public var to: Double

    /// A line of an axis at `position`, which reaches from `from` to `to` along the other axis, in canvas units.
    public init(kind: Kind = .align, axis: Axis, position: Double, from: Double, to: Double) {
        self.kind = kind
        self.axis = axis
        self.position = position
        self.from = from
        self.to = to
    }
}
