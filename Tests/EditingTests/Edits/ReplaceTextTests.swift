import Graph
import Seeding
import Sketching
import Testing
import Wire

@testable import Editing

@Suite struct ReplaceTextTests {
    /// The marks of each scalar of a rich text: the naive form in which runs need not be followed.
    private struct Marked: Equatable {
        var scalars: [Unicode.Scalar]
        var marks: [Set<String>]

        init(_ json: JSON) {
            let text: [Unicode.Scalar] = Array((json["text"]?.stringValue ?? "").unicodeScalars)
            scalars = text
            marks = Array(repeating: [], count: text.count)
            for run in json["runs"]?.arrayValue ?? [] {
                let from = run["from"]?.integerValue ?? 0
                let to = run["to"]?.integerValue ?? 0
                for index in from..<to { marks[index].insert(run["mark"]?.stringValue ?? "") }
            }
        }

        mutating func replace(from: Int, to: Int, with text: String) {
            let new = Array(text.unicodeScalars)
            let model: Set<String> = from < to ? marks[from] : from > 0 ? marks[from - 1] : []
            scalars.replaceSubrange(from..<to, with: new)
            marks.replaceSubrange(from..<to, with: Array(repeating: model, count: new.count))
        }
    }

    @Test(arguments: 0..<200) func `runs follow what is typed`(seed: Int) throws {
        var numbers = Seeded(UInt64(seed))
        let words = ["", "a", "bc", "👍", "é", "def"]
        let runs = (0..<numbers.below(5)).map { _ -> JSON in
            let from = numbers.below(13)
            let to = from + numbers.below(14 - from)
            return ["from": .number(from), "to": .number(to), "mark": .string(["b", "i", "u"][numbers.below(3)])]
        }
        var value: JSON = ["text": "one two three", "runs": .array(runs), "kept": 1]
        for _ in 0..<12 {
            var rich = try #require(try RichText(value))
            var marked = Marked(value)
            let from = numbers.below(rich.count + 1)
            let to = from + numbers.below(rich.count - from + 1)
            let word = words[numbers.below(words.count)]
            rich.replace(from: from, to: to, with: word)
            marked.replace(from: from, to: to, with: word)
            value = rich.json
            #expect(Marked(value) == marked)
            expectNormal(value)
        }
    }

    /// No run is empty, and no two of the same mark touch.
    private func expectNormal(_ value: JSON) {
        var places: [String: [(Int, Int)]] = [:]
        for run in value["runs"]?.arrayValue ?? [] {
            let place = (run["from"]?.integerValue ?? 0, run["to"]?.integerValue ?? 0)
            #expect(place.0 < place.1)
            places[run["mark"]?.stringValue ?? "", default: []].append(place)
        }
        for list in places.values {
            let sorted = list.sorted { $0.0 < $1.0 }
            for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(a.1 < b.0) }
        }
    }

    private func sketch(_ data: String) -> Sketch {
        let text = #"{"nodes":[{"id":"a","data":\#(data)},{"id":"l","locked":true,"data":{"t":"x"}}],"edges":[]}"#
        return Sketch(content: JSON(parsing: text) ?? .null)
    }

    @Test func `a part of a string is replaced`() throws {
        let pointer = try #require(JSONPointer("/list/0"))
        check(sketch(#"{"n":1.50,"list":["a👍c"]}"#), becomes: sketch(#"{"n":1.50,"list":["abbc"]}"#)) {
            (transaction) throws(EditError) in
            try transaction.replaceText("a", at: pointer, from: 1, to: 2, with: "bb")
        }
    }

    @Test(arguments: [
        (#"{"t":5}"#, 0, 0), (#"{"t":{"text":5}}"#, 0, 0), (#"{"t":"abc"}"#, 4, 4), (#"{"t":"abc"}"#, 2, 1),
        (#"{"t":"abc"}"#, -1, 1), (#"{"t":"abc"}"#, 0, Int.max), (#"{"t":"\ud800"}"#, 0, 0), (#"{"s":"abc"}"#, 0, 0),
        (#"{"t":{"text":"abc","runs":{}}}"#, 0, 0), (#"{"t":{"text":"abc","runs":[{"from":2,"to":1}]}}"#, 0, 0),
        (#"{"t":{"text":"abc","runs":[{"from":0.5,"to":1}]}}"#, 0, 0), ("3", 0, 0),
    ]) func `what is no text, or not inside of it, is refused`(_ data: String, _ from: Int, _ to: Int) throws {
        let pointer = try #require(JSONPointer("/t"))
        refuse(sketch(data), .invalidValue) { (transaction) throws(EditError) in
            try transaction.replaceText("a", at: pointer, from: from, to: to, with: "x")
        }
    }

    @Test func `a locked node keeps its text`() throws {
        let pointer = try #require(JSONPointer("/t"))
        refuse(sketch("{}"), .locked) { (transaction) throws(EditError) in
            try transaction.replaceText("l", at: pointer, from: 0, to: 0, with: "x")
        }
    }
}
