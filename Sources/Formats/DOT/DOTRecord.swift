/// The label of a record: fields between bars, some of which have names, in braces that turn them.
enum DOTRecord {
    struct Field {
        var name: String?
        var text: String
    }

    /// The fields from left to right; the texts keep their escapes.
    ///
    /// - Complexity: O(*n*).
    static func fields(_ label: String) -> [Field] {
        let bytes = Array(label.utf8)
        var fields: [Field] = []
        var (name, text): ([UInt8]?, [UInt8]) = (nil, [])
        var index = 0
        // A brace ends its last field, so that the bar behind it ends none.
        var isAfterBrace = false
        func end() {
            fields.append(
                Field(
                    name: name.map { String(decoding: $0, as: UTF8.self).trimmed },
                    text: String(decoding: text, as: UTF8.self).trimmed))
            (name, text) = (nil, [])
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\") where index < bytes.count:
                // Those that are signs of records lose the backslash; the others are for labels to read.
                if !"{}|<> ".utf8.contains(bytes[index]) { text.append(byte) }
                text.append(bytes[index])
                index += 1
                isAfterBrace = false
            case UInt8(ascii: "|"), UInt8(ascii: "}"):
                if !isAfterBrace { end() }
                isAfterBrace = byte == UInt8(ascii: "}")
            case UInt8(ascii: "{"): isAfterBrace = false
            case UInt8(ascii: "<"):
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
                name = Array(bytes[index..<end])
                index = min(end + 1, bytes.count)
                isAfterBrace = false
            default:
                if byte > 0x20 { isAfterBrace = false }
                if !isAfterBrace { text.append(byte) }
            }
        }
        if !isAfterBrace { end() }
        return fields
    }
}
