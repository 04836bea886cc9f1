/// The merge of two Markdown texts with a common base: line by line outside fences, and by the graph inside a fence
/// that both have changed.
public struct MarkdownMerge {
    /// The merged text; with conflict markers if both have changed the same lines.
    public private(set) var text: [UInt8] = []
    /// The number of conflicts.
    public private(set) var conflicts = 0

    /// Merges the contents of a fence; nil if they are not mergeable graphs, and are merged line by line instead.
    public typealias Graphs = (
        _ format: Format, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
    ) -> (content: [UInt8], conflicts: Int)?

    /// A line outside fences, or the content of a fence.
    private enum Piece: Hashable {
        case line(ArraySlice<UInt8>)
        /// The content of a fence of the base, or of its counterparts.
        case fence(Int)
        /// A content without a counterpart.
        case content([UInt8], format: String)
    }

    /// The contents of a fence that both sides have changed.
    private struct Both {
        let format: Format
        let base: [UInt8]
        let ours: [UInt8]
        let theirs: [UInt8]
    }

    private enum Side { case ours, theirs }

    private let base: MarkdownText
    private let ours: MarkdownText
    private let theirs: MarkdownText
    /// The counterpart of each fence of the base.
    private let toOurs: [Int?]
    private let toTheirs: [Int?]

    /// - Complexity: O(*n*) in the lines, plus the product of differing lines, for up to some thousands of these.
    public init(base: MarkdownText, ours: MarkdownText, theirs: MarkdownText, graphs: Graphs) {
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
        toOurs = MarkdownMerge.pairs(of: base, with: ours)
        toTheirs = MarkdownMerge.pairs(of: base, with: theirs)
        let parts = LineMerge.parts(
            base: pieces(of: base, base.fences.indices.map { $0 }, others: nil),
            ours: pieces(of: ours, toOurs, others: toTheirs), theirs: pieces(of: theirs, toTheirs, others: toOurs))
        var inner: [(place: Int, fence: Int)] = []
        var count = 0
        if ours.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { text = [0xEF, 0xBB, 0xBF] }
        for part in parts {
            switch part {
            case .merged(let pieces): write(pieces, of: nil, &count, &inner)
            case .conflict(let own, let other):
                conflicts += 1
                mark("<<<<<<< ours")
                write(own, of: .ours, &count, &inner)
                mark("=======")
                write(other, of: .theirs, &count, &inner)
                mark(">>>>>>> theirs")
            }
        }
        let written = text.withUnsafeBufferPointer { MarkdownText($0) }
        var contents: [(fence: MarkdownText.Fence, content: [UInt8])] = []
        for (place, fence) in inner {
            // Conflict markers may have split a fence; then our version stays, and counts as a conflict.
            guard written.fences.count == count, let both = both(fence) else {
                conflicts += 1
                continue
            }
            contents.append((written.fences[place], merged(both, graphs)))
        }
        text = written.replacing(contents)
    }

    private mutating func merged(_ both: Both, _ graphs: Graphs) -> [UInt8] {
        if let (content, count) = graphs(both.format, both.base, both.ours, both.theirs) {
            conflicts += count
            return content
        }
        var content: [UInt8] = []
        let lines = [both.base, both.ours, both.theirs].map(MarkdownText.lines)
        for part in LineMerge.parts(base: lines[0], ours: lines[1], theirs: lines[2]) {
            switch part {
            case .merged(let lines): for line in lines { content += line + [UInt8(ascii: "\n")] }
            case .conflict(let own, let other):
                conflicts += 1
                content += "<<<<<<< ours\n".utf8
                for line in own { content += line + [UInt8(ascii: "\n")] }
                content += "=======\n".utf8
                for line in other { content += line + [UInt8(ascii: "\n")] }
                content += ">>>>>>> theirs\n".utf8
            }
        }
        return content
    }

    private func both(_ fence: Int) -> Both? {
        guard let own = toOurs[fence], let other = toTheirs[fence] else { return nil }
        return Both(
            format: base.fences[fence].format, base: base.content(of: base.fences[fence]),
            ours: ours.content(of: ours.fences[own]), theirs: theirs.content(of: theirs.fences[other]))
    }

