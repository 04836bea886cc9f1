import Geometry
import Storage
import Wire

/// A document open for writing: the only way to change it.
///
/// Every function here keeps the structure of the document (unique ids, existing ends and parents, no parent cycle,
/// finite numbers, no negative sizes) and records before and after of the elements that it touches. Edits are
/// extensions of it and call nothing else. An error leaves the transaction open; `Document.transact` restores
/// everything.
public struct Transaction: Sendable {
    /// The document as changed so far.
    public private(set) var document: Document
    /// The changes so far, some of them without an effect.
    public private(set) var delta = Delta()
    private var nodeIndex = SlotMap<Node>()
    private var edgeIndex = SlotMap<Edge>()
    private var measuredIndex: [Node.ID: Int] = [:]
    /// Is true if data that do not fit their schema are accepted, whatever the settings say: a dry run asks for the
    /// problems.
    public var passesInvalidData = false
    /// Is true if changes pass that the rules about data, types and locks refuse.
    /// They were committed before, here or by another replica, and the rules were asked then.
    public var isReplay = false
    /// Is true while it takes in committed changes of others: these have laid groups out again already.
    public var isFollowing = false
    /// The groups whose contents the latest edit has laid out.
    public var laidOut: [Node.Slot] = []
    /// Is true if a move of an element to its own position is recorded: a recorded change that is read again moves the
    /// same elements.
    public var recordsEveryMove = false
    /// The latest changes of texts before this one.
    public var texts = TextLog()
    /// The changes of texts that edits have noted here.
    public var typed: [TextLog.Typed] = []
    /// The text of an adopted transaction; nil if there was none.
    var described: DescribedDelta?
    private let madeIDs: (nodes: CountedIDs, edges: CountedIDs)
    private var nodeKeys: FormerKeys<Node>
    private var edgeKeys: FormerKeys<Edge>

    init(_ document: consuming Document) {
        madeIDs = (document.nodeIDs, document.edgeIDs)
        (nodeKeys, edgeKeys) = (FormerKeys(document.nodes.order), FormerKeys(document.edges.order))
        self.document = document
    }

    // MARK: Nodes

    /// Reserves memory for changes of a number of further nodes.
    public mutating func reserve(nodes count: Int) {
        delta.nodes.reserveCapacity(delta.nodes.count + count)
        if nodeIndex.count == 0 { nodeIndex = SlotMap(minimumCapacity: count) }
    }

    /// Gives a node another stored position and size; NaN leaves a member out.
    ///
    /// - Throws: `invalidValue` (infinite, negative size, or one coordinate without the other).
    public mutating func setGeometry(_ slot: Node.Slot, _ geometry: NodeGeometry) throws(EditError) {
        let before = document.storedGeometry(slot)
        if before == geometry { return }
        try check(geometry)
        if document.nodes.flags(slot).contains(.writtenGeometry) {
            var node = document.node(at: slot)
            let members = node.members
            node.setGeometry(geometry)
            if node.members != members { return try replace(slot, with: node) }
        }
        let index = recordNode(slot, before: before, withContent: false)
        document.setGeometry(slot, geometry)
        delta.nodes[index].after = geometry
        if case .changed(let old, .some(var new)) = delta.nodes[index].content {
            new.geometry = geometry
            delta.nodes[index].content = .changed(before: old, after: new)
        }
    }

    /// Gives a node another stored position; its size stays.
    ///
    /// - Throws: `invalidValue` (a coordinate is not finite).
    public mutating func setPosition(_ slot: Node.Slot, _ position: Point) throws(EditError) {
        var geometry = document.storedGeometry(slot)
        geometry.x = position.x + 0
        geometry.y = position.y + 0
        try setGeometry(slot, geometry)
    }

