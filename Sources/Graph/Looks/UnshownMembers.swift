import Wire

/// Members of a document's elements that React Flow shows but nothing here draws, by kind.
///
/// They are kept like all others. The number of entries depends on the kinds of members, not on the elements.
public struct UnshownMembers: Sendable {
    /// A kind of member, with the elements that have it.
    public struct Kind: Sendable {
        /// Is true if nodes have it, not edges.
        public let isNode: Bool
        /// The member, as `className` or `style.border`.
        public let member: String
        /// The number of elements that have it.
        public internal(set) var count = 0
        /// The first few elements that have it.
        public internal(set) var ids: [Identifier] = []

        /// The message about it.
        public var message: String {
            "`\(member)` of \(count) \(isNode ? (count == 1 ? "node" : "nodes") : (count == 1 ? "edge" : "edges")) is kept "
                + "and not shown"
        }
    }

    /// The kinds found, in the order of the first element that has each.
    public private(set) var kinds: [Kind] = []

    private static let members: Set<JSONString> = [
        "className", "labelStyle", "labelShowBg", "labelBgStyle", "labelBgPadding", "labelBgBorderRadius",
    ]
    private static let shownOfNodes: Set<JSONString> = ["width", "height", "backgroundColor", "background"]

    /// - Complexity: O(the elements), and the bytes of those with a style.
    public init(of document: Document) {
        for slot in document.nodeSlots where document.nodes.flags(slot).contains(.styled) {
            document.withNodeMembers(slot) { add($0, isNode: true) { document.nodeID(slot) } }
        }
        for slot in document.edgeSlots where document.edges.flags(slot).contains(.styled) {
            document.withEdgeMembers(slot) { add($0, isNode: false) { document.edgeID(slot) } }
        }
    }

    private mutating func add(_ members: UnsafeBufferPointer<UInt8>, isNode: Bool, _ id: () -> Identifier) {
        JSONMembers.visit(members) { name, value in
            if name == "style", value.first == UInt8(ascii: "{") {
                JSONMembers.visit(value) { part, value in
                    if isShown(JSONString(part), value, isNode) { return }
                    add("style.\(part.description)", isNode, id)
                }
            } else if UnshownMembers.members.contains(JSONString(name)), !(value.elementsEqual("null".utf8)) {
                add(name.description, isNode, id)
            }
        }
    }

    /// Returns true if a property of a style is drawn.
    /// A color, a length or a dash is not if its spelling is not read.
    private func isShown(_ part: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ isNode: Bool) -> Bool {
        let shown = isNode ? UnshownMembers.shownOfNodes.union(NodeLook.shown) : EdgeLook.shown
        guard shown.contains(part) else { return false }
        var cursor = JSONCursor(value)
        guard let json = try? JSON(reading: &cursor, checked: false), json != .null else { return true }
        if !isNode { return EdgeLook.shows(part, json) }
        if NodeLook.shown.contains(part) { return NodeLook.shows(part, json) }
        let isLength = part == "width" || part == "height"
        return isLength ? StyleLength.pixels(json) != nil : StyleColor(json) != nil
    }

    private mutating func add(_ member: String, _ isNode: Bool, _ id: () -> Identifier) {
        var index = kinds.firstIndex { $0.isNode == isNode && $0.member == member }
        if index == nil && kinds.count < Limits.unshownKinds {
            index = kinds.count
            kinds.append(Kind(isNode: isNode, member: member))
        }
        guard let index else { return }
        kinds[index].count += 1
        if kinds[index].ids.count < Limits.unshownElements { kinds[index].ids.append(id()) }
    }
}
