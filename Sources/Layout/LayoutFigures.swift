import Geometry
public struct LayoutFigures: Sendable {
    public var crossings: Int? = 0
    public var edgeLength = 0.0
    public var bends = 0
    public init(of lines: [[Point]]) { bends = lines.reduce(0) { $0 + max($1.count - 2, 0) } }
}
