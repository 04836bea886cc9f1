import Editing
import Geometry
import Graph
import Interaction
import Seeding
import Sketching
import Storage
import Testing
import Wire

/// A client that writes in a text of its own copy at once, as the specification tells it to.
private struct Writer {
    struct Request {
        let part: TextChange.Part
        let revision: Int
    }

    let view: View.Slot
    /// The text of the document as far as it is known here, and since when.
    var known: [Unicode.Scalar]
    var revision = 0
    /// The typed changes that are not in the known text yet, the oldest first; the first is on its way.
    var typed: [TextChange] = []
    var isSending = false
    /// The text as the user sees it.
    var shown: [Unicode.Scalar]

    mutating func type(from: Int, to: Int, _ text: [Unicode.Scalar]) {
        let change = TextChange(from: from, to: to, text: text.string)
        if change.isEmpty { return }
        shown.apply(change)
        typed.append(change)
    }

    /// The next change to send; nil while one is on its way, or if there is none.
    mutating func send() -> Request? {
        while let first = typed.first, first.isEmpty, !isSending { typed.removeFirst() }
        guard !isSending, let first = typed.first else { return nil }
        // One part is sent at a time, from the back to the front.
        typed.replaceSubrange(
            0..<1, with: first.parts.reversed().map { TextChange(from: $0.from, to: $0.to, text: $0.text.string) })
        isSending = true
        return Request(part: typed[0].parts[0], revision: revision)
    }

    mutating func hear(_ changes: [TextLog.Change]) {
        let revision = revision
        for change in changes where change.revision > revision { take(change.change, change.revision) }
    }

    private mutating func take(_ change: TextChange, _ revision: Int) {
        var other = change
        known.apply(change)
        for index in typed.indices {
            (typed[index], other) = (typed[index].after(other), other.after(typed[index], isFirst: true))
        }
        shown.apply(other)
        var all = known
        for change in typed { all.apply(change) }
        #expect(all == shown)
        self.revision = revision
    }

    mutating func hear(_ answer: Transaction.PlacedChange, _ revision: Int) {
        hear(answer.others)
        let own = typed.removeFirst()
        #expect(answer.change == own)
        known.apply(own)
        self.revision = revision
        isSending = false
    }
}

extension [Unicode.Scalar] {
    fileprivate mutating func apply(_ change: TextChange) { change.apply(to: &self) }
    fileprivate var string: String { String(String.UnicodeScalarView(self)) }
}

/// Two to four clients that write in one text, with delays on both ways.
private struct Writing {
    enum Delivery {
        case request(Writer.Request)
        case answer(Transaction.PlacedChange, Int)
        case heard([TextLog.Change])
        case text([Unicode.Scalar], Int)
    }

    static let node: Identifier = "a"
    let pointer = JSONPointer(tokens: ["body"])
    var random: Seeded
    var workspace: Workspace
    var writers: [Writer] = []
    var toServer: [[Delivery]] = []
    var toClient: [[Delivery]] = []
    var nextScalar: UInt32 = 0x4E00
    var inserted: Set<Unicode.Scalar> = []
    var removed: Set<Unicode.Scalar> = []

    init(seed: Int) throws {
        random = Seeded(UInt64(seed))
        let text = "one two three"
        let body: JSON = ["text": .string(text), "runs": [["from": 4, "to": 7, "bold": true]]]
        workspace = Workspace(Sketch(content: ["nodes": [["id": "a", "data": ["body": body]]], "edges": []]).document)
        for index in 0..<2 + seed % 3 {
            _ = workspace.openView(
                "v\(index)", size: Size(width: 100, height: 100), viewport: nil, mode: .none, margin: nil)
            let view = View.Slot(index: index)
            let slot = try #require(workspace.document.node(Writing.node))
            let editing = View.Editing(node: slot, path: "/body", selection: .init(start: 0, end: 0))
            try workspace.edit(editing, asOf: 0, in: view)
            let scalars = Array(text.unicodeScalars)
            writers.append(Writer(view: view, known: scalars, shown: scalars))
            toServer.append([])
            toClient.append([])
        }
    }

    mutating func step(others: Bool) throws {
        let index = random.below(writers.count)
        switch random.below(others ? 9 : 8) {
        case 0, 1, 2: type(index)
        case 3: if let change = writers[index].send() { toServer[index].append(.request(change)) }
        case 4, 5: try serve(index)
        case 6: takeFrame(index)
        case 7: hear(index)
        default: try editOtherwise()
        }
    }

    private mutating func type(_ index: Int) {
        let count = writers[index].shown.count
        let from = random.below(count + 1)
        let to = min(count, from + (random.below(3) == 0 ? random.below(5) : 0))
        var new: [Unicode.Scalar] = []
        for _ in 0..<random.below(3) {
            if let scalar = Unicode.Scalar(nextScalar) { new.append(scalar) }
            nextScalar += 1
        }
        removed.formUnion(writers[index].shown[from..<to])
        inserted.formUnion(new)
        writers[index].type(from: from, to: to, new)
    }

