/// Every limit of the libraries, in one place; `initialize` reports them and the specification lists them.
public enum Limits {
    public static let nodes = 20_000_000
    public static let edges = 20_000_000
    /// UTF-8 bytes of an id.
    public static let identifierBytes = 4096
    /// Nested arrays and objects of a message or a file.
    public static let depth = 128
    /// A message that comes in or a reply that goes out.
    public static let messageBytes = 64 << 20
    /// Output that waits before no further input is read.
    public static let waitingBytes = 8 << 20
    /// Changes that wait to be written; beyond it clients are told to read anew.
    public static let waitingChangeBytes = 4 << 20
    /// Nodes and edges of a document beyond which work on all of it is a job.
    public static let jobElements = 10_000
    /// Jobs not yet answered: each may hold a state of a document.
    public static let jobs = 16
    /// Steps the history keeps.
    public static let historySteps = 10_000
    /// Memory the history keeps, in bytes.
    public static let historyBytes = 256 << 20
    /// Groups of edits that are open at a time, one inside the other.
    public static let historyGroups = 1000
    /// A file that is opened.
    public static let fileBytes = 4 << 30
    public static let documents = 1000
    /// Views of all documents together.
    public static let views = 1000
    /// Pointers that are down in a view at a time.
    public static let contacts = 32
    /// Edits in one `document/edit`.
    public static let batchEdits = 1_000_000
    /// Waypoints of an edge.
    public static let waypoints = 1000
    /// Corners of a lasso.
    public static let polygonCorners = 100_000
    /// Nodes a view shows as items; beyond it they are boxes.
    public static let sceneItems = 2000
    /// Nodes a view shows as boxes; beyond it they are clusters.
    public static let sceneBoxes = 10_000
    /// Clusters a view shows.
    public static let sceneCells = 16_384
    /// Links between clusters a view shows: those of the most edges.
    public static let sceneLinks = 4096
    /// Nodes in a view, beyond which nothing in it is aligned to.
    public static let snapNodes = 10_000
    /// Edges of a dragged node, beyond which none of them is straightened.
    public static let snapEdges = 1000
    /// Guides told at a time.
    public static let guides = 64
    /// Rectangles of a map; more nodes are shown as cells.
    public static let mapMarks = 4096
}
