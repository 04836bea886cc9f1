import Editing
import Graph
import Sketching
import Testing
import Wire

/// The effect of merges on a small document.
struct MergeTests {
    /// A document of its own for each replica, from one beginning.
    private func replicas(_ content: JSON, _ count: Int = 2) -> [DocumentEditor] {
        ["a", "b", "c"].prefix(count).map { name in
            var editor = DocumentEditor(Sketch(content: content).document)
            editor.beginStamps(replica: name)
            return editor
        }
    }

    private let plain: JSON = [
        "nodes": [["id": "x"], ["id": "y"], ["id": "z"]], "edges": [["id": "e", "source": "x", "target": "y"]],
    ]

    private func edit(
        _ editor: inout DocumentEditor, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) {
        editor.time += 1
        _ = try editor.perform(.init(cause: "test"), body)
    }

    private func hear(_ editor: inout DocumentEditor, of other: DocumentEditor) throws -> DocumentEditor.Merge {
        let merge = try editor.merge(StampedChanges(of: other.document, for: editor.document), cause: "test")
        #expect(editor.document.checkInvariants() == [])
        return merge
    }

    /// Both hear of each other and are the same.
    private func join(_ editors: inout [DocumentEditor]) throws {
        let first = editors[0]
        _ = try hear(&editors[0], of: editors[1])
        _ = try hear(&editors[1], of: first)
        #expect(editors[0].document.contentHash() == editors[1].document.contentHash())
    }

    private func members(_ editor: DocumentEditor, _ id: Identifier) -> JSONObject? {
        editor.document.node(id).map { editor.document.node(at: $0).stamped }
    }

