import Geometry

/// The movement of the view with a gesture whose pointer is at its border.
///
/// Along each axis its speed grows from the margin's inner line to the border and is full beyond. A side counts once
/// the pointer has been outside its margin since the press, so that elements near a border can be grasped there, and
/// the view starts only after the pointer has stayed in a margin for a while. Points are screen points, times
/// milliseconds.
public struct AutoPan: Sendable, Equatable {
    /// The width of the margin along each side of the view, in screen points.
    public static let margin = 40.0
    /// In screen points a second.
    public static let fullSpeed = 900.0
    /// The time in a margin before the view starts, in milliseconds.
    public static let dwell = 200.0

    /// The counted sides of a view.
    struct Sides: OptionSet {
        let rawValue: UInt8

        static let left = Sides(rawValue: 1)
        static let right = Sides(rawValue: 2)
        static let top = Sides(rawValue: 4)
        static let bottom = Sides(rawValue: 8)
    }

    private var armed = Sides()
    private var lastTime: Double
    /// The speed of the view once it starts, in screen points a second.
    private var push = Point.zero
    /// The time when the pointer came into a margin that counts; nil outside.
    private var entered: Double?

    /// - Parameter press: the point at which the gesture began.
    public init(at press: Point, in size: Size, time: Double) {
        lastTime = time
        move(to: press, in: size, at: time)
    }

    /// Is true if the pointer is in a margin that counts, so that the view moves or soon will.
    public var isArmed: Bool { entered != nil }

    /// The time when the view starts to move, or has; nil while the pointer is in no margin that counts.
    public var start: Double? { entered.map { $0 + AutoPan.dwell } }

    /// Follows the pointer.
    /// The push of the view until then must be asked for before.
    public mutating func move(to point: Point, in size: Size, at time: Double) {
        lastTime = max(time, lastTime)
        let low = AutoPan.margin
        if point.x >= low { armed.insert(.left) }
        if point.x <= size.width - low { armed.insert(.right) }
        if point.y >= low { armed.insert(.top) }
        if point.y <= size.height - low { armed.insert(.bottom) }
        push = Point(
            x: speed(point.x, size.width, low: armed.contains(.left), high: armed.contains(.right)),
            y: speed(point.y, size.height, low: armed.contains(.top), high: armed.contains(.bottom)))
        if push == .zero {
            entered = nil
        } else if entered == nil {
            entered = lastTime
        }
    }

    /// Waits until the pointer moves again.
    mutating func rest() {
        push = .zero
        entered = nil
    }

    /// Returns the speed of the view at a time, in screen points a second: towards the right and down if the pointer
    /// is at the left and at the top.
    public func velocity(at time: Double) -> Point {
        guard let start, time >= start else { return .zero }
        return push
    }

    /// Returns the distance of the view since the last move, while the pointer stays.
    public func offset(to: Double) -> Point {
        guard let start else { return .zero }
        let duration = to - max(lastTime, start)
        return duration > 0 ? push * (duration / 1000) : .zero
    }

    /// Returns the speed along an axis.
    /// If margins overlap, the low side wins.
    private func speed(_ position: Double, _ side: Double, low: Bool, high: Bool) -> Double {
        let margin = AutoPan.margin
        if low && position < margin { return AutoPan.fullSpeed * min((margin - position) / margin, 1) }
        if high && side - position < margin {
            return -AutoPan.fullSpeed * min((margin - (side - position)) / margin, 1)
        }
        return 0
    }
}
