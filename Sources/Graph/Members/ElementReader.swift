import Geometry
import Storage
import Wire

/// Splits written elements into the columns of a document and the remaining members, in one pass.
///
/// One reader serves a whole file, so that it allocates nothing for each element. It lists impossible parts in
/// `problems`: in a file they are losses, a message with them is refused.
struct ElementReader {
    /// The remaining members of the element read last, one compact JSON object.
    var members: [UInt8] = []
    private(set) var geometry = NodeGeometry.absent
    /// The measured size, if it has the server's spelling.
    private(set) var measured: Size?
    /// All but a type that `typeName` has.
    private(set) var nodeTraits = NodeTraits()
    private(set) var edgeTraits = EdgeTraits()
    private(set) var id: JSONName?
    /// The type of a node, if it is written without escapes.
    private(set) var typeName: JSONName?
    /// The range of a node's list of handles, which the traits do not have.
    private(set) var handles: JSONCursor?
    private(set) var source: JSONName?
    private(set) var target: JSONName?
    private(set) var sourceHandle: JSONName?
    private(set) var targetHandle: JSONName?
    /// Omitted members, with their mistakes.
    var problems: [(member: String, message: String)] = []

    /// The next piece of the text that is kept unchanged: members that follow each other without white space.
    var run: Range<Int>?
    private var names = MemberNames()

    /// - Parameter capacity: the estimated bytes of the members of one element. A caller that retains `members`
    ///   retains as much.
    init(capacity: Int = 4096) {
        members.reserveCapacity(capacity)
    }

    private mutating func begin() {
        members.removeAll(keepingCapacity: true)
        members.append(UInt8(ascii: "{"))
        if !problems.isEmpty { problems = [] }
        names.removeAll()
        run = nil
        id = nil
    }

    private mutating func end(_ cursor: JSONCursor) {
        endRun(cursor)
        members.append(UInt8(ascii: "}"))
    }

    // MARK: Nodes

    /// Reads the object at the cursor as a node.
    mutating func readNode(_ cursor: inout JSONCursor) throws(ShapeError) {
        begin()
        geometry = .absent
        measured = nil
        nodeTraits = NodeTraits()
        typeName = nil
        handles = nil
        try cursor.enterObject()
        if !readFastStart(&cursor) {
            while let name = cursor.nextMember() {
                if names.isRepeated(name) {
                    skipRepeated(name, &cursor)
                } else if !readNodeColumn(name, &cursor) {
                    guard var value = keep(name, &cursor) else { continue }
                    _ = NodeTraits.table.read(name, from: &value, into: &nodeTraits)
                }
            }
        }
        if let measured { nodeTraits.measure(measured) }
        if let typeName { nodeTraits.finish(StandardType(typeName)) } else { nodeTraits.finish() }
        end(cursor)
    }

    /// Reads the members with which most nodes of a file begin, as long as they come in their usual order and spelling
    /// (the bench's row `open`); true if the node has no others. The cursor is then behind them.
    @inline(__always)
    private mutating func readFastStart(_ cursor: inout JSONCursor) -> Bool {
        var count = 0
        let isWhole = readFastPathMembers(&cursor, &count)
        if !isWhole { noteFastPathMembers(count) }
        return isWhole
    }

