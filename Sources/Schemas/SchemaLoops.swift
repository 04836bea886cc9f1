extension DataSchema {
    /// Refuses schemas that would check the same value against themselves forever.
    ///
    /// - Parameter places: of the rules, from the outermost schema inwards.
    /// - Complexity: O(the rules and their references).
    func refuseLoops(_ places: [[String]]) throws(SchemaError) {
        enum State { case new, open, done }
        var states = Array(repeating: State.new, count: rules.count)
        for start in rules.indices where states[start] == .new {
            var path: [(rule: Int, next: ArraySlice<Int>)] = [(start, rules[start].parts.inPlace[...])]
            states[start] = .open
            while let last = path.last {
                guard let next = last.next.first else {
                    states[last.rule] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next.removeFirst()
                switch states[next] {
                case .done: break
                case .open:
                    throw SchemaError(path: places[last.rule], message: "the schema leads back to itself at one value")
                case .new:
                    states[next] = .open
                    path.append((next, rules[next].parts.inPlace[...]))
                }
            }
        }
    }
}
