import Storage
import Wire

// The members that are kept as they are written.

extension ElementReader {
    /// Keeps the next value and returns a cursor before it; nil if it must be left out.
    @inline(__always)
    mutating func keep(_ name: JSONName, _ cursor: inout JSONCursor) -> JSONCursor? {
        cursor.index = JSONSyntax.skipWhiteSpace(base: cursor.base, index: cursor.index, end: cursor.end)
        let value = cursor
        var findings: JSONFindings = []
        cursor.index = JSONSyntax.scanValue(base: cursor.base, index: cursor.index, end: cursor.end, &findings)
        return keep(name, value, until: cursor.index, findings) ? value : nil
    }

    /// Keeps a member with its value at the cursor and the findings in it; false if it must be left out.
    @discardableResult @inline(__always)
    mutating func keep(_ name: JSONName, _ value: JSONCursor, until end: Int, _ findings: JSONFindings) -> Bool {
        let start = name.start - value.base - 1
        guard findings.isEmpty, value.index == start + name.count + 3 else {
            return keepCompact(name, value, until: end, findings)
        }
        // The one byte between two members without white space is their comma.
        if let before = run, before.upperBound + 1 == start {
            run = before.lowerBound..<end
        } else {
            endRun(value)
            run = start..<end
        }
        return true
    }

    /// Appends the pending part of the text unchanged.
    @inline(__always)
    mutating func endRun(_ cursor: JSONCursor) {
        guard let piece = run else { return }
        if members.count > 1 { members.append(UInt8(ascii: ",")) }
        members.append(contentsOf: UnsafeBufferPointer(start: cursor.base + piece.lowerBound, count: piece.count))
        run = nil
    }

    @inline(never)
    private mutating func keepCompact(
        _ name: JSONName, _ value: JSONCursor, until end: Int, _ findings: JSONFindings
    ) -> Bool {
        endRun(value)
        if findings.contains(.suspectNumber) {
            var check = JSONCursor(base: value.base, index: value.index, end: end)
            if !ElementReader.holdsFiniteNumbers(&check) {
                problems.append((name.description, "it holds a number that no double can hold"))
                return false
            }
        }
        if members.count > 1 { members.append(UInt8(ascii: ",")) }
        appendName(name)
        appendCompact(value.base, value.index..<end)
        return true
    }

    static func holdsFiniteNumbers(_ cursor: inout JSONCursor) -> Bool {
        var isFinite = true
        switch cursor.peek() {
        case .number: isFinite = (try? cursor.readDouble()) != nil
        case .array:
            cursor.entersArray()
            while isFinite && cursor.nextElement() { isFinite = holdsFiniteNumbers(&cursor) }
        case .object:
            cursor.entersObject()
            while isFinite, cursor.nextMember() != nil { isFinite = holdsFiniteNumbers(&cursor) }
        default: cursor.skipValue()
        }
        return isFinite
    }

    mutating func beginMember(named name: StaticString) {
        if members.count > 1 { members.append(UInt8(ascii: ",")) }
        members.append(UInt8(ascii: "\""))
        members.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        members.append(UInt8(ascii: "\""))
        members.append(UInt8(ascii: ":"))
    }

    mutating func appendName(_ name: JSONName) {
        members.append(UInt8(ascii: "\""))
        members.append(contentsOf: name.spelling)
        members.append(UInt8(ascii: "\""))
        members.append(UInt8(ascii: ":"))
    }

    /// Appends a value without its white space.
    mutating func appendCompact(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        var from = index
        var escapes = false
        while index < range.upperBound {
            let byte = base[index]
            if byte == UInt8(ascii: "\"") {
                index = JSONSyntax.skipString(base: base, index: index + 1, end: range.upperBound, hasEscapes: &escapes)
            } else if byte <= 0x20 {
                members.append(contentsOf: UnsafeBufferPointer(start: base + from, count: index - from))
                while index < range.upperBound && base[index] <= 0x20 { index += 1 }
                from = index
            } else {
                index += 1
            }
        }
        members.append(contentsOf: UnsafeBufferPointer(start: base + from, count: range.upperBound - from))
    }
}
