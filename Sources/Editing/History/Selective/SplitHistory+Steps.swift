import Graph
import Storage
import Wire

// The split steps of a history are written down, and read again.

extension SplitHistory {
    /// - Parameter history: some of its steps are split.
    init(_ history: History) {
        let steps = history.steps[..<history.splitCount]
        var places: [Int: Int] = [:]
        for (place, step) in steps.enumerated() { if let number = step.number { places[number] = place } }
        self.steps = Array(steps)
        isSavedInReach = history.isSavedInReach
        let logs = history.logs
        elements = logs.byKey.map { Element($0, $1, places) }.sorted { $0.rank < $1.rank }
        suppressed = logs.suppressed.map { Element($0) }
        nodeOrder = logs.nodeOrder.runs(places)
        edgeOrder = logs.edgeOrder.runs(places)
    }

    // MARK: Reading

    /// Returns the logs of the steps, and the elements that each has written; nil if they are impossible.
    ///
    /// - Parameter document: the document after them.
    func logs(in document: Document) -> (logs: ElementLogs, keys: [[ElementKey]])? {
        var known: [ElementKey: ElementLog] = [:]
        var keys: [[ElementKey]] = Array(repeating: [], count: steps.count)
        for element in elements {
            guard let key = element.key, known[key] == nil, let log = element.log(of: key, steps)
            else { return nil }
            known[key] = log
            for case let step? in element.writes.map(\.step) where keys[step].last != key {
                keys[step].append(key)
            }
        }
        let former = FormerDocument(document)
        let nodesAround = former.nodeOrder([], without: SlotSet()).around
        let edgesAround = former.edgeOrder([], without: SlotSet()).around
        guard
            let nodes = OrderedList(nodeOrder, steps: steps.count, nodesAround, isThere: { document.node($0) != nil }),
            let edges = OrderedList(edgeOrder, steps: steps.count, edgesAround, isThere: { document.edge($0) != nil })
        else { return nil }
        for position in nodeOrder.flatMap(\.positions) {
            if let step = position.step { keys[step].append(.node(position.element)) }
        }
        for position in edgeOrder.flatMap(\.positions) {
            if let step = position.step { keys[step].append(.edge(position.element)) }
        }
        let undone = Set(steps.indices.filter { steps[$0].undone != nil })
        let logs = ElementLogs(
            known, nodes, edges, steps: steps.count, undone: undone,
            suppressed: suppressed.compactMap(\.key))
        return (logs, keys)
    }
}

extension SplitHistory.Element {
    /// The element without its log.
    fileprivate init(_ key: ElementKey) {
        switch key {
        case .node(let id): node = id
        case .edge(let id): edge = id
        case .member(let name): member = name
        }
    }

    fileprivate init(_ key: ElementKey, _ log: ElementLog, _ steps: [Int: Int]) {
        self.init(key)
        (isThere, isRemoved) = (log.base.isThere, log.base.isRemoved)
        before = log.base.content?.text
        var last = log.base.content
        for write in log.writes {
            let step = write.step.flatMap { steps[$0] }
            if step != nil || write.step == nil { writes.append(.init(step, write.change, &last)) }
        }
    }

    /// The rank by which elements are listed.
    fileprivate var rank: (Int, String) {
        if let node { return (0, node.string) }
        if let edge { return (1, edge.string) }
        return (2, member ?? "")
    }

    fileprivate var key: ElementKey? {
        switch (node, edge, member) {
        case (let id?, nil, nil): .node(id)
        case (nil, let id?, nil): .edge(id)
        case (nil, nil, let name?): .member(name)
        default: nil
        }
    }

    fileprivate func log(of key: ElementKey, _ steps: [History.Step]) -> ElementLog? {
        var base = ElementLog.State(content: nil, isThere: isThere, isRemoved: isRemoved)
        if isThere || before != nil {
            guard let content = before.flatMap({ ElementLog.Content($0, of: key) }) else { return nil }
            base.content = content
        }
        var last = base.content
        var changes: [ElementLog.Write] = []
        changes.reserveCapacity(writes.count)
        for write in writes {
            guard write.step.map({ steps.indices.contains($0) }) ?? true, let change = write.change(of: key, &last)
            else { return nil }
            let revival = ElementLog.Revival(write.step.map { steps[$0].origin } ?? .anyone)
            changes.append(ElementLog.Write(step: write.step, change: change, revival: revival))
        }
        return ElementLog(base: base, writes: changes)
    }
}

extension SplitHistory.Write {
    /// - Parameter last: the last content of the element.
    fileprivate init(_ step: Int?, _ change: ElementLog.Change, _ last: inout ElementLog.Content?) {
        self.step = step
        switch change {
        case .made(let content):
            (kind, to) = (.made, content.text)
            last = content
        case .removed(let content):
            (kind, from) = (.removed, content == last ? nil : content.text)
            last = content
        case .changed(from: let old, to: let new):
            (kind, from) = (.changed, old == last ? nil : old.text)
            place = new.place(from: old)
            if place == nil { to = new.text }
            last = new
        case .needed: kind = .needed
        }
    }

    fileprivate func change(of key: ElementKey, _ last: inout ElementLog.Content?) -> ElementLog.Change? {
        func read(_ text: JSONText?) -> ElementLog.Content? { text.flatMap { ElementLog.Content($0, of: key) } }
        let old = from == nil ? last : read(from)
        switch kind {
        case .made:
            last = read(to)
            return last.map { .made($0) }
        case .removed:
            last = old
            return old.map { .removed($0) }
        case .changed:
            guard let old, let new = place.map({ old.put(at: $0) }) ?? read(to) else { return nil }
            last = new
            return .changed(from: old, to: new)
        case .needed: return .needed
        }
    }
}

extension ElementLog.Content {
    /// Returns the position of a node that differs only by it; nil if more is different.
    fileprivate func place(from old: ElementLog.Content) -> SplitHistory.Place? {
        guard case .node(let node) = self, case .node(var put) = old else { return nil }
        put.setGeometry(node.geometry)
        if put != node { return nil }
        func known(_ number: Double) -> Double? { number.isNaN ? nil : number }
        let geometry = node.geometry
        return .init(
            x: known(geometry.x), y: known(geometry.y), width: known(geometry.width), height: known(geometry.height))
    }

    /// Returns nil if this is not a node, or that is not a position.
    fileprivate func put(at place: SplitHistory.Place) -> ElementLog.Content? {
        guard case .node(var node) = self, (place.x == nil) == (place.y == nil), place.width ?? 0 >= 0,
            place.height ?? 0 >= 0
        else { return nil }
        node.setGeometry(
            NodeGeometry(
                x: place.x ?? .nan, y: place.y ?? .nan, width: place.width ?? .nan, height: place.height ?? .nan))
        return .node(node)
    }

    /// Its text; the value of a member is in an array, which is empty if there is none.
    fileprivate var text: JSONText {
        switch self {
        case .node(let node): node.text
        case .edge(let edge): edge.text
        case .value(let value), .parts(let value): JSON.array(value.map { [$0] } ?? []).text
        }
    }

    /// Nil if it is not the content of such a key.
    fileprivate init?(_ text: JSONText, of key: ElementKey) {
        switch key {
        case .node(let id):
            guard let node = try? Node(text, isStored: true), node.id == id else { return nil }
            self = .node(node)
        case .edge(let id):
            guard let edge = try? Edge(text, isStored: true), edge.id == id else { return nil }
            self = .edge(edge)
        case .member(let name):
            guard let values = (try? JSON(text))?.arrayValue, values.count < 2 else { return nil }
            self = ElementLog.Content(values.first, ofMember: name)
        }
    }
}
