import Geometry
import Graph
import Interaction
import Storage
import Wire

/// In which form an open gesture is written; `GestureMembers` says what each has.
enum GestureForm {
    /// For frames, which have the guides and the view beside it.
    case drawn(View.SceneMode, flatness: Double)
    /// For replies, exactly.
    case replied(guides: [Guide], selection: (nodes: Int, edges: Int), Viewport)
}

extension GestureForm {
    /// The form of replies, with what a view shows of its open gesture.
    static func replied(_ view: View) -> GestureForm {
        .replied(
            guides: view.gesture?.guides ?? [], selection: (view.selection.nodes.count, view.selection.edges.count),
            view.viewport)
    }
}

extension JSONWriter {
    /// Writes an open gesture. It is written at each move of a pointer, and so without a table.
    mutating func gesture(_ gesture: GestureState, _ form: GestureForm, _ document: Document) {
        beginObject()
        if case .drawn = form {
            name("kind")
            string(gesture.kind.rawValue)
        }
        switch gesture {
        case .drag(let by, let dropTarget, let dropEdge, let isCopy):
            name("by")
            point(by)
            guides(form)
            if let dropTarget {
                name("dropTarget")
                document.writeNodeID(dropTarget, into: &self)
            }
            if let dropEdge {
                name("dropEdge")
                document.writeEdgeID(dropEdge, into: &self)
            }
            if isCopy {
                name("copy")
                boolean(true)
            }
        case .connect(let draft), .reconnect(let draft): self.draft(draft, form, document)
        case .resize(let node, let frame):
            resize(node, frame, form, document)
            guides(form)
        case .scale(let factor, let frame): scale(factor, frame, form)
        case .waypoint(let edge, let index, let waypoints, let isRemoved):
            self.edge(edge, document)
            name("index")
            number(Double(index))
            points("waypoints", waypoints, form)
            if isRemoved {
                name("removed")
                boolean(true)
            }
            guides(form)
        case .label(let edge, let place):
            self.edge(edge, document)
            labelPlace(place)
        case .marquee, .lasso, .cut, .relate: selecting(gesture, form, document)
        case .pan, .pinch:
            if case .replied(_, _, let viewport) = form {
                name("viewport")
                Shape.viewport.write(viewport, &self)
            }
        }
        endObject()
    }

    /// The place of an edge's label, as far as its form says.
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

    private mutating func guides(_ form: GestureForm) {
        guard case .replied(let guides, _, _) = form else { return }
        name("guides")
        Shape.guides.write(guides, &self)
    }

    private mutating func edge(_ edge: Edge.Slot, _ document: Document) {
        name("edge")
        document.writeEdgeID(edge, into: &self)
    }

    // MARK: Drafts

    private mutating func draft(_ draft: DraftState, _ form: GestureForm, _ document: Document) {
        name("from")
        place(draft.from, form)
        name("to")
        place(draft.to, form)
        if let node = draft.node, let handle = draft.handle {
            name("candidate")
            end(node, handle, document)
        }
        name("allowed")
        boolean(draft.isAllowed)
        if draft.isPending {
            name("pending")
            boolean(true)
        }
        if let reason = draft.reason {
            name("reason")
            string(reason)
        }
        switch form {
        case .drawn(let mode, let flatness):
            if let message = draft.message {
                name("message")
                string(message)
            }
            name("path")
            path(draft.path, mode, flatness)
        case .replied:
            name("path")
            string(draft.path.svg)
        }
    }

    private mutating func end(_ node: Node.Slot, _ handle: Identifier, _ document: Document) {
        beginObject()
        name("node")
        document.writeNodeID(node, into: &self)
        name("handle")
        string(handle.string)
        endObject()
    }

    // MARK: Regions

    /// Frames have the region and what it has caught, replies how much is selected.
    private mutating func selecting(_ gesture: GestureState, _ form: GestureForm, _ document: Document) {
        if case .replied(_, var selection, _) = form {
            if case .cut(_, let edges) = gesture { selection = (0, edges.count) }
            if case .relate(_, let targets) = gesture { selection = (targets.count, 0) }
            name("selection")
            Shape.selection.write(ViewRead.Counts(nodes: selection.nodes, edges: selection.edges), &self)
            return
        }
        switch gesture {
        case .marquee(let region):
            name("rect")
            rect(region)
        case .lasso(let corners): points("polygon", corners, form)
        case .cut(let stroke, let edges):
            points("polyline", stroke, form)
            name("edges")
            beginArray()
            for edge in edges { document.writeEdgeID(edge, into: &self) }
            endArray()
        case .relate(let source, let targets):
            name("source")
            end(source.node, source.handle, document)
            name("targets")
            beginArray()
            for target in targets { end(target.node, target.handle, document) }
            endArray()
        case .drag, .connect, .reconnect, .resize, .scale, .waypoint, .label, .pan, .pinch: break
        }
    }

    // MARK: Places

    private mutating func resize(_ node: Node.Slot, _ frame: Rect, _ form: GestureForm, _ document: Document) {
        switch form {
        case .drawn:
            name("node")
            document.writeNodeID(node, into: &self)
            name("frame")
            rect(frame)
        case .replied:
            name("frame")
            Shape.rect.write(frame, &self)
        }
    }

    private mutating func scale(_ factor: Double, _ frame: Rect, _ form: GestureForm) {
        name("frame")
        switch form {
        case .drawn: rect(frame)
        case .replied: Shape.rect.write(frame, &self)
        }
        name("scale")
        number(factor)
    }

    private mutating func points(_ name: String, _ points: [Point], _ form: GestureForm) {
        self.name(name)
        beginArray()
        for point in points { place(point, form) }
        endArray()
    }

    private mutating func place(_ point: Point, _ form: GestureForm) {
        switch form {
        case .drawn: roundedPoint(point)
        case .replied: self.point(point)
        }
    }

    private mutating func rect(_ rect: Rect) {
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
