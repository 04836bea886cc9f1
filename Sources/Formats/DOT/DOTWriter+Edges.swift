import Geometry
import Graph
import Wire

extension DOTWriter {
    /// The members of edges that are written or reported as losses.
    private static let edgeMembers: Set<JSONString> = [
        "data", "hidden", "style", "richLabel", "labelStyle", "labels", "markerStart", "markerEnd", "animated",
    ]

    mutating func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let edge = ExportEdge(graph, slot, for: .dot, taking: DOTWriter.edgeMembers)
        let (id, ends) = (edge.id, edge.ends)
        var list = DOTAttributeList()
        if statesEdgeIDs { list.add(.id, id.string) }
        if let label = edge.label, !label.isEmpty { list.add(label: label, edge.look.rich) }
        addFurtherLabels(edge, id, to: &list)
        list.add(edge.look, isHidden: edge.isHidden, isEdge: true)
        addHeads(edge, id, to: &list)
        var data = edge.data
        if case .object(var object)? = data, let length = object["length"]?.doubleValue, length > 1 {
            list.add(.minlen, min(length, 1e6))
            object["length"] = nil
            data = object.isEmpty ? nil : .object(object)
        }
        let source = end(ends.source, ends.sourceHandle, .source, &list)
        let target = end(ends.target, ends.targetHandle, .target, &list)
        if graph.isGroup(ends.source) { list.add(quoted: .ltail, names[ends.source]) }
        if graph.isGroup(ends.target) { list.add(quoted: .lhead, names[ends.target]) }
        if !list.add(data: data) { tally.add(.edge, id, "data", "of `data` only texts and numbers are written") }
        writer.append(string: "  \(source) \(isDirected ? "->" : "--") \(target)\(list.text)\n")
        if edge.isAnimated { tally.add(.edge, id, "member", "DOT has no `animated`") }
        if edge.look.opacity != nil { tally.add(.edge, id, "style", "the style `opacity` is not written") }
        lose(.edge, id, styles: edge.lostStyles + edge.look.lostMarks, members: edge.others)
    }

    /// The name of a node, followed by the side of its handle. The id of the handle is an attribute unless it equals the side.
    private mutating func end(
        _ slot: Node.Slot, _ handle: Symbol?, _ kind: Handle.Kind, _ list: inout DOTAttributeList
    ) -> String {
        guard let handle else { return names[slot] }
        let id = document.symbols[handle].string
        let site = document.ownHandleSite(of: slot, symbol: handle, kind: kind)
        if let field = fields(of: slot)[id] {
            let wanted = kind == .source ? direction.sourceSide : direction.targetSide
            let isElsewhere = site.map { $0.side != field.side(near: wanted, isSource: kind == .source) } ?? false
            let side =
                isElsewhere ? site.map { ":\(DOTHandle.compass($0.side, .middle, Size(width: 0, height: 0)))" } : nil
            return "\(names[slot]):\(DOTText.quoted(id))\(side ?? "")"
        }
        let compass = site.map { DOTHandle.compass($0.side, $0.offset, size(of: slot)) } ?? "_"
        if id != compass { list.add(kind == .source ? .sourceHandle : .targetHandle, id) }
        return "\(names[slot]):\(compass)"
    }

    /// Adds the first label before the middle as the label of the tail, and the last one after it as that of the head.
    private mutating func addFurtherLabels(_ edge: ExportEdge, _ id: Edge.ID, to list: inout DOTAttributeList) {
        var left = edge.furtherLabels
        func text(_ label: FurtherLabel) -> String {
            label.text.withUnsafeBufferPointer { NodeText.string($0) } ?? ""
        }
        if let tail = left.firstIndex(where: { $0.fraction < 0.5 }) {
            list.add(label: .taillabel, text(left.remove(at: tail)))
        }
        if let head = left.lastIndex(where: { $0.fraction > 0.5 }) {
            list.add(label: .headlabel, text(left.remove(at: head)))
        }
        if !left.isEmpty { tally.add(.edge, id, "labels", "DOT has one label at each end and one in the middle") }
    }

    private mutating func addHeads(_ edge: ExportEdge, _ id: Edge.ID, to list: inout DOTAttributeList) {
        if !isDirected { return }
        let direction =
            switch (edge.start != .none, edge.end != .none) {
            case (false, true): "forward"
            case (true, true): "both"
            case (true, false): "back"
            case (false, false): "none"
            }
        if direction != "forward" { list.add(.dir, direction) }
        for (name, head) in [(DOTName.arrowhead, edge.end), (.arrowtail, edge.start)] {
            switch head {
            case .none, .closed: break
            case .open: list.add(name, "vee")
            case .circle: list.add(name, "dot")
            case .cross:
                list.add(name, "tee")
                tally.add(.edge, id, "head", "DOT has no crosses; `tee` is written")
            case .other(let other):
                if DOTHead.isKnown(other) {
                    list.add(name, other)
                } else {
                    tally.add(.edge, id, "head", "DOT has no head \"\(other)\"")
                }
            }
        }
    }
}

/// The arrowheads of Graphviz (<https://graphviz.org/docs/attr-types/arrowType/>).
enum DOTHead {
    private static let names: Set<String> = [
        "box", "crow", "curve", "icurve", "diamond", "dot", "inv", "none", "normal", "tee", "vee", "ediamond", "open",
        "halfopen", "empty", "invempty", "invdot", "invodot",
    ]

    /// Returns true for the name of a head, with or without the prefixes that make it hollow or a half.
    static func isKnown(_ name: String) -> Bool {
        if name.utf8.count > 12 { return false }
        var name = Substring(name)
        if names.contains(String(name)) { return true }
        if name.hasPrefix("o") { name = name.dropFirst() }
        if name.hasPrefix("l") || name.hasPrefix("r") { name = name.dropFirst() }
        return names.contains(String(name))
    }
}
