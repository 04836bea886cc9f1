import Geometry
import Routing
import Seeding
import Testing

/// Routes depend on what there is, not on the changes that led to it.
@Suite struct OrthogonalChangeTests {
    /// A small plane that is changed at random.
    private struct Program {
        var random: Seeded
        var plane: OrthogonalPlane
        let world: Int

        init(seed: UInt64) {
            random = Seeded(seed)
            world = [200, 400, 900][random.below(3)]
            plane = OrthogonalPlane([])
            let count = 2 + random.below(12)
            plane = OrthogonalPlane((0..<count).map { _ in frame() })
            for _ in 0...random.below(16) { connect(plane.edges.count) }
        }

        mutating func frame() -> Rect? {
            if random.below(6) == 0 { return nil }
            return Rect(
                x: Double(random.below(world)), y: Double(random.below(world)), width: Double(random.below(120)),
                height: Double(random.below(100)))
        }

        mutating func connect(_ number: Int) {
            let ends = (random.below(plane.frames.count), random.below(plane.frames.count))
            if number < plane.ends.count { plane.ends[number] = ends } else { plane.ends.append(ends) }
            set(number)
        }

        /// Gives an edge again, as its nodes lie now.
        mutating func set(_ number: Int) {
            let (source, target) = plane.ends[number]
            var edge = RoutedEdge(
                source: plane.end(source, sides.randomElement(using: &random) ?? .left),
                target: plane.end(target, sides.randomElement(using: &random) ?? .left))
            if random.below(5) == 0 {
                edge.waypoints = [Point(x: Double(random.below(world)), y: Double(random.below(world)))]
            }
            if random.below(6) == 0 { edge.passable = [random.below(plane.frames.count)] }
            plane.set(number, edge)
        }

        mutating func change() {
            let number = random.below(plane.edges.count)
            switch random.below(5) {
            case 0: plane.set(number, nil)
            case 1: connect(number)
            default:
                let node = random.below(plane.frames.count)
                let offset = Point(x: Double(random.below(21) - 10), y: Double(random.below(21) - 10))
                plane.setFrame(node, random.below(2) == 0 ? plane.frames[node]?.offset(by: offset) : frame())
                for other in plane.edges.indices
                where plane.edges[other] != nil && (plane.ends[other].0 == node || plane.ends[other].1 == node) {
                    set(other)
                }
            }
        }
    }

