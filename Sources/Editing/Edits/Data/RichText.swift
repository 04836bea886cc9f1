import Graph
import Wire

/// A text with marks on parts of it: a plain string, or an object `{text, runs}` with any other members.
///
/// A run marks the Unicode scalars from `from` on and before `to`; its other members are its marks. Runs may overlap.
struct RichText {
    /// The value as it was; a plain string has no runs.
    private let original: JSON
    /// The text in UTF-8, whatever its length: changing a letter copies it, without reading single letters.
    private var text: [UInt8]
    private var runs: [Run] = []
    private var hasRuns = false

    private struct Run {
        var from: Int
        var to: Int
        let object: JSONObject

        var isEmpty: Bool { from >= to }
    }

    /// The number of Unicode scalars in the text.
    private(set) var count: Int

    /// Returns nil if the value is not a text.
    ///
    /// - Throws: `invalidValue` (a lone surrogate, runs that are none).
    init?(_ json: JSON) throws(EditError) {
        original = json
        let string: JSONString
        switch json {
        case .string(let plain): string = plain
        case .object(let object):
            guard case .string(let inner)? = object["text"] else { return nil }
            string = inner
        default: return nil
        }
        guard let plain = string.string else {
            throw .invalid("a text with a lone surrogate is not edited in part", path: ["path"])
        }
        text = Array(plain.utf8)
        count = text.withUnsafeBufferPointer(\.scalarCount)
        guard let list = json["runs"] else { return }
        guard case .array(let elements) = list else { throw .invalid("`runs` is a list", path: ["path"]) }
        hasRuns = true
        for element in elements { runs.append(try run(element)) }
    }

    private func run(_ json: JSON) throws(EditError) -> Run {
        guard case .object(let object) = json, let from = object["from"]?.integerValue,
            let to = object["to"]?.integerValue, from >= 0, to >= from
        else { throw .invalid("a run has `from` and `to`, whole numbers in this order", path: ["path"]) }
        return Run(from: min(from, count), to: min(to, count), object: object)
    }

    // MARK: Replacing

    /// Changes the text, as several replacements would.
    ///
    /// - Precondition: the parts of the change are inside of the text.
    mutating func change(_ change: TextChange) {
        for part in change.parts.reversed() {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: part.text)
            replace(from: part.from, to: part.to, with: String(text))
        }
    }

    /// Replaces a part; the new text has the marks of the first scalar of that part, else of the one before it.
    ///
    /// - Precondition: `0 <= from <= to <= count`.
    mutating func replace(from: Int, to: Int, with new: String) {
        let start = text.offset(ofScalar: from)
        text.replaceSubrange(start..<text.offset(ofScalar: to - from, from: start), with: new.utf8)
        let end = from + new.unicodeScalars.count
        count += end - to
        guard hasRuns else { return }
        let shift = end - to
        // The scalar whose marks the new text takes; before the first there is none.
        let model = from < to ? from : from - 1
        for index in runs.indices {
            let run = runs[index]
            if run.from <= model && model < run.to {
                runs[index].to = run.to >= to ? run.to + shift : end
            } else if run.from > model {
                runs[index].from = run.from < to ? end : run.from + shift
                runs[index].to = run.to < to ? end : run.to + shift
            }
        }
        runs.removeAll(where: \.isEmpty)
        joinRuns()
    }

    /// Joins runs with equal marks that touch or overlap; each keeps the index of its first run in the list.
    private mutating func joinRuns() {
        var groups: [JSONText: [Int]] = [:]
        for index in runs.indices {
            var marks = runs[index].object
            marks["from"] = nil
            marks["to"] = nil
            var writer = JSONWriter()
            JSON.object(marks).writeCanonical(into: &writer)
            groups[JSONText(trusted: writer.take()), default: []].append(index)
        }
        if groups.count == runs.count { return }
        var joined: [Int: Run] = [:]
        for group in groups.values {
            var place: Int?
            for index in group.sorted(by: { (runs[$0].from, $0) < (runs[$1].from, $1) }) {
                let run = runs[index]
                guard let last = place, let before = joined[last], run.from <= before.to else {
                    place = index
                    joined[index] = run
                    continue
                }
                joined[last]?.to = max(before.to, run.to)
            }
        }
        runs = joined.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Result

    /// The present value; unchanged members are as written.
    var json: JSON {
        let plain = JSON.string(String(decoding: text, as: UTF8.self))
        guard case .object(var object) = original else { return plain }
        object["text"] = plain
        if hasRuns {
            object["runs"] = .array(
                runs.map { run in
                    var object = run.object
                    if object["from"]?.integerValue != run.from { object["from"] = .number(run.from) }
                    if object["to"]?.integerValue != run.to { object["to"] = .number(run.to) }
                    return .object(object)
                })
        }
        return .object(object)
    }
}

extension [UInt8] {
    /// The offset of a Unicode scalar in UTF-8, counted from the one at `start`; after the last one the end.
    fileprivate func offset(ofScalar number: Int, from start: Int = 0) -> Int {
        withUnsafeBufferPointer { bytes in
            var (offset, rest) = (start, number)
            // Whole blocks are only counted.
            while offset + 4096 <= bytes.count {
                let count = UnsafeBufferPointer(rebasing: bytes[offset..<offset + 4096]).scalarCount
                if count > rest { break }
                (offset, rest) = (offset + 4096, rest - count)
            }
            while offset < bytes.count {
                if bytes[offset] & 0xC0 != 0x80 {
                    if rest == 0 { break }
                    rest -= 1
                }
                offset += 1
            }
            return offset
        }
    }
}
