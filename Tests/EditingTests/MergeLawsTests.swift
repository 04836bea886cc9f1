import Editing
import Foundation
import Graph
import Seeding
import Sketching
import Testing
import Wire

/// The laws of merging, on generated histories of three replicas: whatever order they come together in, with a save and
/// a load between any two steps, one result.
struct MergeLawsTests {
    /// 200 histories, or as many as the environment says.
    static let seeds = 0..<(ProcessInfo.processInfo.environment["NODEWIRE_SEEDS"].flatMap { Int($0) } ?? 200)

    // Rows 20.14, 37.1.
    @Test(arguments: [0, 1, 2, 3])
    func `Three replicas become one in every order`(_ quarter: Int) throws {
        for seed in Self.seeds where seed % 4 == quarter { try Replicas.check(seed: seed) }
    }
}

/// Three replicas of a document, each written by a program.
private struct Replicas {
    var random: Seeded
    var program: EditProgram
    var editors: [DocumentEditor] = []

    init(seed: Int) throws {
        random = Seeded(UInt64(seed))
        program = EditProgram(seed: seed)
        if seed % 5 == 4 { program.transients = 10 }
        var base = DocumentEditor(Document())
        for _ in 0..<random.below(40) { Replicas.step(&base, &program) }
        for name in ["a", "b", "c"] { editors.append(DocumentEditor(try Replicas.reopened(base.document, name))) }
    }

    static func check(seed: Int) throws {
        var replicas = try Replicas(seed: seed)
        for _ in 0..<1 + replicas.random.below(3) { try replicas.work() }
        try replicas.checkOrders(seed)
    }

    private static func step(_ editor: inout DocumentEditor, _ program: inout EditProgram) {
        let edit = program.step(editor.document)
        _ = try? editor.perform(.init(cause: "test"), edit)
    }

    /// Each replica is written for a while, and sometimes hears of another one.
    private mutating func work() throws {
        for index in editors.indices {
            editors[index].time = Double(random.below(50))
            for _ in 0..<random.below(12) {
                switch random.below(12) {
                case 0, 1: _ = try? editors[index].undo(1 + random.below(2), cause: "test")
                case 2: _ = try? editors[index].redo(1, cause: "test")
                case 3: if let slot = editors[index].document.nodeSlots.last { try remove(slot, index) }
                default: Replicas.step(&editors[index], &program)
                }
                editors[index].time += Double(random.below(3))
            }
            let other = random.below(3)
            if other != index, random.below(3) == 0 { try hear(index, of: other) }
            if random.below(4) == 0 {
                let name = ["a", "b", "c"][index]
                editors[index] = DocumentEditor(try Replicas.reopened(editors[index].document, name))
            }
        }
    }

    private mutating func remove(_ slot: Node.Slot, _ index: Int) throws {
        let id = editors[index].document.nodeID(slot)
        _ = try? editors[index].perform(.init(cause: "test")) { (open) throws(EditError) in
            try open.removeElements(nodes: [id], edges: [])
        }
    }

    private mutating func hear(_ index: Int, of other: Int) throws {
        let (mine, theirs) = (editors[index].document, editors[other].document)
        if random.below(2) == 0 {
            _ = try editors[index].merge(StampedChanges(of: theirs, for: mine), cause: "test")
            return
        }
        var seen = mine.stamps?.seen ?? SeenStamps()
        while true {
            let page = StampedChanges.written(in: theirs, since: seen, limit: 1 + random.below(5))
            let read = try StampedChanges(page.changes.json)
            _ = try editors[index].merge(read, cause: "test")
            seen = page.changes.seen
            if !page.isCut { break }
        }
    }

    private func checkOrders(_ seed: Int) throws {
        let documents = editors.map(\.document)
        var results: [(order: [Int], hash: String, stamps: JSON)] = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var whole = try Replicas.reopened(documents[order[0]], nil)
            for index in order.dropFirst() { whole = try Replicas.merged(whole, documents[index], seed) }
            results.append((order, whole.contentHash(), Replicas.stamps(whole)))
            let again = try Replicas.merged(whole, documents[order[1]], seed)
            #expect(again.contentHash() == whole.contentHash(), "seed \(seed): a merge twice is as once")
            #expect(Replicas.stamps(again) == Replicas.stamps(whole), "seed \(seed): stamps after a merge twice")
        }
        let right = try Replicas.merged(documents[0], try Replicas.merged(documents[1], documents[2], seed), seed)
        results.append(([0, 12], right.contentHash(), Replicas.stamps(right)))
        for result in results {
            #expect(result.hash == results[0].hash, "seed \(seed): content in the order \(result.order)")
            #expect(result.stamps == results[0].stamps, "seed \(seed): stamps in the order \(result.order)")
        }
    }

    private static func merged(_ document: Document, _ other: Document, _ seed: Int) throws -> Document {
        var editor = DocumentEditor(document)
        _ = try editor.merge(StampedChanges(of: other, for: document), cause: "test")
        #expect(editor.document.checkInvariants() == [], "seed \(seed)")
        return try reopened(editor.document, nil)
    }

    /// The document as it is after a save and a load.
    private static func reopened(_ document: Document, _ replica: String?) throws -> Document {
        var writer = JSONWriter()
        document.write(into: &writer)
        let bytes = writer.bytes
        let read = try bytes.withUnsafeBufferPointer { try DocumentReader.read($0, isFile: true) }
        #expect(read.losses.isEmpty)
        var copy = read.document
        #expect(copy.contentHash() == document.contentHash())
        if let replica { copy.beginStamps(replica: replica) }
        return copy
    }

    /// The stamps as a file has them.
    private static func stamps(_ document: Document) -> JSON {
        var writer = JSONWriter()
        document.write(into: &writer)
        let bytes = writer.bytes
        guard let file = try? JSON(JSONText(trusted: bytes)) else { return .null }
        return file["stamps"] ?? .null
    }
}
