import Editing
import Geometry
import Graph
import Layout
import Sketching
import Testing
import Wire

/// Layouts of some nodes among others.
@Suite struct PartLayoutTests {
    private func node(_ id: String, _ x: Double, _ y: Double) -> JSON {
        ["id": .string(id), "position": ["x": .number(x), "y": .number(y)], "width": 60, "height": 30]
    }

    private func edge(_ source: String, _ target: String) -> JSON {
        ["id": .string(source + target), "source": .string(source), "target": .string(target)]
    }

    @Test(arguments: [Direction.down, .right])
    func `edges to the others count for the order`(_ direction: Direction) throws {
        func node(_ id: String, _ across: Double, _ along: Double) -> JSON {
            direction == .down ? self.node(id, across, along) : self.node(id, along, across)
        }
        let content: JSON = [
            "nodes": [
                node("left", 0, 0), node("right", 500, 0), node("p", 100, 300), node("q", 300, 300),
                node("s", 200, 500), node("t", 200, 600), node("under", 0, 900), node("below", 500, 900),
            ],
            "edges": [
                edge("left", "q"), edge("right", "p"), edge("p", "s"), edge("q", "s"), edge("p", "t"), edge("q", "t"),
                edge("s", "below"), edge("under", "t"),
            ],
        ]
        var document = Sketch(content: content).document
        var layout = LayeredLayout()
        layout.direction = direction
        let options = LayoutOptions(LayoutAlgorithm(.layered(layout)))
        let plan = try #require(try document.layoutPlan(options, nodes: ["p", "q", "s", "t"]) { _ in true })
        _ = try document.transact { (open) throws(EditError) in try open.perform(plan) }
        func across(_ id: Identifier) throws -> Double {
            direction.across(document.frame(try #require(document.node(id))).center)
        }
        #expect(try across("q") < across("p"))
        #expect(try across("t") < across("s"))
    }
}
