import Wire

/// A part of a value that its schema does not allow.
public struct DataProblem: Sendable, Equatable {
    /// A JSON Pointer to the value, or to the missing or surplus member.
    public var path: String
    /// The broken keyword; `false` if nothing is allowed; `limit` if the check was aborted.
    public var code: String
    /// One phrase for people.
    public var message: String
    /// The pointer with `*` for indexes, and the value's length and beginning: these stay when the value moves in its
    /// list.
    var kind: Kind

    struct Kind: Sendable, Hashable {
        var place: String
        var code: String
        var count: Int
        var digest: UInt64
    }
}

extension [DataProblem] {
    /// Returns the problems that an older list does not have, neither at their place nor at another index of the same
    /// list.
    ///
    /// - Complexity: O(*n*) in both lists.
    public func added(since old: [DataProblem]) -> [DataProblem] {
        func key(_ problem: DataProblem) -> [String] { [problem.code, problem.path] }
        var known: [[String]: [DataProblem]] = [:]
        for problem in old { known[key(problem), default: []].append(problem) }
        let fresh = filter { known[key($0)]?.popLast() == nil }
        if fresh.isEmpty { return [] }
        // What of the old is not at its place any more may have moved.
        var moved: [DataProblem.Kind: Int] = [:]
        for left in known.values { for problem in left { moved[problem.kind, default: 0] += 1 } }
        return fresh.filter { problem in
            guard let count = moved[problem.kind], count > 0 else { return true }
            moved[problem.kind] = count - 1
            return false
        }
    }
}
