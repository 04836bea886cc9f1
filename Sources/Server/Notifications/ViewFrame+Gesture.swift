import Editing
import Geometry
import Graph
import Interaction
import Wire

extension JSONWriter {
    /// Writes an open gesture: its kind, and what it would do if it ended now.
    mutating func gesture(_ gesture: GestureState, _ target: FrameTarget, _ document: Document) {
        beginObject()
        name("kind")
        switch gesture {
        case .drag(let by, let dropTarget, let dropEdge):
            string("drag")
            name("by")
            point(by)
            if let dropTarget {
                name("dropTarget")
                document.writeNodeID(dropTarget, into: &self)
            }
            if let dropEdge {
                name("dropEdge")
                document.writeEdgeID(dropEdge, into: &self)
            }
        case .draft(let kind, let draft):
            string(kind)
            self.draft(draft, target, document)
        case .resize(let node, let frame):
            string("resize")
            name("node")
            document.writeNodeID(node, into: &self)
            name("frame")
            rect(frame)
        case .waypoint(let edge, let index, let waypoints, let isRemoved):
            string("waypoint")
            name("edge")
            document.writeEdgeID(edge, into: &self)
            name("index")
            number(Double(index))
            name("waypoints")
            beginArray()
            for point in waypoints { roundedPoint(point) }
            endArray()
            if isRemoved {
                name("removed")
                boolean(true)
            }
        case .label(let edge, let form):
            string("label")
            name("edge")
            document.writeEdgeID(edge, into: &self)
            labelPlace(form)
        case .marquee(let region):
            string("marquee")
            name("rect")
            rect(region)
        case .lasso(let points):
            string("lasso")
            name("polygon")
            beginArray()
            for point in points { roundedPoint(point) }
            endArray()
        case .cut(let points, let edges):
            string("cut")
            name("polyline")
            beginArray()
            for point in points { roundedPoint(point) }
            endArray()
            name("edges")
            beginArray()
            for edge in edges { document.writeEdgeID(edge, into: &self) }
            endArray()
        case .relate(let source, let targets):
            string("relate")
            name("source")
            end(source, document)
            name("targets")
            beginArray()
            for target in targets { end(target, document) }
            endArray()
        case .pan: string("pan")
        case .pinch: string("pinch")
        }
        endObject()
    }

    private mutating func end(_ end: RelateGesture.End, _ document: Document) {
        beginObject()
        name("node")
        document.writeNodeID(end.node, into: &self)
        name("handle")
        string(end.handle.string)
        endObject()
    }

    private mutating func draft(_ draft: DraftState, _ target: FrameTarget, _ document: Document) {
        name("from")
        roundedPoint(draft.from)
        name("to")
        roundedPoint(draft.to)
        if let node = draft.node, let handle = draft.handle {
            name("candidate")
            beginObject()
            name("node")
            document.writeNodeID(node, into: &self)
            name("handle")
            string(handle.string)
            endObject()
        }
        name("allowed")
        boolean(draft.isAllowed)
        if let reason = draft.reason {
            name("reason")
            string(reason)
        }
        if let message = draft.message {
            name("message")
            string(message)
        }
        name("path")
        path(draft.path, target.mode, target.flatness)
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
