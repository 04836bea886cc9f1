import Wire

/// A label with differently styled parts: the rich text `{text, runs}` in the `richLabel` of a style.
///
/// It applies while its text equals the element's label, so that an edit of only the label leaves no misplaced styles.
public struct RichLabel: Sendable, Hashable {
    /// The marks of letters.
    public struct Marks: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold, italic and code letters; code letters have one width.
        public static let bold = Marks(rawValue: 1), italic = Marks(rawValue: 2), code = Marks(rawValue: 4)
        /// The weight of such letters; nil for that of the others.
        public var weight: TextLayout.Weight? { contains(.code) ? .code : contains(.bold) ? .bold : nil }

        /// Their names, in the written order.
        static let names: [(marks: Marks, name: JSONString)] = [(.bold, "bold"), (.italic, "italic"), (.code, "code")]
    }

    /// A part of the text with the same marks.
    public struct Run: Sendable, Hashable {
        /// Unicode scalars, one at least.
        fileprivate(set) var count: Int
        /// Empty for letters as all others.
        public let marks: Marks
    }

    /// A part of a line.
    public typealias Piece = (text: String, marks: Marks)

    /// The whole text.
    public let text: String
    /// From its start to its end.
    private let runs: [Run]
    /// The greatest number of parts that a text has.
    public static let mostRuns = 1000

    /// A text with the marks of each of its Unicode scalars; nil if none has some, or the parts are too many.
    public init?(_ text: String, marks: some Sequence<Marks>) {
        var runs: [Run] = []
        for marks in marks {
            if runs.last?.marks == marks {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(count: 1, marks: marks))
            }
        }
        if runs.count > RichLabel.mostRuns || runs.allSatisfy({ $0.marks.isEmpty }) { return nil }
        (self.text, self.runs) = (text, runs)
    }

    /// The text of a value `{text, runs: [{from, to, bold, italic, code}]}`; nil for any other, or one without marks.
    public init?(_ json: JSON?) {
        guard let text = json?["text"]?.stringValue, let list = json?["runs"]?.arrayValue,
            list.count <= RichLabel.mostRuns
        else { return nil }
        let count = text.unicodeScalars.count
        // Where marks begin and end, as runs may lie over each other.
        var changes: [(at: Int, mark: Int, by: Int)] = []
        for run in list {
            guard let from = run["from"]?.integerValue, let to = run["to"]?.integerValue, from >= 0, to >= from
            else { return nil }
            if from >= min(to, count) { continue }
            for (mark, named) in Marks.names.enumerated() where run.objectValue?[named.name] == true {
                changes += [(from, mark, 1), (min(to, count), mark, -1)]
            }
        }
        changes.sort { $0.at < $1.at }
        var runs: [Run] = []
        var (depths, place) = ([0, 0, 0], 0)
        func end(at: Int) {
            if at == place { return }
            let marks = Marks.names.indices.filter { depths[$0] > 0 }.map { Marks.names[$0].marks }
            runs.append(Run(count: at - place, marks: marks.reduce([]) { $0.union($1) }))
            place = at
        }
        for change in changes {
            end(at: change.at)
            depths[change.mark] += change.by
        }
        end(at: count)
        if runs.allSatisfy({ $0.marks.isEmpty }) { return nil }
        (self.text, self.runs) = (text, runs)
    }

    /// The value in a style.
    public var json: JSON {
        var (list, from): ([JSON], Int) = ([], 0)
        for run in runs {
            if !run.marks.isEmpty {
                var object: JSONObject = ["from": .number(from), "to": .number(from + run.count)]
                for (mark, name) in Marks.names where run.marks.contains(mark) { object[name] = true }
                list.append(.object(object))
            }
            from += run.count
        }
        return ["text": .string(text), "runs": .array(list)]
    }

    /// The parts of the text in its order.
    public var pieces: [Piece] { pieces(of: [text]).first ?? [] }

    /// The parts of lines into which a label was broken: each is one without marks if it has none.
    public static func pieces(of lines: [String], _ rich: RichLabel?) -> [[Piece]] {
        rich?.pieces(of: lines) ?? lines.map { [($0, Marks())] }
    }

    /// The parts of broken lines: each is found after the one before it, with white space between them. A line with
    /// `…` at its end does not continue.
    ///
    /// - Complexity: O(*n*) in the text.
    public func pieces(of lines: [String]) -> [[Piece]] {
        let scalars = text.unicodeScalars
        var place = scalars.startIndex
        var (run, left) = (0, runs.first?.count ?? 0)
        func next() -> Marks {
            while left == 0, run + 1 < runs.count { (run, left) = (run + 1, runs[run + 1].count) }
            left -= 1
            place = scalars.index(after: place)
            return runs[run].marks
        }
        return lines.map { line in
            var pieces: [Piece] = []
            let first = line.unicodeScalars.first
            while place < scalars.endIndex, scalars[place] != first, scalars[place].properties.isWhitespace {
                _ = next()
            }
            for scalar in line.unicodeScalars {
                let isNext = place < scalars.endIndex && scalars[place] == scalar
                let marks: Marks = isNext ? next() : pieces.last?.marks ?? []
                if pieces.last?.marks != marks { pieces.append((text: "", marks: marks)) }
                pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
            }
            return pieces
        }
    }
}

/// The weights of a text's letters, which runs of it may change.
protocol LetterWeights {
    /// The weight of the letters at a position of the text.
    mutating func weight(at index: String.Index) -> TextLayout.Weight
    /// The weight of text appended to a line.
    var plain: TextLayout.Weight { get }
}

extension TextLayout.Weight: LetterWeights {
    func weight(at index: String.Index) -> TextLayout.Weight { self }
    var plain: TextLayout.Weight { self }
}

extension RichLabel {
    /// The weights of its letters, with a given weight for unmarked ones.
    func weights(_ plain: TextLayout.Weight) -> some LetterWeights { RunWeights(self, plain) }

    private struct RunWeights: LetterWeights {
        let plain: TextLayout.Weight
        private var ends: [(end: String.Index, weight: TextLayout.Weight)] = []
        private var run = 0

        init(_ label: RichLabel, _ plain: TextLayout.Weight) {
            self.plain = plain
            var end = label.text.unicodeScalars.startIndex
            for run in label.runs {
                end = label.text.unicodeScalars.index(end, offsetBy: run.count)
                ends.append((end, run.marks.weight ?? plain))
            }
        }

        mutating func weight(at index: String.Index) -> TextLayout.Weight {
            while run + 1 < ends.count, index >= ends[run].end { run += 1 }
            while run > 0, index < ends[run - 1].end { run -= 1 }
            return ends[run].weight
        }
    }
}
