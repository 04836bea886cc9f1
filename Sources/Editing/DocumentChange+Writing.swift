import Graph
import Storage
import Wire

extension DocumentChange {
    /// Writes the differences after a delta, as members of the open object.
    ///
    /// - Parameters:
    ///   - document: after the delta, and after the later ones.
    ///   - later: the commits after this one, which the document already has.
    ///   - transients: elements of the document that the delta does not know.
    ///   - isJournal: whether it is for a journal, which leads from exactly this document: it has no sizes in the fonts
    ///     of views, and only the differing parts of an edge's end.
    public static func write(
        _ delta: Delta, _ document: Document, before later: ArraySlice<DocumentEditor.Commit> = [],
        without transients: TransientElements = TransientElements(), isJournal: Bool = false,
        into writer: inout JSONWriter
    ) {
        let returned = writeElements(of: delta, document, isJournal: isJournal, into: &writer)
        if delta.hasPlacements { writeOrder(of: delta, returned, document, before: later, transients, into: &writer) }
        writeMembers(delta.members, into: &writer)
    }

    /// Returns true if clients are sent the same of a delta as a journal has.
    static func isSameForClients(_ delta: Delta, _ document: Document) -> Bool {
        delta.measured.isEmpty
            && delta.nodes.indices.allSatisfy { index in
                let slot = delta.nodes[index].slot
                return delta.nodes[index].newID == nil || document.measured(slot) == document.keptSize(slot)
            }
            && delta.edges.indices.allSatisfy { index in
                guard let before = delta.edges[index].before, let after = delta.edges[index].after else { return true }
                return before.hasSameEnds(as: after)
            }
    }

    /// The same for a committed change; text that was already written is reused.
    public static func write(
        _ commit: DocumentEditor.Commit, _ document: Document, before later: ArraySlice<DocumentEditor.Commit>,
        into writer: inout JSONWriter
    ) {
        if let text = commit.text, later.isEmpty || !commit.delta.hasPlacements { return writer.members(of: text) }
        write(commit.delta, document, before: later, into: &writer)
    }

    private static func writeOrder(
        of delta: Delta, _ returned: (nodes: Set<Identifier>, edges: Set<Identifier>), _ document: Document,
        before later: ArraySlice<DocumentEditor.Commit>, _ transients: TransientElements, into writer: inout JSONWriter
    ) {
        // What returns is replaced in its place, and so has to be placed.
        let isAlone = later.isEmpty && transients.isEmpty
        var nodeOrder: ChangedOrder<Node>?
        let isNewNode = isAlone && delta.nodes.count == 1 && delta.nodes[0].isInsertion
        if !delta.nodeOrder.isEmpty, !(isNewNode && isAppended(delta.nodeOrder, document.nodes.order.last)) {
            nodeOrder = ChangedOrder(
                delta.nodeOrder, document.nodes.order, before: { later.flatMap(\.delta.nodeOrder) },
                isInserted: returned.nodes.isEmpty ? insertions(delta.nodes) : [], without: transients.nodes)
        }
        var edgeOrder: ChangedOrder<Edge>?
        let isNewEdge = isAlone && delta.edges.count == 1 && delta.edges[0].isInsertion
        if !delta.edgeOrder.isEmpty, !(isNewEdge && isAppended(delta.edgeOrder, document.edges.order.last)) {
            edgeOrder = ChangedOrder(
                delta.edgeOrder, document.edges.order, before: { later.flatMap(\.delta.edgeOrder) },
                isInserted: returned.edges.isEmpty ? insertions(delta.edges) : [], without: transients.edges)
        }
        if nodeOrder?.slots.isEmpty != false && edgeOrder?.slots.isEmpty != false { return }
        writer.name("order")
        writer.beginObject()
        if let nodeOrder, !nodeOrder.slots.isEmpty {
            let gone = goneNodes(later.lazy.map(\.delta))
            writer.name("nodes")
            nodeOrder.write(into: &writer) { slot, body in
                if let id = gone[slot] { id.withBytes(body) } else { document.withNodeID(slot, body) }
            }
        }
        if let edgeOrder, !edgeOrder.slots.isEmpty {
            let gone = goneEdges(later.lazy.map(\.delta))
            writer.name("edges")
            edgeOrder.write(into: &writer) { slot, body in
                if let id = gone[slot] { id.withBytes(body) } else { document.withEdgeID(slot, body) }
            }
        }
        writer.endObject()
    }

