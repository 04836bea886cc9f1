import Geometry

/// A named shape of DOT as the nearest shape of documents (<https://graphviz.org/doc/info/shapes.html>).
struct DOTShape {
    let shape: NodeShape
    /// Is true if the document's shape looks like that of Graphviz.
    let isSame: Bool
    /// Is true if the shape is as wide as high.
    let isRound: Bool

    init(_ name: String) {
        isRound = ["circle", "doublecircle", "point", "Mcircle"].contains(name)
        switch name {
        case "ellipse", "oval", "circle": (shape, isSame) = (.ellipse, true)
        case "doublecircle": (shape, isSame) = (.doubleEllipse, true)
        case "trapezium": (shape, isSame) = (.trapezoid, true)
        case "invtrapezium": (shape, isSame) = (.invertedTrapezoid, true)
        case "point", "egg", "Mcircle": (shape, isSame) = (.ellipse, false)
        case "diamond": (shape, isSame) = (.diamond, true)
        case "Mdiamond": (shape, isSame) = (.diamond, false)
        case "hexagon": (shape, isSame) = (.hexagon, true)
        case "cylinder": (shape, isSame) = (.cylinder, true)
        case "parallelogram": (shape, isSame) = (.parallelogram, true)
        case "septagon", "octagon", "doubleoctagon", "tripleoctagon": (shape, isSame) = (.hexagon, false)
        case "box", "rect", "rectangle", "square", "record", "Mrecord": (shape, isSame) = (.rectangle, true)
        default: (shape, isSame) = (.rectangle, false)
        }
    }

    /// The name of the nearest shape in DOT; nil for the rectangle.
    static func name(of shape: NodeShape) -> (name: String, isSame: Bool)? {
        switch shape {
        case .rectangle: nil
        case .ellipse, .diamond, .hexagon, .cylinder, .parallelogram: (shape.rawValue, true)
        case .doubleEllipse: ("doublecircle", true)
        case .trapezoid: ("trapezium", true)
        case .invertedTrapezoid: ("invtrapezium", true)
        case .leftParallelogram: ("parallelogram", false)
        case .cloud: ("ellipse", false)
        case .capsule, .subroutine, .flag, .document, .delay, .braces, .documents, .stack, .manualInput, .card,
            .internalStorage, .tape, .display, .loopLimit, .dataStorage:
            ("box", false)
        }
    }
}