    @Test func `members of data have stamps of their own`() throws {
        var editors = replicas(["nodes": [["id": "x", "data": ["k": 1, "l": 1]]], "edges": []])
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("x", patch: ["data": ["k": 2]]) }
        try edit(&editors[1]) { (open) throws(EditError) in try open.updateNode("x", patch: ["data": ["l": 3]]) }
        try join(&editors)
        #expect(members(editors[0], "x")?["data"] == ["k": 2, "l": 3])
    }

    @Test func `constraints that replicas add and remove at once are all kept and gone, in whatever order`() throws {
        func constraint(_ id: String? = nil, _ layer: JSON) -> JSONObject {
            var object: JSONObject = ["kind": "layer", "ids": ["x"], "layer": layer]
            if let id { object["id"] = .string(id) }
            return object
        }
        var editors = ["a", "b"].map { name in
            var document = Sketch(content: plain).document
            document.prefixIDs(name)
            var editor = DocumentEditor(document)
            editor.beginStamps(replica: name)
            return editor
        }
        for index in editors.indices {
            try edit(&editors[index]) { (open) throws(EditError) in
                _ = try open.addConstraint(constraint("last", "first"))
                _ = try open.addConstraint(constraint(nil, "last"))
            }
        }
        try join(&editors)
        func ids(_ editor: DocumentEditor) -> [String?] { editor.document.constraints.map { $0.id?.string } }
        #expect(Set(ids(editors[0])) == ["last", "constraint-a-2", "constraint-b-2"])
        try edit(&editors[0]) { (open) throws(EditError) in
            try open.removeConstraints(["last"])
            _ = try open.addConstraint(constraint("another", 2))
        }
        try edit(&editors[1]) { (open) throws(EditError) in _ = try open.addConstraint(constraint("0", 3)) }
        try join(&editors)
        for editor in editors {
            #expect(Set(ids(editor)) == ["another", "0", "constraint-a-2", "constraint-b-2"])
            #expect(ids(editor).count == 4)
        }
        let former = editors[0].document.content["constraints"]
        _ = try hear(&editors[0], of: editors[1])
        #expect(editors[0].document.content["constraints"] == former)
    }

    @Test func `an update does not bring a removed node back, and undo does, with the update`() throws {
        var editors = replicas(plain)
        try edit(&editors[0]) { (open) throws(EditError) in try open.removeElements(nodes: ["z"], edges: []) }
        editors[1].time = 50
        try edit(&editors[1]) { (open) throws(EditError) in try open.updateNode("z", patch: ["label": "b"]) }
        _ = try hear(&editors[0], of: editors[1])
        #expect(members(editors[0], "z") == nil)
        _ = try editors[0].undo(1, cause: "undo")
        #expect(members(editors[0], "z") != nil)
        try join(&editors)
        #expect(members(editors[1], "z")?["label"] == "b")
    }

    @Test func `of two that go into each other the later stays outside`() throws {
        var editors = replicas(plain)
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("x", patch: ["parentId": "y"]) }
        editors[1].time = 9
        try edit(&editors[1]) { (open) throws(EditError) in try open.updateNode("y", patch: ["parentId": "x"]) }
        let merge = try hear(&editors[0], of: editors[1])
        #expect(merge.repaired.map(\.code) == ["parentCycle"])
        try join(&editors)
        #expect(members(editors[0], "x")?["parentId"] == "y")
        #expect(members(editors[0], "y")?["parentId"] == nil)
        // As soon as the other one comes out, it goes in.
        editors[0].time = 20
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("x", patch: ["parentId": .null]) }
        #expect(members(editors[0], "y")?["parentId"] == "x")
        try join(&editors)
    }

    @Test func `who closes a cycle with a parent that is suppressed sees what he did`() throws {
        var editors = replicas(plain)
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("x", patch: ["parentId": "y"]) }
        editors[1].time = 9
        try edit(&editors[1]) { (open) throws(EditError) in try open.updateNode("y", patch: ["parentId": "x"]) }
        try join(&editors)
        editors[0].time = 30
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("x", patch: ["parentId": "z"]) }
        #expect(members(editors[0], "x")?["parentId"] == "z")
        #expect(members(editors[0], "y")?["parentId"] == "x")
        editors[0].time = 40
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("z", patch: ["label": "z"]) }
        try join(&editors)
    }

    @Test func `an edge waits for its end`() throws {
        var editors = replicas(plain)
        try edit(&editors[0]) { (open) throws(EditError) in try open.removeElements(nodes: ["z"], edges: []) }
        try edit(&editors[1]) { (open) throws(EditError) in
            try open.insert(Edge(JSON.object(["id": "f", "source": "x", "target": "z"]).text))
        }
        let merge = try hear(&editors[0], of: editors[1])
        #expect(merge.repaired.map(\.code) == ["noSuchNode"] && merge.repaired[0].edges == ["f"])
        #expect(editors[0].document.edge("f") == nil)
        _ = try editors[0].undo(1, cause: "undo")
        #expect(editors[0].document.edge("f") != nil)
        try join(&editors)
    }

    /// Two replicas without cycles, of which each has made an edge that closes one with the other's.
    private func closing() throws -> [DocumentEditor] {
        let content = plain.merging(["settings": ["allowCycles": false]])
        var editors = replicas(content)
        for (index, ends) in [("y", "z"), ("z", "x")].enumerated() {
            editors[index].time = Double(index)
            try edit(&editors[index]) { (open) throws(EditError) in
                try open.insert(
                    Edge(
                        JSON.object([
                            "id": .string(ends.0 + ends.1), "source": .string(ends.0), "target": .string(ends.1),
                        ]).text))
            }
        }
        return editors
    }

    @Test func `a merge that is refused changes nothing`() throws {
        var editors = try closing()
        let changes = StampedChanges(of: editors[1].document, for: editors[0].document)
        let (content, stamps) = (editors[0].document.contentHash(), Replicas.stamps(editors[0].document))
        let error = #expect(throws: EditError.self) { try editors[0].merge(changes, rules: .refuse, cause: "test") }
        #expect(error?.reason == .connectionRefused && error?.edges.first == "zx")
        #expect(editors[0].document.contentHash() == content)
        #expect(Replicas.stamps(editors[0].document) == stamps)
        #expect(editors[0].history.labels.count == 1)
    }

    @Test func `of an edge that is left out others hear, and undo brings it back`() throws {
        var editors = try closing()
        let first = editors[0]
        let changes = StampedChanges(of: editors[1].document, for: first.document)
        let merge = try editors[0].merge(changes, rules: .skip, cause: "test")
        #expect(merge.losses.map(\.id) == ["zx"] && merge.losses.map(\.code) == ["connection.cycle"])
        #expect(merge.edges == [])
        #expect(editors[0].document.edge("zx") == nil)
        // The other one leaves out the same edge, and then both hear of both.
        let others = StampedChanges(of: first.document, for: editors[1].document)
        let back = try editors[1].merge(others, rules: .skip, cause: "test")
        #expect(back.losses.map(\.id) == ["yz"] || back.losses.map(\.id) == ["zx"])
        try join(&editors)
        try join(&editors)
        #expect(editors[0].document.edge("zx") == nil)
        let removed = editors[0].history.labels.last
        #expect(removed == "Merge")
        _ = try editors[0].undo(1, cause: "undo")
        #expect(editors[0].document.edge("zx") != nil)
        try join(&editors)
        #expect(editors[1].document.edge("zx") != nil)
    }

    @Test func `locks and limits of types do not refuse what another replica wrote`() throws {
        let content: JSON = [
            "nodes": [["id": "x", "locked": true], ["id": "g", "type": "box"]], "edges": [],
            "types": ["box": ["accepts": ["none"]]], "settings": ["dataProblems": "refuse"],
        ]
        var editors = replicas(content)
        let sent: JSON = [
            "nodes": [
                "x": ["label": [[5, 0, "b"], "b"]],
                "n": [
                    "@stands": [[5, 0, "b"], true], "@place": [[5, 0, "b"], 9], "parentId": [[5, 0, "b"], "g"],
                ],
            ]
        ]
        _ = try editors[0].merge(StampedChanges(sent), cause: "test")
        #expect(members(editors[0], "x")?["label"] == "b")
        #expect(members(editors[0], "n")?["parentId"] == "g")
    }

    @Test(
        arguments: [
            ["nodes": 5], ["nodes": ["": [:]]], ["nodes": ["x": ["id": [[1, 0, "b"], "y"]]]],
            ["nodes": ["x": ["label": [[1, 0], "y"]]]], ["nodes": ["x": ["label": [[1, 0, "b b"], "y"]]]],
            ["nodes": ["x": ["label": [[-1, 0, "b"], "y"]]]], ["nodes": ["x": ["@place": [[1, 0, "b"], [1.5]]]]],
            ["nodes": ["x": ["@stands": [[1, 0, "b"]]]]], ["nodes": ["x": ["label/x": [[1, 0, "b"], 1]]]],
            ["content": ["nodes": [[1, 0, "b"], []]]], ["since": ["b": 5]], ["more": [:]], 5,
        ] as [JSON])
    func `what is sent wrongly is refused`(_ sent: JSON) {
        #expect(throws: EditError.self) { try StampedChanges(sent) }
    }

    @Test func `undo takes away nothing that another replica wrote`() throws {
        var editors = replicas(plain)
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("y", patch: ["label": "first"]) }
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("x", patch: ["label": "a"]) }
        try edit(&editors[0]) { (open) throws(EditError) in try open.updateNode("z", patch: ["label": "last"]) }
        editors[1].time = 99
        try edit(&editors[1]) { (open) throws(EditError) in try open.updateNode("x", patch: ["label": "b"]) }
        _ = try hear(&editors[0], of: editors[1])
        _ = try editors[0].undo(9, cause: "undo")
        #expect(members(editors[0], "x")?["label"] == "b")
        #expect(members(editors[0], "z")?["label"] == nil)
    }

    private func set(_ member: JSONString, _ value: JSON, on id: Identifier) -> (inout Transaction) throws(EditError) ->
        Void
    {
        { (open) throws(EditError) in try open.updateNode(id, patch: [member: value]) }
    }

    @Test func `a removal that is undone and done again takes away what another replica has labelled`() throws {
        var editors = replicas(plain)
        try edit(&editors[0]) { (open) throws(EditError) in try open.removeElements(nodes: ["z"], edges: []) }
        editors[1].time = 50
        try edit(&editors[1], set("label", "b", on: "z"))
        _ = try hear(&editors[0], of: editors[1])
        for _ in 0..<2 {
            #expect(try editors[0].undo(1, cause: "undo").steps == 1)
            #expect(members(editors[0], "z")?["label"] == "b")
            #expect(try editors[0].redo(1, cause: "redo").steps == 1)
            #expect(members(editors[0], "z") == nil)
        }
        try join(&editors)
    }

    @Test func `undo leaves a value that another replica wrote later, also where it is the same one`() throws {
        var editors = replicas(plain)
        for index in editors.indices {
            editors[index].time = Double(50 * index)
            try edit(&editors[index], set("label", "same", on: "x"))
            try edit(&editors[index], set("data", ["k": 1], on: "x"))
            try edit(&editors[index]) { (open) throws(EditError) in try open.insertNode(Node(id: "n")) }
            try edit(&editors[index]) { (open) throws(EditError) in try open.removeElements(nodes: ["z"], edges: []) }
            try edit(&editors[index]) { (open) throws(EditError) in try open.reorder(["x"], to: .front) }
        }
        _ = try hear(&editors[0], of: editors[1])
        let merged = editors[0].document.contentHash()
        #expect(merged == editors[1].document.contentHash())
        #expect(try editors[0].undo(9, cause: "undo").steps == 5)
        #expect(editors[0].document.contentHash() == merged)
        #expect(try editors[0].redo(9, cause: "redo").steps == 5)
        #expect(editors[0].document.contentHash() == merged)
        try join(&editors)
        #expect(editors[0].document.contentHash() == merged)
    }

    @Test func `places between the same two neighbours stay where they were put`() throws {
        var editors = replicas(plain)
        for number in 0..<80 {
            let id = Identifier("n\(number)")
            try edit(&editors[0]) { (open) throws(EditError) in
                let slots = open.document.nodeSlots
                // Before and behind the one that came last, in turn: keys would grow without end.
                let place =
                    number == 0
                    ? 1 : (slots.firstIndex { open.document.nodeID($0) == Identifier("n\(number - 1)") } ?? 0)
                try open.insert(Node(id: id), before: slots[place + number % 2])
            }
        }
        let order = editors[0].document.nodeSlots.map { editors[0].document.nodeID($0) }
        _ = try hear(&editors[1], of: editors[0])
        #expect(editors[1].document.nodeSlots.map { editors[1].document.nodeID($0) } == order)
    }
}
