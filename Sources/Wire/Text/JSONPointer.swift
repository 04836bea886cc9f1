/// The way to a value inside another (RFC 6901), such as `/nodes/0/id`.
public struct JSONPointer: Hashable, Sendable {
    /// The reference tokens, unescaped, from the outermost value inwards.
    public let tokens: [JSONString]

    /// Nil if the text is neither empty nor begins with a slash, or holds `~` before anything but 0 and 1.
    public init?(_ text: String) {
        if text.isEmpty {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [JSONString] = []
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            var bytes: [UInt8] = []
            var afterTilde = false
            for byte in part {
                if afterTilde {
                    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
                    bytes.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                    afterTilde = false
                } else if byte == UInt8(ascii: "~") {
                    afterTilde = true
                } else {
                    bytes.append(byte)
                }
            }
            if afterTilde { return nil }
            tokens.append(JSONString(String(decoding: bytes, as: UTF8.self)))
        }
        self.tokens = tokens
    }

    /// One token as it stands in a pointer: `~` becomes `~0` and `/` becomes `~1`.
    public static func escaped(_ token: String) -> String {
        if !token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) { return token }
        var bytes: [UInt8] = []
        for byte in token.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += "~0".utf8
            case UInt8(ascii: "/"): bytes += "~1".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
