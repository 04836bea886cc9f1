import Graph
import Storage
import Wire

/// The write logs of the elements that the split steps of a history touched; the set of undone steps decides each
/// element.
struct ElementLogs: Sendable {
    private(set) var byKey: [ElementKey: ElementLog] = [:]
    private(set) var nodeOrder = OrderedList()
    private(set) var edgeOrder = OrderedList()
    /// The numbers of the steps that are undone.
    private(set) var undone: Set<Int> = []
    /// Elements that should exist and are not shown, and nodes that lack their intended parent.
    private(set) var suppressed: [ElementKey] = []
    /// The number of steps ever added; the next one gets this number.
    private var count = 0

    init() {}

    /// The stored form of logs.
    init(
        _ logs: [ElementKey: ElementLog], _ nodeOrder: OrderedList, _ edgeOrder: OrderedList, steps: Int,
        undone: Set<Int>,
        suppressed: [ElementKey]
    ) {
        (byKey, self.nodeOrder, self.edgeOrder) = (logs, nodeOrder, edgeOrder)
        (count, self.undone, self.suppressed) = (steps, undone, suppressed)
    }

    /// A step as added.
    typealias Step = (number: Int, keys: [ElementKey], bytes: Int)

    // MARK: Steps

    /// Takes steps in.
    ///
    /// - Parameters:
    ///   - steps: the changes by each, in their order.
    ///   - done: the number of them that are done; the rest are undone.
    ///   - change: a change that the document already has and that is no step yet.
    ///   - transients: the elements of the document that the history does not know.
    mutating func add(
        _ steps: [(delta: Delta, revival: ElementLog.Revival)], done: Int, behind change: Delta?, _ document: Document,
        _ transients: TransientElements
    ) -> [Step] {
        var former = FormerDocument(document)
        let way = steps[..<done].map(\.delta) + (change.map { [$0] } ?? [])
        for delta in way.reversed() { former.go(over: delta.inverse) }
        let start = former
        let formerNodes = start.nodeOrder(way.flatMap(\.nodeOrder), without: transients.nodes)
        let formerEdges = start.edgeOrder(way.flatMap(\.edgeOrder), without: transients.edges)
        var nodes = PlacedSteps(formerNodes.order, formerNodes.around, without: undone) { start.nodeID($0) }
        var edges = PlacedSteps(formerEdges.order, formerEdges.around, without: undone) { start.edgeID($0) }
        var added: [Step] = []
        for (index, (delta, revival)) in steps.enumerated() {
            let number = count
            count += 1
            if index >= done { undone.insert(number) }
            let movedNodes = nodes.add(delta.nodeOrder, delta.newNodes, of: number, to: &nodeOrder)
            let movedEdges = edges.add(delta.edgeOrder, delta.newEdges, of: number, to: &edgeOrder)
            let moved = movedNodes.map(ElementKey.node) + movedEdges.map(ElementKey.edge)
            for key in moved { byKey[key]?.add(.needed, of: number, revival) }
            let (changed, bytes) = add(former.changes(by: delta), of: number, revival)
            added.append((number, moved + changed, bytes + 100 * moved.count))
            former.go(over: delta)
        }
        return added
    }

    /// The memory that a step takes, roughly.
    func bytes(of step: Int, _ keys: [ElementKey]) -> Int {
        keys.reduce(64) { bytes, key in
            let writes = byKey[key]?.writes.filter { $0.step == step } ?? []
            return bytes + 100 + writes.reduce(0) { $0 + $1.change.bytes }
        }
    }

    private mutating func add(
        _ changes: [(key: ElementKey, change: ElementLog.Change)], of step: Int, _ revival: ElementLog.Revival
    ) -> (keys: [ElementKey], bytes: Int) {
        var keys: [ElementKey] = []
        var bytes = 64
        for (key, change) in changes {
            guard var log = byKey.removeValue(forKey: key) ?? ElementLog(before: change) else { continue }
            log.add(log.seen(change, revival, without: undone), of: step, revival)
            byKey[key] = log
            keys.append(key)
            bytes += 100 + change.bytes
        }
        return (keys, bytes)
    }

    mutating func setUndone(_ step: Int, _ isUndone: Bool) {
        if isUndone { undone.insert(step) } else { undone.remove(step) }
    }

    /// Forgets the first step, or one that is undone.
    mutating func forget(_ step: Int, _ keys: [ElementKey]) {
        let isDone = undone.remove(step) == nil
        for key in keys {
            byKey[key]?.forget(step, isDone: isDone)
            let wasThere = byKey[key]?.wasThere ?? true
            let isOver = byKey[key]?.isOver ?? true
            if isOver && !suppressed.contains(key) { byKey[key] = nil }
            switch key {
            case .node(let id):
                nodeOrder.forget(step, isDone: isDone, id)
                if byKey[key] == nil { nodeOrder.release(id, isThere: wasThere) }
            case .edge(let id):
                edgeOrder.forget(step, isDone: isDone, id)
                if byKey[key] == nil { edgeOrder.release(id, isThere: wasThere) }
            case .member: break
            }
        }
    }

