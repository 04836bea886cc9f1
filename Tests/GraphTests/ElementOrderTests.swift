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

    @Test(arguments: 0..<20)
    func `insertions, removals and moves agree with an array`(seed: Int) {
        var order = ElementOrder()
        var model: [Int32] = []
        var random = Seeded(UInt64(seed))
        var next: Int32 = 0
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
