import Geometry
import Graph
import Sketching
import Testing

@testable import Interaction

/// The places where presses find handles that have areas.
@Suite struct HandleAreaTests {
    // The node lies at 100, 100 and is 100 × 60; the anchor of its handle is at 200, 130. The reach is 25.
    @Test(arguments: [
        (#""none""#, 200.0, 130.0, nil as Double?),
        (#""node""#, 100, 100, 0), (#""node""#, 199, 159, 0), (#""node""#, 200, 130, nil), (#""node""#, 99, 130, nil),
        (#"{"border":10}"#, 90, 90, 0), (#"{"border":10}"#, 109, 130, 0), (#"{"border":10}"#, 110, 130, nil),
        (#"{"border":10}"#, 210, 130, nil), (#"{"border":10}"#, 209, 169, 0), (#"{"border":10}"#, 89, 130, nil),
        // The inner rectangle vanishes.
        (#"{"border":30}"#, 150, 130, 0), (#"{"border":30}"#, 71, 130, 0), (#"{"border":30}"#, 69, 130, nil),
        (#"{"radius":10}"#, 210, 130, 10), (#"{"radius":10}"#, 210.5, 130, nil), (#"{"radius":90}"#, 120, 130, 80),
        (#"{"radius":400}"#, 500, 130, 300),
        (#"{"x":10,"y":20,"width":5,"height":5}"#, 110, 120, 0),
        (#"{"x":10,"y":20,"width":5,"height":5}"#, 115, 120, nil),
        (#"{"x":-300,"y":0,"width":20,"height":20}"#, -190, 110, 0),
        // Farther than areas reach.
        (#"{"x":3000,"y":0,"width":20,"height":20}"#, 3110, 110, nil), (#"{"radius":1e300}"#, 1201, 130, nil),
        (#"{"radius":1e300}"#, 1199, 130, 999),
        // What is not an area leaves the reach.
        (#"{"radius":-1}"#, 224, 130, 24), (#""all""#, 226, 130, nil),
    ])
    func `a press starts where the area is`(area: String, x: Double, y: Double, distance: Double?) {
        let document = Sketch(
            "n 100,100 100x60 {\"handles\":[{\"id\":\"o\",\"type\":\"source\",\"position\":\"right\",\"area\":{\"start\":\(area)}}]}"
        ).document
        var workspace = Workspace(document)
        _ = workspace.openView("v", size: Size(width: 4000, height: 4000), viewport: nil, mode: .none, margin: nil)
        let view = View.Slot(0)
        let at = workspace[view].viewport.screen(Point(x: x, y: y))
        let hit = workspace.hit(in: view, at: at, .mouse)
        if let distance {
            if case .handle = hit.target {} else { Issue.record("\(hit)") }
            #expect(abs(hit.distance - distance) < 1e-9)
        } else if case .handle = hit.target {
            Issue.record("\(hit)")
        }
        let isHandle = workspace.hits(in: view, at: at, .mouse).contains {
            if case .handle = $0.target { true } else { false }
        }
        #expect(isHandle == (distance != nil))
    }
}
