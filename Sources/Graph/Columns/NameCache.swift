import Storage
import Wire

/// What was found for the names met last, looked up by their bytes without making a string.
///
/// A direct-mapped cache: a name takes the place of the one before it in its entry.
struct NameCache<Value> {
    private var entries: ContiguousArray<(name: [UInt8], value: Value)?>

    init() {
        entries = ContiguousArray(repeating: nil, count: 64)
    }

    @inline(__always)
    func find(_ name: UnsafeBufferPointer<UInt8>) -> Value? {
        guard let entry = entries[NameCache.index(name)],
            entry.name.withUnsafeBufferPointer({ $0.hasSameBytes(as: name) })
        else { return nil }
        return entry.value
    }

    mutating func keep(_ value: Value, for name: UnsafeBufferPointer<UInt8>) {
        entries[NameCache.index(name)] = (Array(name), value)
    }

    @inline(__always)
    private static func index(_ name: UnsafeBufferPointer<UInt8>) -> Int { Int(IdentifierHash.hash(name) & 63) }
}
