import Wire

/// The words of a search text, all of which must occur in an element.
public struct TextSearch: Sendable, Equatable {
    let words: [FoldedWord]
    /// The number of words.
    public var wordCount: Int { words.count }
    /// The words with a space between them.
    let phrase: FoldedWord

    /// The quality of a match of a text in an element, the best first.
    public enum Rank: Int, CaseIterable, Comparable, Sendable {
        /// The text is the id or the label.
        case whole
        /// The label begins with it.
        case labelStart
        /// A word of the id or the label begins with it.
        case wordStart
        /// It is somewhere in the id or the label.
        case inside
        /// The text is in `data`.
        case data

        /// Returns true if the first is better.
        public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    /// The words of a text between white space; nil without any.
    ///
    /// - Throws: `limits`.
    public init?(_ text: String) throws(EditError) {
        try Query.checkLength(text)
        var words: [FoldedWord] = []
        for part in text.unicodeScalars.split(whereSeparator: { $0.properties.isWhitespace }) {
            let word = FoldedWord(String(part))
            if !words.contains(word) { words.append(word) }
        }
        guard !words.isEmpty else { return nil }
        if words.count > Limits.queryWords {
            throw EditError(.limits, "at most \(Limits.queryWords) words are searched for")
        }
        self.words = words
        phrase = FoldedWord(folded: Array(words.map(\.bytes).joined(separator: [0x20])))
    }

    /// Returns true if `other` finds whatever this text finds: as when more was typed.
    public func narrows(_ other: TextSearch) -> Bool {
        other.words.allSatisfy { word in
            words.contains { $0.bytes.withUnsafeBufferPointer { word.firstIndex(in: $0) } != nil }
        }
    }
}

// MARK: Ranks

extension TextSearch {
    /// Returns the quality of the text's match in an element; nil if a word is nowhere in it.
    ///
    /// - Parameter strings: the strings of the element; its label is known afterwards if it was needed.
    func rank(of strings: inout ElementStrings) -> Rank? {
        if !mayOccur(in: strings.whole) { return nil }
        var found = FoundWords(count: words.count)
        if let label = strings.findLabel(), note(label, .label, in: &found) { return .whole }
        if note(strings.id, .id, in: &found) { return .whole }
        if found.rank == nil {
            strings.parts().visitRest { string, _, _ in
                _ = note(string, .data, in: &found)
                return found.rank == nil
            }
        }
        return found.rank
    }

    /// Returns true if every word may be in a text; a spelling with escapes may hold any.
    ///
    /// The last word comes first: while a person types, it excludes most elements.
    private func mayOccur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var left = words.count
        while left > 0 {
            left &-= 1
            var hasEscapes = false
            if words[left].firstIndex(in: text, from: 0, &hasEscapes) != nil || hasEscapes { continue }
            if words[left].isASCII || !text.contains(where: { $0 >= 0x80 }) { return false }
        }
        return true
    }

    /// A required word whose presence is visible in spellings without a backslash.
    ///
    /// It is the last one: while a person types, it excludes most elements.
    var decisiveWord: FoldedWord? { words.last.flatMap { $0.isASCII ? $0 : nil } }

    private func note(_ string: JSONName, _ place: ElementStrings.Place, in found: inout FoundWords) -> Bool {
        string.withMeaning { note($0, place, in: &found) }
    }

    /// Notes the words that are in a string; returns whether it is the whole text.
    private func note(
        _ string: UnsafeBufferPointer<UInt8>, _ place: ElementStrings.Place, in found: inout FoundWords
    ) -> Bool {
        withFolded(string) { string in
            for (index, word) in words.enumerated() {
                if let best = word.best(in: string, place) { found.note(index, best.rank) }
            }
            if place == .label, phrase.occurs(in: string, at: 0) { found.startsLabel = true }
            return place != .data && phrase.isWhole(string)
        }
    }

    /// A string for searching the words: itself if they are ASCII.
    func withFolded<R>(
        _ string: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) -> R {
        if phrase.isASCII { return body(string) }
        return CaseFolding.folded(string).withUnsafeBufferPointer(body)
    }
}

/// The words of a text that were found so far, with their ranks.
private struct FoundWords {
    private let all: UInt32
    /// The words that were found at each rank or better.
    private var labelStart: UInt32 = 0
    private var wordStart: UInt32 = 0
    private var inside: UInt32 = 0
    private var data: UInt32 = 0
    var startsLabel = false

    /// - Precondition: at most 32 words.
    init(count: Int) { all = UInt32.max >> UInt32(32 - count) }

    mutating func note(_ word: Int, _ rank: TextSearch.Rank) {
        let bit: UInt32 = 1 << UInt32(word)
        data |= bit
        if rank <= .inside { inside |= bit }
        if rank <= .wordStart { wordStart |= bit }
        if rank <= .labelStart { labelStart |= bit }
    }

    /// The rank of the word that fits least well; nil until all were found.
    var rank: TextSearch.Rank? {
        if startsLabel || labelStart == all { return .labelStart }
        if wordStart == all { return .wordStart }
        if inside == all { return .inside }
        return data == all ? .data : nil
    }
}

extension FoldedWord {
    /// The best location of the word in a string: at its start, at the start of a word in it, or elsewhere.
    ///
    /// - Complexity: O(*n*) in the bytes of the string.
    func best(
        in string: UnsafeBufferPointer<UInt8>, _ place: ElementStrings.Place
    ) -> (rank: TextSearch.Rank, index: Int)? {
        guard let first = firstIndex(in: string) else { return nil }
        switch place {
        case .data: return (.data, first)
        case .label where first == 0: return (.labelStart, 0)
        case .id, .label: break
        }
        var next: Int? = first
        while let index = next {
            if FoldedWord.beginsWord(string, at: index) { return (.wordStart, index) }
            next = firstIndex(in: string, from: index + 1)
        }
        return (.inside, first)
    }

    /// Returns true if there is neither a letter nor a digit before an index.
    private static func beginsWord(_ string: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index > 0 else { return true }
        var start = index - 1
        while start > 0, string[start] & 0xC0 == 0x80 { start -= 1 }
        let before = string[start]
        if before < 0x80 {
            let letter = CaseFolding.folded(before)
            return !(letter &- UInt8(ascii: "a") < 26 || before &- UInt8(ascii: "0") < 10)
        }
        let properties = CaseFolding.scalar(in: string, at: start).scalar.properties
        return !properties.isAlphabetic && properties.numericType == nil
    }
}
