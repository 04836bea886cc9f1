import Graph
import Sketching
import Testing
import Wire

@testable import Editing

/// The law that a journal leads to the document and the history that wrote it, wherever it ends.
@Suite struct JournalLawsTests {
    private let start: JSON = [
        "nodes": [
            ["id": "a", "position": ["x": 0, "y": 0]], ["id": "g", "position": ["x": 0, "y": 0], "type": "group"],
            ["id": "b", "position": ["x": 0, "y": 0], "parentId": "g"], ["id": "c", "position": ["x": 9, "y": 9]],
        ],
        "edges": [["id": "e", "source": "a", "target": "b"], ["id": "f", "source": "b", "target": "c"]],
    ]

    /// The state that is to be found again: the content, and the names of undo and redo.
    private struct Known: Equatable {
        var content: String
        var labels: [String]
        var position: Int
        var isDirty: Bool

        /// An open group counts as a step, if it did anything.
        init(_ editor: DocumentEditor) throws {
            var history = editor.history
            var isStep = false
            while history.isGroupOpen { isStep = try history.endGroup() }
            let transients = TransientElements(of: editor.document)
            if isStep, let delta = history.lastDelta, editor.document.isVoid(delta, without: transients) {
                history.dropLast()
            }
            content = "\(opened(fileText(editor.document)).contentHash())"
            (labels, position, isDirty) = (history.labels, history.position, history.isDirty)
        }
    }

    private static let views: [Identifier] = ["v", "w"]

    private func owner(_ view: Identifier?) -> StepOwner {
        StepOwner(view: view, open: Set(JournalLawsTests.views))
    }

    /// - Parameter isShared: whether several views edit, and undo their own steps below those of others.
    private func perform(_ program: inout EditProgram, on file: inout JournaledFile, isShared: Bool = false) throws {
        let view = isShared ? program.pick([nil] + JournalLawsTests.views) : nil
        var options = DocumentEditor.Options(cause: "test", label: "step \(program.below(1000))", view: view)
        if program.chance(30) { options.mergeKey = "k" }
        let kind = program.below(25)
        let isOpen = file.editor.history.isGroupOpen
        switch kind {
        case 0, 1: if !isOpen { _ = try file.editor.undo(1 + program.below(4), of: owner(view), cause: "undo") }
        case 2, 3: if !isOpen { _ = try file.editor.redo(1 + program.below(4), of: owner(view), cause: "redo") }
        case 4: try file.editor.beginGroup("group \(program.below(1000))", view: view)
        case 5, 6: if isOpen { try file.editor.endGroup() }
        case 7: if isOpen { try file.editor.cancelGroup(cause: "cancel") }
        case 8: file.save(before: program.chance(30))
        case 9: if program.chance(30) { file.reopen() }
        case 10: try moveInVain(&program, on: &file, options)
        default: do { _ = try file.editor.perform(options, program.step(file.editor.document)) } catch {}
        }
    }

    /// Moves a node in the order and back again, in one change with another move or in several of a group.
    private func moveInVain(
        _ program: inout EditProgram, on file: inout JournaledFile, _ options: DocumentEditor.Options
    ) throws {
        let slots = file.editor.document.nodeSlots
        if slots.isEmpty { return }
        let (moved, other) = (program.pick(slots), program.pick(slots))
        let successor = file.editor.document.nextLasting(moved)
        if program.chance(50) {
            _ = try file.editor.perform(options) { (transaction) throws(EditError) in
                transaction.moveNode(moved, before: slots[0])
                transaction.moveNode(moved, before: successor)
                transaction.moveNode(other, before: nil)
            }
            return
        }
        try file.editor.beginGroup("moves", view: options.view)
        for place in [slots[0], successor] {
            _ = try file.editor.perform(options) { (transaction) throws(EditError) in
                transaction.moveNode(moved, before: place)
            }
        }
        if program.chance(50) {
            do { _ = try file.editor.perform(options, program.step(file.editor.document)) } catch {}
        }
        try file.editor.endGroup()
    }

    @Test(arguments: 0..<16) func `a journal leads to where it ends`(seed: Int) throws {
        var program = EditProgram(seed: seed)
        program.transients = seed % 4 == 0 ? 20 : 0
        var file = JournaledFile(Sketch(content: start).document)
        for step in 0..<80 {
            try perform(&program, on: &file, isShared: seed % 2 == 1)
            let found = try #require(file.reopened(), "seed \(seed) step \(step): it is foreign")
            let (known, expected) = (try Known(found), try Known(file.editor))
            try #require(known == expected, "seed \(seed) step \(step)")
            try #require(found.document.checkInvariants() == [], "seed \(seed) step \(step)")
            // The way back leads to what is in the file.
            for saved in [found.savedDocument, file.editor.savedDocument] {
                guard let saved else { continue }
                try #require(saved.contentHash() == file.saved.contentHash(), "seed \(seed) step \(step)")
            }
        }
    }

