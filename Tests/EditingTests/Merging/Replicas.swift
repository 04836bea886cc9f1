import Graph
import Seeding
import Sketching
import Testing
import Wire

@testable import Editing

/// One to three replicas of a document, each with its file, its journal and several views, written by a program.
struct Replicas {
    private static let names = ["a", "b", "c"]
    private static let views: [Identifier] = ["v", "w", "x"]

    let seed: Int
    private var random: Seeded
    private var program: EditProgram
    private(set) var files: [JournaledFile] = []

    init(seed: Int) {
        self.seed = seed
        random = Seeded(UInt64(seed))
        program = EditProgram(seed: seed)
        if seed % 5 == 4 { program.transients = 10 }
        if seed % 3 == 2 { program.layouts = 30 }
        var base = DocumentEditor(Document())
        for _ in 0..<random.below(40) { base = stepped(base) }
        let count = min(1 + seed % 4, Replicas.names.count)
        for name in Replicas.names.prefix(count) {
            files.append(JournaledFile(base.document))
            if count > 1 { files[files.count - 1].editor.beginStamps(replica: name) }
        }
    }

    /// Is true if there is no other replica.
    var isAlone: Bool { files.count == 1 }

    var documents: [Document] { files.map(\.editor.document) }

    /// The whole program: every replica is written for a while and hears of others, some rounds long.
    mutating func run() throws {
        for _ in 0..<1 + below(3) {
            for index in files.indices { try work(index) }
            if below(5) == 0 {
                try exchange()
                for index in files.indices { _ = files[index].editor.compactStamps() }
            }
        }
        for index in files.indices { try endGroups(index) }
    }

    /// Undoes or redoes all steps of a replica, in whatever turn its views come; what is announced leads there, too.
    mutating func walkAll(_ direction: HistoryDirection, _ index: Int) throws {
        files[index].editor.forgetCommits()
        var replica = Replica(files[index].editor.document)
        while direction == .undo ? files[index].editor.history.canUndo : files[index].editor.history.canRedo {
            _ = try walk(direction, 1 + below(3), of: owner(), index)
        }
        for commit in files[index].editor.commits { replica.apply(commit.delta) }
        files[index].editor.forgetCommits()
        #expect(replica == Replica(files[index].editor.document), "seed \(seed): announced")
        #expect(files[index].editor.document.checkInvariants() == [], "seed \(seed)")
    }

    private mutating func walk(
        _ direction: HistoryDirection, _ count: Int, of owner: StepOwner, _ index: Int
    ) throws(EditError) -> Int {
        switch direction {
        case .undo: try files[index].editor.undo(count, of: owner, cause: "test").steps
        case .redo: try files[index].editor.redo(count, of: owner, cause: "test").steps
        }
    }

    mutating func below(_ bound: Int) -> Int { random.below(bound) }

    mutating func shuffle<T>(_ list: [T]) -> [T] { random.shuffle(list) }

    private mutating func stepped(_ editor: DocumentEditor) -> DocumentEditor {
        var editor = editor
        let edit = program.step(editor.document)
        var options = DocumentEditor.Options(cause: "test", label: "step \(below(100))", view: view())
        if below(9) == 0 { options.mergeKey = "k" }
        // A refused edit changes nothing.
        _ = try? editor.perform(options, edit)
        return editor
    }

    /// One of the views of a replica, or none; in every eighth program there are none.
    private mutating func view() -> Identifier? { seed % 8 == 7 ? nil : program.pick([nil] + Replicas.views) }

    /// Returns the owner of the steps that an undo takes.
    private mutating func owner() -> StepOwner { StepOwner(view: view(), open: Set(Replicas.views)) }

    // MARK: Steps

    private mutating func work(_ index: Int) throws {
        files[index].editor.time = Double(below(50))
        for _ in 0..<below(12) {
            try act(index)
            files[index].editor.time += Double(below(3))
            #expect(files[index].editor.document.checkInvariants() == [], "seed \(seed)")
        }
        let other = below(files.count)
        if other != index, below(2) == 0 { try hear(index, of: other) }
    }

