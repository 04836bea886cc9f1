import Geometry
import Graph
import Wire

extension MermaidWriter {
    /// The members of nodes that are written, follow from the direction, or are reported as losses.
    private static let members: Set<JSONString> = [
        "data", "hidden", "layout", "style", "richLabel", "sourcePosition", "targetPosition",
    ]

    /// Writes a node with its shape and its label.
    mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let node = ExportNode(graph, slot, for: .mermaid, taking: MermaidWriter.members)
        let label = node.shownLabel(in: document)
        let icon = MermaidWriter.icon(of: node)
        writer.append(string: identifiers[slot])
        if let brackets = keptShape(node) == nil ? brackets(of: node) : nil {
            writer.append(string: brackets.opening)
            writer.append("\"")
            if let icon { writer.append(string: icon + " ") }
            writeLabel(label, node.look.rich, into: &writer)
            writer.append("\"")
            writer.append(string: brackets.closing)
            writer.append("\n")
        } else {
            let name = keptShape(node) ?? MermaidShape.names[node.shape] ?? node.shape.rawValue
            writer.append(string: "@{ shape: \(name), label: \"")
            if let icon { writer.append(string: icon + " ") }
            writeLabel(label, node.look.rich, isYAML: true, into: &writer)
            writer.append("\" }\n")
        }
        finish(node, label, hasIcon: icon != nil)
    }

    /// Begins the subgraph of a group.
    mutating func openGroup(_ slot: Node.Slot, _ depth: Int, into writer: inout JSONWriter) {
        let node = ExportNode(graph, slot, for: .mermaid, taking: MermaidWriter.members)
        let label = node.shownLabel(in: document)
        writer.append(string: "subgraph \(identifiers[slot])[\"")
        writeLabel(label, node.look.rich, into: &writer)
        writer.append("\"]\n")
        if let direction = node.direction {
            indent(depth + 1, into: &writer)
            writer.append(string: "direction \(direction.rawValue)\n")
        }
        if node.shape != .rectangle {
            tally.add(.node, node.id, "shape", "subgraphs are rectangles")
        }
        finish(node, label)
    }

    /// Writes a text for quotation marks. The grammar has no empty text, so a blank stands for it.
    func writeLabel(
        _ label: String, _ rich: RichLabel?, isYAML: Bool = false, into writer: inout JSONWriter
    ) {
        if let rich, rich.text == label, !MarkedText.hasSigns(label) {
            return writer.append(string: rich.html { MermaidLabel.escaped($0, isYAML: isYAML) })
        }
        writer.append(string: label.isEmpty ? " " : MermaidLabel.escaped(label, isYAML: isYAML))
    }

    /// The brackets of a shape; nil for shapes without brackets. Mermaid draws ellipses as circles.
    private func brackets(of node: ExportNode) -> (opening: String, closing: String)? {
        switch node.shape {
        case .rectangle: node.isRound ? ("(", ")") : ("[", "]")
        case .capsule: ("([", "])")
        case .ellipse: ("((", "))")
        case .diamond: ("{", "}")
        case .hexagon: ("{{", "}}")
        case .cylinder: ("[(", ")]")
        case .subroutine: ("[[", "]]")
        case .parallelogram: ("[/", "/]")
        case .leftParallelogram: ("[\\", "\\]")
        case .trapezoid: ("[/", "\\]")
        case .invertedTrapezoid: ("[\\", "/]")
        case .doubleEllipse: ("(((", ")))")
        case .flag: (">", "]")
        case .document, .delay, .cloud, .braces, .documents, .stack, .manualInput, .card, .internalStorage, .tape,
            .display, .loopLimit, .dataStorage:
            nil
        }
    }

    /// The name of the shape in the flowchart that was read, if the node still has the shape that stands for it.
    private func keptShape(_ node: ExportNode) -> String? {
        guard let name = node.kept?["shape"]?.stringValue else { return nil }
        var read = TextGraph.Node(id: "")
        let shape = MermaidShape(name: name)
        shape.apply(to: &read)
        return shape.isKnown && read.shape == node.shape ? name : nil
    }

    /// The name of the icon that a node has before its label.
    private static func icon(of node: ExportNode) -> String? {
        guard let name = node.data?["icon"]?.stringValue else { return nil }
        let found = MermaidLabel.icon(before: name)
        return found.text.isEmpty ? found.icon : nil
    }

    /// The targets of links.
    private static let targets: Set = ["_self", "_blank", "_parent", "_top"]

    /// Records the look and the link of a node, and reports its losses.
    private mutating func finish(_ node: ExportNode, _ label: String, hasIcon: Bool = false) {
        let (id, slot) = (node.id, node.slot)
        nodeLooks.add(MermaidLooks.properties(node.look), identifiers[slot])
        var data = node.data(besides: label)
        if hasIcon, case .object(var object)? = data {
            object["icon"] = nil
            data = object.isEmpty ? nil : .object(object)
        }
        if case .object(var object)? = data, let href = object["href"]?.stringValue, !href.isEmpty {
            var line = "  click \(identifiers[slot]) href \"\(MermaidLabel.link(href))\""
            object["href"] = nil
            if let tooltip = object["tooltip"]?.stringValue {
                line += " \"\(MermaidLabel.escaped(tooltip))\""
                object["tooltip"] = nil
            }
            if let target = object["target"]?.stringValue, MermaidWriter.targets.contains(target) {
                line += " \(target)"
                object["target"] = nil
            }
            links.append(line + "\n")
            data = object.isEmpty ? nil : .object(object)
        }
        if data != nil { tally.add(.node, id, "data", "Mermaid has no `data`") }
        if document.isPlaced(slot) {
            tally.add(.node, id, "position", "Mermaid lays out by itself; positions and sizes are not written")
        }
        if document.nodes.flags(slot).contains(.hasHandles) {
            tally.add(.node, id, "handles", "Mermaid has no handles")
        }
        if node.isHidden { tally.add(.node, id, "hidden", "Mermaid shows every node") }
        lose(.node, id, styles: node.lostStyles, members: node.others)
    }
}
