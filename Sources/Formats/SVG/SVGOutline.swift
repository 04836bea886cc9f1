import Geometry
import Wire

/// The outline of a node in a picture.
struct SVGOutline {
    let shape: NodeShape
    let frame: Rect
    /// The radius of the corners of a rectangle.
    let radius: Double

    /// No corner is rounder than the shorter side allows; those of a capsule are as round as that.
    var boundedRadius: Double {
        let greatest = max(min(frame.width / 2, frame.height / 2), 0)
        return shape == .capsule ? greatest : min(radius, greatest)
    }

    /// A rectangle inside of the outline, for texts.
    var inner: Rect { shape.inside(of: frame) }

    /// The corners of a shape that has corners; nil for the others.
    var corners: [Point]? {
        let center = frame.center
        switch shape {
        case .rectangle, .ellipse, .capsule, .cylinder, .subroutine: return nil
        case .diamond:
            return [
                Point(x: center.x, y: frame.minY), Point(x: frame.maxX, y: center.y),
                Point(x: center.x, y: frame.maxY), Point(x: frame.minX, y: center.y),
            ]
        case .hexagon:
            let quarter = frame.width / 4
            let (left, right) = (frame.minX + quarter, frame.maxX - quarter)
            return [
                Point(x: left, y: frame.minY), Point(x: right, y: frame.minY), Point(x: frame.maxX, y: center.y),
                Point(x: right, y: frame.maxY), Point(x: left, y: frame.maxY), Point(x: frame.minX, y: center.y),
            ]
        case .parallelogram:
            let slant = frame.width * 0.15
            return [
                Point(x: frame.minX + slant, y: frame.minY), Point(x: frame.maxX, y: frame.minY),
                Point(x: frame.maxX - slant, y: frame.maxY), Point(x: frame.minX, y: frame.maxY),
            ]
        }
    }
}

extension JSONWriter {
    /// Writes the element that draws an outline.
    ///
    /// - Parameter attributes: what says how it looks.
    mutating func outline(_ outline: SVGOutline, _ attributes: String, style: String? = nil) {
        switch outline.shape {
        case .rectangle, .capsule: append("<rect")
        case .ellipse: append("<ellipse")
        case .diamond, .hexagon, .cylinder, .subroutine, .parallelogram: append("<path")
        }
        append(string: attributes)
        if let style { append(string: " style=\"\(style)\"") }
        switch outline.shape {
        case .rectangle, .capsule:
            place(outline.frame)
            attribute("rx", outline.boundedRadius)
        case .ellipse:
            let center = outline.frame.center
            attribute("cx", center.x)
            attribute("cy", center.y)
            attribute("rx", outline.frame.width / 2)
            attribute("ry", outline.frame.height / 2)
        case .diamond, .hexagon, .parallelogram: path(through: outline.corners ?? [])
        case .cylinder: cylinder(outline.frame)
        case .subroutine:
            let (frame, inset) = (outline.frame, outline.frame.width * 0.075)
            append(" d=\"M")
            pair(frame.minX, frame.minY)
            for step in [("H", frame.maxX), ("V", frame.maxY), ("H", frame.minX)] as [(StaticString, Double)] {
                append(step.0)
                coordinate(step.1)
            }
            append("Z")
            for x in [frame.minX + inset, frame.maxX - inset] {
                append("M")
                pair(x, frame.minY)
                append("V")
                coordinate(frame.maxY)
            }
            append("\"")
        }
        append("/>")
    }

    /// A cylinder: its side with both ends, and the border of the upper one.
    private mutating func cylinder(_ frame: Rect) {
        let (width, height) = (frame.width / 2, frame.height / 16)
        let (top, bottom) = (frame.minY + height, frame.maxY - height)
        func arc(_ way: StaticString, _ x: Double, _ y: Double) {
            append("A")
            pair(width, height)
            append(way)
            pair(x, y)
        }
        append(" d=\"M")
        pair(frame.minX, top)
        arc(" 0 0 1 ", frame.maxX, top)
        append("V")
        coordinate(bottom)
        arc(" 0 0 1 ", frame.minX, bottom)
        append("ZM")
        pair(frame.minX, top)
        arc(" 0 0 0 ", frame.maxX, top)
        append("\"")
    }

    private mutating func path(through corners: [Point]) {
        append(" d=\"")
        for (index, corner) in corners.enumerated() {
            append(index == 0 ? "M" : "L")
            pair(corner.x, corner.y)
        }
        append("Z\"")
    }
}
