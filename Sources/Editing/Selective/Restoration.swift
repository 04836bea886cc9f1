import Graph
import Storage
import Wire

/// What a step that is taken back or performed again gives the cells of a document.
///
/// What cannot be is left out: an element whose id is taken or whose ends are gone, a parent that would be a cycle, the
/// removal of a node on which something hangs.
struct Restoration {
    typealias Target = StepWrites.Target
    typealias Value = StepWrites.Value

    private var nodes: [Node] = []
    private var edges: [Edge] = []
    private var newNodes: Set<Identifier> = []
    private var newEdges: Set<Identifier> = []
    private var goneNodes: [Identifier] = []
    private var goneEdges: [Identifier] = []
    /// Members of elements and of the document, and where each element stands among them.
    private var members: [(target: Target, members: [(StepWrites.Member, Value)])] = []
    private var places: [Target: Int] = [:]
    /// Where elements are to stand, in this order: each before the first of some that is there, or at the end.
    var sites: [(target: Target, before: [Identifier])] = []

    /// Whether it brings an element back.
    func restores(_ target: Target) -> Bool {
        switch target {
        case .node(let id): newNodes.contains(id)
        case .edge(let id): newEdges.contains(id)
        case .document: true
        }
    }

    /// Notes what a cell is to hold.
    mutating func add(_ cell: StepWrites.Cell, _ value: Value) {
        switch (cell.member, value) {
        case (.existence, .node(let node)):
            nodes.append(node)
            newNodes.insert(node.id)
        case (.existence, .edge(let edge)):
            edges.append(edge)
            newEdges.insert(edge.id)
        case (.existence, .absent): remove(cell.target)
        case (.existence, _): break
        case (.place, _): break
        case (.member, _), (.part, _):
            if let place = places[cell.target] {
                members[place].members.append((cell.member, value))
            } else {
                places[cell.target] = members.count
                members.append((cell.target, [(cell.member, value)]))
            }
        }
    }

    private mutating func remove(_ target: Target) {
        switch target {
        case .node(let id): goneNodes.append(id)
        case .edge(let id): goneEdges.append(id)
        case .document: break
        }
    }

    /// Changes the document.
    ///
    /// - Returns: The elements that could not be inserted, each with one that it needs.
    mutating func perform(in transaction: inout Transaction) -> [(value: Value, missing: Target)] {
        for (target, members) in members where target == .document { transaction.give(members) }
        for id in goneEdges { if let slot = transaction.document.edge(id) { transaction.removeEdge(slot) } }
        var left = insertNodes(in: &transaction)
        changeNodes(in: &transaction)
        left += insertEdges(in: &transaction)
        for (target, members) in members {
            guard case .edge(let id) = target, let slot = transaction.document.edge(id),
                let edge = transaction.document.edge(at: slot).given(members)
            else { continue }
            try? transaction.replace(edge: slot, with: edge)
        }
        removeNodes(in: &transaction)
        for site in sites { transaction.place(site.target, before: site.before) }
        return left
    }

    // MARK: Nodes

    private func insertNodes(in transaction: inout Transaction) -> [(value: Value, missing: Target)] {
        var left: [(value: Value, missing: Target)] = []
        for node in parentsFirst() where transaction.document.node(node.id) == nil {
            do throws(EditError) {
                try transaction.insert(node)
            } catch {
                if let parent = node.parent { left.append((.node(node), .node(parent))) }
            }
        }
        return left
    }

    /// The nodes to insert, each after the one that it lies in.
    private func parentsFirst() -> [Node] {
        var places: [Identifier: Int] = [:]
        for (place, node) in nodes.enumerated() { places[node.id] = place }
        var order: [Node] = []
        var seen: Set<Int> = []
        for start in nodes.indices {
            var chain: [Int] = []
            var next: Int? = start
            while let place = next, seen.insert(place).inserted {
                chain.append(place)
                next = nodes[place].parent.flatMap { places[$0] }
            }
            order += chain.reversed().map { nodes[$0] }
        }
        return order
    }

    /// Gives nodes their members; what had to wait for another one is tried again.
    private func changeNodes(in transaction: inout Transaction) {
        var waiting = members
        for _ in 0..<2 {
            waiting = waiting.filter { target, members in
                guard case .node(let id) = target, let slot = transaction.document.node(id),
                    let node = transaction.document.node(at: slot).given(members)
                else { return false }
                do throws(EditError) {
                    try transaction.replace(slot, with: node)
                    return false
                } catch {
                    return true
                }
            }
        }
    }