    /// Returns true if a change moves one element in front of all others: a replica puts a new one there by itself.
    private static func isAppended<Element>(_ placements: [Placement<Element>], _ last: Slot<Element>?) -> Bool {
        placements.count == 1 && placements[0].slot == last
    }

    /// Writes the inverse of a delta, as members of the open object.
    ///
    /// - Parameters:
    ///   - document: after the delta.
    ///   - transients: elements of the document that the delta does not know.
    static func writeInverse(
        of delta: Delta, _ document: Document, without transients: TransientElements, into writer: inout JSONWriter
    ) {
        _ = writeElements(of: delta, document, isJournal: true, isInverse: true, into: &writer)
        if delta.hasPlacements { writeFormerOrder(of: delta, document, transients, into: &writer) }
        writeMembers(delta.members.map(\.inverse), into: &writer)
    }

    private static func writeFormerOrder(
        of delta: Delta, _ document: Document, _ transients: TransientElements, into writer: inout JSONWriter
    ) {
        let nodes = FormerPlaces(delta.nodeOrder, document.nodes.order, without: transients.nodes)
        let edges = FormerPlaces(delta.edgeOrder, document.edges.order, without: transients.edges)
        if nodes.places.isEmpty && edges.places.isEmpty { return }
        writer.name("order")
        writer.beginObject()
        if !nodes.places.isEmpty { write(nodes, of: delta, document, into: &writer) }
        if !edges.places.isEmpty { write(edges, of: delta, document, into: &writer) }
        writer.endObject()
    }

    private static func write(
        _ places: FormerPlaces<Node>, of delta: Delta, _ document: Document, into writer: inout JSONWriter
    ) {
        let gone = goneNodes(CollectionOfOne(delta))
        writer.name("nodes")
        places.write(into: &writer) { slot, body in
            if let id = gone[slot] { id.withBytes(body) } else { document.withNodeID(slot, body) }
        }
    }

    private static func write(
        _ places: FormerPlaces<Edge>, of delta: Delta, _ document: Document, into writer: inout JSONWriter
    ) {
        let gone = goneEdges(CollectionOfOne(delta))
        writer.name("edges")
        places.write(into: &writer) { slot, body in
            if let id = gone[slot] { id.withBytes(body) } else { document.withEdgeID(slot, body) }
        }
    }

    /// The nodes that were there before these changes in turn and are not after them, each in the slot that it had.
    private static func goneNodes(_ deltas: some Sequence<Delta>) -> [Node.Slot: Identifier] {
        var gone: [Node.Slot: Identifier] = [:]
        for delta in deltas {
            for index in delta.nodes.indices {
                let slot = delta.nodes[index].slot
                if let id = delta.nodes[index].goneID, gone[slot] == nil { gone[slot] = id }
            }
        }
        return gone
    }

    /// The same of edges.
    private static func goneEdges(_ deltas: some Sequence<Delta>) -> [Edge.Slot: Identifier] {
        var gone: [Edge.Slot: Identifier] = [:]
        for delta in deltas {
            for index in delta.edges.indices {
                let slot = delta.edges[index].slot
                if let id = delta.edges[index].goneID, gone[slot] == nil { gone[slot] = id }
            }
        }
        return gone
    }

    // MARK: Elements