    /// - Parameter count: becomes how many members were read.
    @inline(__always)
    private mutating func readFastPathMembers(_ cursor: inout JSONCursor, _ count: inout Int) -> Bool {
        var scanner = CompactScanner(cursor)
        guard let id = scanner.takeString(#""id":""#) else { return false }
        self.id = id
        (cursor.index, count) = (scanner.index, 1)
        guard let type = scanner.takeString(#","type":""#) else { return false }
        typeName = type
        run = cursor.index + 1..<scanner.index
        (cursor.index, count) = (scanner.index, 2)
        guard scanner.takes(#","position":{"#), let x = ElementReader.takeNumber(#""x":"#, &scanner),
            let y = ElementReader.takeNumber(#","y":"#, &scanner), scanner.takes("}")
        else { return false }
        geometry.x = x
        geometry.y = y
        (cursor.index, count) = (scanner.index, 3)
        guard let width = ElementReader.takeNumber(#","width":"#, &scanner), width >= 0 else { return false }
        geometry.width = width
        (cursor.index, count) = (scanner.index, 4)
        guard let height = ElementReader.takeNumber(#","height":"#, &scanner), height >= 0 else { return false }
        geometry.height = height
        (cursor.index, count) = (scanner.index, 5)
        guard scanner.takes(#","data":"#), let isLabelled = ElementReader.takePlainData(&scanner) else { return false }
        endRun(cursor)
        run = cursor.index + 1..<scanner.index
        if isLabelled { nodeTraits.flags.insert(.labelled) }
        (cursor.index, count) = (scanner.index, 6)
        guard scanner.takes("}") else { return false }
        cursor.index = scanner.index
        return true
    }

    /// Records the names of the members that were read, since others may repeat them.
    private mutating func noteFastPathMembers(_ count: Int) {
        let names: InlineArray<6, StaticString> = ["id", "type", "position", "width", "height", "data"]
        for place in 0..<count {
            let name = names[place]
            _ = self.names.isRepeated(JSONName(start: name.utf8Start, count: name.utf8CodeUnitCount, hasEscapes: false))
        }
    }

    /// Takes a member with a number that is spelled as its double is written.
    @inline(__always)
    private static func takeNumber(_ start: StaticString, _ scanner: inout CompactScanner) -> Double? {
        guard scanner.takes(start) else { return nil }
        var cursor = JSONCursor(base: scanner.base, index: scanner.index, end: scanner.end)
        var isPlain = true
        guard let number = try? cursor.readDouble(isPlain: &isPlain), isPlain else { return nil }
        scanner.index = cursor.index
        return number
    }

    /// Reads the members that nearly every node has; false leaves the member unchanged.
    @inline(__always)
    private mutating func readNodeColumn(_ name: JSONName, _ cursor: inout JSONCursor) -> Bool {
        let first = ElementReader.first(&cursor)
        switch name.length {
        case 2 where name == "id":
            // An id that is not a string does not count, and must not remain beside the one the element gets.
            if first == UInt8(ascii: "\"") { id = try? cursor.readName() } else { cursor.skipValue() }
        case 4 where name == "type":
            guard first == UInt8(ascii: "\"") else { return false }
            var value = cursor
            guard let type = try? value.readName(), !type.hasEscapes else { return false }
            typeName = type
            keep(name, cursor, until: value.index, [])
            cursor.index = value.index
        case 4 where name == "data":
            guard first == UInt8(ascii: "{") else { return false }
            if !keepPlainData(name, &cursor) { keepData(name, &cursor) }
        case 5 where name == "width":
            guard first != UInt8(ascii: "n") else { return false }
            geometry.width = readSize(name, &cursor)
        case 6 where name == "height":
            guard first != UInt8(ascii: "n") else { return false }
            geometry.height = readSize(name, &cursor)
        case 7 where name == "handles":
            guard first == UInt8(ascii: "[") else { return false }
            handles = keep(name, &cursor)
            if handles != nil { nodeTraits.flags.insert(.hasHandles) }
        case 8 where name == "position":
            guard first == UInt8(ascii: "{") else { return false }
            if !readPlainPosition(&cursor) { readPosition(name, &cursor) }
        case 8 where name == "measured":
            guard let size = Size(measured: &cursor) else { return false }
            measured = size
        default: return false
        }
        return true
    }

    /// The first byte of the value that comes next, or 0 at the end.
    @inline(__always)
    private static func first(_ cursor: inout JSONCursor) -> UInt8 {
        cursor.index = JSONSyntax.skipWhiteSpace(base: cursor.base, index: cursor.index, end: cursor.end)
        return cursor.index < cursor.end ? cursor.base[cursor.index] : 0
    }

    @inline(__always)
    private mutating func readSize(_ name: JSONName, _ cursor: inout JSONCursor) -> Double {
        var value = cursor
        var isPlain = true
        if let size = try? value.readDouble(isPlain: &isPlain), size >= 0 {
            if !isPlain { keepSize(name, cursor, until: value.index) }
            cursor = value
            return size
        }
        return refuseSize(name, &cursor)
    }

    @inline(never)
    private mutating func keepSize(_ name: JSONName, _ cursor: JSONCursor, until end: Int) {
        keep(name, cursor, until: end, [])
        nodeTraits.flags.insert(.writtenGeometry)
    }

    @inline(never)
    private mutating func refuseSize(_ name: JSONName, _ cursor: inout JSONCursor) -> Double {
        var value = cursor
        cursor.skipValue()
        let isNumber = (try? value.readDouble()) != nil
        problems.append((name.description, isNumber ? "a size is not negative" : "a size is a finite number"))
        return .nan
    }

    /// Reads a position with an x and a y whose doubles reproduce their spelling; false for any other, and then the
    /// cursor does not move.
    @inline(__always)
    private mutating func readPlainPosition(_ cursor: inout JSONCursor) -> Bool {
        var place = cursor
        var isPlain = true
        guard place.entersObject(), place.hasMember("x"), let x = try? place.readDouble(isPlain: &isPlain),
            place.hasMember("y"), let y = try? place.readDouble(isPlain: &isPlain), place.nextMember() == nil, isPlain
        else { return false }
        geometry.x = x
        geometry.y = y
        cursor = place
        return true
    }

    /// Reads any other position; x and y that are not two finite numbers are left out, the rest is kept.
    @inline(never)
    private mutating func readPosition(_ name: JSONName, _ cursor: inout JSONCursor) {
        var position = WrittenPosition(reading: &cursor)
        if position.hasLostOthers {
            problems.append((name.description, "it holds a number that no double can hold"))
        }
        if let point = position.point {
            geometry.x = point.x
            geometry.y = point.y
        } else if position.hasCoordinates {
            problems.append((name.description, "a position has finite numbers x and y"))
            position.setPoint(Point(x: .nan, y: .nan))
            if !position.hasOthers { return }
        }
        if !position.isNeeded { return }
        endRun(cursor)
        beginMember(named: "position")
        members.append(contentsOf: position.text.bytes)
        nodeTraits.flags.insert(.writtenGeometry)
    }

    /// Keeps `data` that is spelled as most is; false for any other, and then the cursor stays.
    @inline(__always)
    private mutating func keepPlainData(_ name: JSONName, _ cursor: inout JSONCursor) -> Bool {
        var scanner = CompactScanner(cursor)
        guard let isLabelled = ElementReader.takePlainData(&scanner) else { return false }
        if keep(name, cursor, until: scanner.index, []), isLabelled { nodeTraits.flags.insert(.labelled) }
        cursor.index = scanner.index
        return true
    }

    /// Reads `data` with only strings of printable ASCII and decimals without white space, as in most files (the
    /// bench's row `open`), and finds a label in it.
    @inline(__always)
    private static func takePlainData(_ scanner: inout CompactScanner) -> Bool? {
        guard scanner.takes("{") else { return nil }
        var isLabelled = false
        repeat {
            guard scanner.takes("\""), let part = scanner.takeName(), scanner.takes(":") else { return nil }
            if scanner.takes("\"") {
                guard scanner.takeName() != nil else { return nil }
                if part == "label" { isLabelled = true }
            } else if !scanner.takesDecimal() {
                return nil
            }
        } while scanner.takes(",")
        return scanner.takes("}") ? isLabelled : nil
    }

    /// Keeps `data`, an object, and finds a label in it.
    @inline(__always)
    private mutating func keepData(_ name: JSONName, _ cursor: inout JSONCursor) {
        let start = cursor
        var findings: JSONFindings = []
        guard cursor.entersObject() else { return }
        var before = cursor.index
        var isLabelled = false
        while let part = cursor.nextMember() {
            let nameStart = part.start - cursor.base
            let first = ElementReader.first(&cursor)
            if nameStart > before + 2 || cursor.index != nameStart + part.count + 2 { findings.insert(.whiteSpace) }
            if first == UInt8(ascii: "\""), part == "label" { isLabelled = true }
            cursor.index = JSONSyntax.scanValue(
                base: cursor.base, index: cursor.index, end: cursor.end, &findings)
            before = cursor.index
        }
        if cursor.index != before + 1 { findings.insert(.whiteSpace) }
        // Behind the bracket there may be a space where a comma would be.
        if start.base[start.index + 1] <= 0x20 { findings.insert(.whiteSpace) }
        if keep(name, start, until: cursor.index, findings), isLabelled { nodeTraits.flags.insert(.labelled) }
    }

    // MARK: Edges

    /// Reads the object at the cursor as an edge.
    mutating func readEdge(_ cursor: inout JSONCursor) throws(ShapeError) {
        begin()
        source = nil
        target = nil
        edgeTraits = EdgeTraits()
        if readPlainEdge(&cursor) { return members.append(UInt8(ascii: "}")) }
        sourceHandle = nil
        targetHandle = nil
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            if names.isRepeated(name) {
                skipRepeated(name, &cursor)
            } else if !readEnd(name, &cursor) {
                guard var value = keep(name, &cursor) else { continue }
                _ = EdgeTraits.table.read(name, from: &value, into: &edgeTraits)
            }
        }
        end(cursor)
    }

    /// Reads an edge with only an id and its ends, in their usual order and spelling, like most edges of a file (the
    /// bench's row `open`); false for any other, and then the cursor does not move.
    @inline(__always)
    private mutating func readPlainEdge(_ cursor: inout JSONCursor) -> Bool {
        var scanner = CompactScanner(cursor)
        guard scanner.takes("{"), let id = scanner.takeString(#""id":""#), scanner.takes(","),
            let source = scanner.takeString(#""source":""#), scanner.takes(",")
        else { return false }
        sourceHandle = scanner.takeString(#""sourceHandle":""#)
        if sourceHandle != nil, !scanner.takes(",") { return false }
        guard let target = scanner.takeString(#""target":""#) else { return false }
        targetHandle = scanner.takes(",") ? scanner.takeString(#""targetHandle":""#) : nil
        guard scanner.takes("}") else { return false }
        self.id = id
        self.source = source
        self.target = target
        cursor.index = scanner.index
        return true
    }

    /// Reads the id and the ends; false leaves the member unchanged.
    @inline(__always)
    private mutating func readEnd(_ name: JSONName, _ cursor: inout JSONCursor) -> Bool {
        let isString = ElementReader.first(&cursor) == UInt8(ascii: "\"")
        switch name.length {
        case 2 where name == "id":
            if isString { id = try? cursor.readName() } else { refuseID(&cursor) }
        case 6 where isString && name == "source": source = try? cursor.readName()
        case 6 where isString && name == "target": target = try? cursor.readName()
        case 12 where isString && name == "sourceHandle": sourceHandle = try? cursor.readName()
        case 12 where isString && name == "targetHandle": targetHandle = try? cursor.readName()
        default: return false
        }
        return true
    }

    /// An edge with an id that is not a string gets a generated one, and a problem is reported.
    @inline(never)
    private mutating func refuseID(_ cursor: inout JSONCursor) {
        if cursor.peek() != .null { problems.append(("id", "an id is a string")) }
        cursor.skipValue()
    }

    // MARK: Names

    @inline(never)
    private mutating func skipRepeated(_ name: JSONName, _ cursor: inout JSONCursor) {
        problems.append((name.description, "the member occurs twice; the first is kept"))
        cursor.skipValue()
    }
}

extension JSONName {
    /// Returns the number of bytes of the name that is meant.
    @inline(__always)
    var length: Int { hasEscapes ? description.utf8.count : count }
}
