import Geometry
import Graph
import Wire

extension SVGPicture {
    /// Writes the bands of lanes with their titles in the top-left corner.
    func writeLanes(into writer: inout JSONWriter) {
        for band in lanes {
            writer.append("<g class=\"lane\" data-id=\"")
            writer.xml(band.lane.string)
            writer.append("\">")
            if let title = band.title { writeTitle(title, into: &writer) }
            writer.append("<rect")
            writer.append(string: style.attributes(of: .group))
            writer.place(band.frame)
            writer.append("/>")
            let available = (band.frame.width - 24) / 12
            if options.labels, let title = band.title,
                let line = TextLayout.lines(title, width: available, limit: 1, .bold).first
            {
                let place = Point(x: band.frame.minX + 12, y: band.frame.minY + 19)
                writer.line(line, style.attributes(of: .title), at: place)
            }
            writer.append("</g>\n")
        }
    }
}
