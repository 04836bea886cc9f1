import Storage
import Wire

/// What taking in the changes of another replica makes of a document, found out before anything is touched.
///
/// The stamps are merged first: of each field the later one. What the document then shows follows from them alone, so the
/// order in which changes come in does not count. An edge without its ends is left out, and so is a parent that is not
/// there, and of parents in a circle the one that was written last (then that of the greatest id). What is left out stays
/// in the table of stamps, and is shown as soon as it can be.
public struct MergePlan {
    /// What becomes of an element; nil is one that is not there.
    public struct Element {
        /// Which.
        public let id: Identifier
        /// Its members now.
        public let before: JSONObject?
        /// Its members afterwards.
        public internal(set) var after: JSONObject?
        /// Whether it has to be given a place.
        var isPlaced = false
        /// The number of its slot now.
        let slot: Int32?
        var record: StampedRecord
        let wasLeftOut: Bool
        /// The nodes that it is left out for, all of it or its parent.
        var waitsFor: [Identifier] = []
    }

    /// The places of elements: each before another one, or at the end.
    public typealias Place = (id: Identifier, before: Identifier?)

    /// The nodes that are touched.
    public var nodes: [Element] { plannedNodes.elements }
    /// The edges that are touched.
    public var edges: [Element] { plannedEdges.elements }
    /// Where nodes are put, in the order they then have.
    public var nodePlaces: [Place] { plannedNodes.places }
    /// The same for edges.
    public var edgePlaces: [Place] { plannedEdges.places }
    /// Members of the document that change; nil takes one away.
    public private(set) var members: [(name: JSONString, value: JSON?)] = []
    /// What is left out and was not before.
    public private(set) var repaired: [Diagnostic] = []
    /// What other replicas have written later, as it is.
    public private(set) var confirmed = ConfirmedFields()

    private var plannedNodes = PlannedElements<Node>()
    private var plannedEdges = PlannedElements<Edge>()
    private var own: StampedRecord?
    private let since: SeenStamps
    private let seen: SeenStamps
    private let latest: Moment
    private let decision: Stamp?
    /// Before the plan is performed; given up when it is made, so that no copy is held then.
    private var document: Document
    private var table: StampTable?

    /// - Complexity: O(the changes, what waits for the nodes that they touch, and what comes in the order behind the first
    ///   place that is given to one); O(*n*) in the elements where stamps begin.
    public init(_ changes: StampedChanges, in document: Document) {
        (since, seen, latest, decision) = (changes.since, changes.seen, changes.latest, changes.decision)
        self.document = document
        let table = document.stamps ?? StampTable(of: document)
        self.table = table
        plannedNodes.take(changes.nodes, changes.isDecided, table.nodes, document, besides: table.replica)
        plannedEdges.take(changes.edges, changes.isDecided, table.edges, document, besides: table.replica)
        (confirmed.nodes, confirmed.edges) = (plannedNodes.confirmed, plannedEdges.confirmed)
        visitNodes(table)
        leaveOutParents(table)
        for index in edges.indices { stand(edge: index) }
        plannedNodes.findPlaces(table.nodes, document)
        plannedEdges.findPlaces(table.edges, document)
        takeMembers(changes.own, changes.isDecided, table)
        self.document = Document()
        self.table = nil
    }

    // MARK: Elements

    /// Finds out what nodes are, and touches what follows from that: what waits for them, and what lies in and ends on nodes
    /// that go.
    private mutating func visitNodes(_ table: StampTable) {
        var index = 0
        while index < plannedNodes.elements.count {
            plannedNodes[index].stand()
            let id = plannedNodes[index].id
            for waiter in table.nodes.waiting.waiting(for: id) { plannedNodes.touch(waiter, table.nodes, document) }
            for waiter in table.edges.waiting.waiting(for: id) { plannedEdges.touch(waiter, table.edges, document) }
            if plannedNodes[index].before != nil, plannedNodes[index].after == nil { touchAround(id, table) }
            index += 1
        }
    }

    private mutating func touchAround(_ id: Node.ID, _ table: StampTable) {
        guard let slot = document.node(id) else { return }
        document.visitEdges(of: slot) { edge in
            if !document.isTransient(edge: edge) {
                plannedEdges.touch(document.edgeID(edge), table.edges, document)
            }
        }
        for child in document.children(slot) where !document.isTransient(child) {
            plannedNodes.touch(document.nodeID(child), table.nodes, document)
        }
    }

    private mutating func stand(edge index: Int) {
        plannedEdges[index].stand()
        guard let members = plannedEdges[index].after else { return }
        let ends = ["source", "target"].map { members[JSONString($0)]?.stringValue.map { Identifier($0) } }
        let missing = ends.filter { $0.map { !isShown($0) } ?? true }
        guard let end = missing.first else { return }
        plannedEdges[index].after = nil
        plannedEdges[index].waitsFor = missing.compactMap { $0 }
        if plannedEdges[index].wasLeftOut { return }
        let id = plannedEdges[index].id
        repaired.append(
            Diagnostic(
                .warning, "noSuchNode", of: ["edges", id.string], edges: [id],
                message: "it is left out until there is a node " + (end.map { "\"\($0)\"" } ?? "at both of its ends")))
    }

