import Graph
import Seeding
import Sketching
import Testing
import Wire

@testable import Editing

/// Three replicas of a document whose edges are moved, each by two views; all ends that somebody has made are noted.
struct EdgeProgram {
    private static let names = ["a", "b", "c"]
    private static let nodes: [Node.ID] = ["p", "q", "r", "s"]
    private static let handles: [Identifier?] = [nil, "o", "i", "o2", "i2"]

    let seed: Int
    /// Is true if nodes come, go and lie in one another, too.
    private let changesNodes: Bool
    private var random: Seeded
    private(set) var editors: [DocumentEditor] = []
    /// The ends that an edit has given each edge; undo, redo and merges add none.
    private var made: [Edge.ID: Set<String>] = [:]

    init(seed: Int, changesNodes: Bool = false) {
        (self.seed, self.changesNodes) = (seed, changesNodes)
        random = Seeded(UInt64(seed) &* 0x9E37_79B9)
        var content: JSON = [
            "nodes": .array(EdgeProgram.nodes.map { ["id": .string($0.string), "handles": handles()] }), "edges": [],
            "settings": ["allowCycles": .boolean(random.below(2) == 0), "allowSelfLoops": .boolean(seed % 4 == 0)],
        ]
        if seed % 3 == 0 { content = content.merging(["settings": ["allowDuplicates": true]]) }
        editors = [DocumentEditor(Sketch(content: content).document)]
        for _ in 0..<4 { connect(0) }
        let base = opened(fileText(editors[0].document))
        editors = EdgeProgram.names.map { name in
            var editor = DocumentEditor(base)
            if seed % 5 > 0 { editor.beginStamps(replica: name) }
            return editor
        }
    }

    var documents: [Document] { editors.map(\.document) }

    mutating func below(_ bound: Int) -> Int { random.below(bound) }

    /// The edges of a document whose ends nobody has made.
    func strangers(in document: Document) -> [String] {
        document.edgeSlots.map { document.edge(at: $0) }
            .filter { made[$0.id]?.contains(EdgeProgram.ends(of: $0)) != true }
            .map { "\($0.id): \(EdgeProgram.ends(of: $0))" }
    }

    private static func ends(of edge: Edge) -> String {
        "\(edge.source).\(edge.sourceHandle ?? "-") \(edge.target).\(edge.targetHandle ?? "-")"
    }

    // MARK: Edits

    mutating func work(_ index: Int, steps: Int) {
        for _ in 0..<steps {
            editors[index].time += Double(below(3))
            if changesNodes, below(3) == 0 {
                changeNode(index)
                continue
            }
            switch below(12) {
            case 0, 1, 2, 3: moveEnds(index)
            case 4, 5: patchEnds(index)
            case 6: connect(index)
            case 7: remove(index)
            case 8: retype(index)
            case 9, 10: walk(index)
            default: label(index)
            }
        }
    }

    /// Hears of what another replica has written: all, or a part of it.
    mutating func hear(_ index: Int, of other: Int) throws {
        let document = editors[index].document
        if below(2) == 0 || !document.hasStamps {
            let changes = StampedChanges(of: editors[other].document, for: document)
            _ = try editors[index].merge(changes, rules: below(4) == 0 ? .skip : .report, cause: "test")
        } else {
            let page = StampedChanges.written(
                in: editors[other].document, since: document.stamps?.seen ?? SeenStamps(), limit: 1 + below(4))
            _ = try editors[index].merge(StampedChanges(page.changes.json), cause: "test")
        }
    }

    private mutating func perform(_ index: Int, _ edit: (inout Transaction) throws(EditError) -> Void) {
        let view: Identifier? = [nil, "v", "w"][below(3)]
        let before = editors[index].document
        // One that is refused changes nothing.
        _ = try? editors[index].perform(
            .init(cause: "test", label: "step \(made.count).\(below(1_000_000))", view: view), edit)
        for slot in editors[index].document.edgeSlots {
            let edge = editors[index].document.edge(at: slot)
            if before.edge(edge.id).map({ before.edge(at: $0).hasSameEnds(as: edge) }) == true { continue }
            made[edge.id, default: []].insert(EdgeProgram.ends(of: edge))
        }
    }

    private mutating func edge(_ index: Int) -> Edge.ID {
        let slots = editors[index].document.edgeSlots
        return slots.isEmpty ? "none" : editors[index].document.edgeID(slots[below(slots.count)])
    }

    private mutating func node() -> Node.ID { EdgeProgram.nodes[below(EdgeProgram.nodes.count)] }
    private mutating func handle() -> Identifier? { EdgeProgram.handles[below(EdgeProgram.handles.count)] }

    private mutating func moveEnds(_ index: Int) {
        let (id, which) = (edge(index), below(5))
        let (source, target) = (which != 0 ? node() : nil, which == 0 || which == 1 ? node() : nil)
        let (sourceHandle, targetHandle) = (below(2) == 0 ? handle() : nil, below(2) == 0 ? handle() : nil)
        perform(index) { (open) throws(EditError) in
            try open.reconnect(
                id, source: source, sourceHandle: source == nil ? nil : sourceHandle, target: target,
                targetHandle: target == nil && which != 4 ? nil : targetHandle)
        }
    }

