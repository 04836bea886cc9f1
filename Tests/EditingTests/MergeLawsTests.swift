import Editing
import Foundation
import Graph
import Sketching
import Testing
import Wire

/// The laws of merging, on generated histories of three replicas: whatever order they come together in, with a save and
/// a load between any two steps, one result.
struct MergeLawsTests {
    /// The seeds of the programs that are run; `NODEWIRE_MERGES=10000` runs more, `NODEWIRE_MERGES=5000-10000` those
    /// from a number on.
    private static let seeds: Range<Int> = {
        let given = (ProcessInfo.processInfo.environment["NODEWIRE_MERGES"] ?? "160").split(separator: "-").map {
            Int($0) ?? 0
        }
        return given.count > 1 ? given[0]..<given[1] : 0..<given[0]
    }()

    @Test(arguments: [0, 1, 2, 3])
    func `three replicas become one in every order`(_ quarter: Int) throws {
        for seed in Self.seeds where seed % 4 == quarter {
            var replicas = Replicas(seed: seed)
            try replicas.run()
            try checkHistories(&replicas)
            try check(&replicas)
            if seed % 500 == quarter, Self.seeds.count > 1000 { print("program \(seed)") }
        }
    }

    /// Undo and redo of everything leads back, also where others have written in between.
    private func checkHistories(_ replicas: inout Replicas) throws {
        for index in replicas.files.indices {
            var editor = replicas.files[index].editor
            while editor.history.canRedo { _ = try editor.redo(1 + replicas.below(3), cause: "test") }
            let before = Replicas.lastingContent(editor.document)
            while editor.history.canUndo { _ = try editor.undo(1, of: replicas.owner(), cause: "test") }
            let start = Replicas.lastingContent(editor.document)
            while editor.history.canRedo { _ = try editor.redo(1, of: replicas.owner(), cause: "test") }
            #expect(Replicas.lastingContent(editor.document) == before, "seed \(replicas.seed): undo and redo of all")
            while editor.history.canUndo { _ = try editor.undo(1 + replicas.below(3), cause: "test") }
            #expect(Replicas.lastingContent(editor.document) == start, "seed \(replicas.seed): undo of all")
            #expect(editor.document.checkInvariants() == [], "seed \(replicas.seed)")
        }
    }

    private func check(_ replicas: inout Replicas) throws {
        let seed = replicas.seed
        let documents = replicas.documents
        var results: [(order: [Int], hash: String, stamps: JSON)] = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var whole = Replicas.reopened(documents[order[0]], nil)
            for index in order.dropFirst() { whole = try replicas.merged(whole, documents[index]) }
            results.append((order, whole.contentHash(), Replicas.stamps(whole)))
            let again = try replicas.merged(whole, documents[order[1]])
            #expect(again.contentHash() == whole.contentHash(), "seed \(seed): a merge twice is as once")
            #expect(Replicas.stamps(again) == Replicas.stamps(whole), "seed \(seed): stamps after a merge twice")
        }
        let right = try replicas.merged(documents[0], try replicas.merged(documents[1], documents[2]))
        results.append(([0, 12], right.contentHash(), Replicas.stamps(right)))
        for result in results {
            #expect(result.hash == results[0].hash, "seed \(seed): content in the order \(result.order)")
            #expect(result.stamps == results[0].stamps, "seed \(seed): stamps in the order \(result.order)")
        }
        for (index, document) in documents.enumerated() {
            var editor = DocumentEditor(document)
            for other in replicas.shuffle([0, 1, 2, 0, 1, 2]) where other != index {
                editor = try replicas.sent(editor, by: documents[other], mayLose: false)
            }
            let found = Replicas.reopened(editor.document, nil)
            #expect(found.contentHash() == results[0].hash, "seed \(seed): content where \(index) is sent by page")
            #expect(Replicas.stamps(found) == results[0].stamps, "seed \(seed): stamps where \(index) is sent by page")
        }
    }
}
