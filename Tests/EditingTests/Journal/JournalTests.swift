import Geometry
import Graph
import Sketching
import Testing
import Wire

@testable import Editing

/// The content of a journal, and its fate.
@Suite struct JournalTests {
    private func file() -> JournaledFile {
        JournaledFile(Sketch(content: ["nodes": [["id": "a", "position": ["x": 0, "y": 0]]], "edges": []]).document)
    }

    private func move(_ file: inout JournaledFile, by x: Double = 1, mergeKey: String? = nil) throws {
        var options = DocumentEditor.Options(cause: "node/move", label: "Move \(x)")
        options.mergeKey = mergeKey
        _ = try file.editor.perform(options) { (transaction) throws(EditError) in
            let slot = try transaction.document.slot(node: Identifier("a"))
            let position = transaction.document.storedGeometry(slot).position
            try transaction.setPosition(slot, Point(x: position.x + x, y: 0))
        }
    }

    private func lines(_ file: JournaledFile) -> [String] {
        String(decoding: file.journal.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `nothing is written before the first change`() throws {
        var file = file()
        #expect(file.journal.bytes.isEmpty)
        try move(&file)
        #expect(lines(file).count == 3)
    }

    @Test func `a change that cannot be written does not happen`() throws {
        var file = file()
        try move(&file)
        file.journal.isFull = true
        let before = fileText(file.editor.document)
        #expect(throws: EditError.self) { try move(&file) }
        #expect(throws: EditError.self) { _ = try file.editor.undo(1, cause: "undo") }
        #expect(throws: EditError.self) { try file.editor.beginGroup("g") }
        #expect(fileText(file.editor.document) == before)
        #expect(file.editor.history.labels.count == 1 && file.editor.revision == 1)
        file.journal.isFull = false
        try move(&file)
        #expect(file.reopened()?.history.labels.count == 2)
    }

    @Test func `the disk is waited for once for all that was done`() throws {
        var file = JournaledFile(file().editor.document, isLasting: true)
        for _ in 0..<5 { try move(&file) }
        #expect(file.journal.syncs == 0 && file.editor.isUnsynced)
        #expect(file.sync() && file.sync())
        #expect(file.journal.syncs == 1 && !file.editor.isUnsynced)
    }

    @Test func `a journal that the disk did not take is written again`() throws {
        var file = JournaledFile(file().editor.document, isLasting: true)
        for _ in 0..<5 { try move(&file) }
        file.journal.isStuck = true
        #expect(file.sync() && file.editor.revision == 5)
        #expect(file.reopened()?.history.labels.count == 5)
    }

    @Test func `a save leaves what the history holds`() throws {
        var file = file()
        for _ in 0..<20 { try move(&file, mergeKey: "k") }
        _ = try file.editor.undo(1, cause: "undo")
        _ = try file.editor.redo(1, cause: "redo")
        #expect(lines(file).count == 24)
        file.save()
        // Neighbors of similar size are merged.
        #expect(lines(file).count < 8)
        #expect(file.reopened()?.history.isDirty == false)
    }

    @Test func `a long journal is compacted while the document is edited`() throws {
        var file = file()
        file.limit = 4000
        file.reopen()
        for step in 0..<200 {
            try move(&file, mergeKey: "k")
            #expect(file.journal.bytes.count < 6000)
            if step % 50 == 0 { #expect(file.reopened()?.document.contentHash() == file.editor.document.contentHash()) }
        }
        #expect(file.reopened()?.history.labels.count == 1)
    }

    @Test func `a journal leads on from a file that no step leads to`() throws {
        var file = file()
        try move(&file)
        file.save()
        _ = try file.editor.undo(1, cause: "undo")
        // The saved step is gone with this one.
        try move(&file, by: 9)
        file.limit = 1
        file.reopen()
        try move(&file, by: 9)
        try move(&file, by: 9)
        #expect(lines(file).contains { $0.contains(#""event":"content""#) })
        var found = try #require(file.reopened())
        #expect(found.document.contentHash() == file.editor.document.contentHash() && found.history.isDirty)
        _ = try found.undo(10, cause: "undo")
        #expect(found.history.savedPosition == nil)
    }

    @Test func `a journal of no steps is removed`() throws {
        var file = file()
        try file.editor.beginGroup("g")
        try file.editor.endGroup()
        #expect(!file.journal.bytes.isEmpty)
        file.save()
        #expect(file.journal.bytes.isEmpty)
    }

    @Test func `a save whose end is not noted is found by the state of the file`() throws {
        var file = file()
        try move(&file)
        let former = file.journal.bytes
        file.save()
        let saved = file.editor.document
        // The journal as it was after the rename: with the line of the save, and not yet compacted.
        var copy = JournaledFile(
            Sketch(content: ["nodes": [["id": "a", "position": ["x": 0, "y": 0]]], "edges": []]).document)
        try move(&copy)
        copy.save(before: true)
        #expect(copy.journal.bytes.starts(with: former))
        let found = try #require(file.reopened(copy.journal.bytes))
        #expect(found.document.contentHash() == saved.contentHash())
        #expect(!found.history.isDirty && found.history.labels.count == 1)
    }

    @Test func `a journal of another file is foreign`() throws {
        var file = file()
        try move(&file)
        let other = JournaledFile(opened(#"{"nodewire":1,"nodes":[],"edges":[]}"#))
        #expect(other.reopened(file.journal.bytes) == nil)
        #expect(other.reopened(Array("something else\n".utf8)) == nil)
        #expect(other.reopened([0, 0, 0]) != nil)
    }

    @Test func `an element that is locked comes back`() throws {
        var file = file()
        _ = try file.editor.perform(.init(cause: "lock")) { (transaction) throws(EditError) in
            let slot = try transaction.document.slot(node: Identifier("a"))
            var node = transaction.document.node(at: slot)
            node = try Node(JSONText(trusted: Array(#"{"id":"a","position":{"x":5,"y":5},"locked":true}"#.utf8)))
            try transaction.replace(slot, with: node)
        }
        var found = try #require(file.reopened())
        #expect(found.document.contentHash() == file.editor.document.contentHash())
        _ = try found.undo(1, cause: "undo")
        #expect(fileText(found.document) == file.text)
    }

    @Test func `what is open at a crash is one step`() throws {
        var file = file()
        try file.editor.beginGroup("outer")
        try move(&file)
        try file.editor.beginGroup("inner")
        try move(&file)
        file.reopen()
        #expect(file.editor.history.labels == ["outer"] && !file.editor.history.isGroupOpen)
        try move(&file, by: 3)
        #expect(file.reopened()?.history.labels == ["outer", "Move 3.0"])
    }

    @Test func `a mergeKey does not join what came before the document was opened`() throws {
        var file = file()
        try move(&file, mergeKey: "k")
        file.reopen()
        try move(&file, mergeKey: "k")
        #expect(file.editor.history.labels.count == 2)
        #expect(file.reopened()?.history.labels.count == 2)
    }

    @Test(arguments: [false, true], [false, true])
    func `a journal leads on from what another document has written, and says so`(
        after rename: Bool, inGroup: Bool
    ) throws {
        var file = file()
        try move(&file)
        file.save()
        if inGroup { try file.editor.beginGroup("g") }
        try move(&file, by: 7)
        let other = #"{"nodewire":1,"nodes":[{"id":"other","position":{"x":1,"y":1}}],"edges":[]}"#
        file.replace(with: other, after: rename)
        for _ in 0..<2 {
            let found = try #require(file.reopened())
            #expect(found.document.contentHash() == file.editor.document.contentHash() && found.holding == .other)
            file.reopen()
            try move(&file, by: 2)
            file.limit = 1
        }
        file.save()
        #expect(file.editor.holding == .all && file.reopened()?.holding == .all)
    }
}
