import Editing
import Graph
import Wire

extension JSONWriter {
    /// Writes the represented edges as members: `edges`, the first of them, and `count`, the number of all.
    mutating func bundle(_ edges: [Edge.Slot], _ document: Document) {
        name("edges")
        beginArray()
        for slot in edges.prefix(Limits.bundleEdges) { document.writeEdgeID(slot, into: &self) }
        endArray()
        name("count")
        integer(edges.count)
    }
}
