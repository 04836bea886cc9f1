import Graph
import Wire

extension Format {
    /// The format of a JSON document that does not say it: the own one has a member `nodewire`, SwiftFlow's is
    /// recognized by the form of its viewport, first node or first edge, and everything else counts as React Flow's.
    ///
    /// - Complexity: O(the outermost members, the viewport, one node and one edge); the other elements are not looked at.
    public static func recognized(in text: DocumentText) -> Format {
        if text.member("nodewire") != nil { return .nodewire }
        if let viewport = text.member("viewport"), kind(of: "offset", in: viewport) == .array { return .swiftFlow }
        if let node = firstElement(of: text.member("nodes")), kind(of: "position", in: node) == .array {
            return .swiftFlow
        }
        if let edge = firstElement(of: text.member("edges")), kind(of: "sourceNodeID", in: edge) == .string {
            return .swiftFlow
        }
        return .reactFlow
    }

    private static func firstElement(of list: JSONCursor?) -> JSONCursor? {
        guard var cursor = list, cursor.entersArray() else { return nil }
        return cursor.nextElement() ? cursor : nil
    }

    /// The kind of a member's value; nil if there is no such member.
    private static func kind(of member: StaticString, in object: JSONCursor) -> JSONKind? {
        var cursor = object
        guard cursor.entersObject() else { return nil }
        while let name = cursor.nextMember() {
            if name == member { return cursor.peek() }
            cursor.skipValue()
        }
        return nil
    }
}
