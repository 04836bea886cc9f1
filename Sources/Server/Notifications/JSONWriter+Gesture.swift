import Geometry
import Graph
import Interaction
import Storage
import Wire

/// The written form of an open gesture; the rows of the gestures describe the members.
enum GestureForm {
    /// The form for frames, which have the guides and the view beside it.
    case drawn(View.SceneMode, flatness: Double)
    /// The form for replies, exactly.
    case replied(selection: (nodes: Int, edges: Int), Viewport)
}

extension GestureForm {
    /// The form of replies, with the view's state of its open gesture.
    static func replied(_ workspace: borrowing Workspace, _ view: View.Slot) -> GestureForm {
        .replied(
            selection: (workspace[view].selection.nodes.count, workspace[view].selection.edges.count),
            workspace.viewport(of: view))
    }
}

extension JSONWriter {
    /// Writes an open gesture, member by member as its rows say.
    mutating func gesture(_ gesture: GestureState, _ form: GestureForm, _ document: Document) {
        beginObject()
        let omitted: GestureRow.Forms
        switch form {
        case .drawn:
            name("kind")
            string(gesture.kind.name)
            omitted = .replied
        case .replied: omitted = .drawn
        }
        // They are read in place: most are empty, and a copy costs more than writing them.
        gesture.rows.withUnsafeBufferPointer { rows in
            gesture.values.withUnsafeBufferPointer { values in
                for index in rows.indices where rows[index].forms != omitted {
                    if case .absent = values[index] { continue }
                    name(rows[index].name)
                    write(values[index], gesture.guides, form, document)
                }
            }
        }
        endObject()
    }

    private mutating func write(
        _ value: GestureValue, _ guides: [Guide], _ form: GestureForm, _ document: Document
    ) {
        switch value {
        case .absent: null()
        case .flag(let flag): boolean(flag)
        case .number(let number): self.number(number)
        case .integer(let integer): number(Double(integer))
        case .text(let text): string(text)
        case .exact(let point): self.point(point)
        case .place(let point): place(point, form)
        case .places(let points): list(points) { $0.place($1, form) }
        case .frame(let frame): rect(frame, form)
        case .node(let node): document.writeNodeID(node, into: &self)
        case .edge(let edge): document.writeEdgeID(edge, into: &self)
        case .edges(let edges): list(edges) { document.writeEdgeID($1, into: &$0) }
        case .handle(let end): self.end(end, document)
        case .handles(let handles): ends(handles, document)
        case .refusals(let refused): list(refused) { $0.refused($1, document) }
        case .path(let path): self.path(path, form)
        case .look(let style): look(style)
        case .guides: if case .replied = form { Shape.guides.write(guides, &self) }
        case .selection(let nodes, let edges): selection(nodes, edges)
        case .selected:
            if case .replied(let selection, _) = form { self.selection(selection.nodes, selection.edges) }
        case .viewport: if case .replied(_, let viewport) = form { Shape.viewport.write(viewport, &self) }
        }
    }

    /// Handles of nodes.
    mutating func ends(_ ends: [RelateGesture.HandleEnd], _ document: Document) { list(ends) { $0.end($1, document) } }

    /// The label position of an edge, if its form states one.
    mutating func labelPlace(_ form: EdgeForm) {
        if let position = form.labelPosition {
            name("labelPosition")
            number(position)
        }
        if let offset = form.labelOffset {
            name("labelOffset")
            point(offset)
        }
    }

    private mutating func list<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) {
        beginArray()
        for item in items { write(&self, item) }
        endArray()
    }

    private mutating func end(_ end: RelateGesture.HandleEnd, _ document: Document) {
        beginObject()
        name("node")
        document.writeNodeID(end.node, into: &self)
        name("handle")
        string(end.handle.string)
        endObject()
    }

    private mutating func refused(_ refused: DraftFan.Refused, _ document: Document) {
        beginObject()
        name("node")
        document.writeNodeID(refused.node, into: &self)
        name("handle")
        string(refused.handle.string)
        name("reason")
        string(refused.reason.rawValue)
        name("message")
        string(refused.message)
        endObject()
    }

    private mutating func selection(_ nodes: Int, _ edges: Int) {
        Shape.selection.write(SelectionState(nodes: nodes, edges: edges), &self)
    }

    private mutating func place(_ point: Point, _ form: GestureForm) {
        switch form {
        case .drawn: roundedPoint(point)
        case .replied: self.point(point)
        }
    }

    private mutating func path(_ path: Path, _ form: GestureForm) {
        switch form {
        case .drawn(let mode, let flatness): self.path(path, mode, flatness)
        case .replied: string(path.svg)
        }
    }

    private mutating func rect(_ rect: Rect, _ form: GestureForm) {
        if case .replied = form { return Shape.rect.write(rect, &self) }
        beginObject()
        name("x")
        coordinate(rect.minX)
        name("y")
        coordinate(rect.minY)
        name("width")
        coordinate(rect.width)
        name("height")
        coordinate(rect.height)
        endObject()
    }
}
