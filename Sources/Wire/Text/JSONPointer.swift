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

    /// The pointer as it is written.
    public var text: String { tokens.reduce(into: "") { $0 += "/" + JSONPointer.escaped($1.description) } }

    /// The index that a token is in a list: digits without leading zeros; nil for any other.
    static func index(_ token: JSONString) -> Int? {
        guard let text = token.string, !text.isEmpty, text.utf8.count <= 18 else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), text == "0" || text.utf8.first != 0x30 else {
            return nil
        }
        return Int(text)
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

extension JSONCursor {
    /// Goes from the next value to the one that a pointer leads to; false if there is none.
    ///
    /// - Complexity: O(*n*) in the bytes up to there.
    public mutating func follow(_ pointer: JSONPointer) -> Bool {
        for token in pointer.tokens {
            switch peek() {
            case .object: guard enters(member: token) else { return false }
            case .array: guard let index = JSONPointer.index(token), enters(element: index) else { return false }
            default: return false
            }
        }
        return true
    }

    private mutating func enters(member token: JSONString) -> Bool {
        guard entersObject() else { return false }
        while let name = nextMember() {
            if token.withUTF8({ name.equals($0) }) { return true }
            skipValue()
        }
        return false
    }

    private mutating func enters(element index: Int) -> Bool {
        guard (try? enterArray()) != nil else { return false }
        for _ in 0..<index {
            guard nextElement() else { return false }
            skipValue()
        }
        return nextElement()
    }
}
