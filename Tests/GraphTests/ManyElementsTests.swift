import Graph
import Testing
import Wire
import Seeding

/// Files with more elements than are looked up together.
@Suite struct ManyElementsTests {
    @Test(arguments: 0..<12)
    func `losses are reported in the order of the file, however many elements wait`(seed: Int) throws {
        var random = Seeded(UInt64(seed) &* 131)
        var nodes: [String] = []
        var edges: [String] = []
        var known: Set<String> = []
        var kept: [String] = []
        var losses: [String] = []
        let space = seed % 3 == 0 ? " " : ""
        for _ in 0..<700 {
            let id = (random.below(4) == 0 ? "a-long-identifier-" : "n") + String(random.below(2000))
            let isEscaped = random.below(40) == 0
            let spelling = isEscaped ? "\\u00" + String(id.utf8.first ?? 0, radix: 16) + id.dropFirst() : id
            let isBroken = random.below(30) == 0
            let data = #""data":\#(space){"label":"x"\#(space)}"#
            nodes.append(#"{"id":"\#(spelling)",\#(space)\#(data),"width":\#(isBroken ? "-1" : "10")}"#)
            if !known.insert(id).inserted {
                losses.append("node \(id) duplicateId")
            } else if isBroken {
                losses.append("node \(id) invalidValue")
            }
        }
        let ids = known.sorted()
        var used: Set<String> = []
        for _ in 0..<900 {
            let id = "e\(random.below(3000))"
            let source = random.below(50) == 0 ? "nobody" : ids[random.below(ids.count)]
            let target = ids[random.below(ids.count)]
            let isUnnamed = random.below(60) == 0
            let name = isUnnamed ? "" : #""id":"\#(id)","#
            edges.append(#"{\#(name)"source":"\#(source)",\#(space)"target":"\#(target)","targetHandle":"h"}"#)
            if source == "nobody" {
                losses.append("edge \(isUnnamed ? "-" : id) noSuchNode")
            } else if !isUnnamed && !used.insert(id).inserted {
                losses.append("edge \(id) duplicateId")
            } else {
                kept.append("\(source) \(target)")
            }
        }
        let text = #"{"edges":[\#(edges.joined(separator: ","))],"nodes":[\#(nodes.joined(separator: ","))]}"#
        let result = try read(text)
        #expect(result.losses.map { "\($0.kind) \($0.id ?? "-") \($0.code)" } == losses, "seed \(seed)")
        #expect(Set(result.document.nodeSlots.map { result.document.nodeID($0).string }) == known)
        let edgesThere = result.document.edgeSlots.map { result.document.edge(at: $0) }
        #expect(edgesThere.map { "\($0.source) \($0.target)" } == kept)
        #expect(result.document.checkInvariants() == [])
    }
}
