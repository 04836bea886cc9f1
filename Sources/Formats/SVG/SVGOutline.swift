import Geometry
import Wire

/// The outline of a node in a picture.
struct SVGOutline {
    let shape: NodeShape
    let frame: Rect
    /// The radius of the corners of a rectangle.
    let radius: Double

    /// The radius, limited to half the shorter side. A capsule always has that limit.
    var boundedRadius: Double {
        let greatest = max(min(frame.width / 2, frame.height / 2), 0)
        return shape == .capsule ? greatest : min(radius, greatest)
    }

    /// A rectangle inside the outline, for texts.
    var inner: Rect { shape.inside(of: frame) }
}

/// The lines of the shapes that are neither rectangles nor ellipses.
enum ShapeLine {
    /// A step of a line: its letter in paths of SVG, and its points as fractions of the frame's sides.
    typealias Step = (letter: String, points: [Double])

    static func steps(of shape: NodeShape) -> [Step]? {
        switch shape {
        case .rectangle, .ellipse, .capsule: nil
        case .diamond: polygon(0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5)
        case .hexagon: polygon(0.25, 0, 0.75, 0, 1, 0.5, 0.75, 1, 0.25, 1, 0, 0.5)
        case .parallelogram: polygon(0.15, 0, 1, 0, 0.85, 1, 0, 1)
        case .leftParallelogram: polygon(0, 0, 0.85, 0, 1, 1, 0.15, 1)
        case .trapezoid: polygon(0.15, 0, 0.85, 0, 1, 1, 0, 1)
        case .invertedTrapezoid: polygon(0, 0, 1, 0, 0.85, 1, 0.15, 1)
        case .flag: polygon(0, 0, 1, 0, 1, 1, 0, 1, 0.08, 0.5)
        case .subroutine:
            polygon(0, 0, 1, 0, 1, 1, 0, 1)
                + [("M", [0.075, 0]), ("L", [0.075, 1]), ("M", [0.925, 0]), ("L", [0.925, 1])]
        case .cylinder:
            [("M", [0, 0.0625])] + halfEllipse(from: 0, to: 1, y: 0.0625, -0.0625) + [("L", [1, 0.9375])]
                + halfEllipse(from: 1, to: 0, y: 0.9375, 0.0625) + [("Z", []), ("M", [0, 0.0625])]
                + halfEllipse(from: 0, to: 1, y: 0.0625, 0.0625)
        case .doubleEllipse: ellipse(0) + ellipse(0.05)
        case .document:
            [
                ("M", [0, 0]), ("L", [1, 0]), ("L", [1, 0.94]), ("C", [0.83, 0.86, 0.67, 0.86, 0.5, 0.94]),
                ("C", [0.33, 1.02, 0.17, 1.02, 0, 0.94]), ("Z", []),
            ]
        case .delay:
            [("M", [0, 0]), ("L", [0.8, 0]), ("C", [1.067, 0, 1.067, 1, 0.8, 1]), ("L", [0, 1]), ("Z", [])]
        case .cloud:
            [
                ("M", [0.24, 0.9]), ("C", [0.06, 0.94, -0.02, 0.74, 0.07, 0.64]),
                ("C", [-0.03, 0.52, 0.01, 0.28, 0.17, 0.3]), ("C", [0.18, 0.06, 0.44, -0.04, 0.55, 0.12]),
                ("C", [0.68, -0.02, 0.87, 0.06, 0.86, 0.29]), ("C", [0.99, 0.29, 1.03, 0.54, 0.93, 0.65]),
                ("C", [1.02, 0.79, 0.92, 0.96, 0.78, 0.89]), ("C", [0.71, 1.03, 0.56, 1.03, 0.5, 0.93]),
                ("C", [0.43, 1.03, 0.28, 1.03, 0.24, 0.9]), ("Z", []),
            ]
        case .braces: brace(from: 0) + brace(from: 1)
        case .documents: frontDocument + cardsBehind
        case .stack: polygon(0, 0.12, 0.92, 0.12, 0.92, 1, 0, 1) + cardsBehind
        case .manualInput: polygon(0, 0.25, 1, 0, 1, 1, 0, 1)
        case .card: polygon(0.12, 0, 1, 0, 1, 1, 0, 1, 0, 0.25)
        case .internalStorage:
            polygon(0, 0, 1, 0, 1, 1, 0, 1)
                + [("M", [0.06, 0]), ("L", [0.06, 1]), ("M", [0, 0.12]), ("L", [1, 0.12])]
        case .tape:
            [
                ("M", [0, 0.06]), ("C", [0.17, 0.14, 0.33, 0.14, 0.5, 0.06]),
                ("C", [0.67, -0.02, 0.83, -0.02, 1, 0.06]),
                ("L", [1, 0.94]), ("C", [0.83, 0.86, 0.67, 0.86, 0.5, 0.94]), ("C", [0.33, 1.02, 0.17, 1.02, 0, 0.94]),
                ("Z", []),
            ]
        case .display:
            [
                ("M", [0, 0.5]), ("L", [0.12, 0]), ("L", [0.82, 0]), ("C", [1.06, 0, 1.06, 1, 0.82, 1]),
                ("L", [0.12, 1]), ("Z", []),
            ]
        case .loopLimit: polygon(0.1, 0, 0.9, 0, 1, 0.2, 1, 1, 0, 1, 0, 0.2)
        case .dataStorage:
            [
                ("M", [0.08, 0]), ("L", [1, 0]), ("C", [0.8933, 0, 0.8933, 1, 1, 1]), ("L", [0.08, 1]),
                ("C", [-0.0267, 1, -0.0267, 0, 0.08, 0]), ("Z", []),
            ]
        }
    }

