import Wire

/// How many of the counted ids, `n1`, `n2` and so on, the elements of a file take one after the other.
///
/// The first id made after opening a file whose own ids were counted is then found at once.
struct TakenRun: Sendable {
    private(set) var count = 0
    /// The next id of the run.
    private var next: [UInt8]

    init(_ letter: Unicode.Scalar) {
        next = [UInt8(ascii: letter), UInt8(ascii: "1")]
    }

    /// Takes notice of an id.
    @inline(__always)
    mutating func note(_ id: UnsafeBufferPointer<UInt8>) {
        if id.count == next.count && next.withUnsafeBufferPointer({ id.hasSameBytes(as: $0) }) { advance() }
    }

    private mutating func advance() {
        count += 1
        var place = next.count - 1
        while place > 0 {
            if next[place] < UInt8(ascii: "9") {
                next[place] += 1
                return
            }
            next[place] = UInt8(ascii: "0")
            place -= 1
        }
        next.insert(UInt8(ascii: "1"), at: 1)
    }
}
