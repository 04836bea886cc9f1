/// A string of a JSON text, compared by its bytes: strings that differ by Unicode normalization are different.
///
/// It can also hold an escaped lone surrogate, which no `String` can, and writes it back.
public struct JSONString: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text itself; if it has lone surrogates, the text with these and backslashes escaped.
    private var storage: String
    private(set) var hasLoneSurrogates: Bool

    /// A string from Swift's, which has no lone surrogates.
    public init(_ string: String) {
        storage = string
        hasLoneSurrogates = false
    }

    /// A string from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The string that a name spells, escapes resolved.
    public init(_ name: JSONName) {
        hasLoneSurrogates = false
        guard name.hasEscapes else {
            storage = String(decoding: name.spelling, as: UTF8.self)
            return
        }
        var resolved = JSONString.resolve(name.spelling, keepingBackslashes: false)
        if resolved.hasLoneSurrogates {
            resolved = JSONString.resolve(name.spelling, keepingBackslashes: true)
            hasLoneSurrogates = true
        }
        storage = String(decoding: resolved.bytes, as: UTF8.self)
    }

    /// The string, or nil if it has a lone surrogate.
    public var string: String? { hasLoneSurrogates ? nil : storage }

    /// Calls `body` with the UTF-8 bytes, in which lone surrogates are escaped.
    public func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var storage = storage
        return storage.withUTF8(body)
    }

    /// The UTF-8 bytes with U+FFFD in place of each lone surrogate, as one scalar each.
    public var withoutLoneSurrogates: [UInt8] {
        var rest = Array(storage.utf8)[...]
        guard hasLoneSurrogates else { return Array(rest) }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if rest.first == byte {
                bytes.append(byte)
                rest = rest.dropFirst()
            } else {
                bytes += UTF8.encodedReplacementCharacter
                rest = rest.dropFirst(5)
            }
        }
        return bytes
    }

    /// Returns true if both have the same bytes; normalization does not count.
    public static func == (a: JSONString, b: JSONString) -> Bool {
        a.hasLoneSurrogates == b.hasLoneSurrogates && a.storage.hasSameBytes(as: b.storage)
    }

    /// Feeds the bytes.
    public func hash(into hasher: inout Hasher) {
        withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))
    }

    /// Resolves escapes; lone surrogates stay escapes, and on request backslashes do too, which distinguishes them.
    private static func resolve(
        _ spelling: UnsafeBufferPointer<UInt8>, keepingBackslashes: Bool
    ) -> (bytes: [UInt8], hasLoneSurrogates: Bool) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(spelling.count)
        var hasLoneSurrogates = false
        var i = 0
        while i < spelling.count {
            var end = JSONSyntax.plainEnd(of: spelling, from: i)
            if end + 1 == spelling.count { end += 1 }
            if end > i {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: spelling[i..<end]))
                i = end
                continue
            }
            let kind = spelling[i + 1]
            i += 2
            guard kind == UInt8(ascii: "u") else {
                if kind == UInt8(ascii: "\\"), keepingBackslashes { bytes.append(kind) }
                bytes.append(character(escapedAs: kind))
                continue
            }
            let unit = codeUnit(spelling, i)
            i += 4
            if let scalar = Unicode.Scalar(UInt32(unit)) {
                if scalar == "\\", keepingBackslashes { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(contentsOf: Character(scalar).utf8)
                continue
            }
            var low: UInt16 = 0
            if i + 1 < spelling.count, spelling[i] == UInt8(ascii: "\\"), spelling[i + 1] == UInt8(ascii: "u") {
                low = codeUnit(spelling, i + 2)
            }
            let value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
            if unit < 0xDC00, (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(value) {
                bytes.append(contentsOf: Character(scalar).utf8)
                i += 6
            } else {
                hasLoneSurrogates = true
                bytes += "\\u\(String(unit, radix: 16))".utf8
            }
        }
        return (bytes, hasLoneSurrogates)
    }

    private static func codeUnit(_ spelling: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt16 {
        var unit: UInt16 = 0
        for i in index..<index + 4 where i < spelling.count {
            unit = unit << 4 | (JSONSyntax.hexValue(spelling[i]) ?? 0)
        }
        return unit
    }

    private static func character(escapedAs kind: UInt8) -> UInt8 {
        switch kind {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: kind
        }
    }
}

/// Strings in the order of their bytes; strings with lone surrogates come last.
extension JSONString: Comparable {
    /// Returns true if the first comes before the second, by bytes.
    public static func < (a: JSONString, b: JSONString) -> Bool {
        if a.hasLoneSurrogates != b.hasLoneSurrogates { return b.hasLoneSurrogates }
        return a.storage.precedes(b.storage)
    }
}

extension JSONString: CustomStringConvertible {
    /// The text, lone surrogates escaped.
    public var description: String { storage }
}