    private mutating func act(_ index: Int) throws {
        switch below(24) {
        case 0, 1, 2: try goBack(index)
        case 3: if let slot = files[index].editor.document.nodeSlots.last { remove(slot, index) }
        case 4: if below(2) == 0 { try files[index].editor.beginGroup("group") }
        case 5, 6: try? files[index].editor.endGroup()
        case 7: if below(4) == 0 { try? files[index].editor.cancelGroup(cause: "test") }
        case 8: files[index].save(before: below(3) == 0)
        case 9: try restart(index)
        case 10: if !isAlone { try mergeCopy(index) }
        case 11, 12: insertSame(index)
        case 13, 14, 15: reparent(index)
        default: files[index].editor = stepped(files[index].editor)
        }
    }

    /// Undoes steps and redoes them, which is the identity, and mostly undoes them once more.
    private mutating func goBack(_ index: Int) throws {
        if files[index].editor.history.isGroupOpen { return }
        let (owner, count) = (owner(), 1 + below(3))
        let before = content(index)
        let undone = try walk(.undo, count, of: owner, index)
        let redone = try walk(.redo, undone, of: owner, index)
        #expect(redone == undone && content(index) == before, "seed \(seed): undo and redo of \(undone)")
        if below(3) > 0 { _ = try walk(.undo, count, of: owner, index) }
    }

