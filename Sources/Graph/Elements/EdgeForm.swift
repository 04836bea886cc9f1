import Geometry
import Wire

/// The form that an edge itself states: its waypoints, and the position of its label.
public struct EdgeForm: Sendable, Equatable {
    /// The waypoints on the canvas, from the source to the target.
    public var waypoints: [Point]
    /// The position of the label as a fraction of the path's length, 0…1; nil means that of the type.
    public var labelPosition: Double?
    /// The offset of the label from there, in canvas units.
    public var labelOffset: Point?

    /// A form from its parts: waypoints and offset in canvas units, the label's position 0…1 along the path.
    public init(waypoints: [Point] = [], labelPosition: Double? = nil, labelOffset: Point? = nil) {
        self.waypoints = waypoints
        self.labelPosition = labelPosition
        self.labelOffset = labelOffset
    }

    /// The form of an edge that moves with both its ends.
    public func moved(by offset: Point) -> EdgeForm {
        var form = self
        form.waypoints = waypoints.map { $0 + offset }
        return form
    }

    /// Visits the points of the member `waypoints`; false if it is not a list of points, is empty or is too long. Then
    /// it counts as absent.
    static func visitWaypoints(_ start: JSONCursor, _ body: (Point) -> Void) -> Bool {
        var cursor = start
        guard cursor.entersArray() else { return false }
        var count = 0
        while cursor.nextElement() {
            count += 1
            guard count <= Limits.waypoints, let point = readPoint(&cursor) else { return false }
            body(point)
        }
        return count > 0
    }

    /// Reads an object with finite numbers x and y, or nil.
    static func readPoint(_ cursor: inout JSONCursor) -> Point? {
        var (x, y): (Double?, Double?)
        guard cursor.entersObject() else { return nil }
        while let name = cursor.nextMember() {
            if name == "x" {
                x = try? cursor.readDouble()
                if x == nil { return nil }
            } else if name == "y" {
                y = try? cursor.readDouble()
                if y == nil { return nil }
            } else {
                cursor.skipValue()
            }
        }
        guard let x, let y else { return nil }
        return Point(x: x, y: y)
    }

    /// Reads a `labelPosition` that is possible.
    static func readPosition(_ cursor: inout JSONCursor) -> Double? {
        guard cursor.peek() == .number, let value = try? cursor.readDouble(), (0...1).contains(value) else {
            return nil
        }
        return value
    }
}
