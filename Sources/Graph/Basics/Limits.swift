import LayoutKinds
import Values
import Schemas
import Wire

/// A limit as reported: its name, its value, and the counted things.
public struct Limit: Sendable {
    /// The limit's name on the wire.
    public let name: String
    /// The greatest count allowed.
    public let value: Int
    /// The counted things, as a phrase.
    public let doc: String

    fileprivate init(_ name: String, _ value: Int, _ doc: String) {
        self.name = name
        self.value = value
        self.doc = doc
    }
}

/// Every limit of the libraries, in one place; `initialize` reports them and the specification lists them.
///
/// The row of each of them in `all` describes it.
public enum Limits {
    // A file as long as `fileBytes` holds about ten million nodes with labels and texts and one and a half edges each; these
    // counts are reached by smaller ones.
    public static let nodes = 20_000_000
    public static let edges = 20_000_000
    public static let identifierBytes = 4096
    public static let depth = 128
    public static let messageBytes = 64 << 20
    public static let waitingBytes = 8 << 20
    public static let waitingChangeBytes = 4 << 20
    public static let jobElements = 10_000
    public static let askedConditions = 1_000_000
    public static let elementsPerRoute = 100
    public static let layoutNodes = 1000
    public static let groupLayoutNodes = 1000
    public static let editLayoutNodes = 2000
    public static let unplacedElements = 10_000
    public static let dragLayoutNodes = 1000
    public static let dragLayoutEdges = 2000
    public static let jobs = 16
    public static let jobSeconds = 3600
    public static let historySteps = 10_000
    public static let historyBytes = 256 << 20
    public static let historyGroups = 1000
    public static let fileBytes = 4 << 30
    public static let fences = 10_000
    public static let journalBytes = 64 << 20
    public static let clientQuestions = 100
    public static let clientAnswers = 1000
    public static let clientReason = 1000
    public static let clients = 1000
    public static let unreadBytes = 16 << 20
    public static let unreadBytesOfAll = 256 << 20
    public static let unknownClients = 64
    public static let documents = 1000
    public static let views = 1000
    public static let presenceBytes = 200
    public static let toolBytes = 200
    public static let textRevisions = 1000
    public static let textNodes = 10_000
    public static let textBytes = 8 << 20
    public static let presenceElements = 100
    public static let contacts = 32
    public static let batchEdits = 1_000_000
    public static let batchMessages = 10_000
    public static let waypoints = 1000
    public static let edgeLabels = 100
    public static let routedEdges = 20_000
    public static let linesAtOnce = 8000
    public static let longEdgesAtOnce = 2000
    public static let measuredRoutes = 3000
    public static let measuredNodes = 10_000
    public static let measuredLength = 1_000_000
    public static let goneSizes = 100_000
    public static let labelLines = 1000
    public static let fields = 1000
    public static let handles = 10_000
    public static let handleLists = 100
    public static let types = 20_000
    public static let areaReach = 1000
    public static let unshownKinds = 50
    public static let unshownElements = 10
    public static let hitTests = 10_000
    public static let polygonCorners = 100_000
    public static let pastedLines = 10_000
    public static let translatedBytes = 512 << 20
    public static let expandedBytes = 128 << 10
    public static let expansion = 256
    public static let contentPointers = 64
    public static let handleSets = 1000
    public static let draftTargets = 4096
    public static let sceneItems = 2000
    public static let sceneBoxes = 10_000
    public static let sceneCells = 16_384
    public static let sceneLinks = 4096
    public static let boxLinks = 40_000
    public static let bundleEdges = 1000
    public static let snapNodes = 10_000
    public static let snapEdges = 1000
    public static let guides = 64
    public static let mapMarks = 4096
    public static let foundElements = 10_000
    public static let queryConditions = 256
    public static let queryDepth = 32
    public static let queryWords = 32
    public static let queryTextBytes = 1000
    public static let dialogSteps = 10_000
    public static let dialogWork = 64 << 20
    public static let dialogOptions = 10_000
    public static let dialogEntries = 10_000
    public static let dialogTextBytes = 1 << 20
    public static let dialogVariables = 1000
    public static let dialogVariableBytes = 1 << 20
    public static let dialogHistory = 1000
    public static let dialogHistoryBytes = 16 << 20
    public static let diagnostics = 10_000
    public static let constraints = 1000
    public static let constraintElements = 10_000
    public static let constraintLayer = 10_000
    public static let laneBands = 200
    public static let comparedElements = 200_000
    public static let comparedRevisions = 1000
    public static let comparedRevisionBytes = 64 << 20
    public static let differencePointers = 64
    public static let listedDifferences = 10_000

