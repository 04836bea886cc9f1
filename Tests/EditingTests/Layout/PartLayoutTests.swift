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

    /// A chain of which the last node is far too near the first, between others.
    private func crowded(locked: Bool = false) -> Document {
        var beside = node("beside", 0, 90).objectValue ?? JSONObject()
        if locked { beside["locked"] = true }
        let content: JSON = [
            "nodes": [
                node("a", 0, 0), node("b", 0, 40), node("c", 0, 50), .object(beside), node("below", 0, 140),
                node("between", 200, 20),
            ],
            "edges": [edge("a", "b"), edge("b", "c")],
        ]
        return Sketch(content: content).document
    }

    @Test(arguments: [false, true], [false, true])
    func `others make space for a drawing of which some nodes stay`(isStable: Bool, isLocked: Bool) throws {
        let before = crowded(locked: isLocked)
        var options = LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))
        options.makesSpace = true
        options.algorithm.movableShare = isStable ? 0.1 : nil
        func laidOut(_ document: Document) throws -> Document {
            var document = document
            let plan = try document.layoutPlan(options, nodes: ["a", "b", "c"], pinned: ["a"]) { _ in true }
            let found = try #require(plan)
            _ = try document.transact { (open) throws(EditError) in try open.perform(found) }
            return document
        }
        func frame(_ id: Identifier, _ document: Document) throws -> Rect {
            document.frame(try #require(document.node(id)))
        }
        let after = try laidOut(before)
        let ids: [Identifier] = ["a", "b", "c", "beside", "below", "between"]
        for (index, id) in ids.enumerated() {
            for other in ids[..<index] { #expect(!(try frame(id, after).covers(try frame(other, after)))) }
        }
        for id: Identifier in ["a", "between"] { #expect(try frame(id, after) == frame(id, before)) }
        if isLocked {
            #expect(try frame("beside", after) == frame("beside", before))
        } else {
            let moved = try frame("beside", after).minY - frame("beside", before).minY
            #expect(moved > 0)
            #expect(try frame("below", after).minY - frame("below", before).minY == moved)
            let last = try frame("c", after)
            #expect(try frame("beside", after).minY == last.maxY + options.algorithm.nodeSpacing)
        }
        let again = try laidOut(after)
        for id in ids { #expect(try frame(id, again) == frame(id, after)) }
    }
}
