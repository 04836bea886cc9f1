import Wire

/// The position of an element in the order, as a list of numbers that is compared from its beginning.
///
/// Between two different keys there is always another one. Elements with one key are ordered by their ids.
public struct PlaceKey: Hashable, Comparable, Sendable {
    /// The parts, at least one number; a prefix comes before longer keys.
    public let parts: [Int]

    /// Numbers and lengths beyond these are refused.
    static let greatest = 1 << 48
    static let longest = 256
    /// Longer keys are shortened when an element is placed beside them.
    static let longestMade = 32

    init(_ parts: [Int]) { self.parts = parts }
    init(_ number: Int) { parts = [number] }

    /// Compares number by number.
    public static func < (a: PlaceKey, b: PlaceKey) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }

    /// A key between two others; nil stands for the ends.
    ///
    /// It counts forward or back by one if it can, so that keys do not grow while elements are added one after the
    /// other.
    ///
    /// - Returns: nil if there is no space, as the first is not before the second.
    static func between(_ low: PlaceKey?, _ high: PlaceKey?) -> PlaceKey? {
        guard let low = low?.parts else { return high.map { PlaceKey($0.parts[0] - 1) } ?? PlaceKey(0) }
        guard let high = high?.parts else { return PlaceKey(low[0] + 1) }
        guard low.lexicographicallyPrecedes(high) else { return nil }
        var same = 0
        while same < low.count, low[same] == high[same] { same += 1 }
        if same == low.count { return PlaceKey(low + [high[same] - 1]) }
        if high[same] - low[same] > 1 { return PlaceKey(low[..<same] + [low[same] + 1]) }
        return PlaceKey(low.count == same + 1 ? low + [0] : low[...same] + [low[same + 1] + 1])
    }

    /// A single number, or an array.
    var json: JSON { parts.count == 1 ? .number(parts[0]) : .array(parts.map { .number($0) }) }

    init?(_ json: JSON?) {
        let parts = json?.arrayValue?.map(\.integerValue) ?? [json?.integerValue]
        let numbers = parts.compactMap { $0 }
        guard (1...PlaceKey.longest).contains(parts.count), numbers.count == parts.count,
            numbers.allSatisfy({ $0.magnitude <= PlaceKey.greatest })
        else { return nil }
        self.parts = numbers
    }
}
