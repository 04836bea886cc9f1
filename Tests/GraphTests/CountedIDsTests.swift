import Seeding
import Testing

@testable import Graph

@Suite struct CountedIDsTests {
    @Test(arguments: [
        ("", "n1"), ("n1 n2 n3", "n4"), ("n2", "n1"), ("n1 n3", "n4"), ("n1 n07 n1x n-9 N9 m9 n n٣ e9", "n2"),
        ("n1 n9007199254740991", "n9007199254740992"), ("n1 n9007199254740993", "n2"),
        ("n1 n9223372036854775807 n99999999999999999999999", "n2"),
    ])
    func `the next number is taken, or the one after the highest`(ids: String, made: String) {
        var counted = CountedIDs(prefix: "n")
        let taken = ids.split(separator: " ").map { Identifier(String($0)) }
        for id in taken { id.withBytes { counted.note($0) } }
        #expect(counted.next { taken.contains($0) } == Identifier(made))
    }

    @Test func `what ids there are does not count for what the next one costs`() throws {
        let nodes = (0..<5000).map { #"{"id":"n\#($0 * 7919 % 5000)"}"# }.joined(separator: ",")
        var ids = try read(#"{"nodes":[\#(nodes)]}"#).document.nodeIDs
        var asked: [Identifier] = []
        let id = ids.next { id in
            asked.append(id)
            return true
        }
        // One behind the highest number is free, whatever there is.
        #expect(id == Identifier("n5000"))
        #expect(asked == [Identifier("n1")])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a document makes the ids that a plain model makes`(seed: UInt64) throws {
        var random = Seeded(seed)
        var document = try read(#"{"nodes":[{"id":"n3"},{"id":"n1"},{"id":"n12"}]}"#).document
        if seed % 2 == 1 { document.prefixIDs("r") }
        var model = Model(prefix: seed % 2 == 1 ? "n-r-" : "n", ids: ["n3", "n1", "n12"])
        var undone: [Delta] = []
        for step in 0..<200 {
            let before = model
            let stated = (0..<random.below(3)).map { _ in model.prefix + "\(random.below(60))" }
            let isDryRun = random.below(3) == 0
            var made: [String] = []
            var expected: [String] = []
            do throws(EditError) {
                let delta = try document.transact(dryRun: isDryRun) { transaction throws(EditError) in
                    for id in stated { try transaction.insert(Node(id: Identifier(id))) }
                    for _ in 0..<2 {
                        let id = transaction.makeNodeID()
                        made.append(id.string)
                        try transaction.insert(Node(id: id))
                    }
                }.delta
                for id in stated { model.insert(id) }
                expected = [model.make(), model.make()]
                if isDryRun { model = before } else { undone.append(delta.inverse) }
            } catch {
                made = []
            }
            #expect(made == expected, "seed \(seed) step \(step)")
            #expect(document.checkInvariants() == [], "seed \(seed) step \(step)")
            #expect(document.counters.node == model.count, "seed \(seed) step \(step)")
            if random.below(3) == 0, let last = undone.popLast() {
                document.replay(last)
                model.ids = Set(document.nodeSlots.map { document.nodeID($0).string })
            }
        }
    }

    /// All ids as a set, and the highest number as a maximum over everything there ever was.
    private struct Model {
        let prefix: String
        var ids: Set<String>
        var ever: [Int] = []
        var count = 0

        init(prefix: String, ids: Set<String>) {
            self.prefix = prefix
            self.ids = ids
            ever = ids.compactMap { number($0) }
        }

        private func number(_ id: String) -> Int? {
            guard id.hasPrefix(prefix), let number = Int(id.dropFirst(prefix.count)) else { return nil }
            return prefix + "\(number)" == id ? number : nil
        }

        mutating func insert(_ id: String) {
            ids.insert(id)
            if let number = number(id) { ever.append(number) }
        }

        mutating func make() -> String {
            count += 1
            if ids.contains(prefix + "\(count)") { count = max(count, ever.max() ?? 0) + 1 }
            insert(prefix + "\(count)")
            return prefix + "\(count)"
        }
    }
}