    @Test(arguments: 0..<120 as Range<UInt64>)
    func `any changes lead to the routes of a net given all at once`(_ seed: UInt64) {
        var program = Program(seed: seed)
        _ = program.plane.net.refresh()
        for step in 0..<8 {
            for _ in 0...program.random.below(3) { program.change() }
            let before = program.plane.routes
            let changed = program.plane.net.refresh()
            let after = program.plane.routes
            #expect(after == program.plane.routesAtOnce, "seed \(seed) step \(step)")
            #expect(
                after.indices.filter { before[$0]?.points != after[$0]?.points } == changed, "seed \(seed) step \(step)"
            )
            for route in after { if let route { #expect(route.isOrthogonal) } }
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `many moves at once lead to the routes of a net given all at once`(_ seed: UInt64) {
        var random = Seeded(seed)
        var plane = scatteredPlane(48, seed: seed, sides: (nil, nil))
        _ = plane.net.refresh()
        for step in 0..<4 {
            for node in plane.frames.indices where random.below(2) == 0 {
                let offset = Point(x: Double(random.below(201) - 100), y: Double(random.below(201) - 100))
                // The edges stay where they were: each must find out by itself whether it is concerned.
                plane.setFrame(node, plane.frames[node]?.offset(by: offset))
            }
            let before = plane.routes
            let changed = plane.net.refresh()
            let after = plane.routes
            #expect(after == plane.routesAtOnce, "seed \(seed) step \(step)")
            #expect(after.indices.filter { before[$0]?.points != after[$0]?.points } == changed, "seed \(seed)")
        }
    }

    @Test func `refreshes that reach few lines lead to the same routes once none waits`() {
        let waited = (0..<60).reduce(0) { $0 + catchUp(seed: $1) }
        #expect(waited > 100)
    }

    /// Returns how often edges waited.
    private func catchUp(seed: UInt64) -> Int {
        var program = Program(seed: seed)
        var waited = 0
        func isAnnounced(_ refresh: (inout RouteNet) -> [Int]) -> Bool {
            let before = program.plane.routes
            let changed = refresh(&program.plane.net)
            return before.indices.filter { before[$0]?.points != program.plane.routes[$0]?.points } == changed
        }
        for step in 0..<8 {
            for _ in 0...program.random.below(3) { program.change() }
            let most = program.random.below(12)
            #expect(isAnnounced { $0.refresh(reaching: most) }, "seed \(seed) step \(step)")
            if program.plane.net.isBehind { waited += 1 }
            if program.random.below(2) == 0 { continue }
            var left = program.random.below(4)
            func isStopped() -> Bool {
                left -= 1
                return left < 0
            }
            #expect(isAnnounced { $0.catchUp(unless: isStopped) }, "seed \(seed) step \(step)")
            #expect(isAnnounced { $0.catchUp() }, "seed \(seed) step \(step)")
            #expect(!program.plane.net.isBehind)
            #expect(program.plane.routes == program.plane.routesAtOnce, "seed \(seed) step \(step)")
        }
        return waited
    }

    @Test(arguments: [(nil, nil), (Side.right, Side.left)] as [(Side?, Side?)])
    func `a dragged node leads to the routes of a net given all at once`(_ sides: (Side?, Side?)) {
        var plane = scatteredPlane(48, seed: 5, sides: sides)
        _ = plane.net.refresh()
        for step in 1...12 {
            plane.setFrame(19, plane.frames[19]?.offset(by: Point(x: 7, y: -3)))
            for (number, ends) in plane.ends.enumerated() where ends.0 == 19 || ends.1 == 19 {
                plane.set(number, RoutedEdge(source: plane.end(ends.0, sides.0), target: plane.end(ends.1, sides.1)))
            }
            _ = plane.net.refresh()
            if step % 4 == 0 { #expect(plane.routes == plane.routesAtOnce) }
        }
    }

    @Test(arguments: [(nil, nil), (Side.right, Side.left)] as [(Side?, Side?)])
    func `nodes and edges in one place cost no more than others, and are drawn alike however they came there`(
        _ sides: (Side?, Side?)
    ) {
        var plane = scatteredPlane(1000, seed: 3, sides: sides)
        for node in plane.frames.indices { plane.setFrame(node, Rect(x: 0, y: 0, width: 150, height: 40)) }
        for (number, ends) in plane.ends.enumerated() {
            plane.set(number, RoutedEdge(source: plane.end(ends.0, sides.0), target: plane.end(ends.1, sides.1)))
        }
        _ = plane.net.refresh()
        #expect(plane.routes == plane.routesAtOnce)
    }

    @Test func `parallel edges cost no more than others`() {
        var plane = scatteredPlane(2, seed: 3)
        for number in 0..<4000 { plane.set(number, RoutedEdge(source: plane.end(0, nil), target: plane.end(1, nil))) }
        _ = plane.net.refresh()
        #expect(plane.routes.allSatisfy { $0?.isOrthogonal == true })
    }

    @Test func `a net is a value`() {
        var plane = scatteredPlane(24, seed: 3)
        _ = plane.net.refresh()
        let kept = plane
        plane.setFrame(5, nil)
        _ = plane.net.refresh()
        #expect(kept.routes != plane.routes)
        #expect(kept.routes == kept.routesAtOnce)
    }
}

private let sides: [Side?] = [nil, .left, .right, .top, .bottom]
