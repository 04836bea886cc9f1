import Editing
import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite("A fragment")
struct PasteTests {
    private let source: Sketch = """
        types {"box": {"color": "red"}, "other": {}}
        g 100,100 300x200 {"type": "group"}
        a 10,10 50x50 in g {"type": "box", "unknown": [1]}
        b 110,10 50x50 in g
        c 600,0
        ab: a -> b {"waypoints": [{"x": 150, "y": 200, "k": 1}]}
        bc: b -> c
        """

    private func fragment(_ document: Document, _ nodes: [Node.ID], _ edges: [Edge.ID] = []) throws -> Document {
        let text = try document.fragment(nodes: document.slots(nodes: nodes), edges: document.slots(edges: edges))
        return try #require(
            try text.bytes.withUnsafeBufferPointer { try DocumentReader.read($0, isFile: true) }.document)
    }

    @Test("is a document with what is inside the nodes, at their places on the canvas")
    func copying() throws {
        let copied = try fragment(source.document, ["b", "a"], ["bc"])
        #expect(
            Sketch(copied).content["nodes"]
                == Sketch(
                    """
                    a 110,110 50x50 {"type": "box", "unknown": [1]}
                    b 210,110 50x50
                    """
                ).content["nodes"])
        #expect(copied.content["types"] == ["box": ["color": "red"]])
        #expect(
            copied.content["fragment"] == [
                "outside": [["id": "bc", "source": "b", "target": "c"]],
                "bounds": ["x": 110, "y": 110, "width": 150, "height": 50],
            ])
    }

    @Test("is pasted under new ids, with the types that are absent, inside a parent and at a place")
    func pasting() throws {
        let copied = try fragment(source.document, ["a", "b"])
        check(
            "p 1000,1000 500x500 {\"type\": \"group\"}\nn1 0,0",
            becomes: """
                types {"box": {"color": "red"}}
                p 1000,1000 500x500 {"type": "group"}
                n1 0,0
                n2 10,20 50x50 in p {"type": "box", "unknown": [1]}
                n3 110,20 50x50 in p
                e1: n2 -> n3 {"waypoints": [{"x": 1050, "y": 1110, "k": 1}]}
                """
        ) { (transaction) throws(EditError) in
            let pasted = try transaction.paste(copied, at: Point(x: 1010, y: 1020), into: "p")
            #expect(pasted.copies.nodes.map { "\($0.old) \($0.new)" } == ["a n2", "b n3"])
            #expect(pasted.copies.edges.map { "\($0.old) \($0.new)" } == ["ab e1"])
            #expect(pasted.roots == ["n2", "n3"])
            #expect(pasted.losses.isEmpty)
        }
    }

    @Test("connects again to what is there, where that is wanted")
    func outside() throws {
        let copied = try fragment(source.document, ["b"])
        check(
            "c 0,0\nb 5,5",
            becomes: """
                c 0,0
                b 5,5
                n1 230,130 50x50
                e1: n1 -> c
                """
        ) { (transaction) throws(EditError) in
            let pasted = try transaction.paste(copied, connectsOutside: true)
            #expect(pasted.losses.map { "\($0.id ?? "") \($0.code)" } == ["ab connection.noSuchNode"])
            #expect(pasted.losses[0].element.bytes.starts(with: Array("{\"id\":\"ab\",\"source\":\"a\"".utf8)))
        }
    }

    @Test("loses what the rules refuse, and types that differ")
    func losses() throws {
        let copied = try fragment(source.document, ["g", "c"])
        check(
            "types {\"box\": {\"color\": \"blue\", \"handles\": []}}",
            becomes: """
                types {"box": {"color": "blue", "handles": []}}
                n1 120,120 300x200 {"type": "group"}
                n2 10,10 50x50 in n1 {"type": "box", "unknown": [1]}
                n3 110,10 50x50 in n1
                n4 620,20
                e1: n3 -> n4
                """
        ) { (transaction) throws(EditError) in
            let pasted = try transaction.paste(copied)
            #expect(
                pasted.losses.map { "\($0.kind) \($0.id ?? "") \($0.code)" } == [
                    "type box typeDiffers", "edge ab connection.noSuchHandle",
                ])
        }
    }

    @Test("brings handles that only its edges name, which survive undo, redo and forgotten names")
    func inferredHandles() throws {
        let text = #"{"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"source":"a","sourceHandle":"x","target":"b"}]}"#
        let flow = try Array(text.utf8).withUnsafeBufferPointer { try DocumentReader.read($0, isFile: true) }.document
        var editor = DocumentEditor(Sketch("old 0,0").document)
        let options = DocumentEditor.Options(cause: "test")
        let pasted = try editor.perform(options) { (open) throws(EditError) in try open.paste(flow) }.result
        #expect(pasted.losses.isEmpty && pasted.copies.edges.count == 1)
        let before = picture(of: editor.document)
        _ = try editor.undo(1, cause: "test")
        // So many names that those that nothing uses are forgotten.
        for number in 0..<3000 {
            _ = try editor.dryRun { (open) throws(EditError) in
                try open.insertNode(Node(JSON.object(["id": "t", "type": .string("t\(number)")]).text))
            }
        }
        _ = editor.sweepNames()
        _ = try editor.redo(1, cause: "test")
        #expect(picture(of: editor.document) == before)
        #expect(editor.document.checkInvariants() == [])
    }

    @Test("is cut in one step, and refused as a whole")
    func cutting() throws {
        check(
            source,
            becomes: """
                types {"box": {"color": "red"}, "other": {}}
                g 100,100 300x200 {"type": "group"}
                b 110,10 50x50 in g
                """
        ) { (transaction) throws(EditError) in
            let text = try transaction.cut(nodes: ["a", "c"], edges: [])
            #expect(!text.bytes.isEmpty)
        }
        refuse("a 0,0 {\"locked\": true}\nb 0,0", .locked) { (transaction) throws(EditError) in
            _ = try transaction.cut(nodes: ["a", "b"], edges: [])
        }
        refuse("a 0,0", .nothingThere) { (transaction) throws(EditError) in
            _ = try transaction.cut(nodes: [], edges: [])
        }
    }

    @Test("is refused where it cannot be")
    func refusals() throws {
        let copied = try fragment(source.document, ["a"])
        refuse("p 0,0 {\"locked\": true}", .locked) { (transaction) throws(EditError) in
            _ = try transaction.paste(copied, into: "p")
        }
        refuse("p 0,0", .noSuchNode) { (transaction) throws(EditError) in
            _ = try transaction.paste(copied, into: "ghost")
        }
        refuse("p 0,0", .invalidValue) { (transaction) throws(EditError) in
            _ = try transaction.paste(copied, at: Point(x: .infinity, y: 0))
        } inspect: {
            #expect($0.path == ["at", "x"])
        }
    }

    @Test("that was copied and pasted is what was copied, up to ids", arguments: 0..<60)
    func copyAndPaste(seed: Int) throws {
        var program = EditProgram(seed: seed)
        var editor = DocumentEditor(Document())
        for _ in 0..<40 {
            let step = program.step(editor.document)
            _ = try? editor.perform(DocumentEditor.Options(cause: "test"), step)
        }
        let document = editor.document
        let ids = program.nodes(document).filter { document.node($0) != nil }
        if ids.isEmpty { return }
        let copied = try fragment(document, ids)
        let start = picture(of: document)
        let options = DocumentEditor.Options(cause: "paste")
        let pasted: Pasted
        do throws(EditError) {
            pasted = try editor.perform(options) { (open) throws(EditError) in try open.paste(copied) }.result
        } catch {
            // What a node accepts may have changed since others came to lie in it.
            #expect(error.reason == .notAccepted && picture(of: editor.document) == start)
            return
        }
        #expect(editor.document.checkInvariants() == [])
        compare(pasted, in: editor.document, with: document)
        let end = picture(of: editor.document)
        _ = try editor.undo(1, cause: "test")
        #expect(picture(of: editor.document) == start)
        _ = try editor.redo(1, cause: "test")
        #expect(picture(of: editor.document) == end)
    }

    private func compare(_ pasted: Pasted, in after: Document, with before: Document) {
        var names: [String: String] = [:]
        for (old, new) in pasted.copies.nodes { names[old.string] = new.string }
        for (old, new) in pasted.copies.nodes {
            guard let from = before.node(old), let to = after.node(new),
                case .object(var expected) = before.node(at: from).json
            else {
                Issue.record("\(old) is not \(new)")
                return
            }
            expected["id"] = .string(new.string)
            if let parent = expected["parentId"]?.stringValue, let copy = names[parent] {
                expected["parentId"] = .string(copy)
            } else {
                if expected["parentId"] != .null { expected["parentId"] = nil }
                let origin = before.frame(from).origin
                // What was pasted there before is passed over.
                let steps = ((after.frame(to).origin.x - origin.x) / Duplicates.offset.x).rounded()
                #expect(steps >= 1 || !before.isPlaced(from))
                let place = origin + Duplicates.offset * steps
                if before.isPlaced(from) { expected["position"] = ["x": .number(place.x), "y": .number(place.y)] }
            }
            #expect(after.node(at: to).json == .object(expected))
        }
        for (old, new) in pasted.copies.edges {
            guard let from = before.edge(old), let to = after.edge(new) else {
                Issue.record("\(old) is not \(new)")
                return
            }
            let (edge, copy) = (before.edge(at: from), after.edge(at: to))
            #expect(names[edge.source.string] == copy.source.string && names[edge.target.string] == copy.target.string)
            #expect(edge.sourceHandle == copy.sourceHandle && edge.targetHandle == copy.targetHandle)
        }
        let inner = Subgraph(pasted.copies.nodes.compactMap { before.node($0.old) }, in: before).innerEdges(in: before)
        let lost = pasted.losses.filter { $0.kind == .edge }.count
        #expect(pasted.copies.edges.count + lost == inner.count)
    }
}