    /// Writes nodes and edges; returns the ids that to a client were replaced.
    ///
    /// - Parameter isInverse: whether the output is the inverse of the delta.
    private static func writeElements(
        of delta: Delta, _ document: Document, isJournal: Bool, isInverse: Bool = false, into writer: inout JSONWriter
    ) -> (nodes: Set<Identifier>, edges: Set<Identifier>) {
        let returnedNodes = returned(
            delta.nodes.indices, gone: { isInverse ? delta.nodes[$0].newID : delta.nodes[$0].goneID },
            new: { isInverse ? delta.nodes[$0].goneID : delta.nodes[$0].newID })
        let returnedEdges = returned(
            delta.edges.indices, gone: { isInverse ? delta.edges[$0].newID : delta.edges[$0].goneID },
            new: { isInverse ? delta.edges[$0].goneID : delta.edges[$0].newID })
        if !delta.nodes.isEmpty {
            writer.name("nodes")
            writer.beginObject()
            let sizes = MeasuredChanges(delta, hasViews: !isJournal, isInverse: isInverse)
            for index in delta.nodes.indices {
                switch delta.nodes[index].content {
                case .same:
                    // Only the geometry: the common case of a move, and of ten thousand of them.
                    document.writeNodeID(delta.nodes[index].slot, into: &writer)
                    writer.append(":")
                    let (before, after) = (delta.nodes[index].before, delta.nodes[index].after)
                    writeGeometry(
                        isInverse ? after : before, isInverse ? before : after,
                        sizes.change(of: delta.nodes[index].slot, in: document), into: &writer)
                case .changed(let before, let after):
                    let states = sizes.measured(isInverse ? after : before, isInverse ? before : after, in: document)
                    write(states.before, states.after, besides: returnedNodes, into: &writer)
                }
            }
            writer.endObject()
        }
        if !delta.edges.isEmpty {
            writer.name("edges")
            writer.beginObject()
            for index in delta.edges.indices {
                let change = isInverse ? delta.edges[index].inverse : delta.edges[index]
                let (before, after) = (change.before, change.after)
                let isMoved = after.map { before?.hasSameEnds(as: $0) == false } ?? false
                write(
                    before, after, besides: returnedEdges, joined: isMoved && !isJournal ? Edge.ends : [],
                    into: &writer)
            }
            writer.endObject()
        }
        return (returnedNodes, returnedEdges)
    }

    /// The ids that were removed with one slot and inserted with another: to the client these elements were replaced.
    @inline(__always)
    private static func returned(
        _ changes: Range<Int>, gone: (Int) -> Identifier?, new: (Int) -> Identifier?
    ) -> Set<Identifier> {
        // One change returns nothing, and a removal alone neither.
        if changes.count < 2 || !changes.contains(where: { new($0) != nil }) { return [] }
        var left: Set<Identifier> = []
        for index in changes { if let id = gone(index) { left.insert(id) } }
        if left.isEmpty { return [] }
        var returned: Set<Identifier> = []
        for index in changes { if let id = new(index), left.contains(id) { returned.insert(id) } }
        return returned
    }

    private static func insertions(_ changes: [NodeChange]) -> [Node.Slot] {
        var slots: [Node.Slot] = []
        for index in changes.indices where changes[index].isInsertion { slots.append(changes[index].slot) }
        return slots
    }

    private static func insertions(_ changes: [EdgeChange]) -> [Edge.Slot] {
        var slots: [Edge.Slot] = []
        for index in changes.indices where changes[index].isInsertion { slots.append(changes[index].slot) }
        return slots
    }

