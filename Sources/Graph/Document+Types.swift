import Geometry
import Storage
import Wire

extension Document {
    /// The least size for resizes by hand of a node of this type, if the type states one.
    public func minSize(_ slot: Node.Slot) -> Size? {
        nodes.type(slot).flatMap { types[$0]?.minSize }
    }

    /// The greatest size for resizes by hand of a node of this type, if the type states one; never less than the
    /// least.
    public func maxSize(_ slot: Node.Slot) -> Size? {
        guard let type = nodes.type(slot).flatMap({ types[$0] }), let most = type.maxSize else { return nil }
        return type.minSize?.united(most) ?? most
    }

    /// Returns the document's description of the node's type.
    func type(of slot: Node.Slot) -> NodeType? { nodes.type(slot).flatMap { types[$0] } }

    /// The name of the node's type; a node without one is a `default`, as in React Flow.
    public func typeName(_ slot: Node.Slot) -> Identifier {
        nodes.type(slot).map { symbols[$0] } ?? Identifier("default")
    }

    /// The members of a type that front ends show, an object; nil if the document does not describe it. O(1).
    public func look(ofType name: Identifier) -> JSONText? { symbols.find(name).flatMap { types[$0]?.look } }

    /// Returns the title of a type, else its name.
    public func title(ofType name: Identifier) -> String {
        symbols.find(name).flatMap { types[$0]?.title } ?? name.string
    }

    /// Returns the title of a type, else its name as people write it: `timeOut` is "Time out".
    public func spokenTitle(ofType name: Identifier) -> String {
        if let title = symbols.find(name).flatMap({ types[$0]?.title }) { return title }
        var words = ""
        var isInWord = false
        for letter in name.string {
            let isMark = letter == "-" || letter == "_"
            if (isMark || letter.isUppercase) && isInWord { words.append(" ") }
            isInWord = !isMark && !letter.isUppercase
            if !isMark { words += letter.lowercased() }
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns true if a node accepts children of a type; nil is a child without a type.
    public func accepts(_ type: Identifier?, in parent: Node.Slot) -> Bool {
        self.type(of: parent)?.accepted?.contains(type ?? Identifier("default")) ?? true
    }

    /// The node with its type's default data if it has none of its own.
    public func withDefaultData(_ node: Node) -> Node {
        if types.isEmpty { return node }
        let traits = node.members.withUnsafeBufferPointer { NodeTraits(members: $0) }
        let type = traits.type.flatMap { symbols.find($0) }.flatMap { types[$0] }
        guard let data = type?.defaultData else { return node }
        let stated = node.members.withUnsafeBufferPointer { JSONMembers.value("data", in: $0) }
        if stated ?? .null != .null { return node }
        var result = node
        result.members = JSONMembers.setting([("data", data)], in: node.members)
        return result
    }

    /// Returns the radius of a rectangle's corners in pictures, in canvas units: that of the node, else of its type;
    /// nil if neither states one.
    ///
    /// - Complexity: O(*n*) in the bytes of the node's members.
    public func cornerRadius(ofNode slot: Node.Slot) -> Double? {
        let own = withNodeMembers(slot) { JSONMembers.value("cornerRadius", in: $0) }
        return own.flatMap(NodeType.radius) ?? type(of: slot)?.cornerRadius
    }

    /// Returns true if a press on the node brings it to the front.
    public func isRaisedOnTouch(_ slot: Node.Slot) -> Bool { type(of: slot)?.isRaisedOnTouch ?? false }

    /// The names of the node types, in the order of their bytes.
    public var typeNames: [String] { types.keys.map { symbols[$0] }.sorted().map(\.string) }
}

extension Document {
    /// The states for which types of edges have a look of their own.
    public var edgeStates: EdgeStates { edgeTypes.states }

    /// Returns the look of an edge in some states.
    ///
    /// Its type is asked first, then the edge itself, then its type for each state.
    ///
    /// - Complexity: O(the bytes of its members) for edges that are styled or of a type that is described, else O(1).
    public func style(ofEdge slot: Edge.Slot, in states: EdgeStates = []) -> EdgeStyle {
        let flags = edges.flags(slot)
        if flags.isDisjoint(with: [.styled, .described]) { return EdgeStyle() }
        return withEdgeMembers(slot) { members in
            let type = flags.contains(.described) ? edgeTypes.entry(of: members) : nil
            let own = flags.contains(.styled) ? EdgeLook(members: members) : nil
            return EdgeStyle(of: type, own, in: states)
        }
    }

    /// Returns the look of an edge that gestures make, which names no type.
    public func styleOfNewEdge(in states: EdgeStates) -> EdgeStyle {
        EdgeStyle(of: edgeTypes.ofUnnamed, nil, in: states)
    }

    /// The path of edges that name no type.
    public var newEdgeType: EdgeType { edgeTypes.ofUnnamed?.path ?? settings.defaultEdgeType }

    /// Updates edges after a change of the described types.
    ///
    /// - Complexity: O(*n*) in the edges, and the bytes of their members.
    mutating func describeEdges() {
        for slot in edges.order.slots {
            let own = edges.flags(slot).own
            let type = edgeTypes.isEmpty ? [] : withEdgeMembers(slot) { flags(ofEdgeWith: $0) }
            edges.rows[slot].flags = own.union(type).rawValue
        }
    }

    /// The flags that an edge with these members has of its type.
    func flags(ofEdgeWith members: UnsafeBufferPointer<UInt8>) -> EdgeFlags {
        if edgeTypes.isEmpty { return [] }
        return edgeTypes.entry(of: members).map { .described(path: $0.path?.number ?? 0) } ?? []
    }
}

extension EdgeStyle {
    fileprivate init(of type: EdgeTypes.Entry?, _ own: EdgeLook?, in states: EdgeStates) {
        self.init()
        if let type { take(type.look.value) }
        if let own { take(own) }
        if states.contains(.selected), let look = type?.selected { take(look.value) }
        if states.contains(.invalid), let look = type?.invalid { take(look.value) }
    }
}
