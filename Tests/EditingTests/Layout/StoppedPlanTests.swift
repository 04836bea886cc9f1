import Editing
import Geometry
import Graph
import Layout
import Seeding
import Sketching
import Testing
import Wire

/// The work behind a layout ends at once, too, when it is stopped: bends, edges that are led elsewhere, figures, the edit.
@Suite struct StoppedPlanTests {
    /// Nodes in the way of the edges of others.
    private static let document: Document = {
        var seeded = Seeded(3)
        let count = 1200
        let nodes: [JSON] = (0..<count).map { number in
            let place: JSON = ["x": .number(Double(number % 40) * 90), "y": .number(Double(number / 40) * 50)]
            return ["id": .string("n\(number)"), "position": place, "width": 60, "height": 30]
        }
        let edges: [JSON] = (0..<count).map { number in
            let ends = (seeded.below(count), min(count - 1, number + 41))
            return [
                "id": .string("e\(number)"), "source": .string("n\(ends.0)"), "target": .string("n\(ends.1)"),
                "label": .string("edge"),
            ]
        }
        return Sketch(content: ["nodes": .array(nodes), "edges": .array(edges)]).document
    }()

    private static func plan(
        _ algorithm: LayoutAlgorithm.Kind, _ nodes: [Node.ID]?, _ watch: LayoutWatch
    ) throws -> LayoutPlan? {
        var options = LayoutOptions(LayoutAlgorithm(algorithm))
        options.edges = .curves
        options.isMeasured = true
        guard var plan = try document.layoutPlan(options, nodes: nodes, watch) else { return nil }
        try plan.prepare(in: document, watch)
        return plan
    }

    @Test(arguments: [true, false])
    func `no phase works for long without a look at the watch`(_ takesAll: Bool) throws {
        let nodes = takesAll ? nil : (0..<300).map { Node.ID("n\($0)") }
        let (part, whole) = Looks.longest(runs: 2) { look in
            _ = try? Self.plan(.grid(GridLayout()), nodes) { _ in
                look()
                return true
            }
        }
        #expect(part < whole / 3)
    }

    @Test func `no more than all is done, and no quarter at once`() throws {
        var (most, step) = (0.0, 0.0)
        var options = LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))
        options.isMeasured = true
        let plan = try Self.document.layoutPlan(options) { share in
            step = max(step, share - most)
            most = max(most, share)
            return true
        }
        #expect(plan != nil && most <= 1 && most > 0.9 && step < 0.25)
    }
}
