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
        var leavesParentOut = false
    }

    /// The places of elements: each before another one, or at the end.
    public typealias Place = (id: Identifier, before: Identifier?)

    /// Before the plan is performed; given up when it is made, so that no copy is held then.
    private var document: Document
    /// The stamps afterwards; `finish` completes them.
    public private(set) var table: StampTable
    /// The nodes that are touched.
    public private(set) var nodes: [Element] = []
    /// The edges that are touched.
    public private(set) var edges: [Element] = []
    /// Where nodes are put, in the order they then have.
    public private(set) var nodePlaces: [Place] = []
    /// The same for edges.
    public private(set) var edgePlaces: [Place] = []
    /// Members of the document that change; nil takes one away.
    public private(set) var members: [(name: JSONString, value: JSON?)] = []
    /// What is left out and was not before.
    public private(set) var repaired: [Diagnostic] = []
    private var nodeIndex: [Identifier: Int] = [:]
    private var edgeIndex: [Identifier: Int] = [:]
    private var own: StampedRecord

    /// - Complexity: O(the changes, what is left out, and what they move past in the order), O(*n*) in the elements if any
    ///   is placed.
    public init(_ changes: StampedChanges, in document: Document) {
        self.document = document
        table = document.stamps ?? StampTable(of: document)
        own = table.own.record(shown: document.countedContent, .document)
        if table.seen.contains(changes.since) { table.seen.formUnion(changes.seen) }
        table.last = max(table.last, changes.latest)
        for (id, record) in changes.nodes { take(record, intoNode: id, changes.isDecided) }
        for (id, record) in changes.edges { take(record, intoEdge: id, changes.isDecided) }
        for id in table.nodes.leftOut.sorted() { touch(node: id) }
        for id in table.edges.leftOut.sorted() { touch(edge: id) }
        for index in nodes.indices { stand(node: index) }
        touchAround()
        leaveOutParents()
        for index in edges.indices { stand(edge: index) }
        nodePlaces = places(of: nodes, document.nodes.order, table.nodes, document.lastingNode) {
            document.nodeID($0)
        }
        edgePlaces = places(of: edges, document.edges.order, table.edges, document.lastingEdge) {
            document.edgeID($0)
        }
        takeMembers(changes.own, changes.isDecided)
        self.document = Document()
    }

    // MARK: Elements

    @discardableResult
    private mutating func touch(node id: Node.ID) -> Int {
        if let index = nodeIndex[id] { return index }
        let slot = document.lastingNode(id)
        let record = table.record(ofNode: id, in: document)
        nodeIndex[id] = nodes.count
        nodes.append(
            Element(
                id: id, before: slot.map { document.node(at: $0).stamped }, slot: slot?.number, record: record,
                wasLeftOut: table.nodes.leftOut.contains(id)))
        return nodes.count - 1
    }

    @discardableResult
    private mutating func touch(edge id: Edge.ID) -> Int {
        if let index = edgeIndex[id] { return index }
        let slot = document.lastingEdge(id)
        let record = table.record(ofEdge: id, in: document)
        edgeIndex[id] = edges.count
        edges.append(
            Element(
                id: id, before: slot.map { document.edge(at: $0).stamped }, slot: slot?.number, record: record,
                wasLeftOut: table.edges.leftOut.contains(id)))
        return edges.count - 1
    }

    private mutating func take(_ other: StampedRecord, intoNode id: Node.ID, _ isDecided: Bool) {
        nodes[touch(node: id)].take(other, isDecided)
    }

    private mutating func take(_ other: StampedRecord, intoEdge id: Edge.ID, _ isDecided: Bool) {
        edges[touch(edge: id)].take(other, isDecided)
    }

    private mutating func stand(node index: Int) {
        if nodes[index].record.isPresent { nodes[index].show() }
    }

    private mutating func stand(edge index: Int) {
        guard edges[index].record.isPresent else { return }
        edges[index].show()
        let missing = ["source", "target"].filter { name in
            guard let id = edges[index].after?[name]?.stringValue else { return true }
            return !isShown(Identifier(id))
        }
        if missing.isEmpty { return }
        let end = edges[index].after?[missing[0]]?.stringValue
        edges[index].after = nil
        if edges[index].wasLeftOut { return }
        let id = edges[index].id
        repaired.append(
            Diagnostic(
                .warning, "noSuchNode", of: ["edges", id.string], edges: [id],
                message: "it is left out until there is a node " + (end.map { "\"\($0)\"" } ?? "at both of its ends")))
    }

    /// Touches what lies in and ends on nodes that go.
    private mutating func touchAround() {
        for index in nodes.indices where nodes[index].before != nil && nodes[index].after == nil {
            guard let slot = document.node(nodes[index].id) else { continue }
            document.visitEdges(of: slot) { edge in
                if !document.isTransient(edge: edge) { touch(edge: document.edgeID(edge)) }
            }
            for child in document.children(slot) where !document.isTransient(child) {
                let known = nodes.count
                let place = touch(node: document.nodeID(child))
                if place >= known { stand(node: place) }
            }
        }
    }

    private func isShown(_ id: Node.ID) -> Bool {
        if let index = nodeIndex[id] { return nodes[index].after != nil }
        return document.lastingNode(id) != nil
    }

    // MARK: Parents

    /// The node that a node is to lie in, whether it can or not.
    private func parent(of id: Node.ID) -> Node.ID? {
        if let index = nodeIndex[id] { return nodes[index].after.flatMap(MergePlan.parent) }
        guard let slot = document.lastingNode(id) else { return nil }
        return document.nodes.parent(slot).map { document.nodeID($0) }
    }

    private static func parent(in members: JSONObject) -> Node.ID? {
        Node(id: Identifier(""), members: JSON.object(members).text.bytes).parent
    }

    private mutating func leaveOutParents() {
        var done: Set<Identifier> = []
        var index = 0
        var circles: [[Identifier]] = []
        while index < nodes.count {
            if nodes[index].after != nil {
                var path: [Identifier] = []
                var places: [Identifier: Int] = [:]
                var next: Identifier? = nodes[index].id
                while let id = next, isShown(id), !done.contains(id) {
                    if let place = places[id] {
                        circles.append(Array(path[place...]))
                        break
                    }
                    places[id] = path.count
                    path.append(id)
                    next = parent(of: id)
                }
                done.formUnion(path)
            }
            index += 1
        }
        for circle in circles { if let last = last(of: circle) { leaveOutParent(of: last, "parentCycle") } }
        for index in nodes.indices {
            guard let parent = nodes[index].after.flatMap(MergePlan.parent), !isShown(parent) else { continue }
            leaveOutParent(of: index, "noSuchNode")
        }
    }

    /// The place of the node in a circle whose parent was written last.
    private mutating func last(of circle: [Identifier]) -> Int? {
        var last: Int?
        for id in circle {
            let place = touch(node: id)
            if nodes[place].after == nil { stand(node: place) }
            guard let other = last else {
                last = place
                continue
            }
            let (a, b) = (nodes[other].record.parentStamp, nodes[place].record.parentStamp)
            if a < b || a == b && nodes[other].id < id { last = place }
        }
        return last
    }

    private mutating func leaveOutParent(of index: Int, _ code: String) {
        let parent = nodes[index].after.flatMap(MergePlan.parent)?.string ?? ""
        nodes[index].after?["parentId"] = nil
        nodes[index].after?["parentNode"] = nil
        nodes[index].leavesParentOut = true
        if nodes[index].wasLeftOut { return }
        var reason = "there is a node \"\(parent)\""
        if code == "parentCycle" { reason = "\"\(parent)\" lies no more inside of it" }
        repaired.append(
            Diagnostic(
                .warning, code, node: nodes[index].id, ["parentId"], message: "its parent is left out until \(reason)"))
    }

    // MARK: Places

    /// - Parameters:
    ///   - slot: that of a lasting element.
    ///   - name: gives the id of an element.
    private func places<Kind>(
        of elements: [Element], _ order: ElementOrder<Kind>, _ known: StampedElements<Kind>,
        _ slot: (Identifier) -> Slot<Kind>?, _ name: (Slot<Kind>) -> Identifier
    ) -> [Place] {
        typealias Placed = (key: PlaceKey, id: Identifier)
        var placed: [Placed] = []
        for element in elements where element.after != nil && (element.before == nil || element.isPlaced) {
            placed.append((element.record.sortKey, element.id))
        }
        placed.sort { (a: Placed, b: Placed) -> Bool in a.key == b.key ? a.id < b.id : a.key < b.key }
        if placed.isEmpty { return [] }
        var absent = SlotSet<Kind>()
        for element in elements where element.after == nil || element.isPlaced {
            if let slot = slot(element.id) { absent.insert(slot) }
        }
        // What stays where it is, each with its key.
        let anchors = order.slots.filter { !absent.contains($0) && known.key($0, name) != nil }
        func isBefore(_ slot: Slot<Kind>, _ place: (key: PlaceKey, id: Identifier)) -> Bool {
            guard let key = known.key(slot, name), key != place.key else { return name(slot) < place.id }
            return key < place.key
        }
        var places: [Place] = []
        var next: Identifier?
        var bound = anchors.count
        for place in placed.reversed() {
            var (low, high) = (0, bound)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(anchors[middle], place) { low = middle + 1 } else { high = middle }
            }
            if low < bound { next = name(anchors[low]) }
            places.append((place.id, next))
            next = place.id
            bound = low
        }
        return places.reversed()
    }

    // MARK: The document itself

    private mutating func takeMembers(_ other: StampedRecord, _ isDecided: Bool) {
        if other.values.isEmpty { return }
        if isDecided { own.decide(other) } else if !own.merge(other) { return }
        let before = document.countedContent
        let after = StampedSplit.document.object(of: own.values)
        for member in before.members where after[member.name] == nil { members.append((member.name, nil)) }
        for member in after.members where before[member.name] != member.value {
            members.append((member.name, member.value))
        }
    }

    // MARK: The end

    /// The stamps after the plan was performed.
    ///
    /// - Parameter document: after it.
    public func finished(in document: Document) -> StampTable {
        var table = table
        for element in nodes {
            let slot = document.lastingNode(element.id)
            table.nodes.finish(element, slot, shown: slot.map { document.node(at: $0).stamped })
        }
        for element in edges {
            let slot = document.lastingEdge(element.id)
            table.edges.finish(element, slot, shown: slot.map { document.edge(at: $0).stamped })
        }
        table.own = StampedElement(own, shown: document.countedContent, .document)
        return table
    }
}

