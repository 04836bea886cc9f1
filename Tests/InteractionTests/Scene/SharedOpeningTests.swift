import Graph
import Interaction
import Seeding
import Storage
import Testing
import Wire

/// The result of two tasks that share work must be that of one.
@Suite struct SharedOpeningTests {
    /// Performs the other task last, as a slow thread would.
    private static let slow = ForkJoin { task, meanwhile in
        meanwhile()
        task()
    }

    private static func text(_ random: inout Seeded) -> String {
        let nodes = (0..<300).map { number in
            let size = random.below(20) == 0 ? 9000 : 100
            let hidden = random.below(30) == 0 ? #","hidden":true"# : ""
            let position = #"{"x":\#(random.below(9000)),"y":\#(random.below(9000))}"#
            return #"{"id":"n\#(number)","position":\#(position),"width":\#(size)\#(hidden)}"#
        }
        let edges = (0..<17_000).map { number in
            let more = [#","zIndex":3"#, #","hidden":true"#, #","selectable":false"#, #","label":"yes""#]
            let member = random.below(9) == 0 ? more[random.below(more.count)] : ""
            let ends = #""source":"n\#(random.below(300))","target":"n\#(random.below(300))""#
            return #"{"id":"e\#(number)",\#(ends)\#(member)}"#
        }
        let title = String(repeating: "long ", count: 60_000)
        let lists = #""nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]"#
        return #"{\#(lists),"title":"\#(title)"}"#
    }

    @Test func `a large document has the same indexes`() throws {
        var random = Seeded(3)
        let bytes = Array(SharedOpeningTests.text(&random).utf8)
        #expect(bytes.count > 1 << 20)
        try bytes.withUnsafeBufferPointer { bytes in
            let alone = try DocumentReader.read(DocumentText(validating: bytes), isFile: true).document
            let shared = try DocumentReader.read(
                DocumentText(validating: bytes, with: SharedOpeningTests.slow), isFile: true
            ).document
            #expect(alone.content == shared.content && alone.nodes.count == 300 && shared.edges.count == 17_000)
            var (first, second) = (Scene(), Scene())
            first.update(alone)
            second.setIndexing(with: SharedOpeningTests.slow)
            second.update(shared)
            #expect(second.edges.checkInvariants() == nil && second.nodes.checkInvariants() == nil)
            for slot in (0..<300).map({ Slot<Node>($0) }) {
                #expect(first.nodes.bounds(of: slot) == second.nodes.bounds(of: slot))
            }
            for slot in (0..<17_000).map({ Slot<Edge>($0) }) {
                #expect(first.edges.bounds(of: slot) == second.edges.bounds(of: slot))
            }
            #expect(first.concealedNodes == second.concealedNodes && first.concealedEdges == second.concealedEdges)
            #expect(first.unselectableEdges == second.unselectableEdges)
            #expect(second.concealedEdges.count > 500 && second.unselectableEdges.count > 100)
        }
    }

    @Test(arguments: 0..<3)
    func `an error is found where it is`(seed: Int) throws {
        var random = Seeded(UInt64(seed))
        var bytes = Array(SharedOpeningTests.text(&random).utf8)
        bytes[random.below(bytes.count)] = 0
        let error = try #require(JSONSyntax.validate(bytes))
        let found: JSONSyntaxError? = bytes.withUnsafeBufferPointer { bytes in
            do throws(JSONSyntaxError) {
                _ = try DocumentText(validating: bytes, with: SharedOpeningTests.slow)
                return nil
            } catch {
                return error
            }
        }
        #expect(found == error)
    }
}
