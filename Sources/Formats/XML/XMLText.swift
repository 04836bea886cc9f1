import Wire

// Pieces of XML 1.0 in the bytes of a writer; all texts of a document pass through one of these.

extension JSONWriter {
    /// Writes character data or an attribute value in double quotes, so that a parser restores the same characters.
    ///
    /// Characters that XML 1.0 forbids become U+FFFD.
    mutating func xml(_ text: String) {
        var text = text
        text.withUTF8 { xml(utf8: $0) }
    }

    mutating func xml(utf8 text: UnsafeBufferPointer<UInt8>) {
        xml(utf8: text, forbidden: "\u{FFFD}")
    }

    /// Writes JSON as character data; characters that XML forbids become JSON escapes.
    mutating func xml(json text: UnsafeBufferPointer<UInt8>) {
        xml(utf8: text, forbidden: nil)
    }

    private mutating func xml(utf8 text: UnsafeBufferPointer<UInt8>, forbidden: StaticString?) {
        var from = 0
        var index = 0
        func copy(_ writer: inout JSONWriter) {
            if index > from { writer.append(UnsafeBufferPointer(rebasing: text[from..<index])) }
        }
        while index < text.count {
            let byte = text[index]
            var replacement: StaticString?
            var width = 1
            switch byte {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): if forbidden != nil { replacement = "&quot;" }
            case 0x09: replacement = "&#9;"
            case 0x0A: if forbidden != nil { replacement = "&#10;" }
            case 0x0D: replacement = "&#13;"
            case 0x00..<0x20: replacement = forbidden ?? "\u{FFFD}"
            case 0xEF:
                // U+FFFE and U+FFFF.
                if index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
                    replacement = forbidden ?? (text[index + 2] == 0xBE ? "\\ufffe" : "\\uffff")
                    width = 3
                }
            default: break
            }
            if let replacement {
                copy(&self)
                append(replacement)
                from = index + width
            }
            index += width
        }
        copy(&self)
    }

    /// Writes an XML name for an id: letters, digits, `-` and `_` stay, every other byte becomes `.` and two
    /// hexadecimal digits. Different ids have different names.
    mutating func xmlName(utf8 id: UnsafeBufferPointer<UInt8>) {
        for byte in id {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                append(byte)
            default:
                append(UInt8(ascii: "."))
                append(JSONWriter.hexadecimal(byte >> 4))
                append(JSONWriter.hexadecimal(byte & 15))
            }
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    mutating func append(_ byte: UInt8) {
        withUnsafePointer(to: byte) { append(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    mutating func append(string text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Writes a length or coordinate with at most two decimals, limited to ±10¹².
    mutating func coordinate(_ value: Double) {
        let limited = value.isNaN ? 0 : min(max(value, -1e12), 1e12)
        let rounded = (limited * 100).rounded() / 100
        append(number: rounded == 0 ? 0 : rounded)
    }

    /// Writes an attribute whose value is a number.
    mutating func attribute(_ name: StaticString, _ value: Double) {
        append(" ")
        append(name)
        append("=\"")
        coordinate(value)
        append("\"")
    }

    /// Writes an attribute whose value is text.
    mutating func attribute(_ name: StaticString, _ value: String) {
        append(" ")
        append(name)
        append("=\"")
        xml(value)
        append("\"")
    }
}