    /// Writes pieces. A fence that one side has changed gets that side's content; one that both have changed gets ours.
    ///
    /// - Parameter side: the side of a conflict; nil for certain pieces.
    private mutating func write(
        _ pieces: [Piece], of side: Side?, _ count: inout Int, _ inner: inout [(place: Int, fence: Int)]
    ) {
        for piece in pieces {
            endLine()
            switch piece {
            case .line(let line):
                text += line
                continue
            case .content(let raw, _): text += raw
            case .fence(let fence):
                let own = toOurs[fence].map { ours.raw(ours.fences[$0]) }
                let other = toTheirs[fence].map { theirs.raw(theirs.fences[$0]) }
                guard let both = both(fence) else {
                    text += own ?? other ?? []
                    break
                }
                let isTheirs = side.map { $0 == .theirs } ?? (both.ours == both.base)
                text += (isTheirs ? other : own) ?? []
                if side == nil, both.ours != both.base, both.theirs != both.base, both.ours != both.theirs {
                    inner.append((count, fence))
                }
            }
            count += 1
        }
    }

    /// Ends the last line of a text that has no line break.
    private mutating func endLine() {
        if let last = text.last, last != 0xBF || text.count > 3, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r")
        {
            text.append(UInt8(ascii: "\n"))
        }
    }

    private mutating func mark(_ line: String) {
        endLine()
        text += Array(line.utf8) + [UInt8(ascii: "\n")]
    }

    /// The lines of a text, in which the content of each fence is one piece.
    ///
    /// - Parameters:
    ///   - pairs: for each fence of the base its counterpart in this text.
    ///   - others: the same for the other side. A fence that this side has changed and the other has not becomes a
    ///     separate piece.
    private func pieces(of text: MarkdownText, _ pairs: [Int?], others: [Int?]?) -> [Piece] {
        var bases: [Int: Int] = [:]
        for (fence, pair) in pairs.enumerated() { if let pair { bases[pair] = fence } }
        var pieces: [Piece] = []
        var next = 0
        for (place, fence) in text.fences.enumerated() {
            pieces += text.lines[next..<fence.first].map { .line(text.bytes[$0]) }
            next = fence.first + fence.starts.count
            let content = text.content(of: fence)
            if let known = bases[place], others == nil || others?[known] != nil {
                pieces.append(.fence(known))
            } else if let known = bases[place], content == base.content(of: base.fences[known]) {
                pieces.append(.fence(known))
            } else {
                pieces.append(.content(text.raw(fence), format: fence.format.name))
            }
        }
        return pieces + text.lines[next...].map { .line(text.bytes[$0]) }
    }

    /// The counterpart of each fence in another text: one with the same content, else the next one of its format in
    /// between.
    public static func pairs(of base: MarkdownText, with other: MarkdownText) -> [Int?] {
        let contents = [base, other].map { text in text.fences.map { [$0.format.name: text.content(of: $0)] } }
        var pairs = LineMerge.matches(of: contents[0], in: contents[1])
        // The ends of the runs of fences between matched ones.
        var ends: [Int] = []
        for pair in pairs.reversed() { ends.append(pair ?? ends.last ?? other.fences.count) }
        var next = 0
        for (place, end) in zip(base.fences.indices, ends.reversed()) {
            if let pair = pairs[place] {
                next = pair + 1
                continue
            }
            let found = (next..<max(next, end)).first { other.fences[$0].format == base.fences[place].format }
            guard let found else { continue }
            pairs[place] = found
            next = found + 1
        }
        return pairs
    }
}

extension MarkdownText {
    /// The original lines of a fence.
    fileprivate func raw(_ fence: Fence) -> [UInt8] {
        guard !fence.starts.isEmpty else { return [] }
        let lines = lines[fence.first..<fence.first + fence.starts.count]
        return Array(bytes[lines[lines.startIndex].lowerBound..<lines[lines.endIndex - 1].upperBound])
    }
}
