import Geometry
import Graph
import Wire

/// The title of a document, which stands above everything in a picture.
struct SVGTitle {
    let box: Rect
    private let lines: [String]

    private static let (size, pitch, gap) = (16.0, 20.0, 16.0)
    private static let (leastWidth, mostLines) = (300.0, 4)

    /// - Parameter bounds: everything else; a title that is wider takes several lines.
    init?(_ title: String, above bounds: Rect) {
        let width = max(bounds.width, SVGTitle.leastWidth)
        lines = TextLayout.lines(title, width: width / SVGTitle.size, limit: SVGTitle.mostLines, .bold)
        let widest = lines.map { TextLayout.width($0, .bold) * SVGTitle.size }.max() ?? 0
        if widest == 0 { return nil }
        let height = Double(lines.count) * SVGTitle.pitch
        box = Rect(
            x: (bounds.minX + bounds.maxX - widest) / 2, y: bounds.minY - SVGTitle.gap - height, width: widest,
            height: height)
    }

    func write(_ attributes: String, into writer: inout JSONWriter) {
        for (number, line) in lines.enumerated() {
            let place = Point(x: box.center.x, y: box.minY + (Double(number) + 0.75) * SVGTitle.pitch)
            writer.line(line, attributes, size: SVGTitle.size, at: place)
            writer.append("\n")
        }
    }
}