    /// Adds a node in front of all others, or before another one in the order.
    ///
    /// - Throws: `duplicateId`, `invalidValue` (id, position or size), `noSuchNode`, `parentCycle` or `notAccepted` (the
    ///   parent), `invalidData`, `limits`.
    @discardableResult
    public mutating func insert(_ node: Node, before successor: Node.Slot? = nil) throws(EditError) -> Node.Slot {
        if document.node(node.id) != nil { throw .taken(node: node.id) }
        try check(node.geometry)
        try check(node.id)
        let traits = node.members.withUnsafeBufferPointer { NodeTraits(members: $0) }
        let parent = try parent(of: node, traits)
        try checkAccepted(node.id, traits.type, in: parent)
        try checkData(of: node, type: traits.type, replacing: nil)
        if document.nodes.count >= Limits.nodes {
            throw EditError(.limits, "a document holds at most \(Limits.nodes) nodes")
        }
        // A new node does not get the size of one that is gone; one that comes back does.
        if !isReplay { forgetMeasured(node.id) }
        let isTransient = traits.flags.contains(.transient) || parent.map { document.isTransient($0) } == true
        let slot = isTransient ? document.nodes.slots.takeApart() : document.nodes.slots.take()
        let index = recordNode(slot, before: .absent, withContent: true)
        document.put(node, traits: traits, at: slot)
        document.link(slot, toParent: parent)
        delta.nodes[index].after = node.geometry
        setContent(index, node)
        place(Placement(slot: slot, from: .absent, to: .init(before: successor)))
        return slot
    }

    /// Replaces everything of a node but its id and the handles that only edges name.
    ///
    /// - Parameter known: the node as it is, if the caller knows it.
    /// - Throws: `invalidValue` (position or size), `noSuchNode`, `parentCycle` or `notAccepted` (the parent), `invalidData`.
    public mutating func replace(
        _ slot: Node.Slot, with node: Node, insteadOf known: Node? = nil
    ) throws(EditError) {
        var node = node
        node.inferredHandles = document.nodes.inferredHandles[slot]
        try replace(slot, with: node, insteadOf: known ?? document.node(at: slot), isInTurn: false)
    }

    /// Replaces everything of a node except its id by the result of `content(of:in:insteadOf:)`.
    ///
    /// If many nodes are replaced, each comes after its new parent. So no node can end up inside itself, and no walk
    /// to the outermost node has to check this.
    ///
    /// - Throws: `invalidValue` (position or size), `noSuchNode` or `notAccepted` (the parent), `invalidData`.
    public mutating func replaceInTurn(_ slot: Node.Slot, with node: Node) throws(EditError) {
        try replace(slot, with: node, insteadOf: document.node(at: slot), isInTurn: true)
    }

    /// Replaces everything of a node except its id and the handles that only edges name, when many nodes are replaced.
    ///
    /// - Throws: the errors of `replaceInTurn(_:with:)`.
    public mutating func replaceInTurn(_ slot: Node.Slot, withMembersOf node: Node) throws(EditError) {
        var node = node
        node.inferredHandles = document.nodes.inferredHandles[slot]
        try replaceInTurn(slot, with: node)
    }

    private mutating func replace(
        _ slot: Node.Slot, with node: Node, insteadOf before: Node, isInTurn: Bool
    ) throws(EditError) {
        precondition(before.id == node.id, "the id of a node does not change")
        try check(node.geometry)
        let traits = node.members.withUnsafeBufferPointer { NodeTraits(members: $0) }
        let parent = try parent(of: node, traits)
        if let parent, !isInTurn, document.isNode(parent, inside: slot) {
            let nodes = parent == slot ? [node.id] : [node.id, document.nodeID(parent)]
            throw EditError(.parentCycle, "\"\(node.id)\" cannot lie inside itself", nodes: nodes)
        }
        if parent != document.nodes.parent(slot) { try checkAccepted(node.id, traits.type, in: parent) }
        if !isReplay && node.measured != before.measured { state(node.measured, of: slot) }
        if before == node { return }
        try checkData(of: node, type: traits.type, replacing: slot)
        let isPresent = before.measured == document.measured(slot)
        let index = recordNode(slot, before: before.geometry, withContent: true, isPresent ? before : nil)
        document.put(node, traits: traits, at: slot)
        document.link(slot, toParent: parent)
        delta.nodes[index].after = node.geometry
        setContent(index, node)
    }

    /// Removes a node that has no edges and no children any more.
    public mutating func removeNode(_ slot: Node.Slot) {
        precondition(document.nodes.firstOut(slot) == nil && document.nodes.firstIn(slot) == nil, "edges go first")
        let index = recordNode(slot, before: document.storedGeometry(slot), withContent: true)
        place(Placement(slot: slot, from: .init(before: document.nodes.order.next(slot)), to: .absent))
        document.removeNode(slot)
        delta.nodes[index].after = .absent
        setContent(index, nil)
    }