    private static func writeGeometry(
        _ before: NodeGeometry, _ after: NodeGeometry, _ measured: MeasuredChange?, into writer: inout JSONWriter
    ) {
        var gone: [StaticString] = []
        if let measured, measured.before?.size != nil, measured.after?.size == nil { gone.append("measured") }
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        if before.x != after.x || before.y != after.y {
            if after.x.isNaN {
                if !before.x.isNaN { gone.append("position") }
            } else {
                writer.name("position")
                writer.position(after.position)
            }
        }
        func writeSize(_ name: StaticString, _ old: Double, _ new: Double) {
            if new.isNaN {
                if !old.isNaN { gone.append(name) }
            } else if old != new {
                writer.name(name)
                writer.number(new)
            }
        }
        writeSize("width", before.width, after.width)
        writeSize("height", before.height, after.height)
        if let size = measured?.after?.size, size != measured?.before?.size {
            writer.name("measured")
            writer.measured(size)
        }
        writer.endObject()
        if !gone.isEmpty {
            writer.name("unset")
            writer.beginArray()
            for name in gone { writer.string(name.description) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// Writes an element that was inserted, removed or changed; one that took the slot of another is written as both.
    private static func write<Element: ReportedElement>(
        _ before: Element?, _ after: Element?, besides returned: Set<Identifier>, joined: [[JSONString]] = [],
        into writer: inout JSONWriter
    ) {
        if let before, before.id != after?.id, !returned.contains(before.id) {
            writer.name(before.id.string)
            writer.null()
        }
        guard let after else { return }
        writer.name(after.id.string)
        if let before, before.id == after.id {
            write(from: before, to: after, joined, into: &writer)
        } else {
            writer.beginObject()
            writer.name("whole")
            after.write(into: &writer)
            writer.endObject()
        }
    }

    private static func write<Element: ReportedElement>(
        from before: Element, to after: Element, _ joined: [[JSONString]], into writer: inout JSONWriter
    ) {
        if joined.isEmpty, before.differsInMembersAlone(from: after) {
            return before.members.withUnsafeBufferPointer { old in
                after.members.withUnsafeBufferPointer { MemberDifference.write(from: old, to: $0, into: &writer) }
            }
        }
        var (old, new) = (JSONWriter(), JSONWriter())
        before.write(into: &old)
        after.write(into: &new)
        old.withBytes { old in
            new.withBytes { MemberDifference.write(from: old, to: $0, joined: joined, into: &writer) }
        }
    }

    /// Writes the members that differ, with their whole new values; the order of members is no difference.
    private static func write(from before: JSON, to after: JSON, into writer: inout JSONWriter) {
        let old = before.objectValue ?? [:]
        let new = after.objectValue ?? [:]
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        for member in new.members where old[member.name] != member.value {
            writer.name(member.name)
            member.value.write(into: &writer)
        }
        writer.endObject()
        let gone = old.members.filter { new[$0.name] == nil }
        if !gone.isEmpty {
            writer.name("unset")
            writer.beginArray()
            for member in gone { writer.string(member.name) }
            writer.endArray()
        }
        writer.endObject()
    }

    // MARK: The document itself

    private static func writeMembers(_ changes: [MemberChange], into writer: inout JSONWriter) {
        if changes.isEmpty { return }
        for change in changes { write(change, into: &writer) }
        writeContent(changes, into: &writer)
    }

    /// Writes settings and types; the other members follow together.
    private static func write(_ change: MemberChange, into writer: inout JSONWriter) {
        guard change.name == "settings" || change.name == "types" else { return }
        writer.name(change.name)
        switch (change.before, change.after) {
        case (_, nil): writer.null()
        case (.object?, .object?): write(from: change.before ?? .null, to: change.after ?? .null, into: &writer)
        case (_, let value?):
            writer.beginObject()
            writer.name("whole")
            value.write(into: &writer)
            writer.endObject()
        }
    }

    private static func writeContent(_ changes: [MemberChange], into writer: inout JSONWriter) {
        let others = changes.filter { $0.name != "settings" && $0.name != "types" }
        if others.isEmpty { return }
        writer.name("content")
        writer.beginObject()
        let set = others.filter { $0.after != nil }
        if !set.isEmpty {
            writer.name("set")
            writer.beginObject()
            for change in set {
                writer.name(change.name)
                change.after?.write(into: &writer)
            }
            writer.endObject()
        }
        let gone = others.filter { $0.after == nil }
        if !gone.isEmpty {
            writer.name("unset")
            writer.beginArray()
            for change in gone { writer.string(change.name) }
            writer.endArray()
        }
        writer.endObject()
    }
}

/// The measured sizes that a change gives nodes, which are not among their contents.
private struct MeasuredChanges {
    /// Is true if sizes in the fonts of views count.
    private let hasViews: Bool
    private var changes: [Node.ID: MeasuredChange] = [:]

    init(_ delta: Delta, hasViews: Bool, isInverse: Bool) {
        self.hasViews = hasViews
        for change in delta.measured { changes[change.id] = isInverse ? change.inverse : change }
    }

    func change(of slot: Node.Slot, in document: Document) -> MeasuredChange? {
        changes.isEmpty || !document.nodes.isAlive(slot) ? nil : changes[document.nodeID(slot)]
    }

    /// Both states of a node with their sizes: a new one has that of the document, whatever it brought.
    func measured(_ before: Node?, _ after: Node?, in document: Document) -> (before: Node?, after: Node?) {
        guard let id = after?.id else { return (before, after) }
        var (before, after) = (before, after)
        if before?.id == id {
            if changes.isEmpty, before?.measured == nil, after?.measured == nil { return (before, after) }
            before?.measured = changes[id]?.before?.size
            after?.measured = changes[id]?.after?.size
        } else if let slot = document.node(id) {
            after?.measured = hasViews ? document.measured(slot) : document.keptSize(slot)
        }
        return (before, after)
    }
}

extension Delta {
    /// Is true if anything came, went or moved in the order of the elements.
    fileprivate var hasPlacements: Bool { !nodeOrder.isEmpty || !edgeOrder.isEmpty }
}

/// The members that the changes of nodes and of edges share.
private protocol ReportedElement {
    var id: Identifier { get }
    /// The text of the members that are not columns.
    var members: [UInt8] { get }
    func write(into writer: inout JSONWriter)
    /// Returns true if everything besides the members is equal.
    func differsInMembersAlone(from other: Self) -> Bool
}

extension Node: ReportedElement {
    func differsInMembersAlone(from other: Node) -> Bool {
        geometry == other.geometry && measured == nil && other.measured == nil && !writesGeometry
            && !other.writesGeometry
    }
}

extension Edge: ReportedElement {
    func differsInMembersAlone(from other: Edge) -> Bool { hasSameEnds(as: other) }
}

extension PreparedTransaction {
    /// Performs a transaction on a copy, and writes the differences after it.
    ///
    /// - Throws: errors of `body`.
    public init(
        writtenOf base: Document, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) {
        try self.init(of: base, body) { DocumentChange.text(of: $0, $1) }
    }
}

extension DocumentChange {
    /// The text of a delta, as an object.
    ///
    /// - Parameter document: after the delta.
    static func text(of delta: Delta, _ document: Document) -> JSONText {
        var writer = JSONWriter(capacity: 1 << 16)
        writer.beginObject()
        write(delta, document, into: &writer)
        writer.endObject()
        return JSONText(trusted: writer.bytes)
    }
}

extension DocumentChange {
    /// The change that a delta is, which led to a document.
    ///
    /// - Parameter later: the commits after it, which the document already has.
    /// - Throws: `invalidValue`, if a delta could not be read as it is written.
    public init(
        _ delta: Delta, _ document: Document, before later: ArraySlice<DocumentEditor.Commit> = []
    ) throws(EditError) {
        var writer = JSONWriter()
        writer.beginObject()
        DocumentChange.write(delta, document, before: later, into: &writer)
        writer.endObject()
        do throws(ShapeError) {
            self = try JSONText(trusted: writer.take()).withCursor(Shape<DocumentChange>.change.read)
        } catch {
            throw .invalid(error.description)
        }
    }
}
