import Graph
import Storage
import Wire

/// What the split steps of a history did to a document, element by element; which of them are undone says what it is.
struct Lives: Sendable {
    private(set) var lives: [Target: Life] = [:]
    private(set) var nodePlaces = OrderMarks()
    private(set) var edgePlaces = OrderMarks()
    /// The numbers of the steps that are undone.
    private(set) var undone: Set<Int> = []
    /// Elements that are to be there and are not shown, and nodes that are to lie in another one and do not.
    private(set) var suppressed: [Target] = []
    /// How many steps were ever taken in; the next one gets this number.
    private var count = 0

    init() {}

    /// What so many steps did, as it is written down.
    init(
        _ lives: [Target: Life], _ nodePlaces: OrderMarks, _ edgePlaces: OrderMarks, steps: Int, undone: Set<Int>,
        suppressed: [Target]
    ) {
        (self.lives, self.nodePlaces, self.edgePlaces) = (lives, nodePlaces, edgePlaces)
        (count, self.undone, self.suppressed) = (steps, undone, suppressed)
    }

    /// A step as it was taken in.
    typealias Step = (number: Int, targets: [Target], bytes: Int)

    // MARK: Steps

    /// Takes steps in.
    ///
    /// - Parameters:
    ///   - steps: what each did, in their order.
    ///   - done: how many of them are done; the rest are undone.
    ///   - change: one that the document holds and that is no step yet.
    ///   - transients: the elements of the document that the history does not know.
    mutating func add(
        _ steps: [(delta: Delta, isRemote: Bool)], done: Int, behind change: Delta?, _ document: Document,
        _ transients: TransientElements
    ) -> [Step] {
        var former = FormerDocument(document)
        let way = steps[..<done].map(\.delta) + (change.map { [$0] } ?? [])
        for delta in way.reversed() { former.go(over: delta.inverse) }
        let start = former
        let nodeOrder = start.nodeOrder(way.flatMap(\.nodeOrder), without: transients.nodes)
        let edgeOrder = start.edgeOrder(way.flatMap(\.edgeOrder), without: transients.edges)
        var nodes = MarkedSteps(nodeOrder.order, nodeOrder.around, without: undone) { start.nodeID($0) }
        var edges = MarkedSteps(edgeOrder.order, edgeOrder.around, without: undone) { start.edgeID($0) }
        var added: [Step] = []
        for (index, (delta, isRemote)) in steps.enumerated() {
            let number = count
            count += 1
            if index >= done { undone.insert(number) }
            let movedNodes = nodes.add(delta.nodeOrder, delta.newNodes, of: number, to: &nodePlaces)
            let movedEdges = edges.add(delta.edgeOrder, delta.newEdges, of: number, to: &edgePlaces)
            let moved = movedNodes.map(Target.node) + movedEdges.map(Target.edge)
            for target in moved { lives[target]?.add(.needed, of: number, isRemote: isRemote) }
            let (changed, bytes) = add(former.changes(by: delta), of: number, isRemote: isRemote)
            added.append((number, moved + changed, bytes + 100 * moved.count))
            former.go(over: delta)
        }
        return added
    }

    /// The memory that a step takes, roughly.
    func bytes(of step: Int, _ targets: [Target]) -> Int {
        targets.reduce(64) { bytes, target in
            let writes = lives[target]?.writes.filter { $0.step == step } ?? []
            return bytes + 100 + writes.reduce(0) { $0 + $1.change.bytes }
        }
    }

    private mutating func add(
        _ changes: [(target: Target, change: Life.Change)], of step: Int, isRemote: Bool
    ) -> (targets: [Target], bytes: Int) {
        var targets: [Target] = []
        var bytes = 64
        for (target, change) in changes {
            guard var life = lives.removeValue(forKey: target) ?? Life(before: change) else { continue }
            life.add(change, of: step, isRemote: isRemote)
            lives[target] = life
            targets.append(target)
            bytes += 100 + change.bytes
        }
        return (targets, bytes)
    }

    mutating func setUndone(_ step: Int, _ isUndone: Bool) {
        if isUndone { undone.insert(step) } else { undone.remove(step) }
    }

