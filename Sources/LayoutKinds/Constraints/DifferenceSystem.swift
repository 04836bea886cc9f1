/// Whole numbers of which some are at least a distance above others: the least ones from 0 on that fit.
///
/// Distances are added one after another, and one that closes a cycle of positive length is refused: Ramalingam, Song,
/// Joskowicz and Miller 1999, by searching forward from the new distance only.
public struct DifferenceSystem: Sendable {
    /// One number at least a length above another; the length may be negative.
    public struct Distance: Sendable {
        public let from: Int
        public let to: Int
        public let length: Int

        /// The number `to` at least a length above `from`.
        @inlinable public init(from: Int, to: Int, length: Int) {
            (self.from, self.to, self.length) = (from, to, length)
        }
    }

    /// The least values, by variable.
    public private(set) var values: [Int]
    /// The distances that are kept, in the order in which it was added.
    public private(set) var distances: [Distance] = []
    /// The first distance that leaves each variable, and the one after each; -1 ends a list.
    private var first: [Int]
    private var next: [Int] = []

    /// So many variables without a distance, all at 0.
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

    /// Adds distances if all of them can be kept with those that are there; else nothing changes.
    ///
    /// - Complexity: O(the variables that rise and what leaves them), as often as they rise.
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

    /// Raises what a new distance raises, and notes what was there; false if its own beginning would have to rise.
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
