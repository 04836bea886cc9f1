import Wire

/// A text with expressions between `{{` and the next `}}`.
///
///     let template = Template("{{count}} nodes")
///     assert(template.parts.count == 2)
public struct Template: Sendable {
    /// A part of a text.
    public enum Part: Sendable {
        /// Text that is copied unchanged.
        case text(Substring)
        /// An expression; `spelling` includes the braces. Nil is a wrong expression.
        case expression(Expression?, spelling: Substring)
    }

    /// The parts in their order.
    public let parts: [Part]

    /// Splits a text into parts; accepts any text.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.utf8.firstPair(UInt8(ascii: "{"), from: rest.startIndex) {
            let start = rest.utf8.index(open, offsetBy: 2)
            guard let close = rest.utf8.firstPair(UInt8(ascii: "}"), from: start) else { break }
            let end = rest.utf8.index(close, offsetBy: 2)
            if open > rest.startIndex { parts.append(.text(rest[..<open])) }
            parts.append(.expression(try? Expression(String(rest[start..<close])), spelling: rest[open..<end]))
            rest = rest[end...]
        }
        if !rest.isEmpty { parts.append(.text(rest)) }
        self.parts = parts
    }
}

extension Substring.UTF8View {
    /// Returns the index of the first pair of a byte from an index on.
    fileprivate func firstPair(_ byte: UInt8, from start: Index) -> Index? {
        var place = start
        while let found = self[place...].firstIndex(of: byte) {
            let next = index(after: found)
            if next < endIndex && self[next] == byte { return found }
            place = next
        }
        return nil
    }
}

extension Value {
    /// The value in a text: a string without quotation marks, anything else as in JSON.
    public var plainText: String {
        if case .string(let text) = self { return text }
        var writer = JSONWriter()
        writer.value(self)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