    /// Moves a node in the order, before another one or to the end.
    public mutating func moveNode(_ slot: Node.Slot, before successor: Node.Slot?) {
        let from = document.nodes.order.next(slot)
        if isIdle(slot, from, to: successor) { return }
        place(Placement(slot: slot, from: .init(before: from), to: .init(before: successor)))
    }

    private func isIdle<Element>(_ slot: Slot<Element>, _ from: Slot<Element>?, to successor: Slot<Element>?) -> Bool {
        successor == slot || from == successor && !recordsEveryMove
    }

    // MARK: Edges

    /// The nodes at the ends of an edge.
    public typealias Ends = (source: Node.Slot, target: Node.Slot)

    /// Adds an edge in front of all others, or before another one in the order, and returns its slot.
    /// The caller has checked the connection rules.
    ///
    /// - Parameter known: its nodes, if the caller knows them.
    /// - Throws: `duplicateId`, `invalidValue` (the id), `noSuchNode` (an end), `limits`.
    @discardableResult
    public mutating func insert(
        _ edge: Edge, between known: Ends? = nil, before successor: Edge.Slot? = nil
    ) throws(EditError) -> Edge.Slot {
        if document.edge(edge.id) != nil {
            throw EditError(.duplicateId, "there is an edge \"\(edge.id)\" already", edges: [edge.id])
        }
        try check(edge.id)
        let ends = if let known { known } else { try ends(of: edge) }
        if document.edges.count >= Limits.edges {
            throw EditError(.limits, "a document holds at most \(Limits.edges) edges")
        }
        let isTransient = document.isTransient(edge, from: ends.source, to: ends.target)
        let slot = isTransient ? document.edges.slots.takeApart() : document.edges.slots.take()
        let index = recordEdge(slot, before: nil)
        document.put(edge, from: ends.source, to: ends.target, at: slot)
        delta.edges[index].after = edge
        place(Placement(slot: slot, from: .absent, to: .init(before: successor)))
        return slot
    }

    /// Replaces everything of an edge but its id. The caller has checked the connection rules.
    ///
    /// - Throws: `noSuchNode` (an end).
    public mutating func replace(edge slot: Edge.Slot, with edge: Edge) throws(EditError) {
        let before = document.edge(at: slot)
        precondition(before.id == edge.id, "the id of an edge does not change")
        let ends = try ends(of: edge)
        if before == edge { return }
        let index = recordEdge(slot, before: before)
        document.put(edge, from: ends.source, to: ends.target, at: slot)
        delta.edges[index].after = edge
    }

    /// Announces that a number of edges are about to change their ends.
    public mutating func leaveOrder(to changed: Int) { document.leaveOrder(to: changed) }

    /// Removes an edge. O(1).
    public mutating func removeEdge(_ slot: Edge.Slot) {
        let index = recordEdge(slot, before: document.edge(at: slot))
        place(Placement(slot: slot, from: .init(before: document.edges.order.next(slot)), to: .absent))
        document.removeEdge(slot)
        delta.edges[index].after = nil
    }

    /// Moves an edge in the order, before another one or to the end.
    public mutating func moveEdge(_ slot: Edge.Slot, before successor: Edge.Slot?) {
        let from = document.edges.order.next(slot)
        if isIdle(slot, from, to: successor) { return }
        place(Placement(slot: slot, from: .init(before: from), to: .init(before: successor)))
    }

    // MARK: The document itself

    /// Gives a member of the document (settings, types, any other) another value, or takes it away.
    public mutating func setMember(_ name: String, to value: JSON?) { setMembers([(JSONString(name), value)]) }

    /// Changes the values of members of the document; nil removes one. The last value of a repeated name counts.
    ///
    /// - Complexity: O(*n* + *m*) in the members and the changes.
    public mutating func setMembers(_ values: some Sequence<(name: JSONString, value: JSON?)>) {
        var changes: [MemberChange] = []
        var places: [JSONString: Int] = [:]
        for (name, value) in values {
            if let place = places[name] {
                changes[place].after = value
                continue
            }
            places[name] = changes.count
            changes.append(MemberChange(name: name.description, before: document.content[name], after: value))
        }
        changes.removeAll { $0.before == $0.after }
        if changes.isEmpty { return }
        document.setMembers(changes)
        delta.merge(members: changes)
    }