    /// Forgets the first step, or one that is undone.
    mutating func forget(_ step: Int, _ targets: [Target]) {
        let isDone = undone.remove(step) == nil
        for target in targets {
            lives[target]?.forget(step, isDone: isDone)
            let wasThere = lives[target]?.wasThere ?? true
            let isOver = lives[target]?.isOver ?? true
            if isOver && !suppressed.contains(target) { lives[target] = nil }
            switch target {
            case .node(let id):
                nodePlaces.forget(step, isDone: isDone, id)
                if lives[target] == nil { nodePlaces.release(id, isThere: wasThere) }
            case .edge(let id):
                edgePlaces.forget(step, isDone: isDone, id)
                if lives[target] == nil { edgePlaces.release(id, isThere: wasThere) }
            case .member: break
            }
        }
    }

    /// Takes in that another replica has written fields as they are: a step that changes nothing as long as those before it
    /// are done.
    ///
    /// - Returns: Nil if no step has done anything to them.
    mutating func confirm(_ fields: ConfirmedFields, _ document: Document, _ transients: TransientElements) -> Step? {
        var changes: [(target: Target, change: Life.Change)] = []
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
            nodes.filter { nodePlaces.confirm($0.id, of: number, without: undone, nodesAround) }.map {
                Target.node($0.id)
            }
            + edges.filter { edgePlaces.confirm($0.id, of: number, without: undone, edgesAround) }.map { .edge($0.id) }
        if changes.isEmpty && placed.isEmpty { return nil }
        count += 1
        let (changed, bytes) = add(changes, of: number, isRemote: true)
        return (number, placed + changed, bytes + 100 * placed.count)
    }

    private func confirmation(of names: [JSONString], in target: Target) -> [(target: Target, change: Life.Change)] {
        guard let state = lives[target]?.state(without: undone), let content = state.content else { return [] }
        var changes: [(target: Target, change: Life.Change)] = []
        if names.contains("@stands") { changes.append((target, state.isThere ? .made(content) : .removed(content))) }
        let fields = names.filter { $0 != "@stands" && $0 != "@place" }.map { StampedField(named: $0) }
        if state.isThere, !fields.isEmpty, let old = content.without(fields) {
            changes.append((target, .changed(from: old, to: content)))
        }
        return changes
    }

    // MARK: Elements

    /// Whether the steps say what an element is.
    func know(_ target: Target) -> Bool { lives[target] != nil }

    /// What an element is to be; nil if it is not to be there. The steps have to know it.
    func content(of target: Target) -> Life.Content? { lives[target]?.content(without: undone) }

    /// The last step that gave a node its parent; nil if none is known.
    func lastParentStep(of node: Identifier) -> Int? { lives[.node(node)]?.lastParentStep(without: undone) }

    /// Notes what will not be shown, and keeps what of it no step knows.
    mutating func suppress(_ targets: [Target], in document: Document, without transients: TransientElements) {
        setSuppressed(targets)
        if targets.isEmpty { return }
        let around = FormerDocument(document).edgeOrder([], without: transients.edges).around
        for target in targets {
            switch target {
            case .node(let id):
                if let slot = document.node(id) { keep(target, .node(document.node(at: slot))) }
            case .edge(let id):
                guard let slot = document.lastingEdge(id) else { continue }
                keep(target, .edge(document.edge(at: slot)))
                edgePlaces.pin(id, around)
            case .member: break
            }
        }
    }

    private mutating func keep(_ target: Target, _ content: Life.Content) {
        if lives[target] == nil { lives[target] = Life(content) }
    }

    /// Notes what is not shown now.
    mutating func setSuppressed(_ targets: [Target]) { suppressed = targets }

    /// Lets a step say of what is suppressed that it is not there.
    ///
    /// - Returns: What was suppressed.
    mutating func stayOut(of document: Document, by step: Int, isRemote: Bool) -> [Target] {
        let targets = suppressed
        for target in targets {
            guard let content = content(of: target) else { continue }
            if case .node(let id) = target, let slot = document.node(id) {
                let shown = Life.Content.node(document.node(at: slot))
                lives[target]?.add(.changed(from: content, to: shown), of: step, isRemote: isRemote)
            } else {
                lives[target]?.add(.removed(content), of: step, isRemote: isRemote)
            }
        }
        suppressed = []
        return targets
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