    /// Removes nodes from inside out; one stays if something is in it or on it that does not go.
    private func removeNodes(in transaction: inout Transaction) {
        let gone = SlotSet(goneNodes.compactMap { transaction.document.node($0) })
        var ready = transaction.document.nodesInOrder(gone)
        for slot in ready { try? transaction.removeTransients(of: slot, besides: gone) }
        var removed = SlotSet<Node>()
        while let slot = ready.popLast() {
            if removed.contains(slot) || !transaction.document.isFree(slot) { continue }
            let parent = transaction.document.nodes.parent(slot)
            transaction.removeNode(slot)
            removed.insert(slot)
            if let parent, gone.contains(parent) { ready.append(parent) }
        }
    }

    // MARK: Edges

    private func insertEdges(in transaction: inout Transaction) -> [(value: Value, missing: Target)] {
        var left: [(value: Value, missing: Target)] = []
        for edge in edges where transaction.document.edge(edge.id) == nil {
            do throws(EditError) {
                let slot = try transaction.insert(edge)
                try transaction.adoptHandles(namedBy: slot)
            } catch {
                let ends = [edge.source, edge.target]
                let missing = ends.first { transaction.document.node($0) == nil }
                if let missing { left.append((.edge(edge), .node(missing))) }
            }
        }
        return left
    }
}

extension Document {
    /// The first of some elements that is there.
    fileprivate func first<Slot>(of ids: [Identifier], _ slot: (Document, Identifier) -> Slot?) -> Slot? {
        for id in ids { if let slot = slot(self, id) { return slot } }
        return nil
    }

    /// Whether nothing hangs on a node.
    fileprivate func isFree(_ slot: Node.Slot) -> Bool {
        if !children(slot).isEmpty { return false }
        var isFree = true
        visitEdges(of: slot) { _ in isFree = false }
        return isFree
    }
}

extension Transaction {
    /// Gives members of the document values.
    fileprivate mutating func give(_ members: [(StepWrites.Member, StepWrites.Value)]) {
        var names: [JSONString] = []
        for (member, _) in members {
            guard let name = member.name, !names.contains(name), let text = name.string else { continue }
            names.append(name)
            let object = document.content.given(members.filter { $0.0.name == name })
            setMember(text, to: object[name])
        }
    }

    fileprivate mutating func place(_ target: StepWrites.Target, before successors: [Identifier]) {
        switch target {
        case .node(let id):
            let successor = document.first(of: successors) { $0.node($1) }
            if let slot = document.node(id) { moveNode(slot, before: successor) }
        case .edge(let id):
            let successor = document.first(of: successors) { $0.edge($1) }
            if let slot = document.edge(id) { moveEdge(slot, before: successor) }
        case .document: break
        }
    }
}

extension StepWrites.Member {
    /// The member of the element or the document that it is, or is in.
    fileprivate var name: JSONString? {
        switch self {
        case .existence, .place: nil
        case .member(let name), .part(of: let name, _): name
        }
    }
}

extension JSONObject {
    /// The object with some members as they are to be; an object around parts goes only when it is empty.
    fileprivate func given(_ members: [(StepWrites.Member, StepWrites.Value)]) -> JSONObject {
        var object = self
        for case (.part(of: let name, let part), let value) in members {
            guard var inner = (object[name] ?? [:]).objectValue else { continue }
            inner[part] = value.json
            object[name] = .object(inner)
        }
        for case (.member(let name), let value) in members {
            switch value {
            case .absent: object[name] = nil
            case .bare: if object[name]?.objectValue?.isEmpty == true { object[name] = nil }
            case .present: if object[name] == nil { object[name] = [:] }
            case .value, .point: object[name] = value.json
            case .node, .edge, .site: break
            }
        }
        return object
    }

    /// What leads from this object to another one.
    fileprivate func patch(to other: JSONObject) -> MemberPatch {
        let set = other.members.filter { self[$0.name] != $0.value }
        let unset = members.filter { other[$0.name] == nil }.compactMap { $0.name.string }
        return .assign(set: JSONObject(set), unset: unset)
    }
}

extension Node {
    /// The node with some members as they are to be; nil if it stays as it is.
    func given(_ members: [(StepWrites.Member, StepWrites.Value)]) -> Node? {
        guard let object = json.objectValue else { return nil }
        let patch = object.patch(to: object.given(members))
        guard let text = try? patch.applied(to: text, id: id, isExact: true)?.text else { return nil }
        return try? Node(text, isStored: true)
    }
}

extension Edge {
    /// The edge with some members as they are to be; nil if it stays as it is.
    func given(_ members: [(StepWrites.Member, StepWrites.Value)]) -> Edge? {
        guard let object = json.objectValue else { return nil }
        let patch = object.patch(to: object.given(members))
        guard let text = try? patch.applied(to: text, id: id, isExact: true)?.text else { return nil }
        return try? Edge(text, isStored: true)
    }
}
