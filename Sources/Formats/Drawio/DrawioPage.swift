import Graph

/// The text of a compressed page: percent-encoded XML, deflated and encoded in base 64
/// (https://github.com/jgraph/drawio/wiki/File-Format).
enum DrawioPage {
    /// Returns the XML of a page.
    ///
    /// - Parameter mostBytes: the greatest number of resulting bytes.
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the resulting bytes, which `Limits.expansion` limits, too.
    static func xml(of text: String, atMost mostBytes: Int) throws(EditError) -> [UInt8] {
        let packed = try base64(text)
        let most = min(Limits.expandedBytes + packed.count * Limits.expansion, mostBytes)
        do throws(Inflate.Problem) {
            return percentDecoded(try Inflate.bytes(of: packed, atMost: most))
        } catch {
            switch error {
            case .truncated: throw refusal("the compressed page ends too early")
            case .invalid: throw refusal("the page is not compressed by deflate")
            case .tooLong:
                throw EditError(.limits, "the compressed page has more than \(most) bytes", path: ["text"])
            }
        }
    }

    private static func refusal(_ message: String) -> EditError {
        EditError(.format, "not draw.io: \(message)", path: ["text"])
    }

    /// Decodes base 64 (RFC 4648, 4); white space is ignored.
    private static func base64(_ text: String) throws(EditError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var (bits, count) = (0, 0)
        for byte in text.utf8 {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="), 0x09, 0x0A, 0x0D, 0x20: continue
            default: throw refusal("the page is neither XML nor base 64")
            }
            bits = (bits << 6 | Int(value)) & 0xFF_FFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    /// Replaces `%` and two hexadecimal digits with the byte that they encode.
    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Decodes percent-encoding in a style value.
    static func unescaped(_ text: String) -> String {
        String(decoding: percentDecoded(Array(text.utf8)), as: UTF8.self)
    }

    /// Percent-encodes all bytes except letters, digits, `-`, `_` and `.`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if byte.isXMLName && byte < 0x80 && byte != UInt8(ascii: ":") {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
