@testable import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite("A text that is imported")
struct ImportTests {
    private let source: Sketch = """
        types {"box": {"color": "red"}, "unused": {}}
        g 100,100 300x200 {"type": "group"}
        a 10,10 50x50 in g {"type": "box", "unknown": [1]}
        n1 110,10 50x50 in g
        an: a -> n1 {"waypoints": [{"x": 150, "y": 200, "k": 1}]}
        e1: n1 -> n1
        """

    @Test("keeps ids that are free, and makes others that neither document has")
    func adding() {
        check(
            "types {\"box\": {\"color\": \"blue\"}}\na 0,0\nn1 0,0\nan: a -> n1",
            becomes: """
                types {"box": {"color": "blue"}}
                a 0,0
                n1 0,0
                g 100,100 300x200 {"type": "group"}
                n2 10,10 50x50 in g {"type": "box", "unknown": [1]}
                n3 110,10 50x50 in g
                an: a -> n1
                e2: n2 -> n3 {"waypoints": [{"x": 150, "y": 200, "k": 1}]}
                e1: n3 -> n3
                """
        ) { (transaction) throws(EditError) in
            let imported = try transaction.importElements(of: source.document)
            #expect(imported.nodes == ["g", "n2", "n3"] && imported.edges == ["e2", "e1"])
            #expect(imported.losses.map(\.code) == ["typeDiffers"])
        }
    }

    @Test("goes to a place, with its waypoints; types come along")
    func places() {
        check(
            "",
            becomes: """
                types {"box": {"color": "red"}}
                g 0,50 300x200 {"type": "group"}
                a 10,10 50x50 in g {"type": "box", "unknown": [1]}
                n1 110,10 50x50 in g
                an: a -> n1 {"waypoints": [{"x": 50, "y": 150, "k": 1}]}
                e1: n1 -> n1
                """
        ) { (transaction) throws(EditError) in
            _ = try transaction.importElements(of: source.document, at: Point(x: 0, y: 50))
        }
    }

    @Test("replaces all elements: what stays is the same, also where a parent lies in its child now")
    func replacing() throws {
        let before: Sketch = """
            settings {"allowCycles": false}
            x 0,0
            a 5,5 {"type": "box"}
            g 10,10 in a
            n1 110,10 50x50 in g
            xa: x -> a
            an: n1 -> a
            """
        check(
            before,
            becomes: """
                settings {"allowCycles": false}
                types {"box": {"color": "red"}}
                g 100,100 300x200 {"type": "group"}
                a 10,10 50x50 in g {"type": "box", "unknown": [1]}
                n1 110,10 50x50 in g
                an: a -> n1 {"waypoints": [{"x": 150, "y": 200, "k": 1}]}
                e1: n1 -> n1
                """
        ) { (transaction) throws(EditError) in
            let imported = try transaction.replaceElements(by: source.document)
            #expect(imported.nodes == ["g", "a", "n1"] && imported.edges == ["an", "e1"])
        }
        var document = before.document
        let slots = ["g", "a", "n1"].map { document.node($0) }
        let delta = try document.transact { (open) throws(EditError) in try open.replaceElements(by: source.document) }
            .delta
        #expect(["g", "a", "n1"].map { document.node($0) } == slots)
        #expect(!delta.nodes.contains { $0.slot == slots[2] }, "what comes out equal is not in the delta")
    }

