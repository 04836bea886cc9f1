import Seeding

/// Mutations that keep most inputs well-formed: words and lines are exchanged with those of earlier inputs.
public struct MutationPool {
    /// Words and lines of earlier inputs; some are replaced when there are many.
    private var words: [[UInt8]] = []
    private var lines: [[UInt8]] = []

    /// A pool that knows no input yet.
    public init() {}

    /// The bytes with one to four changes. The pool learns from them first.
    public mutating func mutated(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        learn(bytes, &random)
        var bytes = bytes
        for _ in 0...random.below(4) { change(&bytes, &random) }
        return bytes
    }

    private mutating func learn(_ bytes: [UInt8], _ random: inout Seeded) {
        for range in Mutation.words(of: bytes).draw(8, &random) {
            MutationPool.put(Array(bytes[range]), into: &words, &random)
        }
        for range in Mutation.lines(of: bytes).draw(2, &random) where range.count < 2000 {
            MutationPool.put(Array(bytes[range]), into: &lines, &random)
        }
    }

    private static func put(_ item: [UInt8], into list: inout [[UInt8]], _ random: inout Seeded) {
        if list.count < 4096 { list.append(item) } else { list[random.below(list.count)] = item }
    }

    private func change(_ bytes: inout [UInt8], _ random: inout Seeded) {
        let kind = random.below(10)
        let parts = kind < 6 ? Mutation.words(of: bytes) : Mutation.lines(of: bytes)
        guard let part = parts.draw(&random), let other = parts.draw(&random) else { return }
        let known = kind < 6 ? words : lines
        switch kind {
        case 0, 1: bytes.replaceSubrange(part, with: Array(bytes[other]))
        case 2, 3, 6: bytes.replaceSubrange(part, with: known.draw(&random) ?? [])
        case 4: bytes.replaceSubrange(part, with: Mutation.extremes.draw(&random) ?? [])
        case 5, 7: bytes.insert(contentsOf: known.draw(&random) ?? [], at: part.lowerBound)
        case 8: bytes.insert(contentsOf: Array(bytes[other]), at: part.lowerBound)
        default: bytes.removeSubrange(part)
        }
    }
}

private enum Mutation {
    /// Values that are at the edge of what is allowed, or beyond.
    static let extremes: [[UInt8]] = [
        "0", "-0", "-1", "1", "0.5", "1e308", "-1e308", "1e-300", "5e-324", "1e16", "4294967296", "2147483647",
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e999", "null", "true", "false",
        "[]", "{}", "\"\"", "\"a\"", "\"\\ud800\"", "\"\\u0000\"", "\"\u{301}\"", "\"😀\"", "[[]]", "[null]",
    ].map { Array($0.utf8) }

    /// Strings, runs of letters and digits, and single other bytes that are not white space.
    static func words(of bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            index += 1
            if bytes[start] == UInt8(ascii: "\"") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\n") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, bytes.count)
            } else if isWord(bytes[start]) {
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
            }
            if bytes[start] > 0x20 { found.append(start..<index) }
        }
        return found
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        return isLetter || isDigit || byte >= 0x80
            || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
    }

    /// Lines with their line feeds.
    static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") || index == bytes.count - 1 {
            found.append(start..<(index + 1))
            start = index + 1
        }
        return found
    }
}

extension Array {
    fileprivate func draw(_ random: inout Seeded) -> Element? { isEmpty ? nil : self[random.below(count)] }

    /// Draws so many elements, with repetition.
    fileprivate func draw(_ count: Int, _ random: inout Seeded) -> [Element] {
        isEmpty ? [] : (0..<count).map { _ in self[random.below(self.count)] }
    }
}
