import Wire

/// A change of a text: the parts of it that are replaced, in Unicode scalars of the text before.
///
/// Two independent changes of one text are performed one after the other: the second is transformed over the first
/// (`after`). In either order the result is the same text, and no insertion is lost: a part that both remove is
/// removed once, and an insertion into a part that the other removes stays. Ellis and Gibbs (1989) called this
/// operational transformation.
public struct TextChange: Sendable, Equatable {
    /// A part of the text, and its replacement.
    public struct Part: Sendable, Equatable {
        /// The beginning of the part.
        public var from: Int
        /// The end of the part; equal to `from` for a pure insertion.
        public var to: Int
        /// The text in its place.
        public var text: [Unicode.Scalar]
    }

    /// The parts from the beginning of the text to its end; no two of them touch.
    public private(set) var parts: [Part] = []

    /// A change that replaces one part.
    public init(from: Int, to: Int, text: String) {
        let scalars = Array(text.unicodeScalars)
        if from < to || !scalars.isEmpty { parts = [Part(from: from, to: to, text: scalars)] }
    }

    /// The shortest change of one part between two texts.
    public init(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) {
        let least = min(old.count, new.count)
        var head = 0
        while head < least, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < least - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        if head + tail == old.count && head + tail == new.count { return }
        parts = [Part(from: head, to: old.count - tail, text: Array(new[head..<new.count - tail]))]
    }

    private init() {}

    /// Is true if it changes nothing.
    public var isEmpty: Bool { parts.isEmpty }

    /// The number of scalars by which it lengthens a text.
    public var growth: Int { parts.reduce(0) { $0 + $1.text.count - ($1.to - $1.from) } }

    /// Changes a text; its parts are inside of it.
    public func apply(to text: inout [Unicode.Scalar]) {
        for part in parts.reversed() { text.replaceSubrange(part.from..<part.to, with: part.text) }
    }

    /// Transforms a position in the text before to the text after.
    ///
    /// - Parameter isAfterNew: whether a position at an insertion moves behind it.
    /// - Complexity: O(the parts).
    public func place(_ place: Int, isAfterNew: Bool) -> Int {
        var shift = 0
        for part in parts {
            if part.from > place || part.from == place && !isAfterNew { break }
            if place < part.to { return part.from + shift + part.text.count }
            shift += part.text.count - (part.to - part.from)
        }
        return place + shift
    }

    // MARK: One after the other

    /// The same change for the text after another change; both start from one text.
    ///
    /// - Parameter isFirst: whether its insertion comes before the other's at the same position.
    /// - Complexity: O(the parts of both).
    public func after(_ other: TextChange, isFirst: Bool = false) -> TextChange {
        var (own, others) = (Steps(self), Steps(other))
        var changed = Builder()
        while let step = own.next {
            if case .put(let text) = step, isFirst || !others.puts {
                changed.put(text)
                own.pass()
            } else if case .put(let text)? = others.next {
                changed.keep(text.count)
                others.pass()
            } else {
                let count = min(own.length, others.length)
                switch (own.drops, others.drops) {
                case (false, false): changed.keep(count)
                case (true, false): changed.drop(count)
                case (_, true): break
                }
                own.pass(count)
                others.pass(count)
            }
        }
        return changed.change
    }

    /// A change as a walk through the text before: text is put in before the part that it replaces is dropped.
    private struct Steps {
        enum Step { case keep(Int), put([Unicode.Scalar]), drop(Int) }

        private let parts: [Part]
        private var index = 0
        private var place = 0
        private var hasPut = false

        init(_ change: TextChange) { parts = change.parts }

        /// The next step; nil after the last part.
        var next: Step? {
            if index == parts.count { return nil }
            let part = parts[index]
            if place < part.from { return .keep(part.from - place) }
            return !hasPut && !part.text.isEmpty ? .put(part.text) : .drop(part.to - place)
        }

        var puts: Bool { if case .put? = next { true } else { false } }
        var drops: Bool { if case .drop? = next { true } else { false } }

        /// The number of scalars that the next step keeps or drops.
        var length: Int {
            switch next {
            case .keep(let count)?, .drop(let count)?: count
            case .put?: 0
            case nil: .max
            }
        }

        /// Moves past an insertion.
        mutating func pass() {
            hasPut = true
            leavePart()
        }

        /// Moves past a number of scalars.
        mutating func pass(_ count: Int) {
            if index == parts.count { return }
            place += count
            leavePart()
        }

        private mutating func leavePart() {
            let part = parts[index]
            guard place == part.to, hasPut || part.text.isEmpty else { return }
            index += 1
            hasPut = false
        }
    }

    private struct Builder {
        private(set) var change = TextChange()
        private var place = 0

        mutating func keep(_ count: Int) { place += count }

        mutating func put(_ text: [Unicode.Scalar]) { change.parts[partHere()].text += text }

        mutating func drop(_ count: Int) {
            place += count
            change.parts[partHere(from: place - count)].to = place
        }

        /// The part that ends here, which may be new.
        private mutating func partHere(from start: Int? = nil) -> Int {
            let start = start ?? place
            if change.parts.last?.to != start { change.parts.append(Part(from: start, to: start, text: [])) }
            return change.parts.count - 1
        }
    }
}

extension TextChange {
    /// The text that a value is or holds as `text`; nil if it is none.
    public static func text(of value: JSON?) -> [Unicode.Scalar]? {
        switch value {
        case .string(let string)?: string.string.map { Array($0.unicodeScalars) }
        case .object(let object)?:
            object["text"].flatMap { if case .string = $0 { text(of: $0) } else { nil } }
        default: nil
        }
    }
}
