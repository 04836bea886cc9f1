import Storage
import Wire

/// The effect of the changes of another replica on a document, found out before anything is touched.
///
/// The stamps are merged first: for each field the later one. They alone then decide the visible document
/// (`Projection`), so the order of incoming changes does not matter. Suppressed elements stay in the table of stamps,
/// and are shown as soon as possible.
public struct MergePlan {
    /// The change of an element; nil is one that is not there.
    public struct Element {
        /// The id of the element.
        public let id: Identifier
        /// The members before the merge.
        public let before: JSONObject?
        /// The members after the merge.
        public internal(set) var after: JSONObject?
        /// Is true if it needs a position.
        var isPlaced = false
        /// The number of its slot now.
        let slot: Int32?
        var record: StampedRecord
        let wasSuppressed: Bool
        /// The nodes for which it is suppressed, all of it or its parent.
        var waitsFor: [Identifier] = []
    }

    /// The positions of elements: each before another one, or at the end.
    public typealias Place = (id: Identifier, before: Identifier?)

    /// The nodes that are touched.
    public var nodes: [Element] { plannedNodes.elements }
    /// The edges that are touched.
    public var edges: [Element] { plannedEdges.elements }
    /// The positions of nodes, in their new order.
    public var nodePlaces: [Place] { plannedNodes.places }
    /// The same for edges.
    public var edgePlaces: [Place] { plannedEdges.places }
    /// Members of the document that change; nil removes one.
    public private(set) var members: [(name: JSONString, value: JSON?)] = []
    /// The diagnostics of elements that are suppressed and were not before.
    public private(set) var repaired: [Diagnostic] = []
    /// The fields that other replicas have written later, unchanged.
    public private(set) var confirmed = ConfirmedFields()

    private var plannedNodes = PlannedElements<Node>()
    private var plannedEdges = PlannedElements<Edge>()
    private var own: StampedRecord?
    private let since: SeenStamps
    private let seen: SeenStamps
    private let latest: Moment
    private let decision: Stamp?
    /// The document before the plan; released when the plan is made, so that no copy is held then.
    private var document: Document
    private var table: StampTable?

    /// - Complexity: O(the changes, the elements that wait for touched nodes, and the elements after the first new
    ///   position); O(*n*) in the elements when stamps begin.
    public init(_ changes: StampedChanges, in document: Document) {
        (since, seen, latest, decision) = (changes.since, changes.seen, changes.latest, changes.decision)
        self.document = document
        let table = document.stamps ?? StampTable(of: document)
        self.table = table
        plannedNodes.take(changes.nodes, changes.isDecided, table.nodes, document, besides: table.replica)
        plannedEdges.take(changes.edges, changes.isDecided, table.edges, document, besides: table.replica)
        (confirmed.nodes, confirmed.edges) = (plannedNodes.confirmed, plannedEdges.confirmed)
        project(table)
        plannedNodes.findPlaces(table.nodes, document)
        plannedEdges.findPlaces(table.edges, document)
        takeMembers(changes.own, changes.isDecided, table)
        self.document = Document()
        self.table = nil
    }

    // MARK: Elements

    /// Finds out which part of the stamps the document can show.
    private mutating func project(_ table: StampTable) {
        var known = MergedKnowledge(nodes: plannedNodes, edges: plannedEdges, table: table, document: document)
        (plannedNodes, plannedEdges) = (PlannedElements(), PlannedElements())
        let projection = Projection(
            of: &known, touching: known.nodes.elements.map(\.id), known.edges.elements.map(\.id), in: document)
        (plannedNodes, plannedEdges) = (known.nodes, known.edges)
        for suppression in projection.suppressed {
            switch suppression.subject {
            case .node(let index): suppressParent(of: index, suppression)
            case .edge(let index): suppress(edge: index, suppression)
            }
        }
    }

