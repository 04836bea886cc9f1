import Storage
import Testing
import Wire
import Seeding

@testable import Graph

@Suite struct StorageTests {
    @Test(arguments: 0..<10)
    func `the table of ids agrees with a dictionary`(seed: Int) {
        var random = Seeded(UInt64(seed) &* 77)
        var table = IdentifierTable<Int>()
        var model: [String: Slot<Int>] = [:]
        var names: [Slot<Int>: String] = [:]
        // Few different hashes make long runs that removals have to close.
        func hash(_ name: String) -> UInt32 {
            let full = Identifier(name).withBytes { IdentifierHash.hash($0) }
            return seed % 2 == 0 ? full : full % 13
        }
        for step in 0..<4000 {
            let name = "node-\(random.below(600))"
            let slot = table.find(hash: hash(name)) { names[$0] == name }
            #expect(slot == model[name], "seed \(seed) step \(step)")
            if let slot {
                if random.below(2) == 0 {
                    table.remove(hash: hash(name), slot: slot)
                    model[name] = nil
                    names[slot] = nil
                }
            } else {
                let new = Slot<Int>(index: step)
                table.insert(hash: hash(name), slot: new)
                model[name] = new
                names[new] = name
            }
            #expect(table.count == model.count)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 31])
    func `hashes of ids that differ in one byte differ`(length: Int) {
        var hashes: Set<UInt32> = []
        let base = [UInt8](repeating: 65, count: length)
        hashes.insert(base.withUnsafeBufferPointer { IdentifierHash.hash($0) })
        for index in 0..<length {
            var bytes = base
            bytes[index] = 66
            hashes.insert(bytes.withUnsafeBufferPointer { IdentifierHash.hash($0) })
        }
        #expect(hashes.count == length + 1)
    }

    @Test func `a document of one node is small`() throws {
        let document = try read(#"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}"#).document
        #expect(document.bytes < 32_000)
    }

    @Test func `an element that an edit states keeps no more memory than its text`() throws {
        let text = JSONText(trusted: Array(#"{"id":"a","position":{"x":0,"y":0},"label":"Hello"}"#.utf8))
        #expect(try Node(text).members.capacity <= 2 * text.bytes.count)
    }

    @Test(arguments: 0..<10)
    func `the arena keeps every text until it is released`(seed: Int) {
        var random = Seeded(UInt64(seed) &* 31)
        var arena = TextArena()
        var model: [TextArena.Reference: (id: [UInt8], members: [UInt8])] = [:]
        var kept: [TextArena.Reference] = []
        for step in 0..<3000 {
            if random.below(3) > 0 || model.isEmpty {
                let id = [UInt8](repeating: UInt8(step & 127), count: random.below(20) == 0 ? 300 : random.below(12))
                let lengths = [2, 40, 2040 - id.count, 2046, 2047, 2048, 5000, 100_000]
                let long = lengths[random.below(8)]
                let count = random.below(10) == 0 ? long : random.below(200)
                let members = [UInt8](repeating: UInt8(step % 251), count: max(0, count))
                let reference = id.withUnsafeBufferPointer { id in
                    members.withUnsafeBufferPointer { arena.store(id: id, members: $0) }
                }
                #expect(reference != 0 && model[reference] == nil, "seed \(seed) step \(step)")
                model[reference] = (id, members)
                kept.append(reference)
            } else {
                kept.swapAt(random.below(kept.count), kept.count - 1)
                arena.release(kept.last ?? 0)
                model[kept.removeLast()] = nil
            }
            if step % 500 == 499 {
                let lost = model.filter { reference, text in
                    let held = arena.text(reference)
                    return !held.withID { isEqual($0, text.id) } || !held.withMembers { isEqual($0, text.members) }
                }
                #expect(lost.isEmpty, "seed \(seed) step \(step)")
            }
        }
    }

    private func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Bool {
        other.withUnsafeBufferPointer { bytes.hasSameBytes(as: $0) }
    }

    @Test func `rewriting a text for ever needs no more memory`() {
        var arena = TextArena()
        let id = Array("id".utf8)
        func store(_ count: Int) -> TextArena.Reference {
            id.withUnsafeBufferPointer { id in
                [UInt8](repeating: 1, count: count).withUnsafeBufferPointer { arena.store(id: id, members: $0) }
            }
        }
        var reference = store(100)
        let bytes = arena.bytes
        for _ in 0..<20_000 {
            let new = store(100)
            arena.release(reference)
            reference = new
        }
        #expect(arena.bytes == bytes)
    }

    @Test func `released slots are given out again and certain ones can be taken back`() {
        var pool = SlotPool<Int>()
        let slots = (0..<5).map { _ in pool.take() }
        #expect(slots.map(\.number) == [0, 1, 2, 3, 4])
        pool.release(slots[1])
        pool.release(slots[3])
        pool.release(slots[2])
        pool.take(slots[3])
        #expect([pool.take(), pool.take(), pool.take()].map(\.number) == [2, 1, 5])
    }
}