    /// A node of this document, or of another one, as content for this one.
    ///
    /// - Parameter own: the node of this document that gets it, and keeps the handles that only edges name.
    public mutating func content(
        of slot: Node.Slot, in other: Document? = nil, insteadOf own: Node.Slot? = nil
    ) -> Node {
        guard let other else { return document.node(at: slot) }
        var node = other.node(at: slot)
        let former = own.map { document.nodes.inferredHandles[$0] } ?? .standard
        if node.inferredHandles == .standard {
            node.inferredHandles = former
        } else {
            let kept = former == .standard ? [] : document.catalog[former]
            let known = Set(kept)
            let new = other.catalog[node.inferredHandles].filter { !known.contains($0) }
            node.inferredHandles = document.adoptHandles(kept + new)
        }
        return node
    }

    /// The list of handles that edges name, for a node of this document.
    mutating func adoptedHandles(_ handles: [Handle]) -> HandleList { document.adoptHandles(handles) }

    /// The handles that a node had before this transaction because edges named them.
    func inferredHandles(before slot: Node.Slot) -> [Handle] {
        var list = document.nodes.inferredHandles[slot]
        if let index = nodeIndex[slot], case .changed(let before, _) = delta.nodes[index].content {
            list = before?.inferredHandles ?? .standard
        }
        return list == .standard ? [] : document.catalog[list]
    }

    /// The next id that the document generates for a node; no other node has or had it.
    public mutating func makeNodeID() -> Node.ID { document.makeNodeID() }

    /// The next id that the document generates for an edge; no other edge has or had it.
    public mutating func makeEdgeID() -> Edge.ID { document.makeEdgeID() }

    /// Returns the reason why the rules refuse a connection, or nil.
    ///
    /// - Parameters:
    ///   - known: its nodes, if the caller knows them.
    ///   - ignored: rules that do not count this time.
    public mutating func refusal(
        of proposal: ConnectionProposal, between known: Ends? = nil,
        ignoring ignored: Set<ConnectionRefusal.Reason> = []
    ) -> ConnectionRefusal? {
        document.prepareGate()
        guard let known else { return document.refusal(of: proposal, ignoring: ignored) }
        return document.refusal(of: proposal, from: known.source, to: known.target, ignoring: ignored)
    }

    /// Replaces this new document by another one; settings stay. The elements get the first slots, in their order.
    mutating func take(_ other: Document, nodes: [NodeChange], edges: [EdgeChange]) {
        nodeIndex = SlotMap(minimumCapacity: nodes.count)
        edgeIndex = SlotMap(minimumCapacity: edges.count)
        for (index, change) in nodes.enumerated() { nodeIndex.insert(change.slot, index) }
        for (index, change) in edges.enumerated() { edgeIndex.insert(change.slot, index) }
        (delta.nodes, delta.edges) = (nodes, edges)
        delta.nodeOrder = nodes.map { Placement(slot: $0.slot, from: .absent, to: .end) }
        delta.edgeOrder = edges.map { Placement(slot: $0.slot, from: .absent, to: .end) }
        let settings = document.content["settings"]
        document = other
        if let settings { document.setMember("settings", settings) }
        document.nodes.order.notePlacements()
        document.edges.order.notePlacements()
    }

    // MARK: Measured sizes

    /// Sets the measured size of a node: no step of the history, and no unsaved change.
    public mutating func setMeasured(_ slot: Node.Slot, _ measured: MeasuredSize) {
        record(measured, of: document.nodeID(slot), at: slot, isStated: false)
    }

    /// Withdraws a view's measurement of a node, which may be gone.
    public mutating func forgetMeasured(_ id: Node.ID, in view: Identifier) {
        guard let before = document.measuredSize(of: id) else { return }
        record(before.with(nil, in: view), of: id, at: document.node(id), isStated: false)
    }

    /// Sets the measured size of a node as its other members are set: a step of the history.
    public mutating func state(_ measured: Size?, of slot: Node.Slot) {
        record(MeasuredSize(measured), of: document.nodeID(slot), at: slot, isStated: true)
    }

    private mutating func forgetMeasured(_ id: Node.ID) { record(nil, of: id, at: nil, isStated: false) }

    private mutating func record(_ after: MeasuredSize?, of id: Node.ID, at slot: Node.Slot?, isStated: Bool) {
        let before = document.measuredSize(of: id)
        if before == after || before == nil && after == MeasuredSize(nil) { return }
        if let index = measuredIndex[id] {
            delta.measured[index].after = after
            delta.measured[index].isStated = delta.measured[index].isStated || isStated
        } else {
            measuredIndex[id] = delta.measured.count
            delta.measured.append(MeasuredChange(id: id, before: before, after: after, isStated: isStated))
        }
        if let slot { _ = recordNode(slot, before: document.storedGeometry(slot), withContent: false) }
        document.setMeasured(id, after)
    }

