import Wire

/// A validated JSON text of a document, with the places of its outermost members.
public struct DocumentText {
    let start: JSONCursor
    /// Names, and where their values begin.
    private(set) var members: [(name: JSONName, value: Int)] = []

    /// Validates a text, which must outlive this value.
    ///
    /// - Complexity: O(*n*), in one pass, which also finds the members.
    public init(
        validating bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = Limits.depth
    ) throws(JSONSyntaxError) {
        var members: [(name: JSONName, value: Int)] = []
        let error = JSONSyntax.validate(bytes, depthLimit: depthLimit) { name, value in
            members.append((name, value.lowerBound))
        }
        if let error { throw error }
        start = JSONCursor(bytes)
        self.members = members
    }

    /// Takes a text that was validated before; it must be an object.
    init(validated bytes: UnsafeBufferPointer<UInt8>) throws(ShapeError) {
        start = JSONCursor(bytes)
        var cursor = start
        try cursor.enterObject()
        while let name = cursor.nextMember() { members.append((name, cursor.rawValue().lowerBound)) }
    }
}
