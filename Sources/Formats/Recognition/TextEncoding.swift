import Graph
import Wire

/// The encoding of a file that is not UTF-8, and the loss that reports it.
enum TextEncoding {
    /// Returns the text of a file in UTF-8, and the loss that reports its encoding. Nil if it is UTF-8, or if its
    /// reader reports the error, as readers of JSON and XML do.
    ///
    /// UTF-16 is recognized by its mark, or by a zero beside the first character. A text is in Latin-1 if it has no
    /// valid UTF-8 beyond ASCII, or an XML declaration of it. If only some bytes are invalid, these become U+FFFD.
    /// - Complexity: O(*n*); for JSON in UTF-8 only the beginning is read.
    static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8]?, loss: Loss)? {
        guard text.count >= 2 else { return nil }
        switch (text[0], text[1]) {
        case (0xFE, 0xFF): return utf16(text, from: 2, isBigEndian: true)
        case (0xFF, 0xFE): return utf16(text, from: 2, isBigEndian: false)
        case (0, 1...): return utf16(text, from: 0, isBigEndian: true)
        case (1..., 0): return utf16(text, from: 0, isBigEndian: false)
        default: break
        }
        switch text.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        case UInt8(ascii: "<"):
            return XMLReader.isLatin(text) ? (nil, loss("the file is in Latin-1; it is written in UTF-8", .look)) : nil
        default: break
        }
        let scanner = TextScanner(text, format: "")
        guard let first = scanner.invalidByte(from: 0) else { return nil }
        var (count, hasOthers, next) = (0, false, 0)
        while let place = scanner.invalidByte(from: next) {
            hasOthers = hasOthers || text[next..<place].contains { $0 >= 0x80 }
            count += 1
            next = place + 1
        }
        hasOthers = hasOthers || text[next...].contains { $0 >= 0x80 }
        if !hasOthers {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count + count)
            for byte in text {
                if byte < 0x80 { bytes.append(byte) } else { bytes += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
            }
            return (bytes, loss("the file is in Latin-1; it is written in UTF-8", .look))
        }
        let what = count == 1 ? "a byte is not UTF-8 and becomes" : "\(count) bytes are not UTF-8 and become"
        let message = "\(what) U+FFFD, \(count == 1 ? "" : "the first in ")\(scanner.position(of: first))"
        return (Array(String(decoding: text, as: UTF8.self).utf8), loss(message, .meaning))
    }

    private static func utf16(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, isBigEndian: Bool
    ) -> (bytes: [UInt8]?, loss: Loss)? {
        var units: [UInt16] = []
        units.reserveCapacity(text.count / 2)
        for place in stride(from: start, to: text.count - 1, by: 2) {
            let (one, other) = (UInt16(text[place]), UInt16(text[place + 1]))
            units.append(isBigEndian ? one << 8 | other : other << 8 | one)
        }
        let string = String(decoding: units, as: UTF16.self)
        let isWhole = text.count % 2 == 0 && String(validating: units, as: UTF16.self) != nil
        let rest = isWhole ? "" : "; what is not UTF-16 in it becomes U+FFFD or is left out"
        let message = "the file is in UTF-16; it is written in UTF-8\(rest)"
        return (Array(string.utf8), loss(message, isWhole ? .look : .meaning))
    }

    private static func loss(_ message: String, _ grade: LossGrade) -> Loss {
        Loss(kind: .document, id: nil, code: "encoding", message: message, element: .null, grade: grade)
    }
}