    /// Adds the fact that another replica has confirmed fields: a step that changes nothing as long as those before it
    /// are done.
    ///
    /// - Returns: Nil if no step has affected them.
    mutating func confirm(_ fields: ConfirmedFields, _ document: Document, _ transients: TransientElements) -> Step? {
        var changes: [(key: ElementKey, change: ElementLog.Change)] = []
        for (id, names) in fields.nodes { changes += confirmation(of: names, in: .node(id)) }
        for (id, names) in fields.edges { changes += confirmation(of: names, in: .edge(id)) }
        for name in Set(fields.own.compactMap { StampedField(named: $0).member.string }).sorted() {
            let names = fields.own.filter { StampedField(named: $0).member.string == name }
            changes += confirmation(of: names, in: .member(name))
        }
        let number = count
        let former = FormerDocument(document)
        let nodes = fields.nodes.filter { $0.names.contains("@place") && document.node($0.id) != nil }
        let edges = fields.edges.filter { $0.names.contains("@place") && document.edge($0.id) != nil }
        let nodesAround = former.nodeOrder([], without: transients.nodes).around
        let edgesAround = former.edgeOrder([], without: transients.edges).around
        let placed =
            nodes.filter { nodeOrder.confirm($0.id, of: number, without: undone, nodesAround) }.map {
                ElementKey.node($0.id)
            }
            + edges.filter { edgeOrder.confirm($0.id, of: number, without: undone, edgesAround) }.map { .edge($0.id) }
        if changes.isEmpty && placed.isEmpty { return nil }
        count += 1
        let (changed, bytes) = add(changes, of: number, .unlessRemoved)
        return (number, placed + changed, bytes + 100 * placed.count)
    }

    private func confirmation(of names: [JSONString], in key: ElementKey) -> [(
        key: ElementKey, change: ElementLog.Change
    )] {
        guard let state = byKey[key]?.state(without: undone), let content = state.content else { return [] }
        var changes: [(key: ElementKey, change: ElementLog.Change)] = []
        if names.contains("@stands") { changes.append((key, state.isThere ? .made(content) : .removed(content))) }
        let fields = names.filter { $0 != "@stands" && $0 != "@place" }.map { StampedField(named: $0) }
        if state.isThere, !fields.isEmpty, let old = content.without(fields) {
            changes.append((key, .changed(from: old, to: content)))
        }
        return changes
    }

    // MARK: Elements

    /// Returns true if the steps have written an element.
    func knows(_ key: ElementKey) -> Bool { byKey[key] != nil }

    /// Returns the content of an element that the steps have written; nil if the element must not exist.
    func content(of key: ElementKey) -> ElementLog.Content? { byKey[key]?.content(without: undone) }

    /// The last step that gave a node its parent; nil if none is known.
    func lastParentStep(of node: Identifier) -> Int? { byKey[.node(node)]?.lastParentStep(without: undone) }

    /// Records the parts that will not be shown, and keeps those that no step knows.
    mutating func suppress(_ keys: [ElementKey], in document: Document, without transients: TransientElements) {
        setSuppressed(keys)
        if keys.isEmpty { return }
        let around = FormerDocument(document).edgeOrder([], without: transients.edges).around
        for key in keys {
            switch key {
            case .node(let id):
                if let slot = document.node(id) { keep(key, .node(document.node(at: slot))) }
            case .edge(let id):
                guard let slot = document.lastingEdge(id) else { continue }
                keep(key, .edge(document.edge(at: slot)))
                edgeOrder.pin(id, around)
            case .member: break
            }
        }
    }

    private mutating func keep(_ key: ElementKey, _ content: ElementLog.Content) {
        if byKey[key] == nil { byKey[key] = ElementLog(content) }
    }

    /// Records the parts that are not shown now.
    mutating func setSuppressed(_ keys: [ElementKey]) { suppressed = keys }

    /// Makes a step remove suppressed parts.
    ///
    /// - Returns: The suppressed elements.
    mutating func removeSuppressed(of document: Document, by step: Int, _ revival: ElementLog.Revival) -> [ElementKey] {
        let keys = suppressed
        for key in keys {
            guard let content = content(of: key) else { continue }
            if case .node(let id) = key, let slot = document.node(id) {
                let shown = ElementLog.Content.node(document.node(at: slot))
                byKey[key]?.add(.changed(from: content, to: shown), of: step, revival)
            } else {
                byKey[key]?.add(.removed(content), of: step, revival)
            }
        }
        suppressed = []
        return keys
    }
}

extension Delta {
    /// The nodes that come, by slot.
    fileprivate var newNodes: [Node.Slot: Identifier] {
        var ids: [Node.Slot: Identifier] = [:]
        for change in nodes { if case .changed(_, let after?) = change.content { ids[change.slot] = after.id } }
        return ids
    }

    /// The edges that come, by slot.
    fileprivate var newEdges: [Edge.Slot: Identifier] {
        var ids: [Edge.Slot: Identifier] = [:]
        for change in edges { if let after = change.after { ids[change.slot] = after.id } }
        return ids
    }
}
