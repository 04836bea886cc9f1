import Geometry

extension Route {
    /// Straight stubs at both ends, joined in the middle or, between level and upright sides, at one corner.
    ///
    /// A center has no stub and counts as upright. The label is in the middle between the ends of the stubs if the path
    /// passes there; with a single corner it does not, and the label is nil.
    static func swiftFlowSteps(
        _ source: Anchor, _ target: Anchor, stub: Double, crossing: Double
    ) -> (points: [Point], label: Point?) {
        let from = source.point + source.side.outward * stub
        let to = target.point + target.side.outward * stub
        var middle = from.middle(to: to)
        func over(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> [Point] {
            [source.point, from, Point(x: x1, y: y1), Point(x: x2, y: y2), to, target.point]
        }
        switch (source.side.isHorizontal, target.side.isHorizontal) {
        case (true, true):
            middle.x = from.x * (1 - crossing) + to.x * crossing
            return (over(middle.x, from.y, middle.x, to.y), middle)
        case (false, false):
            middle.y = from.y * (1 - crossing) + to.y * crossing
            return (over(from.x, middle.y, to.x, middle.y), middle)
        case (true, false): return ([source.point, from, Point(x: to.x, y: from.y), to, target.point], nil)
        case (false, true): return ([source.point, from, Point(x: from.x, y: to.y), to, target.point], nil)
        }
    }
}
