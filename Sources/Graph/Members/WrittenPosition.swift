import Geometry
import Wire

/// A node's position as it is written: the spelling of x and y, and its other members.
struct WrittenPosition {
    private var x: [UInt8]?
    private var y: [UInt8]?
    /// The other members, with commas between them.
    private var others: [UInt8] = []
    /// x and y if both are finite numbers.
    private(set) var point: Point?
    /// Is true if two doubles reproduce the spelling of x and y.
    private var isPlain = true
    /// Is true if one of the other members was left out for a number that no double can hold.
    private(set) var hasLostOthers = false

    var hasOthers: Bool { !others.isEmpty }

    /// Is true if there is an x or a y, of any kind.
    var hasCoordinates: Bool { x != nil || y != nil }

    /// Is true if the text must be kept because two doubles would not reproduce it.
    var isNeeded: Bool { point == nil || !isPlain || hasOthers }

    /// Reads the object at the cursor; of two members x, or y, the last counts.
    init(reading cursor: inout JSONCursor) {
        guard cursor.entersObject() else { return }
        while let name = cursor.nextMember() {
            let start = cursor
            guard let text = try? JSONText(copying: &cursor, checked: false) else { return }
            if name == "x" {
                x = text.bytes
            } else if name == "y" {
                y = text.bytes
            } else {
                addOther(name, text, start)
            }
        }
        readPoint()
    }

    private mutating func addOther(_ name: JSONName, _ text: JSONText, _ start: JSONCursor) {
        var check = start
        guard ElementReader.holdsFiniteNumbers(&check) else { return hasLostOthers = true }
        if hasOthers { others.append(UInt8(ascii: ",")) }
        others.append(UInt8(ascii: "\""))
        others.append(contentsOf: name.spelling)
        others.append(contentsOf: "\":".utf8)
        others.append(contentsOf: text.bytes)
    }

    private mutating func readPoint() {
        point = nil
        isPlain = true
        guard let x = number(x), let y = number(y) else { return }
        point = Point(x: x, y: y)
    }

    private mutating func number(_ text: [UInt8]?) -> Double? {
        text?.withUnsafeBufferPointer { text in
            var cursor = JSONCursor(text)
            return try? cursor.readDouble(isPlain: &isPlain)
        }
    }

    /// Gives x and y other values, NaN for none; a value that is the same keeps its spelling.
    mutating func setPoint(_ after: Point) {
        x = WrittenPosition.text(x, of: point?.x, as: after.x)
        y = WrittenPosition.text(y, of: point?.y, as: after.y)
        readPoint()
    }

    private static func text(_ text: [UInt8]?, of before: Double?, as after: Double) -> [UInt8]? {
        if after.isNaN { return nil }
        return before == after ? text : JSON.number(after).text.bytes
    }

    /// The position as a compact object.
    var text: JSONText {
        var writer = JSONWriter(capacity: 64 + others.count)
        writer.beginObject()
        for (name, value) in [("x", x), ("y", y)] {
            guard let value else { continue }
            writer.name(name)
            writer.raw(value)
        }
        if hasOthers { writer.raw(others) }
        writer.endObject()
        return JSONText(trusted: writer.take())
    }
}

extension NodeGeometry {
    /// The members of a node after a change of geometry: those that describe an unchanged number stay.
    static func members(
        _ members: [UInt8], _ written: WrittenGeometry, from before: NodeGeometry, to after: NodeGeometry
    ) -> [UInt8] {
        func differs(_ a: Double, _ b: Double) -> Bool { a != b && !(a.isNaN && b.isNaN) }
        var removed: Set<JSONString> = []
        var changed: [(name: JSONString, value: JSONText)] = []
        if written.contains(.width) && differs(before.width, after.width) { removed.insert("width") }
        if written.contains(.height) && differs(before.height, after.height) { removed.insert("height") }
        if written.contains(.position) && (differs(before.x, after.x) || differs(before.y, after.y)) {
            if let position = position(in: members, movedTo: after.position) {
                changed.append(("position", position))
            } else {
                removed.insert("position")
            }
        }
        if removed.isEmpty && changed.isEmpty { return members }
        return JSONMembers.setting(changed, removing: removed, in: members)
    }

    /// The written position with another x and y, if it still has to be written.
    private static func position(in members: [UInt8], movedTo point: Point) -> JSONText? {
        var text: JSONText?
        JSONMembers.visit(members) { name, value in
            guard name == "position" else { return }
            var cursor = JSONCursor(value)
            var position = WrittenPosition(reading: &cursor)
            position.setPoint(point)
            if position.isNeeded && (!point.x.isNaN || position.hasOthers) { text = position.text }
        }
        return text
    }
}
