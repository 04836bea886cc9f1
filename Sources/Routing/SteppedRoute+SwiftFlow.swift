import Geometry

extension Route {
    /// Straight stubs at both ends, joined over the middle or, between level and upright sides, over one corner.
    ///
    /// A centre has no stub and counts as upright. The label is in the middle of the stubs' ends even where the path is not.
    static func swiftFlowSteps(
        _ source: Anchor, _ target: Anchor, stub: Double, crossing: Double
    ) -> (points: [Point], label: Point) {
        let from = source.point + source.side.outward * stub
        let to = target.point + target.side.outward * stub
        var middle = from.middle(to: to)
        var points = [source.point, from]
        switch (source.side.isHorizontal, target.side.isHorizontal) {
        case (true, true):
            middle.x = from.x * (1 - crossing) + to.x * crossing
            points += [Point(x: middle.x, y: from.y), Point(x: middle.x, y: to.y)]
        case (false, false):
            middle.y = from.y * (1 - crossing) + to.y * crossing
            points += [Point(x: from.x, y: middle.y), Point(x: to.x, y: middle.y)]
        case (true, false): points.append(Point(x: to.x, y: from.y))
        case (false, true): points.append(Point(x: from.x, y: to.y))
        }
        points += [to, target.point]
        return (points, middle)
    }
}
