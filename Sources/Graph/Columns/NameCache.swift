import Storage
import Wire

/// The results for the names met last, looked up by their bytes without making a string.
///
/// A direct-mapped cache: a name replaces the previous one in its entry. A name of up to sixteen bytes is its own key.
struct NameCache<Value> {
    private var keys: ContiguousArray<NameKey?>
    private var values: ContiguousArray<Value?>
    /// The names that are longer than their keys.
    private var names: ContiguousArray<[UInt8]>

    private static var size: Int { 64 }

    init() {
        keys = ContiguousArray(repeating: nil, count: NameCache.size)
        values = ContiguousArray(repeating: nil, count: NameCache.size)
        names = ContiguousArray(repeating: [], count: NameCache.size)
    }

    @inline(__always)
    func find(_ name: UnsafeBufferPointer<UInt8>) -> Value? {
        guard let key = NameCache.key(name) else { return nil }
        let place = NameCache.place(key)
        guard keys[place] == key, key.isWhole || isSame(name, place) else { return nil }
        return values[place]
    }

    mutating func keep(_ value: Value, for name: UnsafeBufferPointer<UInt8>) {
        guard let key = NameCache.key(name) else { return }
        let place = NameCache.place(key)
        keys[place] = key
        values[place] = value
        names[place] = key.isWhole ? [] : Array(name)
    }

    @inline(never)
    private func isSame(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        names[place].withUnsafeBufferPointer { $0.hasSameBytes(as: name) }
    }

    @inline(__always)
    private static func key(_ name: UnsafeBufferPointer<UInt8>) -> NameKey? {
        name.baseAddress.map { NameKey($0, name.count) }
    }

    @inline(__always)
    private static func place(_ key: NameKey) -> Int { Int(truncatingIfNeeded: key.hash) & (size - 1) }
}
