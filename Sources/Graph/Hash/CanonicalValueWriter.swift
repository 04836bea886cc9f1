import Wire

/// Writes values in the common spelling of all equal values: members sorted at every level, strings with the fewest
/// escapes, numbers by their exact decimal value.
///
/// A number of up to 25 digits on each side of the point is written without an exponent and without trailing zeros;
/// every other as its digits and an exponent.
public struct CanonicalValueWriter {
    private static let longestPart = 25

    private var sorter = MemberSorter()
    private var scratch = JSONWriter(capacity: 64)

    /// A writer for any number of values.
    public init() {}

    /// Writes a compact, valid value.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        _ = write(text, at: 0, into: &writer)
    }

    /// Writes the value at an index and returns the index behind it.
    private mutating func write(
        _ text: UnsafeBufferPointer<UInt8>, at index: Int, into writer: inout JSONWriter
    ) -> Int {
        guard let base = text.baseAddress, index < text.count else { return text.count }
        switch base[index] {
        case UInt8(ascii: "\""):
            var hasEscapes = false
            let end = JSONSyntax.skipString(base: base, index: index + 1, end: text.count, hasEscapes: &hasEscapes)
            if hasEscapes {
                writer.string(JSONString(JSONName(start: base + index + 1, count: end - index - 2, hasEscapes: true)))
            } else {
                writer.raw(UnsafeBufferPointer(start: base + index, count: end - index))
            }
            return end
        case UInt8(ascii: "{"): return writeObject(text, at: index, into: &writer)
        case UInt8(ascii: "["): return writeArray(text, at: index, into: &writer)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            let end = JSONSyntax.skipValue(base: base, index: index, end: text.count)
            writer.raw(UnsafeBufferPointer(start: base + index, count: end - index))
            return end
        default:
            let end = JSONSyntax.skipValue(base: base, index: index, end: text.count)
            writeNumber(UnsafeBufferPointer(start: base + index, count: end - index), into: &writer)
            return end
        }
    }

    private mutating func writeArray(
        _ text: UnsafeBufferPointer<UInt8>, at index: Int, into writer: inout JSONWriter
    ) -> Int {
        writer.beginArray()
        var index = index + 1
        while index < text.count, text[index] != UInt8(ascii: "]") {
            index = write(text, at: text[index] == UInt8(ascii: ",") ? index + 1 : index, into: &writer)
        }
        writer.endArray()
        return index + 1
    }

    private mutating func writeObject(
        _ text: UnsafeBufferPointer<UInt8>, at index: Int, into writer: inout JSONWriter
    ) -> Int {
        let first = sorter.entries.count
        defer { sorter.removeLast(to: first) }
        guard sorter.split(text, at: index), sorter.sort(from: first) else {
            var cursor = JSONCursor(text, range: index..<text.count)
            if let tree = try? JSON(reading: &cursor, checked: false) { write(tree, into: &writer) }
            return cursor.index
        }
        var end = index + 1
        writer.beginObject()
        for place in first..<sorter.entries.count {
            let entry = sorter.entries[place]
            writer.raw(UnsafeBufferPointer(start: entry.name - 1, count: entry.count + 2))
            writer.append(":")
            end = max(end, write(text, at: entry.value.lowerBound, into: &writer))
        }
        writer.endObject()
        return end + 1
    }

    /// Writes a tree, to the same bytes as the text it was read from.
    public mutating func write(_ value: JSON, into writer: inout JSONWriter) {
        switch value {
        case .null, .boolean, .string: value.write(into: &writer)
        case .number(let number):
            var text = number.text
            text.withUTF8 { writeNumber($0, into: &writer) }
        case .array(let elements):
            writer.beginArray()
            for element in elements { write(element, into: &writer) }
            writer.endArray()
        case .object(let object):
            writer.beginObject()
            for member in object.sorted.members {
                writer.name(member.name)
                write(member.value, into: &writer)
            }
            writer.endObject()
        }
    }

    // MARK: Numbers

    /// Writes a finite double.
    @inline(__always)
    mutating func write(_ value: Double, into writer: inout JSONWriter) {
        // Up to three decimals the writer's own spelling is this one.
        let magnitude = value.magnitude
        if magnitude < 1e12, Double(UInt64(magnitude * 1000 + 0.5)) / 1000 == magnitude {
            writer.number(magnitude == 0 ? 0 : value)
        } else {
            writeLong(value, into: &writer)
        }
    }

    @inline(never)
    private mutating func writeLong(_ value: Double, into writer: inout JSONWriter) {
        var text = JSONWriter(capacity: 32)
        text.number(value)
        text.withBytes { writeNumber($0, into: &writer) }
    }

    private mutating func writeNumber(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        let sign = text.first == UInt8(ascii: "-") ? 1 : 0
        var index = sign
        while index < text.count, isDigit(text[index]) { index += 1 }
        let whole = index - sign
        var end = index
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            while index < text.count, isDigit(text[index]) {
                if text[index] != UInt8(ascii: "0") { end = index + 1 }
                index += 1
            }
        }
        let fraction = max(0, end - (sign + whole) - 1)
        guard index == text.count, whole <= Self.longestPart, fraction <= Self.longestPart else {
            return writeExact(text, into: &writer)
        }
        if end == sign + 1 && text[sign] == UInt8(ascii: "0") { return writer.raw("0") }
        writer.raw(UnsafeBufferPointer(rebasing: text[..<end]))
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Writes a number that has an exponent or is long, by its digits without zeros at either end and their exponent.
    @inline(never)
    private mutating func writeExact(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        scratch.removeAll()
        var cursor = JSONCursor(text)
        if let tree = try? JSON(reading: &cursor, checked: false) { tree.writeCanonical(into: &scratch) }
        let exact = scratch.bytes
        let plain = CanonicalValueWriter.plain(exact) ?? exact
        writer.raw(plain)
    }

    /// The number without an exponent, or nil if a part of it would be too long.
    private static func plain(_ exact: [UInt8]) -> [UInt8]? {
        let sign = exact.first == UInt8(ascii: "-") ? 1 : 0
        let mark = exact.firstIndex(of: UInt8(ascii: "e")) ?? exact.count
        let digits = exact[sign..<mark]
        guard digits.count <= 2 * longestPart, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        var exponent = 0
        if mark < exact.count {
            guard let value = Int(String(decoding: exact[(mark + 1)...], as: UTF8.self)), value.magnitude <= 1000 else {
                return nil
            }
            exponent = value
        }
        let zero = UInt8(ascii: "0")
        let whole = digits.count + exponent
        guard whole <= longestPart, -exponent <= longestPart else { return nil }
        var plain = Array(exact[..<sign])
        if exponent >= 0 { return plain + digits + repeatElement(zero, count: exponent) }
        plain += whole > 0 ? Array(digits.prefix(whole)) : [zero]
        plain.append(UInt8(ascii: "."))
        plain += repeatElement(zero, count: max(0, -whole))
        return plain + digits.suffix(digits.count - max(0, whole))
    }
}

extension JSON {
    /// The one spelling that all equal values share.
    var canonicalBytes: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        var values = CanonicalValueWriter()
        values.write(self, into: &writer)
        return writer.take()
    }
}