    /// The server performs the next request of a client. What it sends before the answer may be held back.
    private mutating func serve(_ index: Int) throws {
        if toServer[index].isEmpty { return }
        guard case .request(let sent) = toServer[index].removeFirst() else { return }
        let part = sent.part
        let options = DocumentEditor.Options(cause: "test", view: Identifier("v\(index)"))
        let pointer = pointer
        let answer = try workspace.perform(options) { (open) throws(EditError) in
            try open.replaceText(
                Writing.node, at: pointer, from: part.from, to: part.to, with: part.text.string, asOf: sent.revision)
        }
        if random.below(2) == 0 { takeFrame(index) }
        toClient[index].append(.answer(answer.result, answer.revision))
    }

    mutating func takeFrame(_ index: Int) {
        guard let frame = workspace.takeFrame(of: writers[index].view, heedsCredit: false) else { return }
        if let text = frame.openText {
            toClient[index].append(.text(Array((text.text ?? "").unicodeScalars), frame.revision))
        }
        if !frame.typed.isEmpty { toClient[index].append(.heard(frame.typed)) }
    }

    private mutating func hear(_ index: Int) {
        if toClient[index].isEmpty { return }
        switch toClient[index].removeFirst() {
        case .request: break
        case .answer(let answer, let revision): writers[index].hear(answer, revision)
        case .heard(let changes): writers[index].hear(changes)
        case .text: Issue.record("the text itself was sent")
        }
    }

    /// Writes in the text without saying where, or undoes.
    private mutating func editOtherwise() throws {
        if random.below(2) == 0 {
            _ = try workspace.undo(1, cause: "test")
            return
        }
        let text = Array(repeating: "ab", count: random.below(6)).joined()
        _ = try workspace.perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.updateNode(Writing.node, patch: ["data": ["body": ["text": .string(text), "runs": []]]])
        }
    }

    mutating func settle() throws {
        while true {
            for index in writers.indices {
                if let change = writers[index].send() { toServer[index].append(.request(change)) }
                try serve(index)
                takeFrame(index)
                while !toClient[index].isEmpty { hear(index) }
            }
            if writers.allSatisfy(\.typed.isEmpty) && toServer.allSatisfy(\.isEmpty) { break }
        }
        for index in writers.indices {
            takeFrame(index)
            while !toClient[index].isEmpty { hear(index) }
        }
    }
}

/// The laws of several writers in one text.
@Suite struct TypingLawsTests {
    @Test(arguments: 0..<300) func `what is typed at once ends in one text, and nothing is lost`(seed: Int) throws {
        var writing = try Writing(seed: seed)
        for _ in 0..<120 { try writing.step(others: false) }
        try writing.settle()
        let slot = try #require(writing.workspace.document.node(Writing.node))
        let text = try #require(writing.workspace.document.node(at: slot).text(at: writing.pointer))
        for writer in writing.writers { #expect(writer.shown.string == text.string, "seed \(seed)") }
        // What was typed is there once, unless somebody who saw it took it away.
        let own = text.filter { writing.inserted.contains($0) }
        #expect(Set(own) == writing.inserted.subtracting(writing.removed), "seed \(seed): lost, or came back")
        #expect(Set(own).count == own.count, "seed \(seed): twice")
        #expect(writing.workspace.document.checkInvariants() == [])
    }

    @Test(arguments: 0..<100) func `edits of other kinds come between`(seed: Int) throws {
        var writing = try Writing(seed: seed)
        for _ in 0..<120 { try writing.step(others: true) }
        try writing.settle()
        let slot = try #require(writing.workspace.document.node(Writing.node))
        let text = try #require(writing.workspace.document.node(at: slot).text(at: writing.pointer))
        for writer in writing.writers { #expect(writer.shown.string == text.string, "seed \(seed)") }
    }

    @Test(arguments: 0..<300) func `two changes lead to one text, whichever comes first`(seed: Int) {
        var random = Seeded(UInt64(seed))
        let text = Array("abcdefghijkl".unicodeScalars)
        func change(_ count: Int) -> TextChange {
            var change = TextChange(from: 0, to: 0, text: "")
            var result = text
            for _ in 0..<count {
                let from = random.below(result.count + 1)
                let to = min(result.count, from + random.below(4))
                let next = TextChange(from: from, to: to, text: String("XYZ".prefix(random.below(4))))
                next.apply(to: &result)
                change = TextChange(from: text, to: result)
            }
            return change
        }
        var (one, other) = (change(1), change(2))
        // Changes of several parts come of what others have put in between.
        let middle = TextChange(from: 5, to: 7, text: "mm")
        (one, other) = (one.after(middle), other.after(middle))
        var (first, second) = (text, text)
        middle.apply(to: &first)
        second = first
        one.apply(to: &first)
        other.after(one).apply(to: &first)
        other.apply(to: &second)
        one.after(other, isFirst: true).apply(to: &second)
        #expect(first == second)
        #expect(first.count == text.count + middle.growth + one.growth + other.after(one).growth)
    }

    @Test(arguments: [
        (0, 0), (2, 2), (3, 3), (5, 4), (6, 5), (7, 6), (8, 9), (9, 10),
    ]) func `a caret keeps its place`(before: Int, after: Int) {
        // "abcdefgh" loses "d" and has "++" put in behind "g"; the caret stays before what is put in at it.
        let removal = TextChange(from: 3, to: 4, text: "")
        let addition = TextChange(from: 6, to: 6, text: "++")
        let place = addition.place(removal.place(before, isAfterNew: false), isAfterNew: false)
        #expect(place == after)
    }
}
