extension Sequence<Identifier> {
    /// The cycles among elements, each once; `next` returns the only element to which another leads.
    ///
    /// - Complexity: O(the elements that are led to).
    public func cycles(_ next: (Identifier) -> Identifier?) -> [[Identifier]] {
        var cycles: [[Identifier]] = []
        var done: Set<Identifier> = []
        for start in self {
            var path: [Identifier] = []
            var places: [Identifier: Int] = [:]
            var current: Identifier? = start
            while let id = current, !done.contains(id) {
                if let place = places[id] {
                    cycles.append(Array(path[place...]))
                    break
                }
                places[id] = path.count
                path.append(id)
                current = next(id)
            }
            done.formUnion(path)
        }
        return cycles
    }
}