    private static let frontDocument: [Step] = [
        ("M", [0, 0.12]), ("L", [0.92, 0.12]), ("L", [0.92, 0.94]), ("C", [0.77, 0.86, 0.61, 0.86, 0.46, 0.94]),
        ("C", [0.31, 1.02, 0.15, 1.02, 0, 0.94]), ("Z", []),
    ]

    /// The parts that are seen of two cards behind one, each farther to the right and to the top.
    private static let cardsBehind: [Step] = [
        ("M", [0.04, 0.12]), ("L", [0.04, 0.06]), ("L", [0.96, 0.06]), ("L", [0.96, 0.94]), ("L", [0.92, 0.94]),
        ("M", [0.08, 0.06]), ("L", [0.08, 0]), ("L", [1, 0]), ("L", [1, 0.88]), ("L", [0.96, 0.88]),
    ]

    private static func polygon(_ points: Double...) -> [Step] {
        stride(from: 0, to: points.count, by: 2).map { ($0 == 0 ? "M" : "L", [points[$0], points[$0 + 1]]) }
            + [("Z", [])]
    }

    /// The distance of the control points of a quarter circle, as a fraction of the radius.
    private static let bend = 0.5523

    /// Half an ellipse, from left to right or back. It begins and ends at the height `y`.
    private static func halfEllipse(from start: Double, to end: Double, y: Double, _ depth: Double) -> [Step] {
        let (middle, control) = ((start + end) / 2, (end - start) / 2 * bend)
        return [
            ("C", [start, y + depth * bend, middle - control, y + depth, middle, y + depth]),
            ("C", [middle + control, y + depth, end, y + depth * bend, end, y]),
        ]
    }

    private static func ellipse(_ inset: Double) -> [Step] {
        [("M", [inset, 0.5])] + halfEllipse(from: inset, to: 1 - inset, y: 0.5, inset - 0.5)
            + halfEllipse(from: 1 - inset, to: inset, y: 0.5, 0.5 - inset) + [("Z", [])]
    }

    /// A brace at one side of the frame, open towards the other side.
    private static func brace(from x: Double) -> [Step] {
        func at(_ part: Double) -> Double { abs(x - part) }
        return [
            ("M", [at(0.06), 0]), ("C", [at(0.01), 0, at(0.05), 0.5, at(0), 0.5]),
            ("C", [at(0.05), 0.5, at(0.01), 1, at(0.06), 1]),
        ]
    }
}

extension JSONWriter {
    /// Writes the element that draws an outline.
    ///
    /// - Parameter attributes: the attributes of its look.
    mutating func outline(_ outline: SVGOutline, _ attributes: String, style: String? = nil) {
        let steps = ShapeLine.steps(of: outline.shape)
        append(steps != nil ? "<path" : outline.shape == .ellipse ? "<ellipse" : "<rect")
        append(string: attributes)
        if let style { append(string: " style=\"\(style)\"") }
        let frame = outline.frame
        if let steps {
            append(" d=\"")
            for step in steps {
                append(string: step.letter)
                for place in stride(from: 0, to: step.points.count, by: 2) {
                    if place > 0 { append(" ") }
                    pair(
                        frame.minX + step.points[place] * frame.width,
                        frame.minY + step.points[place + 1] * frame.height)
                }
            }
            append("\"")
        } else if outline.shape == .ellipse {
            attribute("cx", frame.center.x)
            attribute("cy", frame.center.y)
            attribute("rx", frame.width / 2)
            attribute("ry", frame.height / 2)
        } else {
            place(frame)
            attribute("rx", outline.boundedRadius)
        }
        append("/>")
    }
}
