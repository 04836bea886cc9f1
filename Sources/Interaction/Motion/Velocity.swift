import Geometry

/// The speed of a pointer during the last tenth of a second.
///
/// Distance and time are summed up with weights that fade by e every 40 ms, so that nine tenths of the result come
/// from the last 100 ms, and a pointer of constant speed has exactly that speed at any sampling rate. Times are in
/// milliseconds; an earlier time counts as the last one.
public struct Velocity: Sendable, Equatable {
    /// In screen points a second.
    public static let limit = 8_000.0
    /// The time after which a pointer without events does not move.
    public static let memory = 100.0
    private static let fading = 40.0
    /// A shorter time does not show the speed: two samples may come within one interrupt.
    private static let leastTime = 8.0

    private var last: (point: Point, time: Double)?
    private var way = Point.zero
    private var span = 0.0

    /// The velocity of a pointer before its first sample: zero.
    public init() {}

    /// Records the position of the pointer.
    ///
    /// - Complexity: O(1), in time and in memory.
    public mutating func add(_ point: Point, at time: Double) {
        guard let last else {
            self.last = (point, time)
            return
        }
        let passed = max(time - last.time, 0)
        if !(passed <= Velocity.memory) || !(point - last.point).isFinite {
            self = Velocity()
        } else {
            let kept = (-passed / Velocity.fading).exponential
            way = way * kept + (point - last.point)
            span = span * kept + passed
        }
        self.last = (point, max(time, last.time))
    }

    /// Screen points a second, for a pointer that has not moved since the last sample.
    public func at(_ time: Double) -> Point {
        guard let last else { return .zero }
        let passed = max(time - last.time, 0)
        guard passed <= Velocity.memory else { return .zero }
        let kept = (-passed / Velocity.fading).exponential
        let duration = max(span * kept + passed, Velocity.leastTime)
        return (way * (kept * 1000 / duration)).limited(to: Velocity.limit)
    }

    /// Returns true if both remember the same of their pointers.
    public static func == (a: Velocity, b: Velocity) -> Bool {
        a.way == b.way && a.span == b.span && a.last?.point == b.last?.point && a.last?.time == b.last?.time
    }
}

extension Point {
    /// This offset, made as short as a length if it is longer.
    func limited(to length: Double) -> Point {
        squaredLength > length * length ? unit * length : self
    }
}