    @Test(arguments: 0..<16) func `what is held back and taken is as if it had been performed`(seed: Int) throws {
        var program = EditProgram(seed: 600 + seed)
        program.transients = seed % 4 == 0 ? 20 : 0
        var file = JournaledFile(Sketch(content: start).document)
        for step in 0..<60 {
            try perform(&program, on: &file, isShared: seed % 2 == 1)
            guard case .recovered(let recovery) = file.outcome(holdsBack: true), let held = recovery.held else {
                continue
            }
            try #require(held.document.contentHash() == file.saved.contentHash(), "seed \(seed) step \(step)")
            var editor = DocumentEditor(held)
            try #require(!editor.isDirty)
            editor.isUnrecovered = true
            #expect(throws: EditError.unrecovered) { try editor.undo(1, cause: "undo") }
            var replica = Replica(editor.document)
            guard editor.take(recovery, cause: "take") else { continue }
            for commit in editor.commits { replica.apply(commit.delta) }
            editor.forgetCommits()
            try #require(replica == Replica(editor.document), "seed \(seed) step \(step)")
            try #require(editor.document.checkInvariants() == [], "seed \(seed) step \(step)")
            var performed = DocumentEditor(recovery)
            try #require(try Known(editor) == Known(performed), "seed \(seed) step \(step)")
            for direction in [HistoryDirection.undo, .redo] {
                for _ in 0..<100 where direction == .undo ? editor.history.canUndo : editor.history.canRedo {
                    try walk(direction, &editor, .everyone)
                    try walk(direction, &performed, .everyone)
                    try #require(try Known(editor) == Known(performed), "seed \(seed) step \(step)")
                }
            }
        }
    }

    @Test(arguments: 0..<12) func `what is held back and dropped is gone from the journal, and nothing else`(seed: Int)
        throws
    {
        var program = EditProgram(seed: 700 + seed)
        var file = JournaledFile(Sketch(content: start).document)
        for step in 0..<60 {
            try perform(&program, on: &file, isShared: seed % 2 == 1)
            guard case .recovered(let recovery) = file.outcome(holdsBack: true), let held = recovery.held else {
                continue
            }
            var editor = DocumentEditor(held)
            editor.isUnrecovered = true
            let journal = Journal(
                file.journal, isLasting: false, state: JournaledFile.state(of: file.text), end: recovery.end)
            let kept = file.journal.bytes
            // Without steps it is removed, which takes no space.
            if editor.history.canUndo || editor.history.canRedo {
                file.journal.isFull = true
                #expect(throws: EditError.self) { try editor.drop(changesIn: journal) }
                file.journal.isFull = false
                try #require(file.journal.bytes == kept && editor.isUnrecovered)
            }
            try editor.drop(changesIn: journal)
            try #require(!editor.isUnrecovered)
            let known = try Known(editor)
            if case .recovered(let again) = file.outcome(holdsBack: true) {
                try #require(again.count == 0 && again.held == nil, "seed \(seed) step \(step)")
                try #require(try Known(DocumentEditor(again)) == known, "seed \(seed) step \(step)")
            } else {
                try #require(file.journal.bytes.isEmpty, "seed \(seed) step \(step)")
            }
            file.journal.bytes = kept
        }
    }

    @Test(arguments: 0..<12) func `what does not come to be on the disk is taken back, and nothing else`(seed: Int)
        throws
    {
        var program = EditProgram(seed: 500 + seed)
        program.transients = seed % 4 == 0 ? 20 : 0
        var file = JournaledFile(Sketch(content: start).document, isLasting: true)
        if seed % 3 == 0 { file.editor.beginStamps(replica: "r") }
        var replica = Replica(file.editor.document)
        for step in 0..<40 {
            var known = try Known(file.editor)
            for _ in 0...program.below(4) {
                let before = (file.reopenings, file.journal.replacements, known: try Known(file.editor))
                try perform(&program, on: &file, isShared: seed % 2 == 1)
                // What is found when it is opened again is not taken back, nor what was written anew.
                let isOpened = file.reopenings > before.0
                if file.journal.replacements > before.1 { known = before.known }
                if isOpened || !file.editor.isUnsynced { known = try Known(file.editor) }
                if isOpened { replica = Replica(file.editor.document) }
            }
            let isRefused = program.chance(50)
            (file.journal.isFull, file.journal.isStuck) = (isRefused, program.chance(50))
            file.journal.isNameStuck = file.journal.isStuck && program.chance(50)
            if file.sync() { known = try Known(file.editor) }
            (file.journal.isFull, file.journal.isNameStuck) = (false, false)
            try #require(!file.editor.isUnsynced)
            try #require(try Known(file.editor) == known, "seed \(seed) step \(step)")
            try #require(file.editor.document.checkInvariants() == [], "seed \(seed) step \(step)")
            let found = try #require(file.reopened(), "seed \(seed) step \(step): it is foreign")
            try #require(try Known(found) == known, "seed \(seed) step \(step)")
            for commit in file.editor.commits { replica.apply(commit.delta) }
            file.editor.forgetCommits()
            try #require(replica == Replica(file.editor.document), "seed \(seed) step \(step)")
        }
    }

