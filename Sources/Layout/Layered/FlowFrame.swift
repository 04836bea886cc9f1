import Geometry

/// Turns a drawing between the canvas and the frame of the phases, in which the flow leads down.
struct FlowFrame {
    let direction: Direction

    /// The size across and along the flow.
    func size(_ size: Size) -> (across: Double, along: Double) {
        let width = FlowFrame.finite(size.width)
        let height = FlowFrame.finite(size.height)
        return direction.isHorizontal ? (height, width) : (width, height)
    }

    /// A point of the canvas from one of the flow.
    func point(across: Double, along: Double) -> Point {
        switch direction {
        case .down: Point(x: across, y: along)
        case .up: Point(x: across, y: -along)
        case .right: Point(x: along, y: across)
        case .left: Point(x: -along, y: across)
        }
    }

    /// Where a point of a node lies from the middle of the node, across and along the flow.
    func offset(_ point: Point, in size: Size) -> Point {
        let x = FlowFrame.finite(point.x, isSigned: true) - FlowFrame.finite(size.width) / 2
        let y = FlowFrame.finite(point.y, isSigned: true) - FlowFrame.finite(size.height) / 2
        return switch direction {
        case .down: Point(x: x, y: y)
        case .up: Point(x: x, y: -y)
        case .right: Point(x: y, y: x)
        case .left: Point(x: y, y: -x)
        }
    }

    /// A side as seen with the flow leading down.
    func side(_ side: Side) -> Side {
        if side == .center { return side }
        let out = side.outward
        let turned =
            switch direction {
            case .down: out
            case .up: Point(x: out.x, y: -out.y)
            case .right: Point(x: out.y, y: out.x)
            case .left: Point(x: out.y, y: -out.x)
            }
        return turned.y > 0 ? .bottom : turned.y < 0 ? .top : turned.x < 0 ? .left : .right
    }

    /// No size is beyond this, so that sums of a million of them stay finite.
    private static let most = 1e290

    static func finite(_ value: Double, isSigned: Bool = false) -> Double {
        if value.isNaN { return 0 }
        return min(max(value, isSigned ? -most : 0), most)
    }
}
