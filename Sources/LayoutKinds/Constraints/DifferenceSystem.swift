/// Integers with least differences between some of them: the least solution from 0 on.
///
/// Distances are added one after another; one that closes a cycle of positive length is refused (Ramalingam, Song,
/// Joskowicz and Miller 1999, with a forward search from the new distance only).
public struct DifferenceSystem: Sendable {
    /// A least difference of two numbers; it may be negative.
    public struct Distance: Sendable {
        public let from: Int
        public let to: Int
        public let length: Int

        /// Requires `to` to be at least a length above `from`.
        @inlinable public init(from: Int, to: Int, length: Int) {
            (self.from, self.to, self.length) = (from, to, length)
        }
    }

    /// The least values, by variable.
    public private(set) var values: [Int]
    /// The accepted distances, in the order of insertion.
    public private(set) var distances: [Distance] = []
    /// The first distance from each variable, and the one after each distance; -1 ends a list.
    private var first: [Int]
    private var next: [Int] = []

    /// Makes variables without distances, all at 0.
    init(count: Int) {
        values = Array(repeating: 0, count: count)
        first = Array(repeating: -1, count: count)
    }

    /// Adds a variable at 0; returns its number.
    mutating func addVariable() -> Int {
        values.append(0)
        first.append(-1)
        return values.count - 1
    }

    /// Adds distances if all can be kept together with the others; else nothing changes.
    ///
    /// - Complexity: O(*k*) for *k* visits of raised variables and their distances.
    mutating func add(_ added: [Distance]) -> Bool {
        let count = distances.count
        var former: [(variable: Int, value: Int)] = []
        for distance in added {
            next.append(first[distance.from])
            first[distance.from] = distances.count
            distances.append(distance)
            if rise(by: distance, &former) { continue }
            for (variable, value) in former.reversed() { values[variable] = value }
            while distances.count > count {
                first[distances.removeLast().from] = next.removeLast()
            }
            return false
        }
        return true
    }

    /// Raises the values that a new distance affects, and records the former values; false if the distance closes a
    /// positive cycle.
    private mutating func rise(by new: Distance, _ former: inout [(variable: Int, value: Int)]) -> Bool {
        var queue: [Int] = []
        func raised(_ distance: Distance) -> Int? {
            let value = values[distance.from] + distance.length
            return value > values[distance.to] ? value : nil
        }
        guard let value = raised(new) else { return true }
        if new.from == new.to { return false }
        former.append((new.to, values[new.to]))
        values[new.to] = value
        queue.append(new.to)
        var at = 0
        while at < queue.count {
            let variable = queue[at]
            at += 1
            var index = first[variable]
            while index >= 0 {
                let distance = distances[index]
                index = next[index]
                guard let value = raised(distance) else { continue }
                if distance.to == new.from { return false }
                former.append((distance.to, values[distance.to]))
                values[distance.to] = value
                queue.append(distance.to)
            }
        }
        return true
    }
}
