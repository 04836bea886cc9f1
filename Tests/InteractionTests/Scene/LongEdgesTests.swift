import Geometry
import Graph
import Storage
import Testing
import Wire

@testable import Editing
@testable import Interaction

/// The first hit is the first of all hits, though long edges are searched for by their parts.
@Suite struct LongEdgesTests {
    @Test(arguments: 0..<24) func `long edges are hit along their whole curve`(seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 3
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        // Far out, single precision is coarser than the reach of an edge.
        let far = [0, 4e7, -1e8][seed % 3]
        func place() -> Point { Point(x: far + Double(below(30_000) - 15_000), y: Double(below(30_000) - 15_000)) }
        var workspace = Workspace(Document())
        // In half of the programs jobs cut most long edges, beside edits.
        if seed >= 12 { workspace.content.setUpkeep(linesAtOnce: .max, longEdgesAtOnce: 4) }
        var (job, jobs): (LongEdgeJob?, Int) = (nil, 0)
        let types = ["bezier", "straight", "smoothStep", "step", "simpleBezier"]
        _ = try workspace.perform(DocumentEditor.Options(cause: "test")) { (transaction) throws(EditError) in
            for index in 0..<24 {
                let at = place()
                let geometry = NodeGeometry(x: at.x, y: at.y, width: 150, height: 60)
                try transaction.insert(Node(id: Identifier("n\(index)"), geometry: geometry))
            }
            for index in 0..<60 {
                let members = #"{"type":"\#(types[below(5)])"\#(index % 3 == 0 ? #","label":"far""# : "")}"#
                let (source, target) = (below(24), below(24))
                if source == target { continue }
                try transaction.insert(
                    Edge(
                        id: Identifier("e\(index)"), source: Identifier("n\(source)"), target: Identifier("n\(target)"),
                        members: Array(members.utf8)))
            }
        }
        _ = workspace.openView(
            "v", size: Size(width: 1000, height: 800), viewport: Viewport(x: 0, y: 0, zoom: 1), mode: .none, margin: nil
        )
        var hits = 0
        for round in 0..<12 {
            for slot in workspace.document.edgeSlots {
                guard let path = workspace.document.plainPath(ofEdge: slot) else { continue }
                let fraction = Double(below(1000)) / 1000
                let drift = Point(x: Double(below(13)) - 6, y: Double(below(13)) - 6)
                let point = path.point(atFraction: fraction) + drift
                let first = workspace.hit(in: .first, at: point, .mouse)
                #expect(workspace.hits(in: .first, at: point, .mouse).first == first, "seed \(seed) at \(point)")
                if case .edge = first.target { hits += 1 }
            }
            if let begun = job.take() { workspace.content.finishLongEdgeJob(begun.run { false }) }
            job = workspace.content.beginLongEdgeJob()
            if job != nil { jobs += 1 }
            if below(3) == 0, let begun = job.take() { workspace.content.finishLongEdgeJob(begun.run { false }) }
            _ = try workspace.perform(DocumentEditor.Options(cause: "test")) { (transaction) throws(EditError) in
                let slot = Node.Slot(index: below(24))
                try transaction.setPosition(slot, round % 3 == 0 ? Point(x: far, y: 0) : place())
                if let edge = transaction.document.edgeSlots.first, round % 4 == 3 { transaction.removeEdge(edge) }
                if round == 6 { transaction.setMember("settings", to: ["defaultEdgeType": "straight"]) }
            }
        }
        #expect(hits > 300)
        #expect((jobs > 3) == (seed >= 12), "jobs have cut long edges")
    }

    @Test(arguments: [
        Path.line(Segment(start: Point(x: 0, y: 0), end: Point(x: 900, y: 500))),
        .line(Segment(start: Point(x: 5, y: 0), end: Point(x: 5, y: 500))),
        .quadratic(
            QuadraticCurve(start: Point(x: 0, y: 0), control: Point(x: 400, y: 900), end: Point(x: 800, y: -100))),
        .cubic(
            CubicCurve(
                start: Point(x: 0, y: 0), control1: Point(x: 0, y: 4000), control2: Point(x: 9000, y: -4000),
                end: Point(x: 9000, y: 100))),
    ])
    func `the parts of a path hold it`(path: Path) {
        var parts: [PathPart] = []
        path.visitParts(noLongerThan: 256, atMost: 64) { parts.append($0) }
        for step in 0...1000 {
            let point = path.point(atFraction: Double(step) / 1000)
            let near = parts.filter { part in
                let foot = part.chord.point(at: part.chord.nearestParameter(to: point))
                return foot.distance(to: point) <= part.bend + 1e-6
            }
            #expect(!near.isEmpty)
            #expect(near.allSatisfy { $0.bounds.grown(by: 1e-5).contains(point) })
        }
        #expect(parts.count <= 64)
        #expect(parts.allSatisfy { max($0.bounds.width, $0.bounds.height) <= 256 } || parts.count > 32)
    }
}
