/// A compact JSON text laid out for people: two blanks a level, one member or element a line, empty ones as they are.
enum IndentedJSON {
    /// - Precondition: the bytes are a JSON text without white space between its tokens.
    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        var level = 0
        var isInString = false
        var isEscaped = false
        for (index, byte) in bytes.enumerated() {
            if isInString {
                text.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text.append(byte)
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                if next == UInt8(ascii: "}") || next == UInt8(ascii: "]") { continue }
                level += 1
                startLine(level, &text)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let previous = text.last
                if previous != UInt8(ascii: "{") && previous != UInt8(ascii: "[") {
                    level -= 1
                    startLine(level, &text)
                }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                startLine(level, &text)
            case UInt8(ascii: ":"): text += [byte, UInt8(ascii: " ")]
            default:
                isInString = byte == UInt8(ascii: "\"")
                text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\n"))
        return text
    }

    private static func startLine(_ level: Int, _ text: inout [UInt8]) {
        text.append(UInt8(ascii: "\n"))
        text += repeatElement(UInt8(ascii: " "), count: 2 * level)
    }
}
