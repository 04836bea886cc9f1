import Editing
import Geometry
import Graph
import Interaction
import Sketching
import Storage
import Testing

/// Edges where nodes are shown as boxes, in a view that asks for them.
struct BoxLinkTests {
    private static let count = 2100

    private static func workspace(showsLinks: Bool) -> Workspace {
        var lines = (0..<count).map { "n\($0) \($0 % 70 * 60),\($0 / 70 * 40) 40x20" }
        lines += (0..<count - 70).map { "k\($0): n\($0) -> n\($0 + 70)" }
        var workspace = Workspace(Sketch(lines.joined(separator: "\n")).document)
        _ = workspace.openView(
            "v", size: Size(width: 800, height: 600), viewport: Viewport(x: 0, y: 0, zoom: 0.19), mode: .svg,
            margin: 0, showsLinks: showsLinks)
        return workspace
    }

    @Test func `edges between boxes are sent where a view asks for them`() {
        for showsLinks in [false, true] {
            var workspace = Self.workspace(showsLinks: showsLinks)
            let frame = workspace.takeFrame(of: .first, heedsCredit: false)
            #expect(workspace[.first].level == .boxes)
            #expect(frame?.nodes.entered.count == Self.count)
            #expect(frame?.edges.entered.count == (showsLinks ? Self.count - 70 : 0))
            #expect(frame?.hasDetails == false)
        }
    }

    @Test func `links become edges again near by, and what goes leaves`() throws {
        var workspace = Self.workspace(showsLinks: true)
        _ = workspace.takeFrame(of: .first, heedsCredit: false)
        _ = try workspace.perform(.init(cause: "test")) { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: [], edges: ["k0"])
        }
        let removed = workspace.takeFrame(of: .first, heedsCredit: false)
        #expect(removed?.edges.left.map(\.string) == ["k0"])
        workspace[.first].show(Viewport(x: 0, y: 0, zoom: 1))
        let near = workspace.takeFrame(of: .first, heedsCredit: false)
        #expect(near?.level == .items && near?.hasDetails == true)
        #expect(near?.edges.left.count == Self.count - 71)
    }
}
