import Foundation
import Graph
import Sketching
import Testing
import Wire

@testable import Editing

/// The rule that the ends of an edge are one: whatever is merged or taken back, each edge is one that somebody has made.
@Suite struct EdgeEndsTests {
    private static let start: Sketch = """
        a 0,0
        b 200,0
        c 400,0
        d 600,0
        e: a -> b
        """

    private func edited(
        _ document: Document, replica: String? = nil, at time: Double = 0,
        _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws -> DocumentEditor {
        var editor = DocumentEditor(document)
        if let replica { editor.beginStamps(replica: replica) }
        editor.time = time
        _ = try editor.perform(.init(cause: "test"), edit)
        return editor
    }

    private func ends(_ document: Document, _ id: Edge.ID = "e") -> String? {
        document.edge(id).map { document.edge(at: $0) }.map {
            "\($0.source).\($0.sourceHandle ?? "-") \($0.target).\($0.targetHandle ?? "-")"
        }
    }

    private func source(_ node: Node.ID, _ handle: Identifier? = nil) -> (inout Transaction) throws(EditError) -> Void {
        { (open) throws(EditError) in try open.reconnect("e", source: node, sourceHandle: handle) }
    }

    private func target(_ node: Node.ID, _ handle: Identifier? = nil) -> (inout Transaction) throws(EditError) -> Void {
        { (open) throws(EditError) in try open.reconnect("e", target: node, targetHandle: handle) }
    }

    // MARK: Replicas

    @Test(arguments: [("c", "c"), ("c", "d")] as [(Node.ID, Node.ID)])
    func `of two replicas that have moved another end each, the later one's edge is there`(
        _ first: Node.ID, _ second: Node.ID
    ) throws {
        let base = Self.start.document
        let one = try edited(base, replica: "a", at: 1, source(first, "source"))
        let other = try edited(base, replica: "b", at: 2, target(second))
        for (own, news) in [(one, other), (other, one)] {
            var editor = own
            _ = try editor.merge(StampedChanges(of: news.document, for: own.document), cause: "test")
            #expect(ends(editor.document) == "a.- \(second).-")
            // What is sent of it is whole.
            let sent = StampedChanges.written(in: own.document, since: SeenStamps(), limit: nil).changes.json
            #expect(sent["edges"]?["e"]?.objectValue?.members.map(\.name) == ["@ends"])
        }
    }

    @Test func `ends that were stamped one by one are read as one`() throws {
        let former: JSON = ["edges": ["e": ["source": [[3, 0, "b"], "c"], "target": [[7, 0, "b"], "d"]]]]
        var editor = DocumentEditor(Self.start.document)
        _ = try editor.merge(StampedChanges(former), cause: "test")
        #expect(ends(editor.document) == "c.- d.-")
        #expect(Replicas.stamps(editor.document)["edges"]?["e"]?["@ends"] == [[7, 0, "b"]])
        let text = fileText(editor.document).replacing(#""@ends":[[7,0,"b"]]"#, with: #""target":[[7,0,"b"]]"#)
        #expect(Replicas.stamps(opened(text)) == Replicas.stamps(editor.document))
    }

    @Test(
        arguments: [
            ["source": [[3, 0, "b"], "c"]], ["targetHandle": [[3, 0, "b"]]], ["@ends": [[3, 0, "b"]]],
            ["@ends": [[3, 0, "b"], 5]], ["@ends": [[3, 0, "b"], ["source": "a", "target": "b", "label": "l"]]],
        ] as [JSON])
    func `half of the ends is refused`(_ edge: JSON) {
        let error = #expect(throws: EditError.self) { try StampedChanges(["edges": ["e": edge]]) }
        #expect(error?.path.starts(with: ["edges", "e"]) == true)
        #expect(throws: EditError.self) { try StampedChanges(["nodes": ["n": ["@ends": [[3, 0, "b"], [:]]]]]) }
    }

    // MARK: A base

    @Test(arguments: [("c", "c"), ("c", "d")] as [(Node.ID, Node.ID)])
    func `two sides that have moved another end each are in conflict, and each can be taken whole`(
        _ first: Node.ID, _ second: Node.ID
    ) throws {
        let base = Self.start.document
        let (ours, theirs) = (
            try edited(base, source(first, "source")).document, try edited(base, target(second)).document
        )
        let merge = try ThreeWayMerge(from: base, ours: ours, theirs: theirs, at: 0, keepsNotes: true)
        #expect(merge.conflicts.map(\.member) == ["@ends"])
        var editor = DocumentEditor(ours)
        _ = try editor.merge(merge.changes, cause: "test")
        #expect(ends(editor.document) == "\(first).source b.-")
        let note = editor.document.conflictNotes.first
        #expect(note?.key == "edges/e/@ends")
        let (own, other) = (note?.conflict.ours, note?.conflict.theirs)
        #expect(own == ["source": .string(first.string), "sourceHandle": "source", "target": "b"])
        #expect(other == ["source": "a", "target": .string(second.string)])
        for (side, found) in [(MergeConflict.Side.theirs, "a.- \(second).-"), (.ours, "\(first).source b.-")] {
            _ = try editor.perform(.init(cause: "test")) { (open) throws(EditError) in
                try open.resolveConflicts(["edges/e/@ends"], taking: side)
            }
            #expect(ends(editor.document) == found)
            _ = try editor.undo(1, cause: "test")
        }
    }

    // MARK: Views

    @Test func `a view that takes back its end leaves the edge that another one has made since`() throws {
        func owner(_ view: Identifier) -> StepOwner { StepOwner(view: view, open: ["v", "w"]) }
        var editor = DocumentEditor(Self.start.document)
        _ = try editor.perform(.init(cause: "test", view: "v"), source("c", "source"))
        _ = try editor.perform(.init(cause: "test", view: "w"), target("d"))
        _ = try editor.undo(1, of: owner("v"), cause: "test")
        #expect(ends(editor.document) == "c.source d.-")
        _ = try editor.undo(1, of: owner("w"), cause: "test")
        #expect(ends(editor.document) == "a.- b.-")
        _ = try editor.redo(1, of: owner("w"), cause: "test")
        #expect(ends(editor.document) == "c.source d.-")
    }

    // MARK: Laws

    /// The seeds of the programs that are run; `NODEWIRE_EDGES=4000` runs more, `NODEWIRE_EDGES=4000-8000` those from a
    /// number on.
    private static let seeds: Range<Int> = {
        let given = (ProcessInfo.processInfo.environment["NODEWIRE_EDGES"] ?? "120").split(separator: "-").map {
            Int($0) ?? 0
        }
        return given.count > 1 ? given[0]..<given[1] : 0..<given[0]
    }()

    @Test(arguments: [0, 1, 2, 3])
    func `there is no edge that nobody has made, and replicas agree in every order`(_ quarter: Int) throws {
        for seed in Self.seeds where seed % 4 == quarter {
            var program = EdgeProgram(seed: seed)
            let base = program.documents[0]
            for _ in 0..<2 + program.below(3) {
                for index in 0..<3 { program.work(index, steps: program.below(6)) }
                let (index, other) = (program.below(3), program.below(3))
                if index != other { try program.hear(index, of: other) }
                for document in program.documents {
                    #expect(program.strangers(in: document) == [], "seed \(seed): while it is edited")
                    #expect(document.checkInvariants() == [], "seed \(seed)")
                }
            }
            let documents = program.documents
            try check(documents, program)
            for (ours, theirs) in [(0, 1), (1, 2), (2, 0)] {
                let merge = try ThreeWayMerge(from: base, ours: documents[ours], theirs: documents[theirs], at: 99)
                var editor = DocumentEditor(documents[ours])
                _ = try editor.merge(merge.changes, cause: "test")
                // Ids that both sides have given are parted.
                let renamed = Set(merge.conflicts.compactMap(\.renamed?.string))
                let found = program.strangers(in: editor.document)
                    .filter { edge in !renamed.contains { edge.hasPrefix("\($0):") } }
                #expect(found == [], "seed \(seed): with a base")
            }
        }
    }

    private func check(_ documents: [Document], _ program: EdgeProgram) throws {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        var found: [(hash: String, stamps: JSON)] = []
        for order in orders {
            for isLeft in [true, false] {
                let parts = order.map { documents[$0] }
                let whole =
                    isLeft
                    ? try merged(merged(parts[0], parts[1]), parts[2])
                    : try merged(parts[0], merged(parts[1], parts[2]))
                #expect(program.strangers(in: whole) == [], "seed \(program.seed): in the order \(order)")
                found.append((whole.contentHash(), Replicas.stamps(whole)))
            }
        }
        for other in found.dropFirst() {
            #expect(other.hash == found[0].hash, "seed \(program.seed): content")
            #expect(other.stamps == found[0].stamps, "seed \(program.seed): stamps")
        }
    }

    /// A document after it has taken in all of another one, as a file has it.
    private func merged(_ document: Document, _ other: Document) throws -> Document {
        var editor = DocumentEditor(document)
        _ = try editor.merge(StampedChanges(of: other, for: document), cause: "test")
        return Replicas.reopened(editor.document, nil)
    }
}
