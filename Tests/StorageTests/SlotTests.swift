import Seeding
import Testing

@testable import Storage

@Suite struct SlotTests {
    private typealias Slot = Storage.Slot<Int>

    @Test func `slots are ordered by their numbers`() {
        let slots = [3, 0, 2_147_483_647, 1].map { Slot($0) }
        #expect(slots.sorted().map(\.number) == [0, 1, 3, 2_147_483_647])
        #expect(slots.map(\.index) == [3, 0, 2_147_483_647, 1])
        #expect(Slot(index: 3) == Slot(3) && Slot(3) != Slot(4))
        #expect(Set([Slot(1), Slot(index: 1), Slot(2)]).count == 2)
    }

    @Test func `a link holds a slot or none in four bytes`() {
        #expect(MemoryLayout<Link<Int>>.stride == 4)
        #expect(Link<Int>.none.slot == nil && Link<Int>(nil) == .none)
        for number: Int32 in [0, 1, .max] {
            var link = Link(Slot(number))
            #expect(link.slot == Slot(number) && link != .none)
            link.slot = nil
            #expect(link == .none)
            link.slot = Slot(number)
            #expect(link == Link(Slot(number)))
        }
    }

    @Test func `a column is read and written by slot as by number`() {
        var column = PagedArray<Link<Int>>(default: .none)
        column[Slot(2000)] = Link(Slot(7))
        #expect(column[2000].slot == Slot(7) && column[Slot(1999)] == .none)
    }
}

@Suite struct SlotSetTests {
    @Test(arguments: 0..<10)
    func `a set and its operations agree with a plain set`(seed: Int) {
        var random = Seeded(UInt64(seed))
        func members() -> Set<Slot<Int>> {
            Set((0..<random.below(200)).map { _ in Slot(index: random.below(random.below(2) == 0 ? 100 : 1000)) })
        }
        let (a, b) = (members(), members())
        func agrees(_ set: SlotSet<Int>, _ model: Set<Slot<Int>>) -> Bool {
            set.slots == model.sorted() && set.count == model.count && set.isEmpty == model.isEmpty
                && set == SlotSet(model) && (0..<1100).allSatisfy { set.contains(Slot($0)) == model.contains(Slot($0)) }
        }
        var set = SlotSet(a)
        #expect(agrees(set, a))
        set.formUnion(SlotSet(b))
        #expect(agrees(set, a.union(b)))
        set.subtract(SlotSet(b))
        #expect(agrees(set, a.subtracting(b)))
        set = SlotSet(a)
        set.formSymmetricDifference(SlotSet(b))
        #expect(agrees(set, a.symmetricDifference(b)))
    }

    @Test func `a change returns whether it was one`() {
        var set = SlotSet<Int>()
        #expect(set.insert(Slot(70)) && !set.insert(Slot(70)))
        #expect(set.single == Slot(70))
        #expect(!set.remove(Slot(71)) && !set.remove(Slot(5000)) && set.remove(Slot(70)) && !set.remove(Slot(70)))
        #expect(set.isEmpty && set.single == nil && set == SlotSet())
        let (one, other) = (SlotSet([Slot<Int>(1)]), SlotSet([Slot<Int>(100)]))
        #expect(one != other && one != set && SlotSet([Slot<Int>(1), Slot(100)]).single == nil)
    }
}

@Suite struct SlotMapTests {
    @Test(arguments: [0, 1, 2, 10, 4000])
    func `a map agrees with a dictionary`(capacity: Int) {
        var random = Seeded(UInt64(capacity))
        var map = SlotMap<Int>(minimumCapacity: capacity)
        var model: [Slot<Int>: Int] = [:]
        for number in 0..<3000 {
            let slot = Slot<Int>(index: random.below(2) == 0 ? random.below(1000) : Int(Int32.max) - random.below(1000))
            #expect(map.insert(slot, number) == (model[slot] == nil))
            if model[slot] == nil { model[slot] = number }
        }
        #expect(map.count == model.count && model.allSatisfy { map[$0.key] == $0.value })
        #expect(!map.contains(Slot(500_000)) && map[Slot(500_000)] == nil)
        var visited: Set<Slot<Int>> = []
        map.visitSlots { visited.insert($0) }
        #expect(visited == Set(model.keys))
    }
}

@Suite struct SearchedSlotsTests {
    @Test(arguments: [[], [7], Array(0..<5000)] as [[Int32]])
    func `a search comes to each slot for the first time once`(start: [Int32]) {
        var searched = SearchedSlots(start.map { Slot<Int>($0) })
        var model = Set(start)
        var random = Seeded(UInt64(start.count))
        var mistakes = 0
        for _ in 0..<20_000 {
            let number = Int32(random.below(12_000))
            if searched.contains(Slot(number)) != model.contains(number) { mistakes += 1 }
            if searched.insert(Slot(number)) != model.insert(number).inserted { mistakes += 1 }
        }
        #expect(mistakes == 0)
    }
}

@Suite struct SlotPoolTests {
    @Test(arguments: 0..<10)
    func `no slot is given out twice, and the one released last comes first`(seed: Int) {
        var random = Seeded(UInt64(seed))
        var pool = SlotPool<Int>()
        var taken: [Slot<Int>] = []
        var free: [Slot<Int>] = []
        for _ in 0..<2000 {
            switch random.below(5) {
            case 0...1 where !taken.isEmpty:
                let slot = taken.remove(at: random.below(taken.count))
                pool.release(slot)
                free.append(slot)
            case 2 where !free.isEmpty:
                let slot = free.remove(at: random.below(free.count))
                pool.take(slot)
                taken.append(slot)
            default:
                let expected = free.popLast() ?? Slot(index: taken.count)
                let slot = pool.take()
                #expect(slot == expected)
                taken.append(slot)
            }
            #expect(pool.count == taken.count + free.count)
        }
    }
}
