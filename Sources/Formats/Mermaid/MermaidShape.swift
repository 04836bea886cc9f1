import Geometry

/// A named shape of Mermaid as the nearest shape of documents
/// (<https://mermaid.js.org/syntax/flowchart.html#complete-list-of-new-shapes>).
struct MermaidShape {
    /// The stated name.
    let name: String
    let shape: NodeShape
    /// Is true if the document's shape looks like that of Mermaid.
    let isSame: Bool
    /// Is true if Mermaid has a shape of this name.
    let isKnown: Bool
    /// Is true if the shape is as wide as high.
    private let isSquare: Bool
    private let cornerRadius: Double?

    private static let roundRadius = 20.0

    /// Finds a shape by any of its names.
    init(name: String) {
        self.name = name
        let (shape, isSame) = MermaidShape.same[name].map { ($0, true) } ?? (MermaidShape.nearest[name], false)
        (self.shape, self.isSame, isKnown) = (shape ?? .rectangle, isSame, shape != nil)
        isSquare = self.shape == .ellipse && name != "ellipse" || self.shape == .doubleEllipse
        cornerRadius = ["rounded", "round", "event"].contains(name) ? MermaidShape.roundRadius : nil
    }

    /// The names of shapes that documents have.
    private static let same: [String: NodeShape] = [
        "rect": .rectangle, "rectangle": .rectangle, "proc": .rectangle, "process": .rectangle, "square": .rectangle,
        "rounded": .rectangle, "round": .rectangle, "event": .rectangle, "stadium": .capsule, "pill": .capsule,
        "terminal": .capsule, "circle": .ellipse, "circ": .ellipse, "ellipse": .ellipse, "diam": .diamond,
        "diamond": .diamond, "decision": .diamond, "question": .diamond, "hex": .hexagon, "hexagon": .hexagon,
        "prepare": .hexagon, "cyl": .cylinder, "cylinder": .cylinder, "database": .cylinder, "db": .cylinder,
        "fr-rect": .subroutine, "framed-rectangle": .subroutine, "subproc": .subroutine, "subprocess": .subroutine,
        "subroutine": .subroutine, "lean-r": .parallelogram, "lean-right": .parallelogram, "in-out": .parallelogram,
        "lean-l": .leftParallelogram, "lean-left": .leftParallelogram, "out-in": .leftParallelogram,
        "trap-b": .trapezoid, "priority": .trapezoid, "trapezoid": .trapezoid, "trapezoid-bottom": .trapezoid,
        "trap-t": .invertedTrapezoid, "inv-trapezoid": .invertedTrapezoid, "manual": .invertedTrapezoid,
        "trapezoid-top": .invertedTrapezoid, "dbl-circ": .doubleEllipse, "double-circle": .doubleEllipse,
        "doublecircle": .doubleEllipse, "odd": .flag, "doc": .document, "document": .document, "delay": .delay,
        "half-rounded-rectangle": .delay, "cloud": .cloud, "braces": .braces,
        "docs": .documents, "documents": .documents, "st-doc": .documents, "stacked-document": .documents,
        "st-rect": .stack, "processes": .stack, "procs": .stack, "stacked-rectangle": .stack,
        "sl-rect": .manualInput, "manual-input": .manualInput, "sloped-rectangle": .manualInput,
        "notch-rect": .card, "card": .card, "notched-rectangle": .card, "win-pane": .internalStorage,
        "internal-storage": .internalStorage, "window-pane": .internalStorage, "flag": .tape, "paper-tape": .tape,
        "curv-trap": .display, "curved-trapezoid": .display, "display": .display, "notch-pent": .loopLimit,
        "loop-limit": .loopLimit, "notched-pentagon": .loopLimit, "bow-rect": .dataStorage,
        "bow-tie-rectangle": .dataStorage, "stored-data": .dataStorage,
    ]

    /// The names in Mermaid of shapes without brackets, where they are not those of documents.
    static let names: [NodeShape: String] = [
        .document: "doc", .documents: "docs", .stack: "st-rect", .manualInput: "sl-rect", .card: "notch-rect",
        .internalStorage: "win-pane", .tape: "flag", .display: "curv-trap", .loopLimit: "notch-pent",
        .dataStorage: "bow-rect",
    ]

    /// The names of all other shapes, with the nearest shape of documents.
    private static let nearest: [String: NodeShape] = {
        let lists: [(NodeShape, [String])] = [
            (
                .ellipse,
                [
                    "sm-circ", "small-circle", "start", "f-circ", "filled-circle", "junction", "cross-circ",
                    "crossed-circle", "summary",
                ]
            ),
            (.doubleEllipse, ["fr-circ", "framed-circle", "stop"]), (.cloud, ["bang"]),
            (.capsule, ["h-cyl", "das", "horizontal-cylinder"]), (.braces, ["brace", "brace-l", "comment", "brace-r"]),
            (
                .document,
                ["lin-doc", "lined-document", "tag-doc", "tag-document", "tagged-document"]
            ),
            (.diamond, ["hourglass", "collate"]), (.cylinder, ["lin-cyl", "disk", "lined-cylinder"]),
            (
                .rectangle,
                [
                    "bolt", "com-link", "lightning-bolt", "div-rect", "div-proc", "divided-process",
                    "divided-rectangle", "tri", "extract", "triangle", "fork", "join", "lin-rect", "lin-proc",
                    "lined-process", "lined-rectangle", "shaded-process", "flip-tri", "flipped-triangle",
                    "manual-file", "tag-rect", "tag-proc", "tag-process", "tagged-rectangle", "text", "datastore",
                    "data-store",
                ]
            ),
        ]
        return lists.reduce(into: [:]) { table, list in for name in list.1 { table[name] = list.0 } }
    }()

    /// The shapes without text, with the lengths of their sides in Mermaid.
    private static let textless: [String: (along: Double, across: Double)] = {
        let lists = [
            ((10.0, 70.0), ["fork", "join"]), ((30, 30), ["hourglass", "collate"]),
            ((60, 60), ["cross-circ", "crossed-circle", "summary"]),
            (
                (14, 14),
                [
                    "sm-circ", "small-circle", "start", "f-circ", "filled-circle", "junction", "fr-circ",
                    "framed-circle", "stop",
                ]
            ),
        ]
        return lists.reduce(into: [:]) { table, list in for name in list.1 { table[name] = list.0 } }
    }()

    /// Sets the size of a node without a label of its own if its shape shows no text.
    static func fit(_ node: inout TextGraph.Node) {
        guard let sides = node.lostShape.flatMap({ textless[$0] }) else { return }
        if let label = node.label, !label.isEmpty, label != node.id { return }
        let isLevel = node.direction == .left || node.direction == .right
        node.label = ""
        node.size = Size(
            width: isLevel ? sides.along : sides.across, height: isLevel ? sides.across : sides.along)
    }

    /// Gives a node this shape.
    func apply(to node: inout TextGraph.Node) {
        node.cornerRadius = cornerRadius
        node.lostShape = isSame ? nil : name
        node.shape = shape
        node.isSquare = isSquare
    }
}