extension MergePlan.Element {
    fileprivate mutating func take(_ other: StampedRecord, _ isDecided: Bool) {
        let key = record.key
        if isDecided { record.decide(other) } else { _ = record.merge(other) }
        isPlaced = isPlaced || record.key != key
    }

    /// Shows what its fields make, if it can be.
    fileprivate mutating func show() {
        var members = StampedSplit.element.object(of: record.values)
        members["id"] = .string(id.string)
        after = members
    }
}

extension StampedRecord {
    /// Its place; what has none comes last.
    fileprivate var sortKey: PlaceKey { key ?? PlaceKey(PlaceKey.greatest) }

    /// Takes what another one knows, whatever the stamps are.
    fileprivate mutating func decide(_ other: StampedRecord) {
        if other.decidesPresence { (stood, isPresent) = (other.stood, other.isPresent) }
        if let new = other.key { (placed, key) = (other.placed, new) }
        for (field, value) in other.values { values[field] = value }
    }
}

extension StampedElements {
    /// Notes an element that was merged.
    fileprivate mutating func finish(_ element: MergePlan.Element, _ slot: Slot<Element>?, shown: JSONObject?) {
        var record = element.record
        record.rest = record.stood
        if slot != nil, record.key == nil { record.key = PlaceKey(PlaceKey.greatest) }
        if let slot, record.placed == .unwritten, let number = number(slot), record.key == PlaceKey(number) {
            record.key = nil
        }
        if let former = element.slot, former != slot?.number { loseKey(Slot(former)) }
        if let slot, record.key != nil { noteKey(slot) }
        if slot == nil, !record.isPresent, record.stood == .unwritten, record.values.isEmpty {
            return forget(element.id)
        }
        set(element.id, StampedElement(record, shown: shown, .element))
    }
}

extension Document {
    func lastingNode(_ id: Node.ID) -> Node.Slot? { node(id).flatMap { isTransient($0) ? nil : $0 } }
    func lastingEdge(_ id: Edge.ID) -> Edge.Slot? { edge(id).flatMap { isTransient(edge: $0) ? nil : $0 } }
}
