import Graph
import Wire

/// One row of the table of limits.
struct LimitEntry: Sendable {
    let name: String
    let value: Int
    let doc: String

    private init(_ name: String, _ value: Int, _ doc: String) {
        self.name = name
        self.value = value
        self.doc = doc
    }

    static let all = [
        LimitEntry("nodes", Limits.nodes, "nodes of a document"),
        LimitEntry("edges", Limits.edges, "edges of a document"),
        LimitEntry("identifierBytes", Limits.identifierBytes, "UTF-8 bytes of an id"),
        LimitEntry("depth", Limits.depth, "nested arrays and objects of a message or a file"),
        LimitEntry("messageBytes", Limits.messageBytes, "bytes of a message that comes in or a reply that goes out"),
        LimitEntry("waitingBytes", Limits.waitingBytes, "bytes of output that wait before no further input is read"),
        LimitEntry(
            "waitingChangeBytes", Limits.waitingChangeBytes,
            "bytes of `document/changed` that wait before `document/reset` takes the place of more"),
        LimitEntry(
            "jobElements", Limits.jobElements,
            "nodes and edges of a document beyond which later messages are performed while it is exported"),
        LimitEntry("jobs", Limits.jobs, "long requests under way"),
        LimitEntry("historySteps", Limits.historySteps, "steps that the history keeps"),
        LimitEntry("historyBytes", Limits.historyBytes, "bytes of memory that the history keeps"),
        LimitEntry("historyGroups", Limits.historyGroups, "groups of edits open one inside the other"),
        LimitEntry("fileBytes", Limits.fileBytes, "bytes of a file that is opened"),
        LimitEntry("documents", Limits.documents, "open documents"),
        LimitEntry("views", Limits.views, "open views of all documents together"),
        LimitEntry("contacts", Limits.contacts, "pointers that are down in a view at a time"),
        LimitEntry("batchEdits", Limits.batchEdits, "edits in one `document/edit`"),
        LimitEntry("waypoints", Limits.waypoints, "waypoints of an edge"),
        LimitEntry("polygonCorners", Limits.polygonCorners, "corners of a lasso"),
        LimitEntry("sceneItems", Limits.sceneItems, "nodes that a view shows as items; beyond it they are boxes"),
        LimitEntry("sceneBoxes", Limits.sceneBoxes, "nodes that a view shows as boxes; beyond it they are clusters"),
        LimitEntry("sceneCells", Limits.sceneCells, "clusters that a view shows"),
        LimitEntry(
            "sceneLinks", Limits.sceneLinks, "links between clusters that a view shows: those of the most edges"),
        LimitEntry("snapNodes", Limits.snapNodes, "nodes in a view, beyond which nothing in it is aligned to"),
        LimitEntry("snapEdges", Limits.snapEdges, "edges of a dragged node, beyond which none is straightened"),
        LimitEntry("guides", Limits.guides, "guides told at a time"),
        LimitEntry("mapMarks", Limits.mapMarks, "rectangles of a map; more nodes are shown as cells"),
        LimitEntry("numberCharacters", JSONCursor.longestNumber, "characters of a number"),
    ]
}
