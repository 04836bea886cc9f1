import Geometry
import Wire

/// Splits elements as they are written into what a document keeps in columns and the remaining members.
///
/// One reader serves a whole file, so that it allocates nothing per element. What it cannot keep is told in `problem`;
/// a file reports it as a loss, a message is refused.
struct ElementReader {
    /// The remaining members of the element read last, one compact JSON object.
    private(set) var members: [UInt8] = []
    private(set) var geometry = NodeGeometry.absent
    private(set) var nodeTraits = NodeTraits()
    private(set) var edgeTraits = EdgeTraits()
    private(set) var id: JSONName?
    private(set) var source: JSONName?
    private(set) var target: JSONName?
    private(set) var sourceHandle: JSONName?
    private(set) var targetHandle: JSONName?
    /// Members that had to be left out, with what is wrong with them.
    private(set) var problems: [(member: String, message: String)] = []

    private var seen: UInt64 = 0
    private var names: [JSONName] = []
    /// The same names when they are many.
    private var manyNames: Set<JSONString> = []

    init() {
        members.reserveCapacity(4096)
    }

    // MARK: Nodes

    /// Reads the object at the cursor as a node.
    mutating func readNode(_ cursor: inout JSONCursor) throws(ShapeError) {
        begin()
        geometry = .absent
        nodeTraits = NodeTraits()
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            if isRepeated(name) {
                problems.append((name.description, "the member occurs twice; the first is kept"))
                cursor.skipValue()
                continue
            }
            if readNodeColumn(name, &cursor) { continue }
            keep(name, &cursor) { reader, value in reader.nodeTraits.read(name, from: &value) }
        }
        nodeTraits.finish()
        members.append(UInt8(ascii: "}"))
    }

    /// Takes the id, the position and the size; false leaves the member to be kept as it is.
    private mutating func readNodeColumn(_ name: JSONName, _ cursor: inout JSONCursor) -> Bool {
        switch name.length {
        case 2 where name == "id":
            // An id that is no string is none, and must not stand beside the one the element gets.
            if cursor.peek() == .string { id = try? cursor.readName() } else { cursor.skipValue() }
        case 5 where name == "width":
            guard cursor.peek() != .null else { return false }
            geometry.width = readSize(name, &cursor)
        case 6 where name == "height":
            guard cursor.peek() != .null else { return false }
            geometry.height = readSize(name, &cursor)
        case 8 where name == "position":
            guard cursor.peek() == .object else { return false }
            readPosition(name, &cursor)
        default: return false
        }
        return true
    }

    private mutating func readSize(_ name: JSONName, _ cursor: inout JSONCursor) -> Double {
        var value = cursor
        cursor.skipValue()
        guard let size = try? value.readDouble() else {
            problems.append((name.description, "a size is a finite number"))
            return .nan
        }
        if size < 0 {
            problems.append((name.description, "a size is not negative"))
            return .nan
        }
        return size
    }

    private mutating func readPosition(_ name: JSONName, _ cursor: inout JSONCursor) {
        var point = Point(x: .nan, y: .nan)
        let start = members.count
        var others = 0
        guard (try? cursor.enterObject()) != nil else { return }
        beginMember(named: "position")
        members.append(UInt8(ascii: "{"))
        while let part = cursor.nextMember() {
            if part.length == 1, part == "x" || part == "y" {
                var value = cursor
                cursor.skipValue()
                guard let number = try? value.readDouble() else { continue }
                if part == "x" { point.x = number } else { point.y = number }
            } else {
                if others > 0 { members.append(UInt8(ascii: ",")) }
                others += 1
                appendName(part)
                let range = cursor.rawValue()
                appendCompact(cursor.base, range)
            }
        }
        members.append(UInt8(ascii: "}"))
        if others == 0 { members.removeSubrange(start...) } else { nodeTraits.flags.insert(.extraPosition) }
        if point.x.isNaN || point.y.isNaN {
            problems.append((name.description, "a position has finite numbers x and y"))
        } else {
            geometry.x = point.x
            geometry.y = point.y
        }
    }

    // MARK: Edges

    /// Reads the object at the cursor as an edge.
    mutating func readEdge(_ cursor: inout JSONCursor) throws(ShapeError) {
        begin()
        source = nil
        target = nil
        sourceHandle = nil
        targetHandle = nil
        edgeTraits = EdgeTraits()
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            if isRepeated(name) {
                problems.append((name.description, "the member occurs twice; the first is kept"))
                cursor.skipValue()
                continue
            }
            if name.length == 2 && name == "id" {
                readEdgeID(&cursor)
                continue
            }
            if cursor.peek() == .string {
                switch name.length {
                case 6 where name == "source":
                    source = try? cursor.readName()
                    continue
                case 6 where name == "target":
                    target = try? cursor.readName()
                    continue
                case 12 where name == "sourceHandle":
                    sourceHandle = try? cursor.readName()
                    continue
                case 12 where name == "targetHandle":
                    targetHandle = try? cursor.readName()
                    continue
                default: break
                }
            }
            keep(name, &cursor) { reader, value in reader.edgeTraits.read(name, from: &value) }
        }
        members.append(UInt8(ascii: "}"))
    }

    /// An edge whose id is no string gets one as if it had none, but not in silence.
    private mutating func readEdgeID(_ cursor: inout JSONCursor) {
        if cursor.peek() == .string {
            id = try? cursor.readName()
            return
        }
        if cursor.peek() != .null { problems.append(("id", "an id is a string")) }
        cursor.skipValue()
    }

    // MARK: Remaining members

    private mutating func begin() {
        members.removeAll(keepingCapacity: true)
        members.append(UInt8(ascii: "{"))
        problems.removeAll()
        names.removeAll(keepingCapacity: true)
        manyNames.removeAll()
        seen = 0
        id = nil
    }

    /// Names are compared only when a bit of their length and first bytes is set already; many are looked up.
    private mutating func isRepeated(_ name: JSONName) -> Bool {
        if names.count >= 32 {
            if manyNames.isEmpty { manyNames = Set(names.map { JSONString($0) }) }
            return !manyNames.insert(JSONString(name)).inserted
        }
        var bit = UInt64(truncatingIfNeeded: name.count)
        if name.count > 0 { bit = bit &* 31 &+ UInt64(name.start[0]) &* 7 &+ UInt64(name.start[name.count - 1]) }
        let mask: UInt64 = 1 << (name.hasEscapes ? 63 : bit & 63)
        let isKnown = (seen & mask != 0 || name.hasEscapes || seen >> 63 == 1) && names.contains { $0 == name }
        seen |= mask
        if !isKnown { names.append(name) }
        return isKnown
    }

    private mutating func keep(
        _ name: JSONName, _ cursor: inout JSONCursor, _ read: (inout ElementReader, inout JSONCursor) -> Bool
    ) {
        var value = cursor
        let range = cursor.rawValue()
        let start = members.count
        beginMember(name)
        let isSuspect = appendCompact(cursor.base, range)
        if isSuspect {
            var check = JSONCursor(base: cursor.base, index: range.lowerBound, end: range.upperBound)
            if !ElementReader.holdsFiniteNumbers(&check) {
                problems.append((name.description, "it holds a number that no double can hold"))
                members.removeSubrange(start...)
                return
            }
        }
        _ = read(&self, &value)
    }

    static func holdsFiniteNumbers(_ cursor: inout JSONCursor) -> Bool {
        var isFinite = true
        switch cursor.peek() {
        case .number: isFinite = (try? cursor.readDouble()) != nil
        case .array:
            try? cursor.enterArray()
            while isFinite && cursor.nextElement() { isFinite = holdsFiniteNumbers(&cursor) }
        case .object:
            try? cursor.enterObject()
            while isFinite, cursor.nextMember() != nil { isFinite = holdsFiniteNumbers(&cursor) }
        default: cursor.skipValue()
        }
        return isFinite
    }

    private mutating func beginMember(_ name: JSONName) {
        if members.count > 1 { members.append(UInt8(ascii: ",")) }
        appendName(name)
    }

    private mutating func beginMember(named name: StaticString) {
        if members.count > 1 { members.append(UInt8(ascii: ",")) }
        members.append(UInt8(ascii: "\""))
        members.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        members.append(UInt8(ascii: "\""))
        members.append(UInt8(ascii: ":"))
    }

    private mutating func appendName(_ name: JSONName) {
        members.append(UInt8(ascii: "\""))
        members.append(contentsOf: name.spelling)
        members.append(UInt8(ascii: "\""))
        members.append(UInt8(ascii: ":"))
    }

    /// Appends a value without its white space; true if a number in it may be out of range (an exponent, many digits).
    @discardableResult
    private mutating func appendCompact(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var from = index
        var isSuspect = false
        var run = 0
        var escapes = false
        while index < range.upperBound {
            let byte = base[index]
            if byte == UInt8(ascii: "\"") {
                index = JSONSyntax.skipString(base: base, index: index + 1, end: range.upperBound, hasEscapes: &escapes)
                run = 0
            } else if byte <= 0x20 {
                members.append(contentsOf: UnsafeBufferPointer(start: base + from, count: index - from))
                while index < range.upperBound && base[index] <= 0x20 { index += 1 }
                from = index
                run = 0
            } else {
                if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
                    run += 1
                    if run > 300 { isSuspect = true }
                } else {
                    if run > 0 && byte | 0x20 == UInt8(ascii: "e") { isSuspect = true }
                    run = 0
                }
                index += 1
            }
        }
        members.append(contentsOf: UnsafeBufferPointer(start: base + from, count: range.upperBound - from))
        return isSuspect
    }
}

extension JSONName {
    /// How many bytes the name has that is meant.
    var length: Int { hasEscapes ? description.utf8.count : count }
}
