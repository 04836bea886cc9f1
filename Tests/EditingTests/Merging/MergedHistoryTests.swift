import Foundation
import Graph
import Sketching
import Testing

@testable import Editing

/// The law of undo among replicas, on generated programs: what is taken back and performed again is the same document,
/// whatever others have written in between, and replicas that have heard of each other still agree.
@Suite struct MergedHistoryTests {
    /// The seeds of the programs that are run; `NODEWIRE_WALKS=4000` runs more, `NODEWIRE_WALKS=4000-8000` those from a number
    /// on.
    private static let seeds: [Int] = {
        // The last ones have failed.
        guard let wanted = ProcessInfo.processInfo.environment["NODEWIRE_WALKS"] else {
            return (0..<120) + [137, 176, 248, 264, 1643]
        }
        let given = wanted.split(separator: "-").map { Int($0) ?? 0 }
        return Array(given.count > 1 ? given[0]..<given[1] : 0..<given[0])
    }()

    private static let start: Sketch = """
        a 0,0
        b 200,0
        c 400,0
        d 600,0
        e: a -> b
        """

    private func owner(_ view: Identifier) -> StepOwner { StepOwner(view: view, open: ["v", "w"]) }

    private func replica(_ name: String, at time: Double) -> DocumentEditor {
        var editor = DocumentEditor(Self.start.document)
        editor.beginStamps(replica: name)
        editor.time = time
        return editor
    }

    private func hears(_ editor: inout DocumentEditor, of other: DocumentEditor) throws {
        _ = try editor.merge(StampedChanges(of: other.document, for: editor.document), cause: "test")
    }

    @Test func `an edge that is left out stands for others, who may give it ends that are there`() throws {
        var (own, other) = (replica("a", at: 1), replica("b", at: 2))
        func perform(_ view: Identifier, _ edit: (inout Transaction) throws(EditError) -> Void) throws {
            _ = try own.perform(.init(cause: "test", view: view), edit)
        }
        try perform("v") { (open) throws(EditError) in try open.reconnect("e", target: "d") }
        try perform("w") { (open) throws(EditError) in try open.removeElements(nodes: [], edges: ["e"]) }
        try perform("v") { (open) throws(EditError) in try open.removeElements(nodes: ["d"], edges: []) }
        _ = try own.undo(1, of: owner("w"), cause: "test")
        #expect(own.document.edge("e") == nil)
        _ = try other.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.reconnect("e", target: "c")
        }
        try hears(&other, of: own)
        try hears(&own, of: other)
        let hash = own.document.contentHash()
        #expect(own.document.edge("e") != nil && other.document.contentHash() == hash)
        _ = try own.undo(1, cause: "test")
        _ = try own.redo(1, cause: "test")
        #expect(own.document.contentHash() == hash)
        try hears(&other, of: own)
        #expect(other.document.contentHash() == hash)
    }

    @Test func `what others wrote in a node that was taken back keeps it no longer than its step`() throws {
        var (own, other) = (replica("a", at: 1), replica("b", at: 5))
        _ = try own.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.insertNode(Node(id: "f"))
        }
        try hears(&other, of: own)
        _ = try own.undo(1, cause: "test")
        let hash = own.document.contentHash()
        _ = try other.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.updateNode("f", patch: ["label": "F"])
        }
        try hears(&own, of: other)
        _ = try own.redo(1, cause: "test")
        #expect(own.document.node("f").map { own.document.node(at: $0).json["label"] } == "F")
        _ = try own.undo(1, cause: "test")
        #expect(own.document.contentHash() == hash)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `undo and redo lead back to the same document, and replicas agree`(_ quarter: Int) throws {
        for seed in Self.seeds where seed % 4 == quarter {
            var program = EdgeProgram(seed: seed, changesNodes: true)
            for _ in 0..<2 + program.below(4) {
                for index in 0..<3 {
                    program.work(index, steps: program.below(6))
                    try check(&program, index, "while it is edited")
                }
                let (index, other) = (program.below(3), program.below(3))
                if index != other { try program.hear(index, of: other) }
                try check(&program, index, "after a merge")
            }
            if program.documents.allSatisfy(\.hasStamps) { try exchange(&program) }
            for index in 0..<3 { try checkAll(&program, index) }
            if program.documents.allSatisfy(\.hasStamps) { try exchange(&program) }
        }
    }

    /// - Returns: True if all that was taken was taken back.
    @discardableResult
    private func check(_ program: inout EdgeProgram, _ index: Int, _ place: String) throws -> Bool {
        var isSame = true
        for isUndo in [true, false] {
            if program.below(3) == 0 { continue }
            guard let (before, after) = try program.walkAndBack(index, isUndo: isUndo) else {
                isSame = false
                continue
            }
            #expect(before == after, "seed \(program.seed): \(isUndo ? "undo and redo" : "redo and undo") \(place)")
            #expect(program.documents[index].checkInvariants() == [], "seed \(program.seed)")
        }
        return isSame
    }

    /// To take everything back and to perform it again is the identity, too.
    private func checkAll(_ program: inout EdgeProgram, _ index: Int) throws {
        try program.walkAll(index, isUndo: false)
        let end = program.content(index)
        try program.walkAll(index, isUndo: true)
        let start = program.content(index)
        try program.walkAll(index, isUndo: false)
        #expect(program.content(index) == end, "seed \(program.seed): undo and redo of all")
        try program.walkAll(index, isUndo: true)
        #expect(program.content(index) == start, "seed \(program.seed): undo of all, again")
        if program.below(2) == 0 { try program.walkAll(index, isUndo: false) }
    }

    private func exchange(_ program: inout EdgeProgram) throws {
        try program.exchange()
        let contents = Set(program.editors.indices.map { program.content($0) })
        #expect(contents.count == 1, "seed \(program.seed): replicas that have heard of each other")
        var isSame = true
        for index in program.editors.indices where try !check(&program, index, "after an exchange") { isSame = false }
        try program.exchange()
        let later = Set(program.editors.indices.map { program.content($0) })
        #expect(later.count == 1, "seed \(program.seed): replicas that have heard of each other again")
        if isSame { #expect(later == contents, "seed \(program.seed): what was taken back and performed again") }
    }
}