    private mutating func remove(_ slot: Node.Slot, _ index: Int) {
        let id = files[index].editor.document.nodeID(slot)
        _ = try? files[index].editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.removeElements(nodes: [id], edges: [])
        }
    }

    /// Inserts a node of an id that other replicas give, too.
    private mutating func insertSame(_ index: Int) {
        let id = Identifier("same\(below(4))")
        let members: JSONObject = [
            "id": .string(id.string), JSONString(["label", "type", "zIndex"][below(3)]): .string("\(below(9))"),
            "data": [JSONString("k\(below(3))"): .number(below(9))],
        ]
        _ = try? files[index].editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.insertNode(try Node(JSON.object(members).text))
        }
    }

    /// Puts a node into another one, wherever that lies: cycles come of it.
    private mutating func reparent(_ index: Int) {
        let slots = files[index].editor.document.nodeSlots
        if slots.count < 2 { return }
        let ids = (0..<2).map { _ in files[index].editor.document.nodeID(slots[below(slots.count)]) }
        _ = try? files[index].editor.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.reparent([ids[0]], to: ids[1])
        }
    }

    /// Ends the process of a replica, and opens its file again.
    private mutating func restart(_ index: Int) throws {
        try endGroups(index)
        let before = files[index].editor
        _ = try #require(files[index].reopened(), "seed \(seed): the journal is foreign")
        files[index].reopen()
        if !isAlone { files[index].editor.beginStamps(replica: Replicas.names[index]) }
        files[index].editor.time = before.time
        let former = Replicas.reopened(before.document, isAlone ? nil : Replicas.names[index])
        let found = files[index].editor.document
        #expect(found.contentHash() == former.contentHash(), "seed \(seed): content after a restart")
        #expect(Replicas.stamps(found) == Replicas.stamps(former), "seed \(seed): stamps after a restart")
        #expect(files[index].editor.isDirty == before.isDirty, "seed \(seed): unsaved changes after a restart")
        let (history, known) = (files[index].editor.history, before.history)
        #expect(history.labels == known.labels, "seed \(seed): steps after a restart")
        #expect(history.position == known.position, "seed \(seed): steps that are done after a restart")
        let starts = try [files[index].editor, before].map { try Replicas.undone($0) }
        #expect(starts[0] == starts[1], "seed \(seed): undo of all after a restart")
    }

    /// Takes what a copy without a replica has changed, as its writer sees it.
    private mutating func mergeCopy(_ index: Int) throws {
        let base = Replicas.reopened(files[index].editor.document, nil)
        var copy = DocumentEditor(base)
        for _ in 0..<below(6) { copy = stepped(copy) }
        for _ in 0..<below(4) { files[index].editor = stepped(files[index].editor) }
        let own = files[index].editor
        let merge = try ThreeWayMerge(from: base, ours: own.document, theirs: copy.document, at: own.time)
        _ = try? files[index].editor.merge(merge.changes, rules: rules(), cause: "test")
    }

    // MARK: Deliveries

    private mutating func hear(_ index: Int, of other: Int) throws {
        if files[index].editor.history.isGroupOpen { return }
        let theirs = files[other].editor.document
        if below(2) == 0 {
            let changes = StampedChanges(of: theirs, for: files[index].editor.document)
            _ = try? files[index].editor.merge(changes, rules: rules(), cause: "test")
        } else {
            files[index].editor = try sent(files[index].editor, by: theirs, mayLose: true)
        }
        #expect(files[index].editor.document.checkInvariants() == [], "seed \(seed)")
    }

    /// The treatment of edges that the rules refuse; what is let in stays in most programs.
    private mutating func rules() -> RulePolicy { below(2) == 0 ? .report : program.pick([.refuse, .skip, .skip]) }

    /// Asks a replica for what it has written, some changes at a time; some answers come twice, some are lost.
    mutating func sent(_ editor: DocumentEditor, by theirs: Document, mayLose: Bool) throws -> DocumentEditor {
        var editor = editor
        let isLossy = mayLose && below(2) == 0
        var seen = editor.document.stamps?.seen ?? SeenStamps()
        if below(4) == 0 { seen = SeenStamps() }
        while true {
            let page = StampedChanges.written(in: theirs, since: seen, limit: 1 + below(5))
            let read = try StampedChanges(page.changes.json)
            for _ in 0..<(isLossy ? below(3) : 1 + below(2)) { _ = try editor.merge(read, cause: "test") }
            seen = page.changes.seen
            if !page.isCut { return editor }
        }
    }

    /// All hear of all: then they hold one document.
    mutating func exchange() throws {
        if isAlone { return }
        for index in files.indices { try endGroups(index) }
        for _ in 0..<2 {
            for index in files.indices {
                for other in files.indices where other != index {
                    let theirs = files[other].editor.document
                    files[index].editor = try sent(files[index].editor, by: theirs, mayLose: false)
                }
            }
        }
        let (contents, stamps) = (files.indices.map { content($0) }, documents.map { Replicas.stamps($0) })
        #expect(Set(contents).count == 1, "seed \(seed): content where all have heard of all")
        #expect(stamps.allSatisfy { $0 == stamps[0] }, "seed \(seed): stamps where all have heard of all")
    }

    private mutating func endGroups(_ index: Int) throws {
        while files[index].editor.history.isGroupOpen { try files[index].editor.endGroup() }
    }

    // MARK: Documents

    /// A document after it has taken in all of another one, as a file has it.
    func merged(_ document: Document, _ other: Document) throws -> Document {
        var editor = DocumentEditor(document)
        _ = try editor.merge(StampedChanges(of: other, for: document), cause: "test")
        #expect(editor.document.checkInvariants() == [], "seed \(seed)")
        return Replicas.reopened(editor.document, nil)
    }

    /// Returns the persistent content of a document after all was undone.
    private static func undone(_ editor: DocumentEditor) throws -> String {
        var editor = editor
        editor.keep(nil)
        while editor.history.canUndo { _ = try editor.undo(1, cause: "test") }
        return lasting(editor.document).contentHash()
    }

    /// The document as it is after a save and a load.
    static func reopened(_ document: Document, _ replica: String?) -> Document {
        var copy = opened(fileText(document))
        if let replica { copy.beginStamps(replica: replica) }
        return copy
    }

    /// Returns the hash of the persistent content of a replica, without its stamps.
    func content(_ index: Int) -> String { Replicas.lasting(files[index].editor.document).contentHash() }

    private static func lasting(_ document: Document) -> Document { opened(fileText(document)) }

    /// The stamps as a file has them.
    static func stamps(_ document: Document) -> JSON {
        guard let file = try? JSON(JSONText(trusted: Array(fileText(document).utf8))) else { return .null }
        return file["stamps"] ?? .null
    }
}
