/// A path to a value inside another (RFC 6901), such as `/nodes/0/id`.
public struct JSONPointer: Hashable, Sendable {
    /// The reference tokens, unescaped, from the outermost value inwards.
    public let tokens: [JSONString]

    /// A pointer of these tokens.
    public init(tokens: [JSONString]) {
        self.tokens = tokens
    }

    /// The pointer as it is written.
    public var text: String { tokens.map { "/" + JSONPointer.escaped($0.description) }.joined() }

    /// Returns nil if the text is neither empty nor begins with a slash, or holds `~` before anything but 0 and 1.
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

    /// One token in the spelling of a pointer: `~` becomes `~0` and `/` becomes `~1`.
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
    /// The value at a pointer, starting from the next value, or nil; the last of equal names counts, as in trees.
    ///
    /// - Complexity: O(*n*) in the bytes of the value.
    public func value(at pointer: JSONPointer) -> JSONCursor? {
        var cursor = self
        for token in pointer.tokens {
            let found: JSONCursor?
            switch cursor.peek() {
            case .object: found = cursor.member(token)
            case .array: found = token.arrayIndex.flatMap { cursor.element($0) }
            default: found = nil
            }
            guard let found else { return nil }
            cursor = found
        }
        return cursor
    }

    private func member(_ name: JSONString) -> JSONCursor? {
        var cursor = self
        guard cursor.entersObject() else { return nil }
        var found: JSONCursor?
        while let other = cursor.nextMember() {
            if JSONString(other) == name { found = cursor }
            cursor.skipValue()
        }
        return found
    }

    private func element(_ index: Int) -> JSONCursor? {
        var cursor = self
        guard cursor.entersArray() else { return nil }
        var place = 0
        while cursor.nextElement() {
            if place == index { return cursor }
            cursor.skipValue()
            place += 1
        }
        return nil
    }
}

extension JSONString {
    /// The index in a pointer's token: digits without leading zeros.
    var arrayIndex: Int? {
        guard let text = string, !text.isEmpty, text.utf8.count <= 18 else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), text == "0" || text.utf8.first != 0x30 else {
            return nil
        }
        return Int(text)
    }
}
