import Editing
import Geometry
import Graph
import Layout
import Seeding
import Sketching
import Testing
import Wire

/// The promises of layouts of groups, on small documents.
@Suite("A layout of a group's own")
struct GroupLayoutTests {
    private typealias Members = [(name: JSONString, value: JSON)]

    private func node(_ id: String, in parent: String? = nil, _ members: Members = []) -> JSON {
        var node: JSONObject = ["id": .string(id), "width": 60, "height": 30, "position": ["x": 5, "y": 7]]
        if let parent { node["parentId"] = .string(parent) }
        for member in members { node[member.name] = member.value }
        return .object(node)
    }

    private func edge(_ source: String, _ target: String) -> JSON {
        ["id": .string(source + target), "source": .string(source), "target": .string(target)]
    }

    private func layout(_ algorithm: String, _ options: JSON = [:], auto: Bool = false) -> Members {
        [("layout", ["algorithm": .string(algorithm), "options": options, "auto": .boolean(auto)])]
    }

    /// A group with a group in it, and two nodes around: edges lead down but in the group, which leads them to the right.
    private func nested(auto: Bool = false) -> Document {
        let nodes: [JSON] = [
            node("g", layout("layered", ["direction": "right"], auto: auto)), node("a", in: "g"), node("b", in: "g"),
            node("h", in: "g"), node("c", in: "h"), node("d", in: "h", [("width", .null), ("height", .null)]),
            node("before"), node("after"),
        ]
        let edges = [
            edge("a", "b"), edge("b", "c"), edge("c", "d"), edge("before", "a"), edge("d", "after"),
            edge("before", "after"),
        ]
        return Sketch(content: ["nodes": .array(nodes), "edges": .array(edges)]).document
    }

