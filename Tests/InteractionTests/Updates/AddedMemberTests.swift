import Geometry
import Graph
import Sketching
import Storage
import Testing
import Wire

@testable import Interaction

/// A member of items of which nothing else knows: how many edges a node has, and how long the id of an edge is.
private let degree = AskedMember(
    name: "degree", request: "whether items carry their `degree`", schema: .integer(),
    ofNode: { document, slot in
        var count = 0
        document.visitEdges(of: slot) { _ in count += 1 }
        return Array("\(count)".utf8)
    }, ofEdge: { document, slot in Array("\(document.edgeID(slot).string.utf8.count)".utf8) })

@Suite("A member of items that is added")
struct AddedMemberTests {
    private func opened(_ text: String) throws -> (workspace: Workspace, first: ViewUpdate) {
        var workspace = Workspace(Sketch(text).document)
        _ = workspace.openView(
            "v", size: Size(width: 800, height: 600), viewport: nil, mode: .svg, margin: nil,
            asked: AskedMember.all + [degree])
        let frame = workspace.takeFrame(of: .first, heedsCredit: false)
        return (workspace, try #require(frame))
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test("is read for new items, beside those that are listed, and written from its row")
    func isRead() throws {
        let (_, frame) = try opened("a 0,0 100x50\nb 300,0 100x50\ne: a -> b")
        #expect(frame.asked.map { "\($0.name)" } == AskedMember.all.map { "\($0.name)" } + ["degree"])
        #expect(frame.nodes.items.map { text($0.asked.last) } == ["1", "1"])
        #expect(frame.edges.items.map { text($0.asked.last) } == ["1"])
        #expect(frame.nodes.items.allSatisfy { text($0.asked.first)?.hasPrefix("{\"role\":") == true })
    }

    @Test("is sent again when its value changes, and only then")
    func isSentAgain() throws {
        var (workspace, _) = try opened("a 0,0 100x50\nb 300,0 100x50\nc 0,200 100x50\ne: a -> b")
        let member = ItemMembers.asked(AskedMember.all.count)
        _ = try workspace.perform(.init(cause: "test")) { (transaction) throws(EditError) in
            _ = try transaction.moveNodes(["c"], by: Point(x: 0, y: 40))
        }
        var frame = workspace.takeFrame(of: .first, heedsCredit: false)
        let moved = try #require(frame)
        #expect(!moved.nodes.updated.isEmpty && moved.nodes.updated.allSatisfy { !$0.members.contains(member) })
        _ = try workspace.perform(.init(cause: "test")) { (transaction) throws(EditError) in
            _ = try transaction.removeElements(nodes: [], edges: ["e"])
        }
        frame = workspace.takeFrame(of: .first, heedsCredit: false)
        let removed = try #require(frame)
        let changed = removed.nodes.updated.filter { $0.members.contains(member) }.map { removed.nodes.items[$0.index] }
        #expect(changed.map { text($0.asked.last) } == ["0", "0"])
    }

    @Test("has a name that no other has")
    func isNamed() {
        let names = AskedMember.all.map { "\($0.name)" }
        #expect(Set(names).count == names.count && !names.isEmpty && names.count <= 32)
    }
}
