import Storage
import Wire

/// A validated JSON text of a document, with the positions of its outermost members.
public struct DocumentText {
    /// A cursor at the beginning of the text.
    public let start: JSONCursor
    /// The positions of names and their values.
    private var places: [(name: Int, value: Int)] = []

    /// Names and positions of their values, in the order of the text; a repeated name occurs twice.
    public var members: some Collection<(name: JSONName, value: Int)> {
        places.lazy.map { place in
            var cursor = cursor(at: place.name)
            // The text was validated.
            let name = try? cursor.readName()
            return (name ?? JSONName(start: start.base, count: 0, hasEscapes: false), place.value)
        }
    }

    /// Validates a text, which must outlive this value.
    ///
    /// - Parameter forkJoin: one task validates the first half of a long text, the other the second.
    /// - Complexity: O(*n*), in one pass, which also finds the members.
    public init(
        validating bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = Limits.depth, with forkJoin: ForkJoin = .serial
    ) throws(JSONSyntaxError) {
        start = JSONCursor(bytes)
        if forkJoin.isParallel, bytes.count >= DocumentText.leastShared,
            let split = SplitSyntax(bytes, depthLimit: depthLimit)
        {
            places = try DocumentText.places(validating: bytes, split, forkJoin)
        } else {
            let base = start.base
            let error = JSONSyntax.validate(bytes, depthLimit: depthLimit) { name, value in
                places.append((name.start - base - 1, value.lowerBound))
            }
            if let error { throw error }
        }
    }

    /// A cursor at a byte of the text, such as the beginning of a member's value.
    public func cursor(at index: Int) -> JSONCursor { JSONCursor(base: start.base, index: index, end: start.end) }

    /// The first value of this name, or nil. O(*n*) in the members.
    public func member(_ name: StaticString) -> JSONCursor? {
        members.first { $0.name == name }.map { cursor(at: $0.value) }
    }

    /// The number of elements in the lists `nodes` and `edges`.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public var elementCount: Int {
        var count = 0
        for (name, start) in members where name == "nodes" || name == "edges" {
            var cursor = cursor(at: start)
            guard cursor.entersArray() else { continue }
            while cursor.nextElement() {
                cursor.skipValue()
                count += 1
            }
        }
        return count
    }

    /// Is true if the text is an object.
    public var isObject: Bool {
        var cursor = start
        return cursor.peek() == .object
    }

    /// A shorter text is validated and read sooner than a thread is there.
    private static let leastShared = 1 << 20

    /// Is true if two tasks should share the work.
    var isLong: Bool { start.end >= DocumentText.leastShared }

    private static func places(
        validating bytes: UnsafeBufferPointer<UInt8>, _ split: SplitSyntax, _ forkJoin: ForkJoin
    ) throws(JSONSyntaxError) -> [(name: Int, value: Int)] {
        // Both only read, and only while this function waits.
        nonisolated(unsafe) let bytes = bytes
        let (second, first) = forkJoin.both {
            split.second(of: bytes)
        } _: {
            split.first(of: bytes)
        }
        if let error = first.error ?? (first.isCut ? second.error : nil) { throw error }
        return first.isCut ? first.members + second.members : first.members
    }

    /// Takes a text that was validated before and outlives this value.
    ///
    /// - Throws: if it is no object.
    /// - Complexity: O(*n*) in its bytes.
    public init(validated bytes: UnsafeBufferPointer<UInt8>) throws(ShapeError) {
        var cursor = JSONCursor(bytes)
        try self.init(validated: &cursor)
    }

    /// Reads the next value of such a text, and moves behind it.
    ///
    /// - Throws: if it is no object.
    /// - Complexity: O(*n*) in its bytes.
    public init(validated cursor: inout JSONCursor) throws(ShapeError) {
        start = cursor
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            places.append((name.start - start.base - 1, cursor.rawValue().lowerBound))
        }
    }
}