    @Test(arguments: 0..<70) func `the steps of a journal can be undone and redone`(seed: Int) throws {
        var program = EditProgram(seed: 100 + seed)
        program.transients = seed % 4 == 3 ? 20 : 0
        let isShared = seed % 5 != 0
        var file = JournaledFile(Sketch(content: start).document)
        for _ in 0..<40 + program.below(20) { try perform(&program, on: &file, isShared: isShared) }
        while file.editor.history.isGroupOpen { try file.editor.endGroup() }
        if program.chance(50) { file.save() }
        var (former, found) = (file.editor, try #require(file.reopened()))
        former.keep(nil)
        for direction in [HistoryDirection.undo, .redo] {
            for _ in 0..<200 where direction == .undo ? former.history.canUndo : former.history.canRedo {
                let owner = isShared ? owner(program.pick([nil] + JournalLawsTests.views)) : .everyone
                try walk(direction, &former, owner)
                try walk(direction, &found, owner)
                let (known, expected) = (try Known(found), try Known(former))
                try #require(known == expected, "seed \(seed)")
            }
        }
    }

    private func walk(_ direction: HistoryDirection, _ editor: inout DocumentEditor, _ owner: StepOwner) throws {
        switch direction {
        case .undo: _ = try editor.undo(1, of: owner, cause: "undo")
        case .redo: _ = try editor.redo(1, of: owner, cause: "redo")
        }
    }

    @Test(arguments: 0..<6) func `a journal that is cut inside of a line leads to the line before`(seed: Int) throws {
        var program = EditProgram(seed: 200 + seed)
        var file = JournaledFile(Sketch(content: start).document)
        var known: [(end: Int, known: Known)] = [(0, try Known(file.editor))]
        while known.count < 12 {
            let options = DocumentEditor.Options(cause: "test")
            do { _ = try file.editor.perform(options, program.step(file.editor.document)) } catch { continue }
            known.append((file.journal.bytes.count, try Known(file.editor)))
        }
        let bytes = file.journal.bytes
        for _ in 0..<60 {
            let end = program.below(bytes.count + 1)
            let found = try #require(file.reopened(Array(bytes[..<end])), "seed \(seed): \(end)")
            let expected = try #require(known.last { $0.end <= end })
            #expect(try Known(found) == expected.known, "seed \(seed): \(end)")
        }
    }

    @Test(arguments: 0..<6) func `a journal with a changed bit leads to a line before, or is foreign`(seed: Int) throws
    {
        var program = EditProgram(seed: 300 + seed)
        var file = JournaledFile(Sketch(content: start).document)
        var known = [try Known(file.editor)]
        for _ in 0..<20 {
            do { _ = try file.editor.perform(.init(cause: "test"), program.step(file.editor.document)) } catch {
                continue
            }
            known.append(try Known(file.editor))
        }
        for _ in 0..<60 {
            var bytes = file.journal.bytes
            bytes[program.below(bytes.count)] ^= 1 << UInt8(program.below(8))
            guard let found = file.reopened(bytes) else { continue }
            #expect(known.contains(try Known(found)), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<10) func `a journal that is written anew leads to the same`(seed: Int) throws {
        var program = EditProgram(seed: 400 + seed)
        program.transients = seed % 2 == 0 ? 20 : 0
        var file = JournaledFile(Sketch(content: start).document, isLasting: true)
        for step in 0..<60 {
            // What a disk refuses once is written anew, whatever state is saved and whatever group is open.
            if program.chance(20) {
                file.journal.isFull = true
                let before = try Known(file.editor)
                try? perform(&program, on: &file, isShared: seed % 2 == 1)
                file.journal.isFull = false
                if file.editor.history.savedPosition == nil || !file.editor.history.isDirty { continue }
                #expect(try Known(file.editor).content == before.content)
            }
            try perform(&program, on: &file, isShared: seed % 2 == 1)
            if file.journal.bytes.isEmpty { continue }
            guard let found = file.reopened() else { continue }
            #expect(try Known(found).content == Known(file.editor).content, "seed \(seed) step \(step)")
        }
    }
}
