import Graph
import Wire

extension MermaidWriter {
    /// The length of the longest written link; longer ones are shortened.
    private static let longest = 50
    /// The members of edges that are written or reported as losses.
    private static let edgeMembers: Set<JSONString> = [
        "data", "hidden", "style", "richLabel", "labelStyle", "labels", "markerStart", "markerEnd", "animated",
    ]

    /// Writes the edge with a number.
    mutating func writeEdge(_ slot: Edge.Slot, _ number: Int, into writer: inout JSONWriter) {
        let edge = ExportEdge(graph, slot, for: .mermaid, taking: MermaidWriter.edgeMembers)
        let (id, ends) = (edge.id, edge.ends)
        var (start, end) = (head(edge.start), head(edge.end))
        var (first, last) = (identifiers[ends.source], identifiers[ends.target])
        if !edge.isHidden && start != .none && end == .none {
            (start, end) = (end, start)
            (first, last) = (last, first)
            tally.add(.edge, id, "head", "a head at the start alone is written as one at the end, the ends exchanged")
        } else if !edge.isHidden && start != .none && start != end {
            tally.add(.edge, id, "head", "Mermaid draws the head at the start only if that at the end is like it")
        }
        writer.append("  ")
        writer.append(string: first)
        writer.append(" ")
        let name = edge.isAnimated ? identifiers.link(number + 1) : nil
        if let name { writer.append(string: "\(name)@") }
        writer.append(string: link(edge, start, end))
        if let label = edge.label, !label.isEmpty {
            writer.append("|\"")
            writeLabel(label, edge.look.rich, into: &writer)
            writer.append("\"|")
        }
        writer.append(string: " \(last)\n")
        if let name { links.append("  \(name)@{ animate: true }\n") }
        finish(edge, number)
    }

    private func head(_ head: ExportEdge.Head) -> MermaidLink.Head {
        switch head {
        case .none: .none
        case .circle: .circle
        case .cross: .cross
        case .open, .closed, .other: .arrow
        }
    }

    /// The characters of a link with these heads.
    private func link(_ edge: ExportEdge, _ start: MermaidLink.Head, _ end: MermaidLink.Head) -> String {
        let stated = edge.data?["length"]?.doubleValue ?? 1
        let length = stated > 1 ? Int(min(stated, Double(MermaidWriter.longest))) : 1
        if edge.isHidden { return String(repeating: "~", count: length + 2) }
        let opening = start == .arrow ? "<" : start.sign
        let closing = end == .arrow ? ">" : end.sign
        if !edge.look.dash.isEmpty { return "\(opening)-\(String(repeating: ".", count: length))-\(closing)" }
        let sign = MermaidLooks.isThick(edge.look) ? "=" : "-"
        // A head replaces the last character.
        return opening + String(repeating: sign, count: end == .none ? length + 2 : length + 1) + closing
    }

    /// Records the look of an edge, and reports its losses.
    private mutating func finish(_ edge: ExportEdge, _ number: Int) {
        let (id, ends) = (edge.id, edge.ends)
        edgeLooks.add(edge.isHidden ? "" : MermaidLooks.lineProperties(edge.look), "\(number)")
        if ends.sourceHandle != nil || ends.targetHandle != nil {
            tally.add(.edge, id, "handle", "the handles at which edges end are not written")
        }
        if !edge.furtherLabels.isEmpty { tally.add(.edge, id, "labels", "of the labels only the first is written") }
        for head in [edge.start, edge.end] {
            if case .other(let name) = head {
                tally.add(.edge, id, "head", "Mermaid has no head \"\(name)\"; an arrow is written")
            }
        }
        if let data = edge.data {
            let isLength = data.objectValue.map { $0.members.count == 1 && $0["length"] != nil } ?? false
            if !isLength { tally.add(.edge, id, "data", "Mermaid has no `data`") }
        }
        lose(.edge, id, styles: edge.lostStyles, members: edge.others)
    }
}

extension MermaidLink.Head {
    /// The character beside a line; empty for arrows, whose character depends on the end.
    fileprivate var sign: String {
        switch self {
        case .circle: "o"
        case .cross: "x"
        case .none, .arrow: ""
        }
    }
}
