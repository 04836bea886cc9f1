import Testing
import Seeding

@testable import Graph

@Suite struct ElementOrderTests {
    private func check(_ order: ElementOrder, _ model: [Int32], _ comment: String) {
        var list: [Int32] = []
        var slot = order.first
        while slot >= 0 && list.count <= model.count {
            list.append(slot)
            slot = order.next(slot)
        }
        #expect(list == model, "\(comment)")
        #expect(order.count == model.count && order.last == model.last ?? -1, "\(comment)")
        let keys = list.map { order.key($0) }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(comment)")
    }

    @Test(arguments: ["front", "back", "middle", "one place", "alternating", "random"])
    func `keys grow along the list however it is filled`(pattern: String) {
        var order = ElementOrder()
        var model: [Int32] = []
        var random = Seeded(5)
        for slot in 0..<Int32(3000) {
            let place =
                switch pattern {
                case "front": 0
                case "back": model.count
                case "middle": model.count / 2
                case "one place": min(7, model.count)
                case "alternating": slot % 2 == 0 ? 0 : model.count
                default: random.below(model.count + 1)
                }
            order.insert(slot, before: place < model.count ? model[place] : -1)
            model.insert(slot, at: place)
        }
        check(order, model, pattern)
    }

    @Test func `a run of insertions before one element needs few new keys`() {
        var order = ElementOrder()
        order.insert(0, before: -1)
        for slot in 1..<Int32(50_000) { order.insert(slot, before: 0) }
        #expect(order.count == 50_000)
        #expect(order.key(49_999) < order.key(0))
    }

    @Test func `the order of the slots takes no memory`() {
        let empty = ElementOrder().bytes
        var order = ElementOrder()
        for first in stride(from: Int32(0), to: 5000, by: 100) { order.append(first..<first + 100) }
        order.insert(5000, before: -1)
        check(order, Array(0...5000), "appended")
        #expect(order.bytes == empty)
        order.remove(5000)
        #expect(order.key(4999) == 5000 << 22)
        order.insert(5001, before: -1)
        #expect(order.key(5001) == 5001 << 22, "slots that were never placed have no key to come back to")
        order.insert(5000, before: -1)
        order.remove(5001)
        order.remove(17)
        #expect(order.next(17) == -1 && order.previous(17) == -1)
        order.append(5001..<5003)
        check(order, (0..<5003).filter { $0 != 17 }, "one taken out")
    }

    @Test(arguments: 0..<20)
    func `insertions, removals and moves agree with an array`(seed: Int) {
        var order = ElementOrder()
        var model: [Int32] = []
        var random = Seeded(UInt64(seed))
        var next: Int32 = 0
        if seed % 2 == 0 {
            order.append(0..<40)
            model = Array(0..<40)
            next = 40
        }
        for step in 0..<800 {
            if model.isEmpty || random.below(3) > 0 {
                let place = random.below(4) == 0 ? random.below(model.count + 1) : min(3, model.count)
                order.insert(next, before: place < model.count ? model[place] : -1)
                model.insert(next, at: place)
                next += 1
            } else {
                let slot = model.remove(at: random.below(model.count))
                order.remove(slot)
                if random.below(2) == 0 {
                    let place = random.below(model.count + 1)
                    order.insert(slot, before: place < model.count ? model[place] : -1)
                    model.insert(slot, at: place)
                }
            }
            if step % 100 == 99 { check(order, model, "seed \(seed) step \(step)") }
        }
    }
}
