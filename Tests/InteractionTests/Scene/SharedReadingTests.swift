@testable import Graph
import Seeding
import Storage
import Testing
import Wire

/// Edges that are read beside the nodes must come out as those that are read after them.
@Suite struct SharedReadingTests {
    private static let orders = [
        ForkJoin { task, meanwhile in
            task()
            meanwhile()
        },
        ForkJoin { task, meanwhile in
            meanwhile()
            task()
        },
    ]

    /// - Parameter unusual: one in so many edges is one of which something may be lost.
    private static func text(_ random: inout Seeded, edges count: Int, unusual: Int) -> String {
        let id = { (random: inout Seeded) in (random.below(2) == 0 ? "n" : "a long id ") + String(random.below(400)) }
        let nodes = (0..<1200).map { _ in
            let more = [
                "", #","type":"b""#, #","handles":[{"id":"h\#(random.below(5))","type":"source","position":"left"}]"#,
                #","parentId":"\#(id(&random))""#, #","width":-1"#, #","sourcePosition":"top""#,
                random.below(9) == 0 ? #","text":"\#(String(repeating: "long ", count: 600))""# : "",
            ]
            return #"{"id":"\#(id(&random))"\#(more[random.below(more.count)])}"#
        }
        let edges = (0..<count).map { number in
            let name = random.below(40) == 0 ? "e\(random.below(count))" : "edge \(number)"
            let (source, target) = (id(&random), random.below(60) == 0 ? "nobody" : id(&random))
            if random.below(unusual) == 0 {
                let odd = [
                    "7", #"{"id":"\u0065\#(number)","source":"\#(source)","target":"\#(target)"}"#,
                    #"{"source":"\#(source)","target":"\#(target)","sourceHandle":"late"}"#, #"{"id":"e"}"#,
                    #"{"id":"\#(name)","source":"\#(source)","target":"\#(target)","zIndex":1e400}"#,
                    #"{"id":"","source":"\u006e1","target":"\#(String(repeating: "n", count: 5000))"}"#,
                    #"{"id":"\#(name)","source":"\#(source)","target":"\u006e1","k":1,"k":2}"#,
                ]
                return odd[random.below(odd.count)]
            }
            let more = [
                "", "", "", #","sourceHandle":"h\#(random.below(8))""#, #","targetHandle":"t\#(random.below(3000))""#,
                #","targetHandle":"\u0061""#, #","sourceHandle":"\ud800""#, #","zIndex":3, "hidden":true"#,
                random.below(50) == 0 ? #","data":"\#(String(repeating: "long ", count: 500))""# : "",
            ]
            return #"{"id":"\#(name)","source":"\#(source)","target":"\#(target)"\#(more[random.below(more.count)])}"#
        }
        let title = String(repeating: "long ", count: 1 << 18)
        let types = #""types":{"b":{"handles":[{"id":"h3","type":"target","position":"top"}]}}"#
        let list = { (elements: ArraySlice<String>) in "[" + elements.joined(separator: ",") + "]" }
        return #"{"nodes":\#(list(nodes[...])),"edges":\#(list(edges[..<(count - 50)])),"title":"\#(title)",\#(types),"#
            + #""edges":\#(list(edges[(count - 50)...]))}"#
    }

    private static func describe(_ loss: Loss) -> String {
        "\(loss.kind) \(loss.id ?? "-") \(loss.code) \(loss.message) \(String(decoding: loss.element.bytes, as: UTF8.self))"
    }

    @Test(arguments: [(1, 5000, 1000), (2, 5000, 30), (3, 9000, 8000), (4, 5000, 2), (5, 70_000, 1_000_000)])
    func `an odd document is read the same`(seed: UInt64, edges: Int, unusual: Int) throws {
        var random = Seeded(seed)
        let bytes = Array(SharedReadingTests.text(&random, edges: edges, unusual: unusual).utf8)
        try bytes.withUnsafeBufferPointer { bytes in
            let text = try DocumentText(validating: bytes)
            let (alone, losses) = try DocumentReader.read(text, isFile: true)
            #expect(losses.count > edges / 100 && alone.edges.count > edges / 3)
            for order in SharedReadingTests.orders {
                let (shared, sharedLosses) = try DocumentReader.read(text, isFile: true, with: order)
                #expect(losses.map(SharedReadingTests.describe) == sharedLosses.map(SharedReadingTests.describe))
                #expect(shared.checkInvariants() == [])
                #expect(alone.symbols.identifiers == shared.symbols.identifiers)
                #expect(alone.catalog.count == shared.catalog.count && alone.counters == shared.counters)
                #expect(alone.edges.slotCount == shared.edges.slotCount && alone.edges.count == shared.edges.count)
                var (first, second) = (JSONWriter(), JSONWriter())
                for slot in (0..<alone.nodes.slotCount).map({ Node.Slot(index: $0) }) {
                    alone.writeNode(slot, into: &first)
                    shared.writeNode(slot, into: &second)
                    let (row, other) = (alone.nodes.rows[slot], shared.nodes.rows[slot])
                    #expect(row.handleList == other.handleList && row.type == other.type && row.flags == other.flags)
                }
                for slot in (0..<alone.edges.slotCount).map({ Edge.Slot(index: $0) }) {
                    alone.writeEdge(slot, into: &first)
                    shared.writeEdge(slot, into: &second)
                    let (row, other) = (alone.edges.rows[slot], shared.edges.rows[slot])
                    #expect(row.ends == other.ends && row.flags == other.flags)
                    #expect(alone.edges.zIndex(slot) == shared.edges.zIndex(slot))
                    #expect(alone.edges.links[slot] == shared.edges.links[slot])
                }
                #expect(first.bytes == second.bytes)
            }
        }
    }
}
