/// The style of a cell: names, and keys with values, between semicolons.
struct DrawioStyle {
    private struct Entry {
        let key: Range<Int>
        /// The value; nil for a name without a value.
        let value: Range<Int>?
    }

    private let bytes: [UInt8]
    private var entries: [Entry] = []

    /// The bits of `fontStyle`.
    static let (bold, italic) = (1, 2)
    /// The greatest length of a style and the greatest number of its entries; parts beyond them are ignored.
    private static let longest = 1 << 16
    private static let mostEntries = 256

    /// - Complexity: O(*n*) in the bytes.
    init(_ text: String) {
        bytes = Array(text.utf8.prefix(DrawioStyle.longest))
        var start = 0
        while start < bytes.count && entries.count < DrawioStyle.mostEntries {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
            while start < end, bytes[start] <= 0x20 { start += 1 }
            if let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) {
                entries.append(Entry(key: start..<equals, value: (equals + 1)..<end))
            } else if start < end {
                entries.append(Entry(key: start..<end, value: nil))
            }
            start = end + 1
        }
    }

    /// The last value of a key.
    private func value(_ key: StaticString) -> Range<Int>? {
        entries.last { $0.value != nil && isEqual($0.key, key) }?.value
    }

    private func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for place in 0..<range.count where bytes[range.lowerBound + place] != text.utf8Start[place] { return false }
        return true
    }

    /// The value of a key; nil if it is missing, empty or `none`.
    subscript(_ key: StaticString) -> String? {
        guard let value = value(key), !value.isEmpty, value.count <= 8192, !isEqual(value, "none") else { return nil }
        return String(decoding: bytes[value], as: UTF8.self)
    }

    /// Returns true if a key has a certain value, which may be `none`.
    func states(_ key: StaticString, _ text: StaticString) -> Bool { value(key).map { isEqual($0, text) } ?? false }

    func number(_ key: StaticString) -> Double? { self[key].flatMap(XMLReader.number) }

    func isOn(_ key: StaticString) -> Bool { states(key, "1") }

    /// Returns true if the style contains a name without a value.
    func has(_ name: StaticString) -> Bool { entries.contains { $0.value == nil && isEqual($0.key, name) } }

    /// The name of the shape; nil for a rectangle.
    var shape: String? {
        if let shape = self["shape"] { return shape }
        let names: [StaticString] = ["ellipse", "rhombus", "triangle", "text", "image", "line", "label", "edgeLabel"]
        return names.first { has($0) }?.description
    }
}
