import Wire

/// The heads at the two ends of an edge.
///
/// They are written as React Flow writes its markers: a name, or an object with the name as `type`. An edge that says nothing
/// has a closed head at its end and none at its start.
public struct EdgeHeads: Sendable, Equatable {
    public enum Head: Sendable { case none, open, closed }

    public private(set) var start = Head.none
    public private(set) var end = Head.closed

    public init() {}

    /// Takes a member of an edge if it describes a head; null says nothing.
    public mutating func read(_ name: JSONName, _ value: UnsafeBufferPointer<UInt8>) {
        if name == "markerStart" { start = EdgeHeads.head(value) ?? start }
        if name == "markerEnd" { end = EdgeHeads.head(value) ?? end }
    }

    /// `arrow` is open, `none` and the empty name are no head, and every other name is closed.
    private static func head(_ value: UnsafeBufferPointer<UInt8>) -> Head? {
        var cursor = JSONCursor(value)
        guard let json = try? JSON(reading: &cursor, checked: false), json != .null else { return nil }
        switch json.stringValue ?? json["type"]?.stringValue {
        case "none", "": return Head.none
        case "arrow": return .open
        default: return .closed
        }
    }
}
