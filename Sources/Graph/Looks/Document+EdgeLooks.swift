import Geometry
import Storage
import Wire

extension Document {
    /// The form that an edge states; nil if it states none. Waypoints lead through the contents of a collapsed node,
    /// and do not count while the edge is drawn to one.
    @inlinable public func form(ofEdge slot: Edge.Slot) -> EdgeForm? {
        edges.flags(slot).isDisjoint(with: [.bent, .labelPlaced]) ? nil : statedForm(ofEdge: slot)
    }

    @usableFromInline func statedForm(ofEdge slot: Edge.Slot) -> EdgeForm {
        var form = EdgeForm()
        let isBent = edges.flags(slot).contains(.bent) && !isRedirected(edge: slot)
        withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                var cursor = JSONCursor(value)
                switch name.length {
                case 9 where isBent && name == "waypoints":
                    form.waypoints.removeAll()
                    if !EdgeForm.visitWaypoints(cursor, { form.waypoints.append($0) }) { form.waypoints = [] }
                case 11 where name == "labelOffset": form.labelOffset = EdgeForm.readPoint(&cursor)
                case 13 where name == "labelPosition": form.labelPosition = EdgeForm.readPosition(&cursor)
                default: break
                }
            }
        }
        return form
    }
}

extension Document {
    /// The labels in an edge's list `labels`, in its order. O(1) for an edge without any, else O(the bytes of its members).
    @inlinable public func furtherLabels(ofEdge slot: Edge.Slot) -> [FurtherLabel] {
        edges.flags(slot).contains(.furtherLabelled) ? readFurtherLabels(ofEdge: slot) : []
    }

    @usableFromInline func readFurtherLabels(ofEdge slot: Edge.Slot) -> [FurtherLabel] {
        var labels: [FurtherLabel] = []
        withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if name == "labels" {
                    FurtherLabel.visit(JSONCursor(value), within: settings.labelWidth) { labels.append($0) }
                }
            }
        }
        return labels
    }
}

extension Document {
    /// The size of an edge's label; nil without one. O(1), unless the setting `labelWidth` differs from the standard
    /// one.
    public func labelSize(ofEdge slot: Edge.Slot) -> Size? {
        let flags = edges.flags(slot)
        if flags.labelWidth == 0 { return nil }
        if settings.labelWidth == EdgeLabelText.standardWidth {
            return EdgeLabelText.size(width: flags.labelWidth, lines: flags.labelLines)
        }
        let extent = EdgeLabelText.extent(label(ofEdge: slot) ?? "", within: settings.labelWidth)
        return EdgeLabelText.size(width: extent.width, lines: extent.lines)
    }

    /// The text of the member `label` of an edge; nil if it is no string, or empty.
    public func label(ofEdge slot: Edge.Slot) -> String? {
        var found: String?
        withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if name == "label", value.first == UInt8(ascii: "\"") { found = NodeText.string(value) }
            }
        }
        return found
    }

    /// The lines of an edge's label if it has several, else none.
    public func severalLabelLines(ofEdge slot: Edge.Slot) -> [String] {
        if settings.labelWidth == EdgeLabelText.standardWidth && edges.flags(slot).labelLines < 2 { return [] }
        let lines = EdgeLabelText.lines(label(ofEdge: slot) ?? "", within: settings.labelWidth)
        return lines.count > 1 ? lines : []
    }
}

extension Document {
    /// The label of an edge with styled parts; nil for one without.
    public func richLabel(ofEdge slot: Edge.Slot) -> RichLabel? {
        guard edges.flags(slot).contains(.styled),
            let style = withEdgeMembers(slot, { JSONMembers.value("style", in: $0) }),
            let rich = RichLabel(style["richLabel"]), rich.text == label(ofEdge: slot)
        else { return nil }
        return rich
    }
}
