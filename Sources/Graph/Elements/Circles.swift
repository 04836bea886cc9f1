extension Sequence<Identifier> {
    /// The circles that elements lead into, each circle once; `next` gives the one element that another leads to.
    ///
    /// - Complexity: O(the elements that are led to).
    public func circles(_ next: (Identifier) -> Identifier?) -> [[Identifier]] {
        var circles: [[Identifier]] = []
        var done: Set<Identifier> = []
        for start in self {
            var path: [Identifier] = []
            var places: [Identifier: Int] = [:]
            var current: Identifier? = start
            while let id = current, !done.contains(id) {
                if let place = places[id] {
                    circles.append(Array(path[place...]))
                    break
                }
                places[id] = path.count
                path.append(id)
                current = next(id)
            }
            done.formUnion(path)
        }
        return circles
    }
}