    private mutating func patchEnds(_ index: Int) {
        let id = edge(index)
        var patch = JSONObject()
        if below(2) == 0 { patch["source"] = .string(node().string) }
        if below(2) == 0 { patch["target"] = .string(node().string) }
        if below(2) == 0 { patch["sourceHandle"] = handle().map { .string($0.string) } ?? .null }
        if below(2) == 0 { patch["targetHandle"] = handle().map { .string($0.string) } ?? .null }
        perform(index) { [patch] (open) throws(EditError) in try open.updateEdge(id, patch: patch) }
    }

    /// Adds an edge, often under an id that others give, too.
    private mutating func connect(_ index: Int) {
        let edge = Edge(
            id: Identifier("e\(below(7))"), source: node(), sourceHandle: handle(), target: node(),
            targetHandle: handle())
        perform(index) { (open) throws(EditError) in try open.connect(edge) }
    }

    private mutating func remove(_ index: Int) {
        let id = edge(index)
        perform(index) { (open) throws(EditError) in try open.removeElements(nodes: [], edges: [id]) }
    }

    /// Removes a node with its edges, inserts it again, or puts it into another one.
    private mutating func changeNode(_ index: Int) {
        let (id, parent, handles) = (node(), node(), handles())
        switch below(4) {
        case 0, 1: perform(index) { (open) throws(EditError) in try open.removeElements(nodes: [id], edges: []) }
        case 2:
            let node: JSON = ["id": .string(id.string), "handles": handles]
            perform(index) { (open) throws(EditError) in try open.insertNode(try Node(node.text)) }
        default: perform(index) { (open) throws(EditError) in try open.reparent([id], to: parent == id ? nil : parent) }
        }
    }

    /// Gives a node other handles: edges on those that it loses go.
    private mutating func retype(_ index: Int) {
        let (id, handles) = (node(), handles())
        perform(index) { (open) throws(EditError) in try open.updateNode(id, patch: ["handles": handles]) }
    }

    private mutating func label(_ index: Int) {
        let (id, label) = (edge(index), JSON.number(below(9)))
        perform(index) { (open) throws(EditError) in
            try open.updateEdge(id, patch: ["label": .string("\(label.text)"), "data": ["k": label]])
        }
    }

    private mutating func handles() -> JSON {
        var list: [JSON] = [["id": "o", "type": "source"], ["id": "i", "type": "target"]]
        if below(3) > 0 { list.append(["id": "o2", "type": "source", "dataType": .string(["x", "y"][below(2)])]) }
        if below(3) > 0 { list.append(["id": "i2", "type": "target", "dataType": .string(["x", "y"][below(2)])]) }
        return .array(list)
    }

    private mutating func owner() -> StepOwner { StepOwner(view: [nil, "v", "w"][below(3)], open: ["v", "w"]) }

    /// Undoes or redoes steps, of a view or of all.
    private mutating func walk(_ index: Int) {
        let owner = owner()
        let (count, isUndo) = (1 + below(3), below(3) > 0)
        _ =
            isUndo
            ? try? editors[index].undo(count, of: owner, cause: "test")
            : try? editors[index].redo(count, of: owner, cause: "test")
    }

    /// Goes so many steps of an owner and the same number back.
    ///
    /// - Returns: The hashes before and after; nil if the way back took other steps.
    mutating func walkAndBack(_ index: Int, isUndo: Bool) throws -> (before: String, after: String)? {
        let owner = owner()
        let (count, before, labels) = (1 + below(4), content(index), editors[index].history.labels)
        if isUndo {
            let steps = try editors[index].undo(count, of: owner, cause: "test").steps
            for _ in 0..<steps { _ = try editors[index].redo(1, of: owner, cause: "test") }
        } else {
            let steps = try editors[index].redo(count, of: owner, cause: "test").steps
            _ = try editors[index].undo(steps, of: owner, cause: "test")
        }
        return editors[index].history.labels == labels ? (before, content(index)) : nil
    }

    /// Takes all back that can be, or performs it again, in whatever turn its views come.
    mutating func walkAll(_ index: Int, isUndo: Bool) throws {
        while isUndo ? editors[index].history.canUndo : editors[index].history.canRedo {
            let owner = owner()
            _ =
                isUndo
                ? try editors[index].undo(1 + below(3), of: owner, cause: "test")
                : try editors[index].redo(1 + below(3), of: owner, cause: "test")
        }
    }

    /// The hash of the content of a replica.
    func content(_ index: Int) -> String { editors[index].document.contentHash() }

    /// All hear of all.
    mutating func exchange() throws {
        for _ in 0..<2 {
            for index in editors.indices {
                for other in editors.indices where other != index {
                    let changes = StampedChanges(of: editors[other].document, for: editors[index].document)
                    _ = try editors[index].merge(changes, cause: "test")
                }
            }
        }
    }
}