    private var layered: LayoutOptions { LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout()))) }

    private func editor(_ document: Document, replica: String? = nil) -> DocumentEditor {
        var editor = DocumentEditor(document)
        if let replica { editor.beginStamps(replica: replica) }
        return editor
    }

    private func edit(
        _ editor: inout DocumentEditor, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) {
        editor.time += 1
        _ = try editor.perform(.init(cause: "test"), body)
        #expect(editor.document.checkInvariants() == [])
    }

    private func layOut(
        _ id: Identifier, _ own: OwnLayout, in editor: inout DocumentEditor
    ) throws(EditError) {
        let plan = try editor.document.layoutPlan(ofGroup: id, own) { _ in true }
        try edit(&editor) { (open) throws(EditError) in
            try open.setLayout(ofGroup: id, own)
            if let plan { try open.perform(plan) }
        }
    }

    private func frame(_ id: Identifier, _ document: Document) throws -> Rect {
        document.frame(try #require(document.node(id)))
    }

    /// The members of a group cover one another nowhere, and lie in it.
    private func expectTidy(
        _ group: Identifier, _ document: Document, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let slot = try #require(document.node(group))
        let frames = document.children(slot).filter { document.isPlaced($0) }.map { document.frame($0) }
        for (index, one) in frames.enumerated() {
            #expect(document.frame(slot).contains(one), sourceLocation: sourceLocation)
            for other in frames[..<index] {
                let isApart =
                    one.maxX <= other.minX || other.maxX <= one.minX || one.maxY <= other.minY || other.maxY <= one.minY
                #expect(isApart, "\(one) \(other)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `holds wherever its contents are laid out, and nothing moves the second time`() throws {
        var document = nested()
        for named: [Identifier]? in [nil, ["g"], ["a", "b", "h"]] {
            let plan = try #require(try document.layoutPlan(layered, nodes: named) { _ in true })
            _ = try document.transact { (open) throws(EditError) in try open.perform(plan) }
            let frames = try ["a", "b", "h"].map { try frame($0, document) }
            #expect(frames[0].maxX < frames[1].minX && frames[1].maxX < frames[2].minX)
            #expect(try frame("c", document).maxX < frame("d", document).minX)
            try expectTidy("g", document)
            if named == nil {
                #expect(try frame("before", document).maxY < frame("g", document).minY)
                #expect(try frame("g", document).maxY < frame("after", document).minY)
            }
            let again = try #require(try document.layoutPlan(layered, nodes: named) { _ in true })
            let delta = try document.transact { (open) throws(EditError) in try open.perform(again) }.delta
            #expect(delta.isEmpty)
        }
    }

    @Test func `lets edges over its border keep their corners, however often all is laid out`() throws {
        var options = layered
        options.algorithm.movableShare = 0.1
        var document = nested()
        for round in 0..<4 {
            let plan = try #require(try document.layoutPlan(options) { _ in true })
            let delta = try document.transact { (open) throws(EditError) in try open.perform(plan) }.delta
            #expect(round < 2 || delta.isEmpty)
        }
    }

    @Test func `takes over what it does not state, and is not joined with what lies around`() throws {
        var options = layered
        options.edges = .keep
        options.groupPadding = 11
        var document = nested()
        let plan = try #require(try document.layoutPlan(options) { _ in true })
        _ = try document.transact { (open) throws(EditError) in try open.perform(plan) }
        let (group, first) = (try frame("g", document), try frame("a", document))
        #expect(first.minX - group.minX == 11)
        #expect(document.edgeSlots.allSatisfy { document.pathType(ofEdge: $0) == .bezier })
        #expect(plan.direction == .down)
    }

    @Test func `of rigid groups and of single nodes does not count`() throws {
        let before = nested()
        var rigid = layered
        rigid.groups = .rigid
        let removal = LayoutOptions(LayoutAlgorithm(.removeOverlaps(OverlapRemoval())))
        for (options, isMoved) in [(rigid, false), (removal, true)] {
            var document = before
            let plan = try #require(try document.layoutPlan(options) { _ in true })
            _ = try document.transact { (open) throws(EditError) in try open.perform(plan) }
            let slot = try #require(document.node("b"))
            #expect((document.nodes.geometry(slot).position != Point(x: 5, y: 7)) == isMoved)
            #expect(try isMoved == false || frame("a", document).maxX > frame("b", document).minX)
        }
    }

    @Test func `is set and laid out in one step, keeps the corner, and lets groups around grow`() throws {
        var editor = editor(nested())
        let start = picture(of: editor.document)
        var own = OwnLayout(.tree)
        own.options = (["direction": "right", "levelSpacing": 500] as JSON).text
        try layOut("h", own, in: &editor)
        let after = picture(of: editor.document)
        #expect(try frame("h", editor.document).origin == Point(x: 10, y: 14))
        #expect(try frame("g", editor.document).contains(frame("h", editor.document)))
        _ = try editor.undo(1, cause: "undo")
        #expect(picture(of: editor.document) == start)
        _ = try editor.redo(1, cause: "redo")
        #expect(picture(of: editor.document) == after)
    }

    @Test func `that means nothing is refused, and a file that has one keeps it`() throws {
        var editor = editor(nested())
        let start = picture(of: editor.document)
        for (algorithm, options) in [(.grid, ["align": "start"]), (.place, [:]), (.tree, ["levels": 1])]
            as [(LayoutParameters.Algorithm, JSON)]
        {
            var own = OwnLayout(algorithm)
            own.options = options.text
            #expect(throws: EditError.self) { try layOut("g", own, in: &editor) }
            #expect(throws: EditError.self) {
                try edit(&editor) { (open) throws(EditError) in try open.setLayout(ofGroup: "g", own) }
            }
        }
        #expect(picture(of: editor.document) == start)
        for members in [layout("spiral"), layout("grid", ["align": "start"], auto: true), [("layout", 7)]] as [Members]
        {
            let content: JSON = ["nodes": [node("g", members), node("a", in: "g"), node("b", in: "g")], "edges": []]
            var editor = DocumentEditor(Sketch(content: content).document)
            let found = editor.diagnostics().filter { $0.code == "invalidValue" }
            #expect(found.map(\.fixes) == [[.removeNodeMember("g", "layout")]])
            try edit(&editor) { (open) throws(EditError) in try open.moveNodes(["a"], by: Point(x: 1, y: 0)) }
            #expect(try frame("b", editor.document).origin == Point(x: 10, y: 14))
        }
    }

    @Test func `lets siblings make space as it grows, and those of the groups around it`() throws {
        func at(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Members {
            [("position", ["x": .number(x), "y": .number(y)]), ("width", .number(width)), ("height", .number(height))]
        }
        let group = at(20, 40, 100, 60) + layout("layered", ["direction": "right"], auto: true)
        let nodes: [JSON] = [
            node("around", at(0, 0, 300, 200)), node("g", in: "around", group), node("a", in: "g", at(20, 10, 60, 30)),
            node("beside", in: "around", at(140, 50, 60, 30)), node("on", in: "around", at(60, 60, 60, 30)),
            node("locked", in: "around", at(230, 50, 60, 30) + [("locked", true)]), node("far", at(320, 50, 60, 30)),
            node("farther", at(390, 50, 60, 30)),
        ]
        var editor = editor(Sketch(content: ["nodes": .array(nodes), "edges": []]).document)
        let start = picture(of: editor.document)
        try edit(&editor) { (open) throws(EditError) in
            for (source, id) in [("a", "b"), ("b", "c"), ("c", "d")] {
                _ = try open.insertNode(try Node(node(id, in: "g").text) { open.makeNodeID() })
                _ = try open.connect(try Edge(edge(source, id).text) { open.makeEdgeID() })
            }
        }
        let document = editor.document
        let frames = try ["g", "beside"].map { try frame($0, document) }
        #expect(frames[0].origin == Point(x: 20, y: 40) && frames[0].width > 400)
        #expect(frames[0].maxX + 50 <= frames[1].minX && frames[1].minY == 50)
        #expect(try frame("around", document).contains(frames[1]))
        #expect(try frame("around", document).maxX < frame("far", document).minX)
        #expect(try frame("far", document).maxX < frame("farther", document).minX)
        // What it covered before stays, and what is locked.
        #expect(try frame("on", document).origin == Point(x: 60, y: 60))
        #expect(try frame("locked", document).origin == Point(x: 230, y: 50))
        _ = try editor.undo(1, cause: "undo")
        #expect(picture(of: editor.document) == start)
    }

    private static let layouts: [(String, JSON)] = [
        ("layered", ["direction": "right"]), ("tree", [:]), ("grid", ["stable": false]), ("force", [:]),
        ("radial", [:]),
        ("pack", [:]), ("removeOverlaps", ["nodeSpacing": 5]),
    ]

    @Test(arguments: layouts.indices)
    func `is kept by edits that touch what the group holds, each one step`(_ index: Int) throws {
        let (algorithm, options) = Self.layouts[index]
        var nodes = [node("g", layout(algorithm, options, auto: true)), node("o")]
        for number in 0..<6 { nodes.append(node("n\(number)", in: "g")) }
        let edges = (1..<6).map { edge("n\(($0 - 1) / 2)", "n\($0)") }
        var editor = editor(Sketch(content: ["nodes": .array(nodes), "edges": .array(edges)]).document)
        var random = Seeded(UInt64(index))
        for step in 0..<24 {
            let start = picture(of: editor.document)
            let group = try #require(editor.document.node("g"))
            let held = editor.document.nodesInOrder(editor.document.children(group))
            let some = editor.document.nodeID(held[random.below(held.count)])
            let other = editor.document.nodeID(held[random.below(held.count)])
            let corner = try frame("g", editor.document).origin
            try edit(&editor) { (open) throws(EditError) in
                switch step % 6 {
                case 0:
                    let new = try Node(node("m\(step)", in: "g").text) { open.makeNodeID() }
                    try open.insertNode(new)
                case 1 where some != other:
                    let proposal = ConnectionProposal(source: some, target: other)
                    if open.refusal(of: proposal) == nil { _ = try open.connect(proposal) }
                case 2: try open.resizeNode(some, width: 90 + Double(step), height: 80)
                case 3: try open.moveNodes([some], by: Point(x: 30, y: -200))
                case 4: try open.removeElements(nodes: [some], edges: [])
                default: try open.reparent([some], to: step < 12 ? nil : "g")
                }
            }
            if picture(of: editor.document) == start { continue }
            try expectTidy("g", editor.document)
            #expect(try frame("g", editor.document).origin == corner)
            let end = picture(of: editor.document)
            // Nothing moves when it is laid out once more.
            try edit(&editor) { (open) throws(EditError) in
                try open.updateNode("g", patch: ["layout": ["auto": false]])
                try open.updateNode("g", patch: ["layout": ["auto": true]])
            }
            #expect(picture(of: editor.document) == end)
            _ = try editor.undo(1, cause: "undo")
            #expect(picture(of: editor.document) == start)
            _ = try editor.redo(1, cause: "redo")
            #expect(picture(of: editor.document) == end)
        }
    }

    @Test func `is not kept by what changes no size, by measured sizes, and where nothing is shown`() throws {
        var editor = editor(nested(auto: true))
        let place = try frame("b", editor.document)
        try edit(&editor) { (open) throws(EditError) in
            try open.updateNode("a", patch: ["data": ["k": 1], "label": "a"])
            try open.moveNodes(["g", "before"], by: .zero)
        }
        var options = DocumentEditor.Options(cause: "measure")
        options.changesContent = false
        _ = try editor.perform(options) { (open) throws(EditError) in
            try open.measureNodes([("d", Size(width: 500, height: 500))])
        }
        try edit(&editor) { (open) throws(EditError) in try open.updateNode("g", patch: ["collapsed": true]) }
        try edit(&editor) { (open) throws(EditError) in try open.resizeNode("a", width: 70, height: 30) }
        #expect(try frame("b", editor.document) == place)
        try edit(&editor) { (open) throws(EditError) in try open.updateNode("g", patch: ["collapsed": false]) }
        #expect(try frame("a", editor.document).maxX < frame("b", editor.document).minX)
    }

    @Test func `of too many nodes is left to the client`() throws {
        func document(_ count: Int) -> Document {
            let held = (0..<count).map { node("n\($0)", in: "g") }
            return Sketch(content: ["nodes": .array([node("g", layout("grid", auto: true))] + held), "edges": []])
                .document
        }
        for (count, isMoved) in [(Limits.groupLayoutNodes, true), (Limits.groupLayoutNodes + 1, false)] {
            var editor = editor(document(count))
            try edit(&editor) { (open) throws(EditError) in try open.resizeNode("n0", width: 70, height: 30) }
            #expect(try (frame("n1", editor.document).origin != Point(x: 10, y: 14)) == isMoved)
        }
    }

    @Test func `leads replicas to one drawing, since what is heard of lays out nothing`() throws {
        var editors = ["a", "b"].map { editor(nested(auto: true), replica: $0) }
        try edit(&editors[0]) { (open) throws(EditError) in
            try open.insertNode(try Node(node("new", in: "g").text) { open.makeNodeID() })
        }
        editors[1].time = 5
        try edit(&editors[1]) { (open) throws(EditError) in
            try open.resizeNode("b", width: 100, height: 100)
            _ = try open.connect(ConnectionProposal(source: "a", target: "c"))
        }
        let first = editors[0]
        for (index, other) in [(0, editors[1]), (1, first)] {
            let changes = StampedChanges(of: other.document, for: editors[index].document)
            _ = try editors[index].merge(changes, cause: "test")
            #expect(editors[index].commits.last?.stamp == nil)
        }
        #expect(editors[0].document.contentHash() == editors[1].document.contentHash())
        try edit(&editors[0]) { (open) throws(EditError) in try open.moveNodes(["a"], by: Point(x: 1, y: 1)) }
        try expectTidy("g", editors[0].document)
        let changes = StampedChanges(of: editors[0].document, for: editors[1].document)
        _ = try editors[1].merge(changes, cause: "test")
        #expect(editors[0].document.contentHash() == editors[1].document.contentHash())
    }

    @Test func `of a group in another is laid out with it, also where that one is rigid`() throws {
        for groups: JSON in ["nested", "rigid"] {
            let nodes: [JSON] = [
                node("g", layout("grid", ["columns": 1, "groups": groups], auto: true)), node("o", in: "g"),
                node("h", in: "g", layout("grid", ["columns": 2], auto: true)), node("a", in: "h"),
                node("b", in: "h"), node("c", in: "h"),
            ]
            var editor = editor(Sketch(content: ["nodes": .array(nodes), "edges": []]).document)
            try edit(&editor) { (open) throws(EditError) in try open.resizeNode("a", width: 90, height: 90) }
            for group: Identifier in ["g", "h"] { try expectTidy(group, editor.document) }
        }
    }
}
