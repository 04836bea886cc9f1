import Storage
import Wire

/// A validated JSON text of a document, with the places of its outermost members.
public struct DocumentText {
    let start: JSONCursor
    /// Names, and where their values begin.
    private(set) var members: [(name: JSONName, value: Int)] = []

    /// Validates a text, which must outlive this value.
    ///
    /// - Parameter forkJoin: one task validates the first half of a long text, the other the second.
    /// - Complexity: O(*n*), in one pass, which also finds the members.
    public init(
        validating bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = Limits.depth, with forkJoin: ForkJoin = .serial
    ) throws(JSONSyntaxError) {
        var members: [(name: JSONName, value: Int)] = []
        if forkJoin.isParallel, bytes.count >= DocumentText.leastShared,
            let split = SplitSyntax(bytes, depthLimit: depthLimit)
        {
            members = try DocumentText.members(validating: bytes, split, forkJoin)
        } else {
            let error = JSONSyntax.validate(bytes, depthLimit: depthLimit) { name, value in
                members.append((name, value.lowerBound))
            }
            if let error { throw error }
        }
        start = JSONCursor(bytes)
        self.members = members
    }

    /// Whether the outermost object has a member of this name.
    public func hasMember(_ name: String) -> Bool { members.contains { JSONString($0.name) == JSONString(name) } }

    /// A shorter text is validated sooner than a thread is there.
    private static let leastShared = 1 << 20

    private static func members(
        validating bytes: UnsafeBufferPointer<UInt8>, _ split: SplitSyntax, _ forkJoin: ForkJoin
    ) throws(JSONSyntaxError) -> [(name: JSONName, value: Int)] {
        // Both only read, and only while this function waits.
        nonisolated(unsafe) let bytes = bytes
        let (second, first) = forkJoin.both {
            split.second(of: bytes)
        } _: {
            split.first(of: bytes)
        }
        if let error = first.error ?? (first.isCut ? second.error : nil) { throw error }
        return (first.isCut ? first.members + second.members : first.members).compactMap { name, value in
            var cursor = JSONCursor(bytes)
            cursor.index = name
            return (try? cursor.readName()).map { ($0, value) }
        }
    }

    /// Takes a text that was validated before; it must be an object.
    init(validated bytes: UnsafeBufferPointer<UInt8>) throws(ShapeError) {
        start = JSONCursor(bytes)
        var cursor = start
        try cursor.enterObject()
        while let name = cursor.nextMember() { members.append((name, cursor.rawValue().lowerBound)) }
    }
}
