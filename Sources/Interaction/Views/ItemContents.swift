import Graph
import Storage
import Wire

/// The values of elements that the frames of a view carry besides the drawing: by their pointers (RFC 6901) into a
/// node and into an edge.
public struct ItemContents: Sendable, Equatable {
    /// Pointers into nodes.
    public var nodes: [JSONPointer]
    /// Pointers into edges.
    public var edges: [JSONPointer]

    /// Contents of these pointers; without any, none.
    public init(nodes: [JSONPointer] = [], edges: [JSONPointer] = []) {
        (self.nodes, self.edges) = (nodes, edges)
    }

    /// All data of nodes and of edges.
    public static let data = ItemContents(nodes: [dataPointer], edges: [dataPointer])

    private static let dataPointer = JSONPointer(tokens: [JSONString("data")])
}

/// The values of one item at the pointers of its view.
public struct ItemValues: Sendable {
    /// Each value as written; nil if there is none, or null.
    public private(set) var texts: [[UInt8]?] = []
    /// The indices of the changed values since the last frame, as bits.
    public private(set) var changed: UInt64 = 0

    /// Takes the values that are in the members of an element now; returns whether any is another one.
    ///
    /// - Parameter isPending: whether former changes were not sent yet.
    /// - Complexity: O(the pointers and the bytes of the members).
    mutating func read(_ pointers: [JSONPointer], in members: UnsafeBufferPointer<UInt8>, isPending: Bool) -> Bool {
        if !isPending { changed = 0 }
        let known = changed
        if texts.isEmpty { texts = Array(repeating: nil, count: pointers.count) }
        for (index, pointer) in pointers.enumerated() {
            let text = ItemValues.text(at: pointer, in: members)
            if text == texts[index] { continue }
            texts[index] = text
            changed |= 1 << UInt64(index)
        }
        return changed != known
    }

    private static func text(at pointer: JSONPointer, in members: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if members.count <= 2 { return nil }
        guard var value = JSONCursor(members).value(at: pointer), value.peek() != .null else { return nil }
        return Array(members[value.rawValue()])
    }
}
