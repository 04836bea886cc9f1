/// A scanner of as much of Swift's grammar as distinguishes code from comments and strings.
struct SwiftScanner {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var index = 0

    /// The text with comments and the contents of string literals replaced by blanks; line breaks stay.
    static func code(of text: String) -> String {
        var scanner = SwiftScanner(bytes: Array(text.utf8))
        scanner.scanCode(until: nil)
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func looks(at text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    private mutating func keep() {
        output.append(bytes[index])
        index += 1
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            output.append(bytes[index] == UInt8(ascii: "\n") ? bytes[index] : UInt8(ascii: " "))
            index += 1
        }
    }

    /// Scans to the end, or to the parenthesis that closes an interpolation.
    private mutating func scanCode(until end: UInt8?) {
        var depth = 0
        while index < bytes.count {
            if looks(at: "//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
            } else if looks(at: "/*") {
                scanBlockComment()
            } else if let hashes = stringStart() {
                scanString(hashes: hashes)
            } else {
                if end != nil {
                    if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                    if bytes[index] == end {
                        if depth == 0 { return }
                        depth -= 1
                    }
                }
                keep()
            }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if looks(at: "/*") {
                depth += 1
                blank(2)
            } else if looks(at: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    /// Returns the number of `#` before the quotation mark here; nil if no string begins here.
    private func stringStart() -> Int? {
        var place = index
        while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
        return place < bytes.count && bytes[place] == UInt8(ascii: "\"") ? place - index : nil
    }

    private mutating func scanString(hashes: Int) {
        for _ in 0..<hashes { keep() }
        let quotes = looks(at: "\"\"\"") ? 3 : 1
        for _ in 0..<quotes { keep() }
        while index < bytes.count {
            if ends(quotes, hashes) {
                for _ in 0..<(quotes + hashes) { keep() }
                return
            }
            if bytes[index] == UInt8(ascii: "\\"), hasHashes(hashes, after: index) {
                blank(1 + hashes)
                if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
                    blank()
                    scanCode(until: UInt8(ascii: ")"))
                }
            } else if quotes == 1, bytes[index] == UInt8(ascii: "\n") {
                return
            }
            blank()
        }
    }

    private func ends(_ quotes: Int, _ hashes: Int) -> Bool {
        guard index + quotes <= bytes.count, hasHashes(hashes, after: index + quotes - 1) else { return false }
        return bytes[index..<(index + quotes)].allSatisfy { $0 == UInt8(ascii: "\"") }
    }

    private func hasHashes(_ count: Int, after place: Int) -> Bool {
        place + count < bytes.count
            && bytes[(place + 1)..<(place + 1 + count)].allSatisfy { $0 == UInt8(ascii: "#") }
    }
}
