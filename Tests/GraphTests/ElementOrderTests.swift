import Storage
import Testing
import Seeding

@testable import Graph

@Suite struct ElementOrderTests {
    private func check(_ order: ElementOrder<Int>, _ model: [Slot<Int>], _ comment: String) {
        var list: [Slot<Int>] = []
        var next = order.first
        while let slot = next, list.count <= model.count {
            list.append(slot)
            next = order.next(slot)
        }
        #expect(list == model, "\(comment)")
        #expect(order.count == model.count && order.last == model.last, "\(comment)")
        let keys = list.map { order.key($0) }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(comment)")
    }

    @Test(arguments: ["front", "back", "middle", "one place", "alternating", "random"])
    func `keys grow along the list however it is filled`(pattern: String) {
        var order = ElementOrder<Int>()
        var model: [Slot<Int>] = []
        var random = Seeded(5)
        for index in 0..<3000 {
            let slot = Slot<Int>(index: index)
            let place =
                switch pattern {
                case "front": 0
                case "back": model.count
                case "middle": model.count / 2
                case "one place": min(7, model.count)
                case "alternating": index % 2 == 0 ? 0 : model.count
                default: random.below(model.count + 1)
                }
            order.insert(slot, before: place < model.count ? model[place] : nil)
            model.insert(slot, at: place)
        }
        check(order, model, pattern)
    }

    @Test func `a run of insertions before one element needs few new keys`() {
        var order = ElementOrder<Int>()
        let (first, last) = (Slot<Int>(0), Slot<Int>(49_999))
        order.insert(first, before: nil)
        for index in 1...last.index { order.insert(Slot(index: index), before: first) }
        #expect(order.count == 50_000)
        #expect(order.key(last) < order.key(first))
    }

    @Test func `the order of the slots takes no memory`() {
        let empty = ElementOrder<Int>().bytes
        var order = ElementOrder<Int>()
        for first in stride(from: 0, to: 5000, by: 100) { order.append(first..<first + 100) }
        order.insert(Slot(5000), before: nil)
        check(order, (0...5000).map { Slot(index: $0) }, "appended")
        #expect(order.bytes == empty)
        order.remove(Slot(5000))
        #expect(order.key(Slot(4999)) == 5000 << 22)
        order.insert(Slot(5001), before: nil)
        #expect(order.key(Slot(5001)) == 5001 << 22, "slots that were never placed have no key to come back to")
        order.insert(Slot(5000), before: nil)
        order.remove(Slot(5001))
        order.remove(Slot(17))
        #expect(order.next(Slot(17)) == nil && order.previous(Slot(17)) == nil)
        order.append(5001..<5003)
        check(order, (0..<5003).filter { $0 != 17 }.map { Slot(index: $0) }, "one taken out")
    }

    @Test(arguments: 0..<20)
    func `insertions, removals and moves agree with an array`(seed: Int) {
        var order = ElementOrder<Int>()
        var model: [Slot<Int>] = []
        var random = Seeded(UInt64(seed))
        var pool = SlotPool<Int>()
        if seed % 2 == 0 {
            order.append(0..<40)
            model = (0..<40).map { _ in pool.take() }
        }
        for step in 0..<800 {
            if model.isEmpty || random.below(3) > 0 {
                let place = random.below(4) == 0 ? random.below(model.count + 1) : min(3, model.count)
                let slot = pool.take()
                order.insert(slot, before: place < model.count ? model[place] : nil)
                model.insert(slot, at: place)
            } else {
                let slot = model.remove(at: random.below(model.count))
                order.remove(slot)
                if random.below(2) == 0 {
                    let place = random.below(model.count + 1)
                    order.insert(slot, before: place < model.count ? model[place] : nil)
                    model.insert(slot, at: place)
                }
            }
            if step % 100 == 99 { check(order, model, "seed \(seed) step \(step)") }
        }
    }
}
