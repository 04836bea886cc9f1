import Graph
import Wire

/// The distinct looks of a flowchart's elements, with the names of the elements.
struct MermaidLooks {
    private(set) var all: [(properties: String, names: [String])] = []
    private var places: [String: Int] = [:]

    /// Adds an element; does nothing without properties.
    mutating func add(_ properties: String, _ name: String) {
        if properties.isEmpty { return }
        if let place = places[properties] {
            all[place].names.append(name)
        } else {
            places[properties] = all.count
            all.append((properties, [name]))
        }
    }

    /// The width of a thick link, in canvas units.
    static let thickWidth = 3.5
    /// The dashes of a dotted link, in canvas units.
    static let dots = [3.0]

    /// Returns true if a line is written as a thick link.
    static func isThick(_ look: DrawnLook) -> Bool { (look.strokeWidth ?? 0) >= 3 && look.dash.isEmpty }

    /// The look of a node as CSS properties, separated by commas.
    static func properties(_ look: DrawnLook) -> String {
        var list: [String] = []
        if let fill = look.fill { list.append("fill:\(fill)") }
        list += lines(look, isDashed: !look.dash.isEmpty, hasWidth: look.strokeWidth != nil)
        if let text = look.text { list.append("color:\(text)") }
        if let isBold = look.isBold { list.append("font-weight:\(isBold ? "bold" : "normal")") }
        if let isItalic = look.isItalic { list.append("font-style:\(isItalic ? "italic" : "normal")") }
        return list.joined(separator: ",")
    }

    /// The look of an edge that its link does not express.
    static func lineProperties(_ look: DrawnLook) -> String {
        let isPlainThick = isThick(look) && look.strokeWidth == thickWidth
        var list = lines(look, isDashed: !look.dash.isEmpty && look.dash != dots, hasWidth: !isPlainThick)
        if let text = look.text { list.append("color:\(text)") }
        return list.joined(separator: ",")
    }

    private static func lines(_ look: DrawnLook, isDashed: Bool, hasWidth: Bool) -> [String] {
        var list: [String] = []
        if let stroke = look.stroke { list.append("stroke:\(stroke)") }
        if hasWidth, let width = look.strokeWidth { list.append("stroke-width:\(JSON.number(width).description)px") }
        if isDashed {
            list.append("stroke-dasharray:" + look.dash.map { JSON.number($0).description }.joined(separator: " "))
        }
        if let opacity = look.opacity { list.append("opacity:\(JSON.number(opacity).description)") }
        return list
    }
}

extension MermaidWriter {
    /// Writes the looks after everything else: a class for each look of several nodes, else a style.
    func writeLooks<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var count = 0
        for (properties, names) in nodeLooks.all {
            if names.count == 1 {
                writer.append(string: "  style \(names[0]) \(properties)\n")
            } else {
                count += 1
                writer.append(string: "  classDef c\(count) \(properties)\n  class ")
                try writeList(names, into: &writer, flush)
                writer.append(string: " c\(count)\n")
            }
            try flush(&writer)
        }
        for (properties, numbers) in edgeLooks.all {
            writer.append("  linkStyle ")
            try writeList(numbers, into: &writer, flush)
            writer.append(string: " \(properties)\n")
        }
    }

    private func writeList<Failure: Error>(
        _ names: [String], into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        for (index, name) in names.enumerated() {
            if index > 0 { writer.append(",") }
            writer.append(string: name)
            try flush(&writer)
        }
    }
}