    private func isShown(_ id: Node.ID) -> Bool {
        if let place = plannedNodes.place(of: id) { return plannedNodes[place].after != nil }
        return document.lastingNode(id) != nil
    }

    // MARK: Parents

    /// The node that a node is to lie in, whether it can or not.
    private func parent(of id: Node.ID) -> Node.ID? {
        if let place = plannedNodes.place(of: id) { return plannedNodes[place].after.flatMap(MergePlan.parent) }
        guard let slot = document.lastingNode(id) else { return nil }
        return document.nodes.parent(slot).map { document.nodeID($0) }
    }

    private static func parent(in members: JSONObject) -> Node.ID? {
        let names = StampedElement.parents.map(\.member)
        let own = members.members.filter { names.contains($0.name) }
        if own.isEmpty { return nil }
        return Node(id: Identifier(""), members: JSON.object(JSONObject(own)).text.bytes).parent
    }

    private mutating func leaveOutParents(_ table: StampTable) {
        let present = nodes.filter { $0.after != nil }.map(\.id)
        for circle in present.circles({ isShown($0) ? parent(of: $0) : nil }) {
            guard let last = last(of: circle, table) else { continue }
            leaveOutParent(of: last, "parentCycle", circle)
        }
        for index in nodes.indices {
            guard let parent = plannedNodes[index].after.flatMap(MergePlan.parent), !isShown(parent) else { continue }
            leaveOutParent(of: index, "noSuchNode", [parent])
        }
    }

    /// The place of the node in a circle whose parent was written last.
    private mutating func last(of circle: [Identifier], _ table: StampTable) -> Int? {
        var last: Int?
        for id in circle {
            let place = plannedNodes.touch(id, table.nodes, document)
            if plannedNodes[place].after == nil { plannedNodes[place].stand() }
            guard let other = last else {
                last = place
                continue
            }
            let (a, b) = (plannedNodes[other].record.parentStamp, plannedNodes[place].record.parentStamp)
            if a < b || a == b && plannedNodes[other].id < id { last = place }
        }
        return last
    }

    private mutating func leaveOutParent(of index: Int, _ code: String, _ causes: [Identifier]) {
        let parent = plannedNodes[index].after.flatMap(MergePlan.parent)?.string ?? ""
        plannedNodes[index].after?["parentId"] = nil
        plannedNodes[index].after?["parentNode"] = nil
        plannedNodes[index].waitsFor = causes
        if plannedNodes[index].wasLeftOut { return }
        var reason = "there is a node \"\(parent)\""
        if code == "parentCycle" { reason = "\"\(parent)\" lies no more inside of it" }
        repaired.append(
            Diagnostic(
                .warning, code, node: plannedNodes[index].id, ["parentId"],
                message: "its parent is left out until \(reason)"))
    }

    // MARK: The document itself

    private mutating func takeMembers(_ other: StampedRecord, _ isDecided: Bool, _ table: StampTable) {
        if other.values.isEmpty { return }
        let before = document.countedContent
        var record = table.own.record(shown: before, .document)
        confirmed.own = record.confirmed(by: other, besides: table.replica)
        if isDecided { record = other } else if !record.merge(other) { return }
        own = record
        let after = StampedSplit.document.object(of: record.values)
        for member in before.members where after[member.name] == nil { members.append((member.name, nil)) }
        for member in after.members where before[member.name] != member.value {
            members.append((member.name, member.value))
        }
    }

    // MARK: The end

    /// Notes in the stamps of a document what was merged, after the plan was performed.
    ///
    /// - Returns: what the stamps now know that they did not; nil if that is nothing.
    public func finish(in document: inout Document) -> StampedPart? {
        document.withStamps { table, document in
            var part = StampedPart()
            part.nodes = plannedNodes.finish(&table.nodes, in: document)
            part.edges = plannedEdges.finish(&table.edges, in: document)
            if let own {
                let former = table.own
                table.own = StampedElement(own, shown: document.countedContent, .document)
                part.hasOwn = table.own != former
            }
            let formerlySeen = table.seen
            if table.seen.contains(since) { table.seen.formUnion(seen) }
            table.last = max(table.last, latest)
            if let decision { table.saw(decision) }
            if part.isEmpty && table.seen == formerlySeen { return nil }
            table.changes += 1
            return part
        }
    }
}

extension MergePlan.Element {
    /// Shows what its fields make, if it is to be there.
    fileprivate mutating func stand() {
        guard record.isPresent else { return }
        var members = StampedSplit.element.object(of: record.values)
        members["id"] = .string(id.string)
        after = members
    }
}

extension Document {
    func lastingNode(_ id: Node.ID) -> Node.Slot? { Node.lasting(id, in: self) }
}
