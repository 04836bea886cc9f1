import Wire

/// The text of labels in Mermaid: entities become characters, breaks become line breaks.
enum MermaidLabel {
    private static let entities: [String: Unicode.Scalar] = [
        "quot": "\"", "amp": "&", "lt": "<", "gt": ">", "apos": "'", "nbsp": "\u{A0}", "num": "#", "semi": ";",
        "copy": "©", "reg": "®", "hearts": "♥", "infin": "∞", "hellip": "…", "mdash": "—", "ndash": "–", "larr": "←",
        "rarr": "→", "uarr": "↑", "darr": "↓", "times": "×", "deg": "°", "euro": "€", "lpar": "(", "rpar": ")",
        "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}", "vert": "|",
    ]
    /// The length of the longest entity.
    private static let longestEntity = 10

    /// Returns the visible part of a text.
    ///
    /// - Parameter isHTML: true for a text in which only `&` begins an entity.
    /// - Complexity: O(*n*).
    static func text(_ raw: String, isHTML: Bool = false) -> String {
        let trimmed = raw.trimmed
        if !trimmed.utf8.contains(where: { "#&<\\\n\r".utf8.contains($0) }) { return trimmed }
        let bytes = Array(trimmed.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "#") && !isHTML || byte == UInt8(ascii: "&"),
                let (scalar, end) = entity(bytes, index)
            {
                output += Array(String(scalar).utf8)
                index = end
            } else if byte == UInt8(ascii: "<"), let end = lineBreak(bytes, index) {
                output.append(UInt8(ascii: "\n"))
                index = end
            } else if !isHTML, byte == UInt8(ascii: "\\"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "n")
            {
                output.append(UInt8(ascii: "\n"))
                index += 2
            } else if byte == UInt8(ascii: "\n") {
                output.append(byte)
                index += 1
                while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
            } else {
                if byte != UInt8(ascii: "\r") { output.append(byte) }
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the text with characters instead of `&name;` and `&#35;`, as in HTML.
    ///
    /// - Complexity: O(*n*).
    static func withoutEntities(_ text: String) -> String {
        if !text.utf8.contains(UInt8(ascii: "&")) { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = entity(bytes, index) {
                output += Array(String(scalar).utf8)
                index = end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the name of a Font Awesome icon before a text, as in `fa:fa-car`, and the rest of the text.
    static func icon(before text: String) -> (icon: String?, text: String) {
        if !text.utf8.starts(with: "fa".utf8) { return (nil, text) }
        let name = text.prefix { $0 == ":" || $0 == "-" || $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        let rest = text.dropFirst(name.count)
        guard let colon = name.firstIndex(of: ":"), rest.isEmpty || rest.first == " " || rest.first == "\n",
            ["fa", "fab", "fak", "fal", "far", "fas"].contains(name[..<colon]), name[colon...].hasPrefix(":fa-"),
            name[colon...].count > 4
        else { return (nil, text) }
        return (String(name), String(rest).trimmed)
    }

    /// The character of `#name;`, `#35;` or `&name;`, and the end of the entity.
    private static func entity(_ bytes: [UInt8], _ start: Int) -> (Unicode.Scalar, Int)? {
        var end = start + 1
        if bytes[start] == UInt8(ascii: "&"), end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        let first = end
        while end < bytes.count, end - first < longestEntity, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
        guard end > first, end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
        let name = String(decoding: bytes[first..<end], as: UTF8.self)
        let number = name.first == "x" && first > start + 1 ? UInt32(name.dropFirst(), radix: 16) : UInt32(name)
        if let number, number > 0, let scalar = Unicode.Scalar(number) { return (scalar, end + 1) }
        return entities[name].map { ($0, end + 1) }
    }

    /// Returns the end of `<br>`, `<br/>` or `<br />`.
    private static func lineBreak(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start + 3 < bytes.count, bytes[start + 1] | 0x20 == UInt8(ascii: "b"),
            bytes[start + 2] | 0x20 == UInt8(ascii: "r")
        else { return nil }
        var end = start + 3
        while end < bytes.count, end - start < longestEntity, bytes[end] == 0x20 || bytes[end] == UInt8(ascii: "/") {
            end += 1
        }
        return end < bytes.count && bytes[end] == UInt8(ascii: ">") ? end + 1 : nil
    }

    /// The `name: value` members, divided by a separator outside strings.
    ///
    /// - Complexity: O(*n*).
    ///
    /// - Parameter joiner: the character before a separator that makes it a part of a value.
    static func properties(
        _ body: UnsafeBufferPointer<UInt8>, separator: UInt8, joiner: UInt8? = nil
    ) -> [(name: String, value: String)] {
        var members: [(String, String)] = []
        var (start, isQuoted, isEscaped) = (0, false, false)
        for end in 0...body.count {
            if end < body.count {
                if body[end] == UInt8(ascii: "\"") && !isEscaped { isQuoted.toggle() }
                isEscaped = isQuoted && !isEscaped && body[end] == UInt8(ascii: "\\")
                if isQuoted || body[end] != separator || end > 0 && body[end - 1] == joiner { continue }
            }
            if let member = property(UnsafeBufferPointer(rebasing: body[start..<end])) { members.append(member) }
            start = end + 1
        }
        return members
    }

    private static func property(_ bytes: UnsafeBufferPointer<UInt8>) -> (String, String)? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).trimmed
        var value = String(decoding: bytes[(colon + 1)...], as: UTF8.self).trimmed
        if value.hasSuffix(",") { value = String(value.dropLast()).trimmed }
        if value.utf8.count > 1, let first = value.utf8.first, first == value.utf8.last, "\"'".utf8.contains(first) {
            value = String(value.dropFirst().dropLast())
            if first == UInt8(ascii: "\"") { value = unescaped(value) }
        }
        return name.isEmpty ? nil : (name, value)
    }

    /// The text of a YAML string in double quotes, with the escapes of JSON; a string with other escapes stays
    /// unchanged.
    private static func unescaped(_ text: String) -> String {
        if !text.utf8.contains(UInt8(ascii: "\\")) { return text }
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n") { bytes += Array("\\n".utf8) } else if byte >= 0x20 { bytes.append(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
        return JSON(parsing: String(decoding: bytes, as: UTF8.self))?.stringValue ?? text
    }
}
