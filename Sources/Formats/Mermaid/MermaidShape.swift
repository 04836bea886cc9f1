import Geometry

/// The shapes of nodes that have brackets of their own, and all others by name.
enum MermaidShape {
    case rectangle, round, stadium, circle, ellipse, diamond, hexagon
    case doubleCircle, subroutine, cylinder, leanRight, leanLeft, trapezoid, flippedTrapezoid, odd
    /// A shape that has no brackets, and that no document has.
    case other(String)

    /// A circle that states no size is as wide as high.
    private static let circleSize = Size(width: 90, height: 90)
    private static let roundRadius = 20.0

    /// The shape of a name or of its short form.
    init(name: String) {
        switch name {
        case "rect", "rectangle", "proc", "process", "square": self = .rectangle
        case "rounded", "round", "event": self = .round
        case "stadium", "pill", "terminal": self = .stadium
        case "circle", "circ": self = .circle
        case "ellipse": self = .ellipse
        case "diam", "diamond", "decision", "question": self = .diamond
        case "hex", "hexagon", "prepare": self = .hexagon
        case "dbl-circ", "double-circle", "doublecircle": self = .doubleCircle
        case "fr-rect", "subproc", "subprocess", "subroutine", "framed-rectangle": self = .subroutine
        case "cyl", "cylinder", "database", "db": self = .cylinder
        default: self = .other(name)
        }
    }

    /// Gives a node this shape, or the nearest.
    func apply(to node: inout TextGraph.Node) {
        node.cornerRadius = nil
        node.lostShape = nil
        node.size = nil
        node.shape = .rectangle
        switch self {
        case .rectangle: break
        case .round: node.cornerRadius = MermaidShape.roundRadius
        case .stadium: node.shape = .capsule
        case .circle, .doubleCircle:
            node.shape = .ellipse
            node.size = MermaidShape.circleSize
        case .ellipse: node.shape = .ellipse
        case .diamond: node.shape = .diamond
        case .hexagon: node.shape = .hexagon
        case .subroutine, .cylinder, .leanRight, .leanLeft, .trapezoid, .flippedTrapezoid, .odd, .other: break
        }
        node.lostShape = lostName
    }

    /// Is true unless its name is none that is read as another shape.
    var isKnown: Bool { if case .other = self { false } else { true } }

    /// Its name, if no document has it.
    private var lostName: String? {
        switch self {
        case .rectangle, .round, .stadium, .circle, .ellipse, .diamond, .hexagon: nil
        case .doubleCircle: "double-circle"
        case .subroutine: "subroutine"
        case .cylinder: "cylinder"
        case .leanRight: "lean-right"
        case .leanLeft: "lean-left"
        case .trapezoid: "trapezoid"
        case .flippedTrapezoid: "inv-trapezoid"
        case .odd: "odd"
        case .other(let name): name
        }
    }
}
