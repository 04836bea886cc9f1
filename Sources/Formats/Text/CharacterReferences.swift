/// References to characters in HTML: `&lt;`, `&#39;`, `&#x27;`.
enum CharacterReferences {
    private static let names: [(name: StaticString, scalar: Unicode.Scalar)] = [
        ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"), ("nbsp;", "\u{A0}"),
    ]

    /// Resolves the references in a text; other texts stay unchanged.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func resolved(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "&"), let (scalar, count) = reference(text[(index + 1)...]) {
                bytes += String(scalar).utf8
                index += 1 + count
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The character of a reference after `&`, and the length of the reference.
    private static func reference(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (Unicode.Scalar, Int)? {
        for (name, scalar) in names
        where text.starts(with: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) {
            return (scalar, name.utf8CodeUnitCount)
        }
        // The longest reference has seven digits.
        let sign = text.prefix(10)
        guard sign.first == UInt8(ascii: "#"), let end = sign.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = String(decoding: sign[(sign.startIndex + 1)..<end], as: UTF8.self)
        let isHexadecimal = digits.utf8.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap { Unicode.Scalar($0) }.map { ($0, end + 1 - sign.startIndex) }
    }
}
