import Wire

/// One walk over a value with a schema.
///
/// A function that returns whether a schema holds also lists the problems, unless `quiet` is positive. Then one
/// problem is enough, and the function returns at the first one. The depth of the walk is that of the schemas and
/// values, at most `DataSchema.deepest`.
struct DataCheck {
    let schema: DataSchema
    private(set) var problems: [DataProblem] = []
    /// The bytes of the paths of the problems.
    private var bytes = 0
    private(set) var stepsLeft: Int
    private var depth = 0
    /// The number of schemas being checked without listing their problems.
    private var quiet = 0
    /// Is true if the check was aborted.
    private(set) var isGivenUp = false
    /// The path of the walk in the value.
    private var path: [Step] = []
    /// The results of referenced schemas.
    /// Without them, a schema that refers to itself in several ways would be checked again and again.
    private var answers: [Question: Bool] = [:]

    enum Step {
        case member(JSONName)
        case index(Int)
    }

    private struct Question: Hashable {
        let rule: Int
        let value: Int
    }

    init(_ schema: DataSchema, _ data: UnsafeBufferPointer<UInt8>, steps: Int) {
        self.schema = schema
        stepsLeft = steps
    }

    mutating func run(_ data: UnsafeBufferPointer<UInt8>) -> [DataProblem] {
        if data.isEmpty { return [] }
        _ = holds(0, JSONCursor(data))
        return problems
    }

    /// Is true if one failure is enough.
    var isFirstEnough: Bool { quiet > 0 || isGivenUp || isFull }

    private var isFull: Bool { problems.count >= DataSchema.mostProblems || bytes > DataSchema.mostPathBytes }

    // MARK: Problems

    /// Records that the value at a cursor breaks a keyword; returns false.
    mutating func fail(_ code: StaticString, _ value: JSONCursor, _ message: @autoclosure () -> String) -> Bool {
        if !isFirstEnough { note("\(code)", value, message()) }
        return false
    }

    /// The same for a member of the value.
    mutating func fail(
        _ code: StaticString, _ value: JSONCursor, member name: JSONString, _ message: @autoclosure () -> String
    ) -> Bool {
        if !isFirstEnough {
            note("\(code)", value, message(), "/" + JSONPointer.escaped(name.description))
        }
        return false
    }

    private mutating func note(_ code: String, _ value: JSONCursor, _ message: String, _ member: String = "") {
        var pointer = ""
        var place = ""
        for step in path {
            switch step {
            case .member(let name):
                let token = "/" + JSONPointer.escaped(name.description)
                pointer += token
                place += token
            case .index(let index):
                pointer += "/\(index)"
                place += "/*"
            }
        }
        bytes += pointer.utf8.count + member.utf8.count
        var value = value
        let text = value.rawValue()
        let beginning = text.prefix(DataCheck.comparedBytes)
        let digest = beginning.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64(value.base[$1])) &* 0x100_0000_01B3
        }
        problems.append(
            DataProblem(
                path: pointer + member, code: code, message: message,
                kind: .init(place: place + member, code: code, count: text.count, digest: digest)))
    }

    /// The number of leading bytes that identify a value after it has moved in its list.
    private static let comparedBytes = 1024

    /// Counts work; aborts the check when there is too much of it.
    mutating func spend(_ steps: Int, at value: JSONCursor) {
        stepsLeft -= steps
        if stepsLeft < 0 { giveUp(at: value, "the check takes too many steps") }
    }

    private mutating func giveUp(at value: JSONCursor, _ message: String) {
        if isGivenUp { return }
        isGivenUp = true
        if !isFull { note("limit", value, message + " and was given up") }
    }

    // MARK: Walking

    /// Returns true if a rule holds for the value at a cursor.
    mutating func holds(_ rule: Int, _ value: JSONCursor) -> Bool {
        var end = value
        return holds(rule, value, end: &end)
    }

    /// The same; `end` is moved behind the value if the walk passed it.
    mutating func holds(_ index: Int, _ value: JSONCursor, end: inout JSONCursor) -> Bool {
        let rule = schema.rules[index]
        if rule.parts.isTrivial { return true }
        spend(1, at: value)
        depth += 1
        defer { depth -= 1 }
        if depth > DataSchema.deepest { giveUp(at: value, "the check goes too deep") }
        if isGivenUp { return false }
        if rule.parts.isNever { return fail("false", value, "nothing is allowed here") }
        var start = value
        guard let kind = start.peek() else { return true }
        var holds = self.holds(rule, kind, start)
        if !holds && isFirstEnough { return false }
        if kind == .object, let members = rule.parts.members {
            holds = self.holds(members, start, end: &end) && holds
        } else if kind == .array, let list = rule.parts.list {
            holds = self.holds(list, start, end: &end) && holds
        }
        if !holds && isFirstEnough { return false }
        return rule.parts.asksOthers ? holdsOthers(rule.parts, start) && holds : holds
    }

    /// Walks into a member or an item, and moves the cursor behind it.
    mutating func holds(_ rule: Int, at step: Step, _ cursor: inout JSONCursor) -> Bool {
        let start = cursor
        path.append(step)
        let holds = self.holds(rule, start, end: &cursor)
        path.removeLast()
        skipOver(&cursor, from: start)
        return holds
    }

    /// Moves a cursor behind its value, unless it is already there.
    mutating func skipOver(_ cursor: inout JSONCursor, from start: JSONCursor) {
        if cursor.index != start.index || isGivenUp { return }
        cursor.skipValue()
        spend((cursor.index - start.index) / 64, at: start)
    }

    /// Schemas that are checked against the same value.
    private mutating func holdsOthers(_ parts: SchemaRule.Parts, _ value: JSONCursor) -> Bool {
        var holds = true
        for rule in parts.allOf where !self.holds(rule, value) {
            holds = false
            if isFirstEnough { return false }
        }
        if let ref = parts.ref, !holdsReferred(ref, value) {
            holds = false
            if isFirstEnough { return false }
        }
        if !parts.anyOf.isEmpty, countOf(parts.anyOf, value, enough: 1) == 0 {
            holds = fail("anyOf", value, "fits none of \(parts.anyOf.count) schemas")
        }
        if !parts.oneOf.isEmpty {
            let count = countOf(parts.oneOf, value, enough: 2)
            if count != 1 {
                holds = fail(
                    "oneOf", value,
                    "fits \(count == 0 ? "none" : "more than one") of \(parts.oneOf.count) schemas")
            }
        }
        if let not = parts.not, countOf([not], value, enough: 1) == 1 {
            holds = fail("not", value, "fits a schema that it must not fit")
        }
        return holds
    }

    private mutating func holdsReferred(_ rule: Int, _ value: JSONCursor) -> Bool {
        // What leads nowhere else is asked once for each time it is named.
        if !schema.rules[rule].parts.leadsOn { return holds(rule, value) }
        let question = Question(rule: rule, value: value.index)
        if let answer = answers[question], answer || isFirstEnough { return answer }
        let answer = holds(rule, value)
        answers[question] = answer
        return answer
    }

    /// Returns the number of rules that hold, up to a bound, without listing problems.
    private mutating func countOf(_ rules: [Int], _ value: JSONCursor, enough: Int) -> Int {
        quiet += 1
        defer { quiet -= 1 }
        var count = 0
        for rule in rules where count < enough && !isGivenUp {
            if holds(rule, value) { count += 1 }
        }
        return count
    }
}
