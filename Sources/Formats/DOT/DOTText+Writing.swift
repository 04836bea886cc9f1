extension DOTText {
    /// Returns a quoted id or value; backslashes in it stay unchanged.
    static func quoted(_ text: String) -> String {
        if !text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == 0 }) { return "\"" + text + "\"" }
        var output: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { output.append(UInt8(ascii: "\\")) }
            if byte != 0 { output.append(byte) }
        }
        output.append(UInt8(ascii: "\""))
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns true if the quoted text is read back unchanged: DOT cannot represent a backslash before a quotation
    /// mark, a line break or the end.
    static func isQuotable(_ text: String) -> Bool {
        var isAfterBackslash = false
        for byte in text.utf8 {
            if byte == 0 || isAfterBackslash && "\"\n\r\\".utf8.contains(byte) { return false }
            isAfterBackslash = byte == UInt8(ascii: "\\")
        }
        return !isAfterBackslash
    }

    /// Returns a quoted label: backslashes are doubled, line breaks are `\n`, and an ampersand that would begin an
    /// entity becomes an entity. Blanks at the ends become entities, since readers drop them.
    ///
    /// - Complexity: O(*n*).
    static func label(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "&")
        }
        if isPlain { return "\"" + text + "\"" }
        let bytes = Array(text.utf8)
        var output: [UInt8] = [UInt8(ascii: "\"")]
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "\\"): output += Array("\\\\".utf8)
            case UInt8(ascii: "\""): output += Array("\\\"".utf8)
            case UInt8(ascii: "\n") where index > 0 && index < bytes.count - 1: output += Array("\\n".utf8)
            case UInt8(ascii: "&"): output += Array("&amp;".utf8)
            case 0: output += [0xEF, 0xBF, 0xBD]
            case 1..<0x20: output += Array("&#\(byte);".utf8)
            case 0x20 where index == 0 || index == bytes.count - 1: output += Array("&#32;".utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
        return String(decoding: output, as: UTF8.self)
    }
}
