extension MarkdownText {
    /// Returns the text with another content of a fence; equal lines at its start and end are kept byte by byte.
    ///
    /// The fence gets longer marks if a line of the content would end it.
    /// - Complexity: O(*n*) in the bytes.
    public func replacing(_ fence: Fence, with content: [UInt8]) -> [UInt8] { replacing([(fence, content)]) }

    /// Returns the text with other contents of some fences, in their order.
    ///
    /// - Complexity: O(*n*) in the bytes.
    func replacing(_ contents: [(fence: Fence, content: [UInt8])]) -> [UInt8] {
        var result: [UInt8] = []
        var done = 0
        for (fence, content) in contents { done = write(fence, with: content, from: done, into: &result) }
        return result + bytes[done...]
    }

    /// Writes the text before a fence from a position, and the fence; returns the position after it.
    private func write(_ fence: Fence, with content: [UInt8], from done: Int, into result: inout [UInt8]) -> Int {
        let old = fence.starts.indices.map { bytes[line($0, of: fence)] }
        let new = MarkdownText.lines(of: content)
        let shorter = min(old.count, new.count)
        let same = (0..<shorter).prefix { old[$0].elementsEqual(new[$0]) }.count
        let sameAtEnd = (0..<shorter - same).prefix {
            old[old.count - 1 - $0].elementsEqual(new[new.count - 1 - $0])
        }.count
        let opening = lines[fence.first - 1]
        var lineEnd = Array(bytes[MarkdownText.end(of: opening, in: bytes)..<opening.upperBound])
        let longer = marks(for: new, of: fence)
        result += bytes[done..<fence.markEnd] + longer + bytes[fence.markEnd..<opening.upperBound]
        if lineEnd.isEmpty {
            lineEnd = [UInt8(ascii: "\n")]
            if !new.isEmpty { result += lineEnd }
        }
        for place in old.indices.prefix(same) { result += bytes[lines[fence.first + place]] }
        let prefix = fence.prefix.last == UInt8(ascii: ">") ? fence.prefix + [0x20] : fence.prefix
        for line in new[same..<new.count - sameAtEnd] {
            // A line without a line break is the last of the old lines.
            if result.last != UInt8(ascii: "\n"), result.last != UInt8(ascii: "\r") { result += lineEnd }
            result += line.isEmpty ? MarkdownText.withoutBlanks(prefix) : prefix
            result += line
            result += lineEnd
        }
        for place in old.indices.suffix(sameAtEnd) { result += bytes[lines[fence.first + place]] }
        let end = fence.first + old.count < lines.count ? lines[fence.first + old.count].lowerBound : bytes.count
        if end == bytes.count, let last = bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
            // The text ended without a line break inside the fence.
            if !new.isEmpty {
                result.removeLast(result.suffix(lineEnd.count).elementsEqual(lineEnd) ? lineEnd.count : 0)
            }
        }
        guard let closing = fence.closingEnd else { return end }
        result += bytes[end..<closing] + longer
        return closing
    }

    /// The additional marks of a fence, so that no line of its content ends it.
    private func marks(for content: [ArraySlice<UInt8>], of fence: Fence) -> [UInt8] {
        var length = fence.length
        for line in content {
            let marks = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 == fence.mark }.count
            if marks >= length { length = marks + 1 }
        }
        return Array(repeating: fence.mark, count: length - fence.length)
    }

    private static func withoutBlanks(_ prefix: [UInt8]) -> [UInt8] {
        Array(prefix.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
    }

    /// The lines of a text without their line ends.
    static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}
