import Geometry
import Graph
import Sketching
import Testing

@testable import Editing
@testable import Interaction

@Suite("The marks of a minimap")
struct MapLooksTests {
    private let size = Size(width: 200, height: 150)

    @Test("have the type and the color of their nodes, and say which are containers and collapsed")
    func nodes() {
        var stage = GestureStage(
            """
            g 0,0 400x300 {"type": "group"}
            a in g 20,20 100x60 {"type": "task", "style": {"backgroundColor": "#fde68a"}}
            c 500,0 100x100 {"type": "group", "collapsed": true}
            """)
        let marks = stage.workspace.minimap(of: .first, size: size).marks
        let document = stage.workspace.document
        #expect(marks.map { $0.type.map { document.symbols[$0].string } } == ["group", "task", "group"])
        #expect(marks.map { $0.color?.text } == [nil, "#fde68a", nil])
        #expect(marks.map(\.isContainer) == [true, false, true])
        #expect(marks.map(\.isCollapsed) == [false, false, true])
    }

    @Test("of cells have the type most of their nodes have, of several the first by name")
    func cells() {
        // 5,000 nodes beside each other, and at one place: three of `z`, then as many of `b`, and one without a type.
        var lines = (0..<5000).map { "n\($0) \(($0 % 70) * 200),\(($0 / 70) * 100) 150x60 {\"type\": \"x\"}" }
        for (index, type) in ["z", "z", "b", "z", "b", "b"].enumerated() {
            lines.append("m\(index) 40000,40000 150x60 {\"type\": \"\(type)\"}")
        }
        lines.append("m 40000,40000 150x60")
        var stage = GestureStage(Sketch(lines.joined(separator: "\n")))
        #expect(type(ofLast: &stage) == "b")
        _ = stage.run("remove m2")
        #expect(type(ofLast: &stage) == "z")
    }

    private func type(ofLast stage: inout GestureStage) -> String? {
        let map = stage.workspace.minimap(of: .first, size: size)
        #expect(map.isClustered && map.marks.first?.type.map { stage.workspace.document.symbols[$0].string } == "x")
        return map.marks.last?.type.map { stage.workspace.document.symbols[$0].string }
    }
}
