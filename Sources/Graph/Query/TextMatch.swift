import Wire

/// The location of a word of a text in an element.
public struct TextMatch: Sendable, Equatable {
    /// The way to the string, from the element.
    public var path: String
    /// The first scalar of the word in the string, counted from 0.
    public var from: Int
    /// The end, after the last scalar of the word.
    public var to: Int

    /// A word's range, in scalars of the string at a path.
    public init(path: String, from: Int, to: Int) {
        self.path = path
        self.from = from
        self.to = to
    }

    fileprivate static func pointer(in member: String, _ steps: [ElementStrings.Step]) -> String {
        steps.reduce(into: "/" + member) { pointer, step in
            switch step {
            case .member(let name): pointer += "/" + JSONPointer.escaped(name.description)
            case .element(let index): pointer += "/\(index)"
            }
        }
    }
}

extension TextSearch {
    /// The best location of each word in a node, in the order of the words.
    public func matches(ofNode slot: Node.Slot, in document: Document) -> [TextMatch] {
        document.withStrings(ofNode: slot) { matches(in: $0) }
    }

    /// The best location of each word in an edge, in the order of the words.
    public func matches(ofEdge slot: Edge.Slot, in document: Document) -> [TextMatch] {
        document.withStrings(ofEdge: slot) { matches(in: $0) }
    }

    /// Returns the matches; among locations of one rank the first in the order label, id, `labels`, `data`.
    private func matches(in strings: ElementStrings) -> [TextMatch] {
        var best: [(rank: Rank, match: TextMatch)?] = Array(repeating: nil, count: words.count)
        let parts = strings.parts()
        if let label = parts.label {
            let path = parts.isLabelInData ? "/data/label" : "/label"
            label.withMeaning { note($0, .label, path, in: &best) }
        }
        note(strings.id, .id, "/id", in: &best)
        if best.contains(where: { $0 == nil }) {
            parts.visitRest { string, member, path in
                string.withMeaning { note($0, .data, TextMatch.pointer(in: member, path), in: &best) }
                return best.contains { $0 == nil }
            }
        }
        return best.compactMap { $0?.match }
    }

    private func note(
        _ string: UnsafeBufferPointer<UInt8>, _ place: ElementStrings.Place, _ path: @autoclosure () -> String,
        in best: inout [(rank: Rank, match: TextMatch)?]
    ) {
        withFolded(string) { string in
            for (index, word) in words.enumerated() {
                guard let found = word.best(in: string, place) else { continue }
                if let known = best[index], known.rank <= found.rank { continue }
                let from = string[..<found.index].count { $0 & 0xC0 != 0x80 }
                let scalars = word.bytes.count { $0 & 0xC0 != 0x80 }
                best[index] = (found.rank, TextMatch(path: path(), from: from, to: from + scalars))
            }
        }
    }
}