    /// Every limit with the counted things, in the order of the reports.
    public static let all = [
        Limit("nodes", nodes, "nodes of a document"),
        Limit("edges", edges, "edges of a document"),
        Limit("identifierBytes", identifierBytes, "UTF-8 bytes of an id"),
        Limit("depth", depth, "nested arrays and objects of a message or a file"),
        Limit("messageBytes", messageBytes, "bytes of a message that comes in or a reply that goes out"),
        Limit("waitingBytes", waitingBytes, "bytes of output that wait before no further input is read"),
        Limit(
            "waitingChangeBytes", waitingChangeBytes,
            "bytes of `document/changed` that wait before `document/reset` takes the place of more"),
        Limit(
            "jobElements", jobElements,
            "nodes and edges of a document beyond which later messages are performed while it is exported or explored"),
        Limit(
            "askedConditions", askedConditions,
            "nodes and edges of a document times the conditions of a search beyond which later messages are performed meanwhile"
        ),
        Limit(
            "elementsPerRoute", elementsPerRoute,
            "nodes and edges for which an edge drawn round nodes counts when a picture is exported"),
        Limit(
            "layoutNodes", layoutNodes,
            "nodes, and the square of the edges divided by them, that are laid out before the next message is performed, in a document of as many"
        ),
        Limit(
            "groupLayoutNodes", groupLayoutNodes,
            "nodes, and the square of the edges beyond their number divided by it, of a group that edits lay out again"),
        Limit("editLayoutNodes", editLayoutNodes, "the same of all groups that one edit lays out again"),
        Limit(
            "unplacedElements", unplacedElements,
            "nodes and edges of a text without places that are laid out in layers when it is read; more go into a grid"),
        Limit("dragLayoutNodes", dragLayoutNodes, "nodes of a document in which the others make way for dragged ones"),
        Limit("dragLayoutEdges", dragLayoutEdges, "edges of such a document"),
        Limit("jobs", jobs, "long requests that are not yet answered; each may hold a state of a document"),
        Limit("jobSeconds", jobSeconds, "seconds that the work on a long request may take, with the server's clock"),
        Limit("historySteps", historySteps, "steps that the history keeps"),
        Limit("historyBytes", historyBytes, "bytes of memory that the history keeps"),
        Limit("historyGroups", historyGroups, "groups of edits open one inside the other"),
        Limit("fileBytes", fileBytes, "bytes of a file that is opened"),
        Limit("fences", fences, "fences of mermaid, dot or nodewire in a file in Markdown"),
        Limit(
            "journalBytes", journalBytes,
            "bytes of a journal, beyond which it is compacted to the history; later, when it is twice as long as then"),
        Limit(
            "clientQuestions", clientQuestions,
            "questions to the client about a document that are not yet answered; one more counts as not answered"),
        Limit("clientAnswers", clientAnswers, "answers of the client that a gesture remembers"),
        Limit("clientReason", clientReason, "Unicode scalars that are kept of a reason that the client gives"),
        Limit("clients", clients, "clients of a server at a socket"),
        Limit(
            "unreadBytes", unreadBytes,
            "bytes that wait for a client at a socket, which has read none for a second, before it is cut off"),
        Limit(
            "unreadBytesOfAll", unreadBytesOfAll,
            "bytes that wait for all clients at sockets, before `document/reset` takes the place of changes and the slowest is cut off"
        ),
        Limit(
            "unknownClients", unknownClients,
            "clients at a port that have not said the token; for another one the oldest of them goes"),
        Limit("documents", documents, "open documents"),
        Limit("views", views, "open views of all documents together"),
        Limit("presenceBytes", presenceBytes, "bytes of the name or the color of a view"),
        Limit("toolBytes", toolBytes, "bytes of the name of a tool"),
        Limit(
            "textRevisions", textRevisions,
            "changes of nodes back to which the `revision` of a text's change may go"),
        Limit("textNodes", textNodes, "nodes that change at once, beyond which it may not go back further"),
        Limit("textBytes", textBytes, "bytes of the nodes before and after these changes"),
        Limit("presenceElements", presenceElements, "selected nodes, edges and dragged nodes of a view that are sent"),
        Limit("contacts", contacts, "pointers that are down in a view at a time"),
        Limit("batchEdits", batchEdits, "edits in one `document/edit`"),
        Limit("batchMessages", batchMessages, "messages in one batch"),
        Limit("waypoints", waypoints, "waypoints of an edge"),
        Limit("edgeLabels", edgeLabels, "entries in the `labels` of an edge; others count as absent"),
        Limit(
            "routedEdges", routedEdges,
            "edges that are drawn round nodes; beyond it each is drawn by its own ends, the orthogonal ones as steps"),
        Limit(
            "linesAtOnce", linesAtOnce,
            "lines that searches for ways round nodes reach before the next message is performed, with the server's clock"
        ),
        Limit(
            "longEdgesAtOnce", longEdgesAtOnce,
            "long edges that are indexed piece by piece before the next message is performed, with the server's clock"),
        Limit(
            "measuredRoutes", measuredRoutes,
            "edges drawn round nodes that a layout still measures; beyond it those of edges drawn by their own ends"),
        Limit("measuredNodes", measuredNodes, "sizes in one `node/measure` or `view/measure`"),
        Limit("measuredLength", measuredLength, "canvas units of a measured width or height"),
        Limit(
            "goneSizes", goneSizes, "measured sizes of nodes that are gone, kept for when undo brings them back"),
        Limit("labelLines", labelLines, "lines of a text that gives a node its size; the rest is cut off"),
        Limit("fields", fields, "boxes in the `fields` of a node; with more there are none"),
        Limit("handles", handles, "handles of a node; items of its data beyond them have none"),
        Limit("types", types, "entries of `types`, of `edgeTypes` and of `dataTypes`; further ones count as absent"),
        Limit("handleLists", handleLists, "entries in the `handlesFrom` of a type"),
        Limit("areaReach", areaReach, "canvas units that the area of a handle reaches beyond its node"),
        Limit(
            "unshownKinds", unshownKinds,
            "kinds of members that are kept and not shown, as `document/check` and pictures list them"),
        Limit("unshownElements", unshownElements, "elements named for each of these kinds"),
        Limit("hitTests", hitTests, "points of one `view/hitTests`"),
        Limit("polygonCorners", polygonCorners, "corners of a lasso"),
        Limit("pastedLines", pastedLines, "lines of a pasted text that become nodes"),
        Limit("translatedBytes", translatedBytes, "bytes of the document that a text in another language makes"),
        Limit(
            "expandedBytes", expandedBytes,
            "bytes of the document that any Mermaid or DOT text may make, 32 for each edge between lists of ends"),
        Limit("expansion", expansion, "bytes more of that document for each byte of the text"),
        Limit(
            "contentPointers", contentPointers, "pointers into nodes, and into edges, whose values a view's items carry"
        ),
        Limit("draftTargets", draftTargets, "visible handles of which a view says whether a draft may end there"),
        Limit("handleSets", handleSets, "sets of handles that a view sends; beyond them nodes list their handles"),
        Limit("sceneItems", sceneItems, "nodes that a view shows as items; beyond it they are boxes"),
        Limit("sceneBoxes", sceneBoxes, "nodes that a view shows as boxes; beyond it they are clusters"),
        Limit("sceneCells", sceneCells, "clusters that a view shows"),
        Limit("sceneLinks", sceneLinks, "links between clusters that a view shows: those of the most edges"),
        Limit("boxLinks", boxLinks, "edges of a document, beyond which boxes have no links"),
        Limit("bundleEdges", bundleEdges, "edges named of those that are shown as one, with a collapsed node"),
        Limit("snapNodes", snapNodes, "nodes in a view, beyond which nothing in it is aligned to"),
        Limit("snapEdges", snapEdges, "edges of a dragged node, beyond which none is straightened"),
        Limit("guides", guides, "guides sent at a time"),
        Limit("mapMarks", mapMarks, "rectangles of a map; more nodes are shown as cells"),
        Limit("expressionBytes", ValueLimits.expressionBytes, "UTF-8 bytes of an expression"),
        Limit("expressionBrackets", ValueLimits.expressionBrackets, "brackets of an expression that are open at once"),
        Limit("valueSteps", ValueLimits.steps, "steps of one evaluation"),
        Limit("valueBytes", ValueLimits.stringBytes, "UTF-8 bytes of a string that is computed"),
        Limit("valueItems", ValueLimits.listItems, "items of a list that is computed, those of lists inside counted"),
        Limit("valueListBytes", ValueLimits.listBytes, "UTF-8 bytes of the strings of a list that is computed"),
        Limit("valueDepth", ValueLimits.listDepth, "lists inside each other that are computed"),
        Limit("dialogSteps", dialogSteps, "nodes that a run of a dialog passes without an option or an input"),
        Limit(
            "dialogWork", dialogWork,
            "bytes of nodes, 16 for each byte of an expression, and steps of evaluations, without an option or an input"
        ),
        Limit("dialogOptions", dialogOptions, "options at a node; further edges are none"),
        Limit("dialogEntries", dialogEntries, "texts of a transcript; the oldest go"),
        Limit(
            "dialogTextBytes", dialogTextBytes,
            "UTF-8 bytes of one text, of a transcript (the oldest texts go), and of the options at a node"),
        Limit("dialogVariables", dialogVariables, "variables of a run"),
        Limit("dialogVariableBytes", dialogVariableBytes, "bytes that the variables of a run take"),
        Limit("dialogHistory", dialogHistory, "steps that `dialog/back` can take"),
        Limit("dialogHistoryBytes", dialogHistoryBytes, "bytes that these steps take"),
        Limit("foundElements", foundElements, "elements in one page of `document/find`; `next` continues after them"),
        Limit(
            "queryConditions", queryConditions,
            "conditions of a query, with those of the queries in it and these themselves"),
        Limit("queryDepth", queryDepth, "queries inside each other, the outermost included"),
        Limit("queryWords", queryWords, "different words of a text that is searched for"),
        Limit("queryTextBytes", queryTextBytes, "UTF-8 bytes of a text that is searched for"),
        Limit(
            "diagnostics", diagnostics,
            "diagnostics of a page of `document/check`, and of a document that is watched: the first ones"),
        Limit("constraints", constraints, "constraints that are added to a document"),
        Limit("constraintElements", constraintElements, "elements that a constraint names which is added"),
        Limit("constraintLayer", constraintLayer, "the greatest number of a layer that a constraint names"),
        Limit("laneBands", laneBands, "lanes of a constraint whose bands are painted; of one with more none is"),
        Limit("comparedElements", comparedElements, "nodes and edges of two documents that a view compares, together"),
        Limit(
            "comparedRevisions", comparedRevisions, "the latest changes that are kept to compare with earlier states"),
        Limit("comparedRevisionBytes", comparedRevisionBytes, "bytes of memory that these take"),
        Limit("differencePointers", differencePointers, "values that differ in an element and are listed"),
        Limit("listedDifferences", listedDifferences, "differences in a reply"),
        Limit(
            "detourSteps", LayoutWork.detourSteps,
            "tests of edges against nodes in one layout; edges that are left stay as they are"),
        Limit(
            "detourNodes", LayoutWork.detourNodes,
            "nodes in the way of a straight part of an edge that a layout leads around them; one with more stays as it is"
        ),
        Limit("circleSteps", CircleLayout.mostSteps, "steps in which a layout on circles finds better orders"),
        Limit("dataProblems", DataSchema.mostProblems, "problems listed for the data of a node"),
        Limit(
            "schemaDepth", DataSchema.deepest,
            "schemas asked one inside the other; beyond it a check is given up (`limit`)"),
        Limit(
            "schemaSteps", DataSchema.mostSteps,
            "steps of one check of data, besides four for each byte; beyond it a check is given up (`limit`)"),
        Limit("schemas", DataSchema.mostRules, "schemas in the schema of a type"),
        Limit("schemaPlaceBytes", DataSchema.longestPlace, "bytes of the pointer to a schema inside of another"),
        Limit("multipleOfDigits", DataSchema.longestDivisor, "digits of a `multipleOf`, but zeros at its ends"),
        Limit("numberCharacters", JSONCursor.longestNumber, "characters of a number"),
    ]
}
