import Geometry

/// A shape of Mermaid by one of its names, as the nearest of a document's
/// (<https://mermaid.js.org/syntax/flowchart.html#complete-list-of-new-shapes>).
struct MermaidShape {
    /// The name as it is stated.
    let name: String
    let shape: NodeShape
    /// Is true if the document's shape is drawn as Mermaid draws this.
    let isSame: Bool
    /// Is true if Mermaid has a shape of this name.
    let isKnown: Bool
    /// Is true if it is as wide as high.
    private let isSquare: Bool
    private let cornerRadius: Double?

    private static let roundRadius = 20.0

    /// The shape of a name or of one of its other names.
    init(name: String) {
        self.name = name
        let (shape, isSame) = MermaidShape.same[name].map { ($0, true) } ?? (MermaidShape.nearest[name], false)
        (self.shape, self.isSame, isKnown) = (shape ?? .rectangle, isSame, shape != nil)
        isSquare = self.shape == .ellipse && name != "ellipse" && name != "cloud" && name != "bang"
        cornerRadius = ["rounded", "round", "event"].contains(name) ? MermaidShape.roundRadius : nil
    }

    /// The names of shapes that a document has.
    private static let same: [String: NodeShape] = [
        "rect": .rectangle, "rectangle": .rectangle, "proc": .rectangle, "process": .rectangle, "square": .rectangle,
        "rounded": .rectangle, "round": .rectangle, "event": .rectangle, "stadium": .capsule, "pill": .capsule,
        "terminal": .capsule, "circle": .ellipse, "circ": .ellipse, "ellipse": .ellipse, "diam": .diamond,
        "diamond": .diamond, "decision": .diamond, "question": .diamond, "hex": .hexagon, "hexagon": .hexagon,
        "prepare": .hexagon, "cyl": .cylinder, "cylinder": .cylinder, "database": .cylinder, "db": .cylinder,
        "fr-rect": .subroutine, "framed-rectangle": .subroutine, "subproc": .subroutine, "subprocess": .subroutine,
        "subroutine": .subroutine, "lean-r": .parallelogram, "lean-right": .parallelogram, "in-out": .parallelogram,
    ]

    /// The names of all other shapes, with what comes nearest to them.
    private static let nearest: [String: NodeShape] = {
        let lists: [(NodeShape, [String])] = [
            (
                .ellipse,
                [
                    "dbl-circ", "double-circle", "doublecircle", "sm-circ", "small-circle", "start", "f-circ",
                    "filled-circle", "junction", "fr-circ", "framed-circle", "stop", "cross-circ", "crossed-circle",
                    "summary", "cloud", "bang",
                ]
            ),
            (.capsule, ["delay", "half-rounded-rectangle", "h-cyl", "das", "horizontal-cylinder"]),
            (.diamond, ["hourglass", "collate"]), (.cylinder, ["lin-cyl", "disk", "lined-cylinder"]),
            (.parallelogram, ["lean-l", "lean-left", "out-in"]),
            (
                .hexagon,
                ["curv-trap", "curved-trapezoid", "display", "notch-pent", "loop-limit", "notched-pentagon"]
            ),
            (
                .rectangle,
                [
                    "notch-rect", "card", "notched-rectangle", "bolt", "com-link", "lightning-bolt", "brace", "brace-l",
                    "comment", "brace-r", "braces", "div-rect", "div-proc",
                    "divided-process", "divided-rectangle", "doc", "document", "tri", "extract", "triangle", "fork",
                    "join", "win-pane", "internal-storage", "window-pane", "lin-doc", "lined-document", "lin-rect",
                    "lin-proc", "lined-process", "lined-rectangle", "shaded-process", "flip-tri", "flipped-triangle",
                    "manual-file", "sl-rect", "manual-input", "sloped-rectangle", "trap-t", "inv-trapezoid", "manual",
                    "trapezoid-top", "docs", "documents", "st-doc", "stacked-document", "st-rect", "processes", "procs",
                    "stacked-rectangle", "odd", "flag", "paper-tape", "trap-b", "priority", "trapezoid",
                    "trapezoid-bottom", "bow-rect", "bow-tie-rectangle", "stored-data", "tag-doc", "tag-document",
                    "tagged-document", "tag-rect",
                    "tag-proc", "tag-process", "tagged-rectangle", "text", "datastore", "data-store",
                ]
            ),
        ]
        return lists.reduce(into: [:]) { table, list in for name in list.1 { table[name] = list.0 } }
    }()

    /// Gives a node this shape, or the nearest.
    func apply(to node: inout TextGraph.Node) {
        node.cornerRadius = cornerRadius
        node.lostShape = isSame ? nil : name
        node.shape = shape
        node.isSquare = isSquare
    }
}
