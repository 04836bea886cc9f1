import Geometry
import Graph
import Seeding
import Sketching
import Storage
import Testing

@testable import Editing
@testable import Interaction

@Suite("Snapping, whatever there is to snap to,")
struct SnapLawsTests {
    /// Frames on a coarse raster, so that many lines, gaps and distances are equal.
    private static func frames(_ random: inout Seeded, _ count: Int) -> ContiguousArray<Rect> {
        ContiguousArray(
            (0..<count).map { _ in
                Rect(
                    x: Double(random.below(60)) * 10 + Double(random.below(3)), y: Double(random.below(40)) * 10,
                    width: Double(random.below(12)) * 5, height: Double(random.below(9)) * 5)
            })
    }

    private static func straights(_ random: inout Seeded, _ frames: ContiguousArray<Rect>) -> [SnapStraight] {
        (0..<random.below(4)).map { _ in
            let node = frames[random.below(frames.count)]
            return SnapStraight(
                axis: random.below(2) == 0 ? .x : .y,
                moving: Point(x: Double(random.below(600)), y: Double(random.below(400))), staying: node.center,
                node: node, direction: Double(random.below(3) - 1))
        }
    }

    @Test("gives the offset and the guides of a model that compares all with all", arguments: 0..<60 as Range<UInt64>)
    func model(seed: UInt64) {
        var random = Seeded(seed)
        let frames = Self.frames(&random, 4 + random.below(40))
        let row = (0..<Int32(frames.count)).filter { _ in random.below(5) > 0 }
        let straights = Self.straights(&random, frames)
        let lines = SnapLines(frames, row: row, straights: straights)
        let moving = Self.frames(&random, 1)[0]
        let visible =
            random.below(2) == 0
            ? nil : Rect(x: Double(random.below(300)), y: Double(random.below(200)), width: 300, height: 200)
        let model = SnapModel(frames: Array(frames), row: row, straights: straights, visible: visible)
        var held = SnapHolds()
        var count = 0
        for step in 0..<60 {
            let way = Point(x: Double(random.below(800) - 400) / 2, y: Double(random.below(600) - 300) / 2)
            let next = step % 4 == 0 ? way : Point(x: way.x / 40 + 100, y: way.y / 40 + 50)
            var move = SnapMove(moving: moving, corner: moving.origin, offset: next, rules: SnapRules(reach: 6))
            move.rules.hasGaps = random.below(4) > 0
            move.still = [.x, .y, nil, nil, nil, nil, nil, nil][random.below(8)]
            if random.below(3) == 0 { move.rules.grid = Grid(cell: Point(x: 20, y: 15), origin: Point(x: 3, y: 0)) }
            if random.below(5) == 0 { move.allowedOffsets = Rect(minX: -90, minY: -60, maxX: 101, maxY: 50) }
            move.held = held
            let answer = move.answer(lines, visible: visible)
            let expected = model.answer(move)
            #expect(answer.offset == expected.offset, "seed \(seed), step \(step)")
            #expect(answer.guides == expected.guides, "seed \(seed), step \(step)")
            #expect(answer.held == expected.held, "seed \(seed), step \(step)")
            held = answer.held
            count += answer.guides.count
        }
        #expect(count > 20 || visible != nil || frames.count < 12, "something was aligned")
    }

    @Test("forgets nothing and finds nothing twice while the view and the document change", arguments: 0..<10)
    func field(seed: Int) throws {
        var random = Seeded(UInt64(seed) + 1000)
        var lines = ["settings {\"snapToGuides\": true}", "m 200,150 50x40", "g 300,100 200x200 {\"type\": \"group\"}"]
        for (index, frame) in Self.frames(&random, 40).enumerated() {
            let parent = index % 7 == 0 ? " in g" : ""
            let size = "\(Int(frame.width))x\(Int(frame.height))"
            lines.append("n\(index) \(Int(frame.minX)),\(Int(frame.minY)) \(size)\(parent)")
        }
        lines.append("e: m -> n3")
        var workspace = Workspace(Sketch(lines.joined(separator: "\n")).document)
        _ = workspace.openView("v", size: Size(width: 300, height: 200), viewport: nil, mode: .none, margin: nil)
        _ = try workspace.beginGesture(.drag(nodes: [Identifier("m")]), in: .first, at: Point(x: 10, y: 10))
        let node = try #require(workspace.document.node(Identifier("m")))
        for step in 0..<80 {
            if random.below(3) == 0 {
                let x = -Double(random.below(300))
                workspace[.first].show(
                    Viewport(x: x, y: -Double(random.below(200)), zoom: random.below(5) == 0 ? 0.5 : 1))
            }
            if step % 10 == 9 {
                let id = Identifier("n\(random.below(40))")
                _ = try workspace.perform(.init(cause: "test")) { (transaction) throws(EditError) in
                    try transaction.moveNodes([id], by: Point(x: 5, y: 0))
                }
            }
            guard let before = workspace[.first].gesture?.as(DragGesture.self) else { return }
            let at = Point(x: Double(random.below(300)), y: Double(random.below(200)))
            _ = try workspace.updateGesture(in: .first, at: at)
            guard let drag = workspace[.first].gesture?.as(DragGesture.self) else { return }
            let raw = drag.origin.offset(to: at, workspace[.first].viewport)
            let expected = Self.fresh(workspace, node, by: raw, holding: before.held)
            #expect(drag.offset == expected.offset, "seed \(seed), step \(step)")
            #expect(drag.guides == expected.guides, "seed \(seed), step \(step)")
        }
    }

    /// Returns the answer of a model that looks at every node of the document now.
    private static func fresh(
        _ workspace: Workspace, _ node: Node.Slot, by raw: Point, holding held: SnapHolds
    ) -> SnapMove.Answer {
        let document = workspace.document
        let visible = workspace[.first].visible
        let slots = document.nodeSlots.sorted().filter {
            $0 != node && visible.touches(document.frame($0))
        }
        let row = (0..<Int32(slots.count)).filter { document.nodes.parent(slots[Int($0)]) == nil }
        let straights = document.straights(of: node, carrying: SlotSet([node])).filter { visible.touches($0.node) }
        let model = SnapModel(
            frames: slots.map { document.frame($0) }, row: row, straights: straights, visible: visible)
        let standing = document.frame(node)
        let rules = SnapRules(document, [], .mouse, zoom: workspace[.first].viewport.zoom)
        return model.answer(
            SnapMove(moving: standing, corner: standing.origin, offset: raw, rules: rules, held: held))
    }
}
