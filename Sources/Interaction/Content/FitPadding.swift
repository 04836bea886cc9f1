import Geometry

/// The space that a fit leaves around its bounds, one length for each side.
public struct FitPadding: Sendable, Equatable {
    /// The space on one side, with its unit.
    public enum Length: Sendable, Equatable {
        /// Canvas units, which take more of the screen the nearer the view is.
        case canvas(Double)
        /// A distance in screen points.
        case screen(Double)
        /// Hundredths of the view's width (left and right) or height (top and bottom).
        case percent(Double)

        /// Reads `"20px"` and `"10%"`; nil for anything else or a length below zero.
        public init?(_ text: String) {
            if text.hasSuffix("px"), let value = Length.number(text.dropLast(2)) {
                self = .screen(value)
            } else if text.hasSuffix("%"), let value = Length.number(text.dropLast()) {
                self = .percent(value)
            } else {
                return nil
            }
        }

        /// A plain decimal: `Double` would also read hexadecimals, infinity and some blanks.
        private static func number(_ text: Substring) -> Double? {
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        }

        var canvas: Double { if case .canvas(let length) = self { length } else { 0 } }

        /// The screen points it takes of a side of the view.
        func screen(of side: Double) -> Double {
            switch self {
            case .canvas: 0
            case .screen(let points): points
            case .percent(let percent): side * percent / 100
            }
        }
    }

    /// The padding above; a percentage is of the height.
    public var top: Length
    /// The padding to the right; a percentage is of the width.
    public var right: Length
    /// The padding below; a percentage is of the height.
    public var bottom: Length
    /// The padding to the left; a percentage is of the width.
    public var left: Length

    /// Sides left out are without padding.
    public init(
        top: Length = .canvas(0), right: Length = .canvas(0), bottom: Length = .canvas(0), left: Length = .canvas(0)
    ) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The same length on every side.
    public init(_ all: Length) { self.init(top: all, right: all, bottom: all, left: all) }

    /// 50 canvas units on every side: the padding of a fit that states none.
    public static let standard = FitPadding(.canvas(50))
    /// The padding for bringing elements into sight, which need less space than fitted ones.
    public static let reveal = FitPadding(.screen(20))

    /// Bounds of the canvas with the space that is measured in canvas units.
    func grown(_ bounds: Rect) -> Rect {
        Rect(
            minX: bounds.minX - left.canvas, minY: bounds.minY - top.canvas, maxX: bounds.maxX + right.canvas,
            maxY: bounds.maxY + bottom.canvas)
    }

    /// The part of a view's screen that the other lengths leave.
    func area(in size: Size) -> Rect {
        Rect(
            minX: left.screen(of: size.width), minY: top.screen(of: size.height),
            maxX: size.width - right.screen(of: size.width), maxY: size.height - bottom.screen(of: size.height))
    }

    /// The greatest zoom at which bounds fit into an area of the screen; any zoom fits along an axis without extent.
    static func greatestZoom(of bounds: Rect, in area: Rect) -> Double {
        let across = bounds.width > 0 ? max(area.width, 0) / bounds.width : .infinity
        let down = bounds.height > 0 ? max(area.height, 0) / bounds.height : .infinity
        return min(across, down)
    }
}
