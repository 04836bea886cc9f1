import Geometry
import Graph
import Seeding
import Sketching
import Testing

struct LaneBandTests {
    /// Lanes of nodes, each node by the place of its corner; all are 100 × 40.
    private func bands(_ lanes: [[(x: Int, y: Int)]]) -> [Rect] {
        var nodes: [String] = []
        var entries: [String] = []
        for (lane, places) in lanes.enumerated() {
            let ids = places.indices.map { "\"n\(lane)-\($0)\"" }
            entries.append(#"{"id":"l\#(lane)","ids":[\#(ids.joined(separator: ","))]}"#)
            for (id, place) in zip(ids, places) {
                nodes.append(#"{"id":\#(id),"position":{"x":\#(place.x),"y":\#(place.y)},"width":100,"height":40}"#)
            }
        }
        let constraint = #"{"id":"c","kind":"lanes","lanes":[\#(entries.joined(separator: ","))]}"#
        let text = #"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[],"constraints":[\#(constraint)]}"#
        return opened(text).laneBands.map(\.frame)
    }

    @Test("Bands lie side by side, along the axis on which they hold their nodes", arguments: [false, true])
    func axis(isTurned: Bool) {
        let lanes = [[(0, 0), (0, 300)], [(300, 0)], [], [(600, 0), (600, 300)]]
        let turned = lanes.map { lane in lane.map { isTurned ? (x: $0.1, y: $0.0) : (x: $0.0, y: $0.1) } }
        let found = bands(turned)
        #expect(found.count == 3, "an empty lane has none")
        for (band, next) in zip(found, found.dropFirst()) {
            #expect(isTurned ? band.maxY == next.minY && band.minX == next.minX : band.maxX == next.minX)
        }
        #expect(isTurned ? found[0].maxY == 170 : found[0].maxX == 200, "halfway between nodes")
    }

    @Test("A node in a wrong place moves no border to where more would be in a wrong one")
    func stray() {
        let lanes = [[(0, 0), (0, 100), (0, 200), (900, 0)], [(300, 0), (300, 100), (600, 50)]]
        #expect(bands(lanes)[0].maxX == 200)
    }

    @Test("Every node that lanes keep apart lies in its band", arguments: 0..<20)
    func held(seed: Int) {
        var random = Seeded(UInt64(seed))
        var x = 0
        let lanes = (0..<4).map { _ in
            let left = x
            x += 400
            return (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (x: left + Int.random(in: 0...250, using: &random), y: Int.random(in: 0...900, using: &random))
            }
        }
        let found = bands(lanes)
        for (lane, band) in zip(lanes, found) {
            #expect(lane.allSatisfy { band.contains(Rect(x: Double($0.x), y: Double($0.y), width: 100, height: 40)) })
        }
    }
}