    @Test("does not touch what is only spelled in another way")
    func spellings() throws {
        let document = try read(#"{"nodewire":1,"nodes":[{"id":"a","b":1,"c":2,"width":10}],"edges":[]}"#)
        let other = try read(#"{"nodewire":1,"nodes":[{"width":1e1,"c":2.0,"b":1,"id":"a"}],"edges":[]}"#)
        var changed = document
        #expect(try changed.transact { (open) throws(EditError) in try open.replaceElements(by: other) }.delta.isEmpty)
        #expect(picture(of: changed) == picture(of: document))
    }

    @Test("moves by places alone where nothing else differs, and keeps the other order by the fewest moves")
    func moving() throws {
        let old: Sketch = "a 0,0 {\"data\": 1}\nb 0,0\nc 0,0\nd 0,0"
        let new: Sketch = "b 0,0\nc 0,0\nd 7,0\na 5,0 {\"data\": 1}"
        var document = old.document
        let delta = try document.transact { (open) throws(EditError) in try open.replaceElements(by: new.document) }
            .delta
        #expect(delta.nodes.count == 2 && delta.nodeOrder.count == 1)
        for change in delta.nodes { if case .changed = change.content { Issue.record("only the place differs") } }
    }

    @Test("is refused where locked elements would change, and passes where they would not")
    func locks() {
        func refused(_ before: Sketch, _ text: Sketch, nodes: [Node.ID] = [], edges: [Edge.ID] = []) {
            refuse(before, .locked) { (open) throws(EditError) in
                _ = try open.replaceElements(by: text.document)
            } inspect: {
                #expect($0.nodes == nodes && $0.edges == edges)
            }
        }
        let before: Sketch = """
            a 0,0 {"locked": true}
            b 0,0
            c 0,0
            ab: a -> b
            bc: b -> c {"locked": true}
            """
        refused(before, "", nodes: ["a"], edges: ["bc"])
        refused(before, "a 1,0 {\"locked\": true}\nb 0,0\nc 0,0\nbc: b -> c", nodes: ["a"])
        refused(before, "a 0,0\nb 0,0\nc 0,0\nbc: c -> b {\"locked\": true}", edges: ["bc"])
        refused(before, "a 0,0\nb 0,0 in a\nc 0,0\nbc: b -> c", nodes: ["a"])
        refused(before, "a 0,0\nb 0,0\nc 0,0\nab: a -> c\nbc: b -> c", nodes: ["a"])
        refused(before, "a 0,0\nb 0,0\nc 0,0\nnew: c -> a\nbc: b -> c", nodes: ["a"])
        let after: Sketch = "c 9,9\na 0,0\nb 0,0\nd 0,0 {\"locked\": true}\ne 0,0 in d\nde: d -> e\nbc: b -> c"
        check(before, becomes: after) { (open) throws(EditError) in
            _ = try open.replaceElements(by: after.document)
        }
    }

    @Test("is refused with a place that is not finite, and where it would leave the range of doubles")
    func impossiblePlaces() {
        for replaces in [false, true] {
            func edit(_ open: inout Transaction, _ text: Sketch, _ point: Point) throws(EditError) {
                let text = text.document
                _ = try replaces ? open.replaceElements(by: text, at: point) : open.importElements(of: text, at: point)
            }
            refuse("a 0,0", .invalidValue) { (open) throws(EditError) in
                try edit(&open, "b 0,0", Point(x: 0, y: .nan))
            } inspect: {
                #expect($0.path == ["at", "y"])
            }
            refuse("a 0,0", .invalidValue) { (open) throws(EditError) in
                try edit(&open, "b -1.7e308,0\nc 1.7e308,0", Point(x: 1.7e308, y: 0))
            }
        }
    }

    @Test("keeps the handles that only its edges name, and those that edges here named")
    func inferredHandles() throws {
        var document = try read(
            #"{"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"id":"e","source":"a","sourceHandle":"x","target":"b"}]}"#)
        let other = try read(
            #"{"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"id":"e","source":"a","sourceHandle":"y","target":"b"}]}"#)
        let start = picture(of: document)
        let delta = try document.transact { (open) throws(EditError) in try open.replaceElements(by: other) }.delta
        let slot = try #require(document.node("a"))
        #expect(document.handles(slot).map(\.id) == ["target", "source", "x", "y"])
        #expect(document.checkInvariants() == [])
        document.replay(delta.inverse)
        #expect(picture(of: document) == start)
    }

    @Test("may turn a long chain of parents around")
    func deepChains() throws {
        func chain(_ ids: [Int]) -> Sketch {
            let nodes = zip([-1] + ids, ids).map { around, id -> JSON in
                var node: JSONObject = ["id": .string("c\(id)"), "position": ["x": 1, "y": 1]]
                if around >= 0 { node["parentId"] = .string("c\(around)") }
                return .object(node)
            }
            return Sketch(content: ["nodes": .array(nodes), "edges": []])
        }
        let (down, up) = (chain(Array(0..<300)), chain((0..<300).reversed()))
        check(down, becomes: up) { (open) throws(EditError) in _ = try open.replaceElements(by: up.document) }
    }

    private func read(_ text: String) throws -> Document {
        var text = text
        return try text.withUTF8 { try DocumentReader.read(DocumentText(validating: $0), isFile: true) }.document
    }
}

@Suite("Generated states that are imported into others")
struct ImportLawsTests {
    private func state(_ program: inout EditProgram) -> DocumentEditor {
        var editor = DocumentEditor(Document())
        for _ in 0..<60 {
            let step = program.step(editor.document)
            _ = try? editor.perform(DocumentEditor.Options(cause: "test"), step)
        }
        return editor
    }

    private func elements(_ document: Document) -> [JSON] {
        [Sketch(document).content["nodes"] ?? .null, Sketch(document).content["edges"] ?? .null]
    }

    /// The document that the text of a state is read as.
    private func copy(_ document: Document) throws -> Document {
        try Sketch(document).content.text.bytes.withUnsafeBufferPointer {
            try DocumentReader.read($0, isFile: true).document
        }
    }

    @Test(arguments: 0..<150)
    func `replace gives the state of the text, and undo the one before`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        var editor = state(&program)
        let text = try copy(state(&program).document)
        let before = editor.document
        let start = picture(of: before)
        let options = DocumentEditor.Options(cause: "import")
        do throws(EditError) {
            _ = try editor.perform(options) { (open) throws(EditError) in try open.replaceElements(by: text) }
        } catch {
            // What a node accepts may have changed since others came to lie in it, and follows the types here.
            #expect(error.reason == .locked || error.reason == .notAccepted, "\(error.message)")
            #expect(picture(of: editor.document) == start)
            return
        }
        let end = picture(of: editor.document)
        #expect(elements(editor.document) == elements(text))
        #expect(editor.document.checkInvariants() == [])
        expectIdentity(before, editor)
        let revision = editor.revision
        _ = try editor.perform(options) { (open) throws(EditError) in try open.replaceElements(by: text) }
        #expect(editor.revision == revision, "a second time nothing changes")
        if editor.history.canUndo, revision > 0, start != end {
            _ = try editor.undo(1, cause: "test")
            #expect(picture(of: editor.document) == start)
            #expect(editor.document.checkInvariants() == [])
            _ = try editor.redo(1, cause: "test")
            #expect(picture(of: editor.document) == end)
            #expect(editor.document.checkInvariants() == [])
        }
    }

    /// Expects that an element with an old id is in its old slot, and that an equal one that still has its handles was
    /// not touched.
    private func expectIdentity(_ before: Document, _ editor: DocumentEditor) {
        let after = editor.document
        let changed = Set(editor.commits.last?.delta.nodes.map(\.slot) ?? [])
        for slot in before.nodeSlots {
            guard let now = after.node(before.nodeID(slot)) else { continue }
            #expect(now == slot)
            let isEqual = before.node(at: slot) == after.node(at: now)
            if isEqual, editor.commits.last?.cause == "import" { #expect(!changed.contains(slot)) }
        }
        for slot in before.edgeSlots {
            if let now = after.edge(before.edgeID(slot)) { #expect(now == slot) }
        }
    }

    @Test(arguments: 0..<60)
    func `what is added is the state of the text beside what was there`(seed: Int) throws {
        var program = EditProgram(seed: 500 + seed)
        var document = state(&program).document
        let text = try copy(state(&program).document)
        let start = picture(of: document)
        let (nodes, edges) = (document.nodes.count, document.edges.count)
        let point = program.chance(50) ? program.point() : nil
        do throws(EditError) {
            let (imported, delta) = try document.transact { (open) throws(EditError) in
                try open.importElements(of: text, at: point)
            }
            #expect(document.checkInvariants() == [])
            #expect(document.nodes.count == nodes + text.nodes.count)
            #expect(document.nodeSlots.suffix(text.nodes.count).map { document.nodeID($0) } == imported.nodes)
            #expect(document.edgeSlots.suffix(text.edges.count).map { document.edgeID($0) } == imported.edges)
            // A new type may take handles away.
            #expect(document.edges.count <= edges + text.edges.count)
            document.replay(delta.inverse)
            #expect(document.checkInvariants() == [])
        } catch {
            #expect(error.reason == .locked || error.reason == .notAccepted, "\(error.message)")
        }
        #expect(picture(of: document) == start)
    }

    @Test(arguments: 0..<60)
    func `all elements taken at once are what they are one by one`(seed: Int) throws {
        var program = EditProgram(seed: 900 + seed)
        let nodes = (0..<1 + program.below(20)).map { number in
            let members = ["", #","label":"x","data":{"value":1}"#, #","locked":true,"zIndex":2"#, #","type":"group""#]
            let id = program.chance(50) ? "n\(number)" : "é\(number)"
            return (
                id, #"{"id":"\#(id)","position":{"x":\#(program.below(90)),"y":1.50}\#(members[program.below(4)])}"#
            )
        }
        let edges = (0..<program.below(30)).map { number in
            let (source, target) = (nodes[program.below(nodes.count)].0, nodes[program.below(nodes.count)].0)
            let members = program.chance(30) ? #","label":"y","sourceHandle":"source""# : ""
            return #"{"id":"e\#(number)","source":"\#(source)","target":"\#(target)"\#(members)}"#
        }
        let text = try parsed(
            #"{"nodewire":1,"nodes":[\#(nodes.map(\.1).joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
        )
        var (all, copies) = (Document(), Document())
        let taken = try all.transact { (open) throws(EditError) in open.adoptAll(of: text) }
        let corner = Subgraph(text.nodeSlots, in: text).bounds(in: text).origin
        let added = try copies.transact { (open) throws(EditError) in try open.importElements(of: text, at: corner) }
        #expect(taken.result?.nodes == added.result.nodes && taken.result?.edges == added.result.edges)
        #expect(picture(of: all) == picture(of: copies) && all.checkInvariants() == [])
        #expect(taken.delta.nodes.map(\.slot) == added.delta.nodes.map(\.slot))
        #expect(taken.delta.edges.map(\.after) == added.delta.edges.map(\.after))
        #expect(taken.delta.nodeOrder == added.delta.nodeOrder && taken.delta.edgeOrder == added.delta.edgeOrder)
        for (document, delta) in [(all, taken.delta), (copies, added.delta)] {
            var document = document
            document.replay(delta.inverse)
            #expect(picture(of: document) == picture(of: Document()) && document.checkInvariants() == [])
            document.replay(delta)
            #expect(picture(of: document) == picture(of: all) && document.checkInvariants() == [])
        }
        func made(_ document: Document) throws -> [Identifier] {
            var document = document
            return try document.transact { (open) throws(EditError) in [open.makeNodeID(), open.makeEdgeID()] }.result
        }
        #expect(try made(all) == made(copies))
    }

    private func parsed(_ text: String) throws -> Document {
        try Array(text.utf8).withUnsafeBufferPointer {
            try DocumentReader.read(DocumentText(validating: $0), isFile: true)
        }
        .document
    }
}

@Suite("The longest selection that grows")
struct LongestRiseTests {
    @Test(arguments: 0..<200)
    func `is as long as that of a naive search`(seed: Int) {
        var program = EditProgram(seed: seed)
        var numbers = (0..<program.below(12)).map { UInt64($0) }
        for place in numbers.indices { numbers.swapAt(place, program.below(numbers.count)) }
        let members = LongestRise(numbers).members
        let rise = zip(numbers, members).filter(\.1).map(\.0)
        #expect(rise == rise.sorted())
        var lengths: [Int] = []
        for (place, number) in numbers.enumerated() {
            lengths.append(1 + ((0..<place).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
        }
        #expect(rise.count == lengths.max() ?? 0)
    }
}