    /// Updates the inherited properties of nodes, before questions about them.
    public mutating func updateInheritance() { document.updateInheritance() }

    // MARK: Recording

    /// - Parameter present: the node as it is, if it is known.
    private mutating func recordNode(
        _ slot: Node.Slot, before geometry: NodeGeometry, withContent: Bool, _ present: Node? = nil
    ) -> Int {
        let known = nodeIndex.number(of: slot, orInsert: delta.nodes.count)
        let index = known ?? delta.nodes.count
        if known == nil {
            delta.nodes.append(NodeChange(slot: slot, before: geometry, after: geometry, content: .same))
        }
        if withContent, case .same = delta.nodes[index].content {
            var before: Node?
            if document.nodes.isAlive(slot) {
                before = present ?? document.node(at: slot)
                if known != nil { before?.geometry = delta.nodes[index].before }
            }
            delta.nodes[index].content = .changed(before: before, after: before)
        }
        return index
    }

    /// A node as it was before this transaction, nil if it was not there; nothing if its content is not touched.
    func formerNode(_ slot: Node.Slot) -> Node?? {
        guard let index = nodeIndex[slot], case .changed(let before, _) = delta.nodes[index].content
        else { return nil }
        return .some(before)
    }

    private mutating func setContent(_ index: Int, _ node: Node?) {
        guard case .changed(let before, _) = delta.nodes[index].content else { return }
        delta.nodes[index].content = .changed(before: before, after: node)
    }

    private mutating func recordEdge(_ slot: Edge.Slot, before: Edge?) -> Int {
        if let known = edgeIndex.number(of: slot, orInsert: delta.edges.count) { return known }
        delta.edges.append(EdgeChange(slot: slot, before: before, after: before))
        return delta.edges.count - 1
    }

    private mutating func place(_ placement: Placement<Node>) {
        delta.nodeOrder.append(placement)
        nodeKeys.note(placement, in: document.nodes.order)
        document.place(placement)
    }

    private mutating func place(_ placement: Placement<Edge>) {
        delta.edgeOrder.append(placement)
        edgeKeys.note(placement, in: document.edges.order)
        document.place(placement)
    }

    // MARK: The end

    /// Returns the changes of this transaction, without elements that ended as they were.
    mutating func finished() -> Delta {
        if let described, described.delta.isSame(as: delta), document.isCopy(of: described.document) {
            (delta, document) = (Delta(), described.finished.document)
            return described.finished.delta
        }
        var result = Delta()
        swap(&result, &delta)
        if !result.measured.isEmpty { result.measured.removeAll { $0.before == $0.after } }
        var isIdle = false
        for index in result.nodes.indices where result.nodes[index].isIdentity {
            isIdle = true
            // Numbers that are the same in the end are spelled as they were.
            if case .changed(.some(let before), .some(let after)) = result.nodes[index].content, before != after {
                document.put(before, at: result.nodes[index].slot)
            }
        }
        if isIdle {
            let measured = SlotSet(result.measured.compactMap { document.node($0.id) })
            result.nodes.removeAll { $0.isIdentity && !measured.contains($0.slot) }
        }
        if !result.edges.isEmpty { result.edges.removeAll { $0.before == $0.after } }
        if !result.members.isEmpty { result.members.removeAll { $0.before == $0.after } }
        if !recordsEveryMove && !(result.nodeOrder.isEmpty && result.edgeOrder.isEmpty) {
            let (moves, edgeMoves) = (result.nodeOrder.count, result.edgeOrder.count)
            result.dropIdleMoves(in: document)
            if result.nodeOrder.count < moves { nodeKeys.restore(in: &document.nodes.order) }
            if result.edgeOrder.count < edgeMoves { edgeKeys.restore(in: &document.edges.order) }
        }
        return result
    }

    /// Puts everything back as it was before the delta.
    mutating func putBack(_ delta: Delta) {
        if !delta.isEmpty { document.apply(delta.inverse) }
        nodeKeys.restore(in: &document.nodes.order)
        edgeKeys.restore(in: &document.edges.order)
        (document.nodeIDs, document.edgeIDs) = madeIDs
    }
}
