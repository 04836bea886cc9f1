import Geometry
import Graph
import Testing
import Wire
import Seeding

@Suite struct InheritanceTests {
    /// Nodes `n0` … each inside the one before, at (1, 2) in it.
    private static func nest(_ count: Int, reversed: Bool = false) -> String {
        let nodes = (0..<count).map { index in
            let parent = index > 0 ? #","parentId":"n\#(index - 1)""# : ""
            return #"{"id":"n\#(index)","position":{"x":1,"y":2}\#(parent)}"#
        }
        return #"{"nodes":["# + (reversed ? nodes.reversed() : nodes).joined(separator: ",") + "]}"
    }

    @Test(arguments: [false, true])
    func `deep nests are opened and asked without walking`(reversed: Bool) throws {
        let count = 20_000
        var (document, losses) = try read(Self.nest(count, reversed: reversed))
        #expect(losses.isEmpty)
        document.updateInheritance()
        let last = try #require(document.node(Identifier("n\(count - 1)")))
        #expect(document.frame(last).origin == Point(x: Double(count), y: Double(2 * count)))
        var sum = 0.0
        for slot in document.nodeSlots where !document.isConcealed(slot) { sum += document.z(slot) }
        #expect(sum == Double(count * (count - 1) / 2))
    }

    @Test func `a ring of parents is opened at one place`() throws {
        let count = 20_000
        let nodes = (0..<count).map { #"{"id":"n\#($0)","parentId":"n\#(($0 + 1) % count)"}"# }
        let (document, losses) = try read(#"{"nodes":["# + nodes.joined(separator: ",") + "]}")
        #expect(losses.map(\.code) == ["parentCycle"])
        #expect(document.nodes.count == count)
    }

    @Test func `what is handed down follows moves, hiding and zIndex`() throws {
        var document = try read(Self.nest(60)).document
        document.updateInheritance()
        let outer = try #require(document.node("n3"))
        let inner = try #require(document.node("n50"))
        let standing = document.frame(inner).origin
        _ = try document.transact { transaction throws(EditError) in
            try transaction.setPosition(outer, Point(x: 101, y: 2))
        }
        #expect(document.frame(inner).origin == Point(x: standing.x + 100, y: standing.y))
        document.updateInheritance()
        #expect(document.frame(inner).origin == Point(x: standing.x + 100, y: standing.y))
        var node = document.node(at: outer)
        node.members = Array(#"{"hidden":true,"zIndex":500,"parentId":"n2"}"#.utf8)
        let changed = node
        let delta = try document.transact { transaction throws(EditError) in
            try transaction.replace(outer, with: changed)
        }.delta
        document.updateInheritance()
        #expect(document.isConcealed(inner) && document.z(inner) == 547)
        document.replay(delta.inverse)
        #expect(!document.isConcealed(inner) && document.z(inner) == 50)
        #expect(document.checkInvariants() == [])
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `generated edits hand down what walking finds`(seed: UInt64) throws {
        var random = Seeded(seed)
        var document = try read(Self.nest(80)).document
        document.updateInheritance()
        for step in 0..<120 {
            let slots = Array(document.nodeSlots)
            let slot = slots[random.below(slots.count)]
            let parent = slots[random.below(slots.count)]
            var node = document.node(at: slot)
            let flag = random.below(4) == 0 ? #""hidden":true,"# : ""
            node.members = Array(
                "{\(flag)\"zIndex\":\(random.below(9)),\"parentId\":\"\(document.nodeID(parent))\"}".utf8)
            var geometry = node.geometry
            geometry.x = Double(random.below(1000)) / 8
            node.setGeometry(geometry)
            let changed = node
            let isLoose = document.nodes.firstChild(of: slot) == nil && slots.count > 40 && random.below(3) == 0
            // A parent inside the node is refused and leaves everything as it was.
            _ = try? document.transact { transaction throws(EditError) in
                if isLoose { transaction.removeNode(slot) } else { try transaction.replace(slot, with: changed) }
            }
            if random.below(2) == 0 { document.updateInheritance() }
            if random.below(5) == 0 {
                var inserted = Node(id: Identifier("m\(random.next())"))
                let last = try #require(document.nodes.order.last)
                inserted.members = Array("{\"parentId\":\"\(document.nodeID(last))\"}".utf8)
                let new = inserted
                _ = try document.transact { transaction throws(EditError) in try transaction.insert(new) }
            }
            let now = document.nodeSlots
            let last = try #require(document.nodes.order.last)
            let some = [slot, last] + (0..<8).map { _ in now[random.below(now.count)] }
            let wrong = some.filter { document.nodes.isAlive($0) && !isAsWalked($0, document) }
            #expect(wrong == [], "seed \(seed) step \(step)")
            if step % 12 == 11 { #expect(document.checkInvariants() == [], "seed \(seed) step \(step)") }
        }
    }

    /// Returns true if the inheritance of a node is the sum of a walk to the outermost container and back.
    private func isAsWalked(_ slot: Node.Slot, _ document: Document) -> Bool {
        let nodes = document.nodes
        var containers: [Node.Slot] = []
        var outer = nodes.parent(slot)
        while let container = outer {
            containers.append(container)
            outer = nodes.parent(container)
        }
        var origin = Point.zero
        var z = -Double.infinity
        var isConcealed = nodes.flags(slot).contains(.hidden)
        for container in containers.reversed() {
            if document.isPlaced(container) { origin += nodes.geometry(container).position }
            z = max(nodes.zIndex(container), z + 1)
            isConcealed = isConcealed || !nodes.flags(container).isDisjoint(with: [.hidden, .collapsed])
        }
        return document.parentOrigin(slot) == origin && document.z(slot) == max(nodes.zIndex(slot), z + 1)
            && document.isConcealed(slot) == isConcealed
    }
}
