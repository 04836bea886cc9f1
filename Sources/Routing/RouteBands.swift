/// Legs sorted by their coordinates across their axis.
struct RouteBands: Sendable {
    private let width: Double
    private var bands: [[RouteLegID]] = []

    /// The legs of a net with a spacing.
    init(spacing: Double) {
        width = max(spacing, 1)
        bands = Array(repeating: [], count: 1024)
    }

    /// Makes an empty one, for a moment.
    init() { width = 1 }

    private func band(_ place: Double) -> Int { Int((place / width).rounded(.down)) & 1023 }

    mutating func insert(_ id: RouteLegID, at place: Double) { bands[band(place)].append(id) }

    /// Removes a leg; false if it is not there.
    mutating func remove(_ id: RouteLegID, at place: Double) -> Bool {
        guard let at = bands[band(place)].firstIndex(of: id) else { return false }
        bands[band(place)].remove(at: at)
        return true
    }

    /// Moves legs near a coordinate that pass a test to a list.
    mutating func take(near place: Double, into list: inout [RouteLegID], _ test: (RouteLegID) -> Bool) {
        let middle = band(place)
        for number in [(middle - 1) & 1023, middle, (middle + 1) & 1023] {
            var k = 0
            while k < bands[number].count {
                if test(bands[number][k]) {
                    list.append(bands[number][k])
                    bands[number].swapAt(k, bands[number].count - 1)
                    bands[number].removeLast()
                } else {
                    k += 1
                }
            }
        }
    }
}
