// Mutations that keep most inputs well-formed: words and lines are exchanged with those of earlier inputs.

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt) -> Int {
    var random = Draws(state: UInt64(seed) &+ 1)
    if count == 0 || random.below(4) == 0 { return mutateBytes(data, count, most) }
    var bytes = Array(Bytes(start: data, count: count))
    pool.learn(bytes, &random)
    for _ in 0...random.below(4) { Mutation.change(&bytes, &random) }
    let kept = min(bytes.count, most)
    for place in 0..<kept { data[place] = bytes[place] }
    return kept
}

/// Words and lines of earlier inputs; the oldest are replaced.
nonisolated(unsafe) private var pool = Pool()

private struct Pool {
    var words: [[UInt8]] = []
    var lines: [[UInt8]] = []

    mutating func learn(_ bytes: [UInt8], _ random: inout Draws) {
        for range in Mutation.words(of: bytes).shuffledPrefix(8, &random) {
            Pool.put(Array(bytes[range]), into: &words, &random)
        }
        for range in Mutation.lines(of: bytes).shuffledPrefix(2, &random) where range.count < 2000 {
            Pool.put(Array(bytes[range]), into: &lines, &random)
        }
    }

    private static func put(_ item: [UInt8], into list: inout [[UInt8]], _ random: inout Draws) {
        if list.count < 4096 { list.append(item) } else { list[random.below(list.count)] = item }
    }
}

private enum Mutation {
    static func change(_ bytes: inout [UInt8], _ random: inout Draws) {
        let kind = random.below(10)
        let parts = kind < 6 ? words(of: bytes) : lines(of: bytes)
        guard let part = parts.draw(&random), let other = parts.draw(&random) else { return }
        let foreign = kind < 6 ? pool.words : pool.lines
        switch kind {
        case 0, 1: bytes.replaceSubrange(part, with: Array(bytes[other]))
        case 2, 3, 6: bytes.replaceSubrange(part, with: foreign.draw(&random) ?? [])
        case 4: bytes.replaceSubrange(part, with: extremes.draw(&random) ?? [])
        case 5, 7: bytes.insert(contentsOf: foreign.draw(&random) ?? [], at: part.lowerBound)
        case 8: bytes.insert(contentsOf: Array(bytes[other]), at: part.lowerBound)
        default: bytes.removeSubrange(part)
        }
    }

    /// Values that are at the edge of what is allowed, or beyond.
    private static let extremes: [[UInt8]] = [
        "0", "-0", "-1", "1", "0.5", "1e308", "-1e308", "1e-300", "5e-324", "1e16", "4294967296", "2147483647",
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e999", "null", "true", "false",
        "[]", "{}", "\"\"", "\"a\"", "\"\\ud800\"", "\"\\u0000\"", "\"\u{301}\"", "\"😀\"", "[[]]", "[null]",
    ].map { Array($0.utf8) }

    /// Strings, runs of letters and digits, and single other bytes that are no white space.
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

/// Pseudorandom numbers (SplitMix64, Steele et al., 2014).
private struct Draws {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}

extension Array {
    fileprivate func draw(_ random: inout Draws) -> Element? { isEmpty ? nil : self[random.below(count)] }

    /// So many elements, drawn with repetition.
    fileprivate func shuffledPrefix(_ most: Int, _ random: inout Draws) -> [Element] {
        isEmpty ? [] : (0..<most).map { _ in self[random.below(count)] }
    }
}
