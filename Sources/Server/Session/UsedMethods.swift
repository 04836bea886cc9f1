import Graph
import Wire

/// Every method of the protocol, found by its name.
final class MethodTable: Sendable {
    private let entries: [AnyMethod]
    /// The names, one after another. The name at `index` is `text[starts[index]..<starts[index + 1]]`.
    private let text: [UInt8]
    private let starts: [Int]
    /// Open addressing by a hash of the name's bytes; −1 is free.
    private let buckets: [Int16]
    private let mask: Int

    init(_ methods: [AnyMethod]) {
        entries = methods
        text = methods.flatMap { Array($0.name.utf8) }
        starts = methods.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.name.utf8.count) }
        var size = 64
        while size < methods.count * 4 { size *= 2 }
        mask = size - 1
        var buckets = [Int16](repeating: -1, count: size)
        for (index, method) in methods.enumerated() {
            var name = method.name
            var bucket = name.withUTF8 { MethodTable.hash($0) } & mask
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & mask }
            buckets[bucket] = Int16(index)
        }
        self.buckets = buckets
    }

    var count: Int { entries.count }

    var names: [String] { entries.map(\.name) }

    /// All methods of the latest version, each newly built: for the specification.
    var methods: [LoadedMethod] { entries.map { $0.load(.latest) } }

    subscript(index: Int) -> AnyMethod { entries[index] }

    /// The index of the method of this name, or nil.
    ///
    /// - Complexity: O(1).
    func find(_ name: JSONName) -> Int? {
        if !name.hasEscapes { return find(name.spelling) }
        return find(name.description)
    }

    func find(_ name: String) -> Int? {
        var name = name
        return name.withUTF8 { find($0) }
    }

    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        var bucket = MethodTable.hash(name) & mask
        while buckets[bucket] >= 0 {
            let index = Int(buckets[bucket])
            if isName(of: index, name) { return index }
            bucket = (bucket + 1) & mask
        }
        return nil
    }

    @inline(__always)
    private func isName(of index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { text in
            UnsafeBufferPointer(rebasing: text[starts[index]..<starts[index + 1]]).hasSameBytes(as: name)
        }
    }

    /// A hash of the length and of the first and the last eight bytes; of the length alone for a shorter name.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var state = UInt64(truncatingIfNeeded: bytes.count)
        if bytes.count >= 8, let base = UnsafeRawPointer(bytes.baseAddress) {
            let last = base.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            state ^= base.loadUnaligned(as: UInt64.self) ^ last &* 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: (state &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

/// The methods that a conversation has used so far.
struct UsedMethods: Sendable {
    /// The table of all methods.
    let table: MethodTable
    private let version: ProtocolVersion
    private var loaded: [LoadedMethod?]

    init(of table: MethodTable, in version: ProtocolVersion = .first) {
        self.table = table
        self.version = version
        loaded = Array(repeating: nil, count: table.count)
    }

    @inline(__always)
    mutating func method(at index: Int) -> LoadedMethod {
        if let method = loaded[index] { return method }
        let method = table[index].load(version)
        loaded[index] = method
        return method
    }

    /// The same method without a count of its reference: it stays loaded as long as the session.
    @inline(__always)
    mutating func lentMethod(at index: Int) -> Unmanaged<LoadedMethod> { .passUnretained(method(at: index)) }

    /// The edit of this name, for `document/edit`.
    mutating func edit(_ name: String) -> AnyEdit? {
        table.find(name).flatMap { method(at: $0).edit }
    }
}

/// An edit as `document/edit` calls it, whatever its type.
struct AnyEdit: Sendable {
    /// An edit with its parameters: performed in a transaction it returns its result as JSON.
    typealias Step = @Sendable (inout Transaction) throws(EditError) -> JSONText

    let label: String
    /// The schema of its parameters.
    let params: Schema
    /// Reads the parameters of an edit.
    ///
    /// - Throws: the errors in them, also if they do not go together.
    let read: @Sendable (inout JSONCursor) throws(ShapeError) -> Step
}
