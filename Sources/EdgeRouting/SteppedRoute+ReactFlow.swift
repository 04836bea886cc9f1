import Geometry

extension Route {
    /// The corners of React Flow's smooth step and the place of its label.
    ///
    /// An upright source is treated as a level one with exchanged axes. Neither side may be a center.
    static func reactFlowSteps(
        _ source: Anchor, _ target: Anchor, stub: Double, crossing: Double
    ) -> (points: [Point], label: Point) {
        precondition(source.side != .center && target.side != .center, "a center faces the other end by now")
        let isExchanged = !source.side.isHorizontal
        func exchanged(_ point: Point) -> Point { isExchanged ? Point(x: point.y, y: point.x) : point }
        let ends = LevelSteps(
            source: exchanged(source.point), target: exchanged(target.point),
            sourceOutward: exchanged(source.side.outward), targetOutward: exchanged(target.side.outward), stub: stub)
        var (points, label) = ends.steps(crossing: crossing, prefersLevelLabel: !isExchanged)
        if isExchanged {
            for index in points.indices { points[index] = exchanged(points[index]) }
            label = exchanged(label)
        }
        return (points, label)
    }
}

/// The ends of a stepped path whose source faces left or right.
private struct LevelSteps {
    let source: Point
    let target: Point
    let sourceOutward: Point
    let targetOutward: Point
    let stub: Double
    let sourceStub: Point
    let targetStub: Point

    init(source: Point, target: Point, sourceOutward: Point, targetOutward: Point, stub: Double) {
        self.source = source
        self.target = target
        self.sourceOutward = sourceOutward
        self.targetOutward = targetOutward
        self.stub = stub
        sourceStub = source + sourceOutward * stub
        targetStub = target + targetOutward * stub
    }

    /// Is true if the end of the target's stub lies ahead of the source.
    var isAhead: Bool { sourceOutward.x == (sourceStub.x < targetStub.x ? 1 : -1) }

    func steps(crossing: Double, prefersLevelLabel: Bool) -> (points: [Point], label: Point) {
        if targetOutward.x == -sourceOutward.x { return opposite(crossing) }
        let corner = corner
        var from = sourceStub
        var to = targetStub
        if targetOutward.x == sourceOutward.x {
            let gap = abs(source.x - target.x)
            if gap <= stub { pull(&from, &to, by: min(stub - 1, stub - gap)) }
        }
        let level = max(abs(from.x - corner.x), abs(to.x - corner.x))
        let upright = max(abs(from.y - corner.y), abs(to.y - corner.y))
        let labelsLevelLeg = prefersLevelLabel ? level >= upright : level > upright
        let middle = from.middle(to: to)
        let label = labelsLevelLeg ? Point(x: middle.x, y: corner.y) : Point(x: corner.x, y: middle.y)
        return (joined(from, corner, nil, to), label)
    }

    /// The path between ends that face opposite ways: one leg across if the target lies ahead, else one leg back
    /// between the two.
    private func opposite(_ crossing: Double) -> (points: [Point], label: Point) {
        let center = Point(
            x: sourceStub.x + (targetStub.x - sourceStub.x) * crossing, y: sourceStub.middle(to: targetStub).y)
        let first = isAhead ? Point(x: center.x, y: sourceStub.y) : Point(x: sourceStub.x, y: center.y)
        let second = isAhead ? Point(x: center.x, y: targetStub.y) : Point(x: targetStub.x, y: center.y)
        return (joined(sourceStub, first, second, targetStub), center)
    }

    /// The single corner between ends that do not face opposite ways.
    private var corner: Point {
        let late = Point(x: targetStub.x, y: sourceStub.y)
        let early = Point(x: sourceStub.x, y: targetStub.y)
        if targetOutward.x == 0 {
            // A late turn would meet the target's stub from the wrong side.
            let facesDown = targetOutward.y == 1
            if facesDown ? sourceStub.y < targetStub.y : sourceStub.y > targetStub.y { return early }
        }
        return isAhead ? late : early
    }

    /// Shortens one of two stubs that face the same way and end at nearly the same level.
    private func pull(_ from: inout Point, _ to: inout Point, by amount: Double) {
        if isAhead {
            from.x += from.x > source.x ? -amount : amount
        } else {
            to.x += to.x > target.x ? -amount : amount
        }
    }

    /// Joins points; a stub that ends at its bend is left out, since a leg without length would have no radius.
    private func joined(_ from: Point, _ first: Point, _ second: Point?, _ to: Point) -> [Point] {
        var points: [Point] = []
        points.reserveCapacity(6)
        points.append(source)
        if from != first { points.append(from) }
        points.append(first)
        if let second { points.append(second) }
        if to != second ?? first { points.append(to) }
        points.append(target)
        return points
    }
}