    private mutating func suppress(edge index: Int, _ suppression: Projection.Suppression) {
        plannedEdges[index].after = nil
        plannedEdges[index].waitsFor = suppression.causes.compactMap { $0 }
        if plannedEdges[index].wasSuppressed { return }
        let id = plannedEdges[index].id
        let end = suppression.causes.first.flatMap { $0 }
        repaired.append(
            Diagnostic(
                .warning, "noSuchNode", of: ["edges", id.string], edges: [id],
                message: "it is left out until there is a node " + (end.map { "\"\($0)\"" } ?? "at both of its ends")))
    }

    private mutating func suppressParent(of index: Int, _ suppression: Projection.Suppression) {
        let parent = plannedNodes[index].parent?.string ?? ""
        plannedNodes[index].after?["parentId"] = nil
        plannedNodes[index].after?["parentNode"] = nil
        plannedNodes[index].waitsFor = suppression.causes.compactMap { $0 }
        if plannedNodes[index].wasSuppressed { return }
        let reason = suppression.isCycle ? "\"\(parent)\" lies no more inside of it" : "there is a node \"\(parent)\""
        repaired.append(
            Diagnostic(
                .warning, suppression.isCycle ? "parentCycle" : "noSuchNode", node: plannedNodes[index].id,
                ["parentId"],
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
            members.append((member.name, inOwnOrder(member)))
        }
    }

    /// The value of a member after the merge: old constraints keep their order, new ones come after them.
    private func inOwnOrder(_ member: JSONObject.Member) -> JSON {
        guard member.name == "constraints", let merged = Constraint.byID(member.value),
            case .array(let former)? = document.content["constraints"]
        else { return member.value }
        var places: [JSONString: Int] = [:]
        for (place, entry) in former.enumerated() {
            if let id = entry["id"]?.stringValue { places[JSONString(id)] = place }
        }
        let order = merged.indices.sorted {
            (places[merged[$0].name] ?? .max, $0) < (places[merged[$1].name] ?? .max, $1)
        }
        return .array(order.map { merged[$0].value })
    }

    // MARK: The end

    /// Records the merge in the stamps of a document, after the plan was performed.
    ///
    /// - Returns: the stamps that are new here; nil if there are none.
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

/// The knowledge of elements in the stamps of a document and of those merged with it.
private struct MergedKnowledge: ElementKnowledge {
    var nodes: PlannedElements<Node>
    var edges: PlannedElements<Edge>
    let table: StampTable
    let document: Document

    mutating func node(_ id: Identifier) -> (isPresent: Bool, parent: Identifier?) {
        let place = nodes.touch(id, table.nodes, document)
        nodes[place].materialize(.node)
        return (nodes[place].after != nil, nodes[place].parent)
    }

    mutating func edge(_ id: Identifier) -> (source: Identifier?, target: Identifier?)? {
        let place = edges.touch(id, table.edges, document)
        edges[place].materialize(.edge)
        guard let members = edges[place].after else { return nil }
        func end(_ name: JSONString) -> Identifier? { members[name]?.stringValue.map { Identifier($0) } }
        return (end("source"), end("target"))
    }

    func waiting(for node: Identifier) -> (nodes: [Identifier], edges: [Identifier]) {
        (table.nodes.waiting.waiting(for: node), table.edges.waiting.waiting(for: node))
    }

    func isParent(of node: Identifier, writtenBefore other: Identifier) -> Bool {
        func stamp(_ id: Identifier) -> Stamp {
            (nodes.place(of: id).map { nodes[$0].record } ?? table.nodes.record(of: id, in: document)).parentStamp
        }
        return stamp(node) < stamp(other)
    }
}

extension MergePlan.Element {
    /// Shows the result of its fields, if it should exist.
    fileprivate mutating func materialize(_ split: StampedSplit) {
        guard record.isPresent else { return }
        var members = split.object(of: record.values)
        members["id"] = .string(id.string)
        after = members
    }

    /// The parent of a node.
    fileprivate var parent: Node.ID? {
        let names = StampedElement.parents.map(\.member)
        let own = after?.members.filter { names.contains($0.name) } ?? []
        if own.isEmpty { return nil }
        return Node(id: Identifier(""), members: JSON.object(JSONObject(own)).text.bytes).parent
    }
}
