/// Calls, in functions that change `self`, of methods that do not, while these change a part of it.
///
/// Such a method gets a copy of `self`. So as long as it runs, every array in it has two holders, and the first change of one
/// copies it: in a loop that is a square. Found are parts that are handed over with `&`, and changes of parts in a closure behind
/// the call, where the method, the part and the call stand in one file.
struct HiddenCopies {
    private static let types: Set<String> = ["struct", "extension", "enum"]
    private static let headers: Set<String> = ["for", "if", "while", "guard", "switch", "where"]
    private static let changes: Set<String> = [
        "append", "insert", "remove", "removeAll", "removeLast", "removeFirst", "updateValue", "swapAt", "formUnion",
        "subtract",
        "sort", "popLast",
    ]

    private static let braces: Set<String> = ["{", "}"]
    private static let openings: Set<String> = ["(", "[", "{"]
    private static let closings: Set<String> = [")", "]", "}"]

    private let tokens: [String]
    private let lines: [Int]
    /// The closing bracket of each opening one, by its place.
    private var ends: [Int: Int] = [:]
    /// The stored properties that can be changed.
    private var parts: Set<String> = []
    /// The methods that leave `self` as it is.
    private var methods: Set<String> = []
    /// The functions that change `self`, from their keyword to their last brace.
    private var functions: [Range<Int>] = []

    init(_ file: SourceFile) {
        tokens = file.tokens.map(\.text)
        lines = file.tokens.map(\.line)
        var open: [Int] = []
        for (place, token) in tokens.enumerated() {
            if Self.openings.contains(token) { open.append(place) }
            if Self.closings.contains(token), let start = open.popLast() { ends[start] = place }
        }
        var others: Set<String> = []
        for type in tokens.indices where Self.types.contains(tokens[type]) {
            guard let open = tokens[type...].firstIndex(of: "{") else { continue }
            var place = open + 1
            while place < end(of: open) {
                switch tokens[place] {
                case "{": place = end(of: place)
                case "var":
                    if isStored(place) { parts.insert(tokens[place + 1]) }
                    place += 1
                case "func", "init":
                    guard let body = body(of: place) else { break }
                    let modifiers = tokens[(max(open, place - 6)..<place)].reversed().prefix {
                        !Self.braces.contains($0)
                    }
                    let changesSelf = tokens[place] == "init" || modifiers.contains("mutating")
                    if changesSelf { functions.append(place..<end(of: body)) }
                    if tokens[place] == "func" {
                        let isOther = changesSelf || modifiers.contains("static")
                        if isOther { others.insert(tokens[place + 1]) } else { methods.insert(tokens[place + 1]) }
                    }
                    place = end(of: body)
                default: break
                }
                place += 1
            }
        }
        methods.subtract(others)
    }

    /// The lines of the calls.
    var found: [Int] {
        functions.flatMap { function in function.filter { copies(at: $0, in: function) } }.map { lines[$0] }
    }

    private func end(of open: Int) -> Int { ends[open] ?? tokens.count - 1 }

    private func body(of function: Int) -> Int? {
        guard let parameters = tokens[function...].firstIndex(of: "(") else { return nil }
        return tokens[end(of: parameters)...].firstIndex(of: "{")
    }

    /// Returns false for a property that is computed.
    private func isStored(_ property: Int) -> Bool {
        for place in property + 2..<min(property + 40, tokens.count) {
            switch tokens[place] {
            case "=", "var", "let", "func", "init", "}": return true
            case "{": return false
            default: break
            }
        }
        return true
    }

    private func copies(at call: Int, in function: Range<Int>) -> Bool {
        guard methods.contains(tokens[call]), ![".", "func"].contains(tokens[call - 1]) else { return false }
        var closure = call + 1
        if tokens[closure] == "(" {
            let end = end(of: closure)
            if (closure..<end).contains(where: { tokens[$0] == "&" && isPart($0 + 1, in: function) }) { return true }
            closure = end + 1
        }
        let isHeader = tokens[function.lowerBound..<call].reversed().prefix { !Self.braces.contains($0) }.contains(
            where: Self.headers.contains)
        if tokens[closure] != "{" || isHeader { return false }
        return (closure..<end(of: closure)).contains { isPart($0, in: function) && isChanged($0) }
    }

    /// Returns true for a name that means a part of `self`, and no variable or parameter of the function.
    private func isPart(_ place: Int, in function: Range<Int>) -> Bool {
        let name = tokens[place]
        if !parts.contains(name) || tokens[place - 1] == "." { return false }
        return !function.contains { other in
            tokens[other] == name && (["var", "let"].contains(tokens[other - 1]) || tokens[other + 1] == ":")
        }
    }

    private func isChanged(_ part: Int) -> Bool {
        let next = tokens[part + 1] == "[" ? end(of: part + 1) + 1 : part + 1
        if tokens[next] == "." { return Self.changes.contains(tokens[next + 1]) }
        return tokens[next] == "="
            ? tokens[next + 1] != "=" : tokens[next + 1] == "=" && ["+", "-"].contains(tokens[next])
    }
}
