import Editing
import Geometry
import Graph
import Layout
import Seeding
import Sketching
import Testing
import Wire

/// Stable layouts of documents with groups, after edits of all kinds.
@Suite struct StableGroupTests {
    private var stable: LayoutOptions {
        var options = LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))
        options.algorithm.movableShare = 0.1
        return options
    }

    /// Three groups in a fourth one with a few nodes each, beside nodes in none.
    private func document(_ random: inout Seeded) -> Document {
        var nodes: [JSON] = [["id": "g", "type": "group", "width": 80, "height": 80]]
        for group in ["a", "b", "c"] {
            nodes.append(["id": .string(group), "type": "group", "parentId": "g", "width": 80, "height": 80])
        }
        for number in 0..<15 {
            var node: JSONObject = ["id": .string("n\(number)"), "width": 80, "height": 40]
            if number % 4 < 3 { node["parentId"] = .string(["a", "b", "c"][number % 4]) }
            nodes.append(.object(node))
        }
        let edges: [JSON] = (1..<15).map { number in
            let source = random.below(number)
            return [
                "id": .string("e\(number)"), "source": .string("n\(source)"), "target": .string("n\(number)"),
            ]
        }
        return Sketch(content: ["nodes": .array(nodes), "edges": .array(edges)]).document
    }

    private func layOut(_ document: inout Document, _ options: LayoutOptions) throws {
        let plan = try #require(try document.layoutPlan(options) { _ in true })
        _ = try document.transact { (open) throws(EditError) in try open.perform(plan) }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `nothing covers a sibling or leaves its group, however the document is edited`(_ seed: UInt64) throws {
        var random = Seeded(seed)
        var document = document(&random)
        try layOut(&document, LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout()))))
        for step in 0..<12 {
            let leaves = document.nodesInOrder(document.nodeSlots.filter { document.nodes.firstChild(of: $0) == nil })
            let some = document.nodeID(leaves[random.below(leaves.count)])
            let other = document.nodeID(leaves[random.below(leaves.count)])
            let group = Identifier(["a", "b", "c", "g"][random.below(4)])
            _ = try? document.transact { (open) throws(EditError) in
                switch step % 4 {
                case 0:
                    let parent = open.document.nodes.parent(try open.document.slot(node: some))
                    var node: JSONObject = ["width": 80, "height": 40]
                    if let parent { node["parentId"] = .string(open.document.nodeID(parent).string) }
                    let new = try open.insertNode(try Node(JSON.object(node).text) { open.makeNodeID() })
                    let edge: JSON = ["source": .string(some.string), "target": .string(new.string)]
                    _ = try open.connect(try Edge(edge.text) { open.makeEdgeID() })
                case 1: try open.reparent([other], to: group)
                case 2: try open.removeElements(nodes: [other], edges: [])
                default:
                    let edge: JSON = ["source": .string(some.string), "target": .string(other.string)]
                    _ = try open.connect(try Edge(edge.text) { open.makeEdgeID() })
                }
            }
            try layOut(&document, stable)
            #expect(document.untidyNodes == [], "step \(step)")
        }
    }

    @Test func `a node that comes into a group from afar lies in its rows, and the group is not stretched`() throws {
        let names = ["a", "b", "c", "x1", "x2", "x3", "x4", "x5", "x6"]
        let nodes: [JSON] = names.map { name in
            var node: JSONObject = ["id": .string(name), "width": 80, "height": 40]
            if name < "d" { node["parentId"] = "g" }
            return .object(node)
        }
        let edges: [JSON] = zip(names, names.dropFirst()).map { source, target in
            ["id": .string(source + target), "source": .string(source), "target": .string(target)]
        }
        var document = Sketch(content: [
            "nodes": .array([["id": "g", "type": "group"]] + nodes), "edges": .array(edges),
        ])
        .document
        try layOut(&document, LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout()))))
        let group = try #require(document.node("g"))
        let (before, height) = (document.frame(group), document.frame(try #require(document.node("x6"))).maxY)
        #expect(height > 2 * before.maxY)
        try document.transact { (open) throws(EditError) in try open.reparent(["x6"], to: "g") }
        try layOut(&document, stable)
        #expect(document.untidyNodes == [])
        #expect(document.frame(group).height <= before.height + 1)
    }

    /// The constraint lets what `g` holds be laid out before what lies around it, and an edge passes the border of the group in it.
    @Test func `edges into a group in a group meet the border of the outer one where this is laid out by itself`()
        throws
    {
        let held: [JSON] = ["a", "b", "c", "d", "e"].map { ["id": $0, "parentId": "g", "width": 80, "height": 40] }
        let content: JSON = [
            "nodes": .array(
                [["id": "g", "type": "group"], ["id": "top", "width": 80, "height": 40], ["id": "side"]] + held + [
                    ["id": "h", "type": "group", "parentId": "g"],
                    ["id": "inner", "parentId": "h", "width": 80, "height": 40],
                ]),
            "edges": [
                ["id": "own", "source": "a", "target": "inner"], ["id": "in", "source": "top", "target": "inner"],
                ["id": "out", "source": "inner", "target": "side"],
            ],
            "constraints": [["id": "k", "kind": "relative", "ids": ["top", "side"], "side": "right", "gap": 10]],
        ]
        var document = Sketch(content: content).document
        try layOut(&document, LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout()))))
        #expect(document.untidyNodes == [])
        try layOut(&document, stable)
        #expect(document.untidyNodes == [])
    }

    @Test func `what an outer group holds stays where it is as that grows to the top`() throws {
        let content: JSON = [
            "nodes": [
                ["id": "g", "type": "group", "position": ["x": 0, "y": 0], "width": 300, "height": 300],
                [
                    "id": "a", "type": "group", "parentId": "g", "position": ["x": 50, "y": 150], "width": 130,
                    "height": 90,
                ],
                ["id": "n", "parentId": "a", "position": ["x": 24, "y": 24], "width": 80, "height": 40],
                ["id": "m", "parentId": "g", "position": ["x": 74, "y": -15], "width": 80, "height": 40],
            ],
            "edges": [["id": "e", "source": "m", "target": "n"]],
        ]
        var document = Sketch(content: content).document
        try layOut(&document, stable)
        #expect(document.untidyNodes == [])
        #expect(document.frame(try #require(document.node("g"))).minY < -15)
        #expect(document.frame(try #require(document.node("n"))).origin == Point(x: 74, y: 174))
    }
}

extension Document {
    /// The nodes that cover a sibling, or reach out of the group around them.
    fileprivate var untidyNodes: [Node.ID] {
        nodeSlots.filter { slot in
            let own = frame(slot)
            let parent = nodes.parent(slot)
            if let parent, !frame(parent).grown(by: 0.001).contains(own) { return true }
            return nodeSlots.contains {
                $0 != slot && nodes.parent($0) == parent && frame($0).grown(by: -0.001).covers(own)
            }
        }
        .map { nodeID($0) }
    }
}
