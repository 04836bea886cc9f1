import Geometry

/// A shape that draw.io has, too. Rectangles and capsules follow from the corners of a style.
struct DrawioShape {
    let shape: NodeShape
    /// The names that a style may give it.
    let names: [String]
    /// The key that must be on for it; nil for none.
    let flip: StaticString?
    /// The style that is written for it.
    let style: String

    private init(_ shape: NodeShape, _ names: [String], flip: StaticString? = nil, _ style: String) {
        (self.shape, self.names, self.flip, self.style) = (shape, names, flip, style)
    }

    /// Returns nil for a shape that draw.io does not have.
    init?(_ shape: NodeShape) {
        guard let row = DrawioShape.all.first(where: { $0.shape == shape }) else { return nil }
        self = row
    }

    /// Every shape; of those with the same names the first counts whose key is on.
    static let all = [
        DrawioShape(.ellipse, ["ellipse"], "ellipse;"),
        DrawioShape(.diamond, ["rhombus"], "rhombus;"),
        DrawioShape(.hexagon, ["hexagon"], "shape=hexagon;perimeter=hexagonPerimeter2;"),
        DrawioShape(
            .cylinder, ["cylinder", "cylinder2", "cylinder3"], "shape=cylinder3;boundedLbl=1;backgroundOutline=1;"),
        DrawioShape(.subroutine, ["process"], "shape=process;backgroundOutline=1;"),
        DrawioShape(
            .leftParallelogram, ["parallelogram"], flip: "flipH",
            "shape=parallelogram;perimeter=parallelogramPerimeter;flipH=1;"),
        DrawioShape(.parallelogram, ["parallelogram"], "shape=parallelogram;perimeter=parallelogramPerimeter;"),
        DrawioShape(
            .invertedTrapezoid, ["trapezoid"], flip: "flipV", "shape=trapezoid;perimeter=trapezoidPerimeter;flipV=1;"),
        DrawioShape(.trapezoid, ["trapezoid"], "shape=trapezoid;perimeter=trapezoidPerimeter;"),
        DrawioShape(.doubleEllipse, ["doubleEllipse"], "ellipse;shape=doubleEllipse;"),
        DrawioShape(.document, ["document"], "shape=document;boundedLbl=1;"),
        DrawioShape(.manualInput, ["manualInput"], "shape=manualInput;"),
        DrawioShape(.card, ["card"], "shape=card;"),
        DrawioShape(.internalStorage, ["internalStorage"], "shape=internalStorage;"),
        DrawioShape(.tape, ["tape"], "shape=tape;"),
        DrawioShape(.display, ["display"], "shape=display;"),
        DrawioShape(.loopLimit, ["loopLimit"], "shape=loopLimit;"),
        DrawioShape(.dataStorage, ["dataStorage"], "shape=dataStorage;"),
        DrawioShape(.delay, ["delay"], "shape=delay;"),
        DrawioShape(.cloud, ["cloud"], "ellipse;shape=cloud;"),
    ]
}
