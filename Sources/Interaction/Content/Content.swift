import EdgeRouting
import Editing
import Geometry
import Graph
import Storage

/// A document in use, with its derived values that need no view: positions, values, diagnostics, searches.
///
/// A workspace lends it for questions and saves. No public function here edits the document: edits go through the
/// workspace, which updates its views.
public struct Content: Sendable {
    /// The document with its history.
    public internal(set) var editor: DocumentEditor
    /// The spatial indexes; in step with the document only after `refresh`.
    public private(set) var scene = Scene()
    /// The scene after the change that is next, if it was prepared.
    public var prepared: PreparedScene?
    var mapCells = MapCells()
    var extent: ContentExtent?
    var lastSearch: SearchMemory?
    /// The latest changes, by which views compare with earlier revisions.
    var revisions = RevisionLog()
    /// The reported diagnostics of the document; nil if none are reported.
    var diagnosis: WatchedDiagnostics?
    /// Is true if the client is sent the changes of diagnostics.
    var reportsDiagnostics = false
    /// The problems of elements; nil unless a view shows them.
    var problems: CopyOnWrite<ProblemCounts>?

    init(_ editor: DocumentEditor) { self.editor = editor }

    /// The document as it is now; no gesture shows in it before its end.
    public var document: Document { _read { yield editor.document } }
    /// Grows by one with every committed change.
    public var revision: Int { editor.revision }

    /// A copy of the document, with everything in step that an edit begins with, for an edit to be prepared on it.
    public mutating func documentToEdit() -> Document {
        editor.refresh()
        return document
    }

    /// Marks everything that depends on a change.
    mutating func follow(_ delta: Delta) {
        if let next = prepared?.scene(after: delta, of: scene) { scene = next } else { scene.note(delta, document) }
        if diagnosis != nil, var diagnosis = self.diagnosis.take() {
            diagnosis.note(delta, document)
            self.diagnosis = diagnosis
        }
        if lastSearch != nil { lastSearch = nil }
        revisions.append(delta)
    }

    /// Returns the reason why the rules refuse a connection, or nil.
    public mutating func refusal(of proposal: ConnectionProposal) -> ConnectionRefusal? {
        editor.refusal(of: proposal)
    }

    /// Computes the values of nodes, before questions about them (`Document.value`).
    public mutating func updateValues() { editor.updateValues() }

    /// Starts or stops the recording of changed values.
    public mutating func keepValueChanges(_ isWanted: Bool) { editor.keepValueChanges(isWanted) }

    /// Hands over the values that are others than when changes were last taken; nil for nodes that have none now.
    public mutating func takeValueChanges() -> [(id: Identifier, value: NodeValue?)] { editor.takeValueChanges() }

    /// The clock's milliseconds, with which changes are stamped from now on.
    public mutating func setTime(_ time: Double) { editor.time = time }

    /// Forgets which elements were removed; returns how many they were.
    public mutating func compactStamps() -> Int { editor.compactStamps() }

    /// Forgets the changes that were not yet announced, since they are now.
    public mutating func forgetCommits() { editor.forgetCommits() }

    /// Notes that the file holds the current state: the document is no longer dirty.
    ///
    /// - Parameters:
    ///   - state: the state of the file.
    ///   - hasStamps: whether the file holds the stamps of the document, too.
    ///   - holding: the file's content of the document.
    public mutating func markSaved(_ state: FileState, hasStamps: Bool = true, holding: FileHoldings = .all) {
        editor.markSaved(state, hasStamps: hasStamps, holding: holding)
    }

    /// Records the state of the file after the present save, if it succeeds.
    ///
    /// - Parameter holding: the future content of the file.
    public mutating func noteSaving(_ state: FileState, holding: FileHoldings = .all) {
        editor.noteSaving(state, holding: holding)
    }

    /// Replaces the journal for changes and returns the former one; nil is no journal.
    ///
    /// - Throws: the errors of `body`.
    public mutating func withJournal<Result, Failure>(
        _ body: (inout Journal?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try editor.withJournal(body)
    }

    /// Writes only the history into a journal, without held-back changes; the content keeps it from now on.
    ///
    /// - Throws: `journal`; then the journal is unchanged, and is not kept.
    public mutating func drop(changesIn journal: Journal) throws(EditError) { try editor.drop(changesIn: journal) }

    /// Ensures that all changes are in a journal that still has its name.
    public mutating func ensureJournal() { editor.ensureJournal() }

    /// Is true if the journal must be checked before changes are sent. The editor is borrowed, because a copy would
    /// retain all its content.
    public var isJournalToCheck: Bool { mutating get { editor.isJournalToCheck } }

    /// Is true if others have removed the journal since the last report.
    public var hasJournalLoss: Bool { mutating get { editor.hasJournalLoss } }

    /// The mark of changes that are not on the disk yet; nil if none has to be.
    public var unsyncedMark: UnsyncedMark? { mutating get { editor.unsyncedMark } }

    /// Returns what happened to a journal that others removed, since the last call.
    public mutating func takeJournalLoss() -> DocumentEditor.JournalLoss? { editor.takeJournalLoss() }

    /// Records that undo and redo reach no state of the file.
    ///
    /// - Parameter holding: the content of the file from which the document continues.
    public mutating func markUnsaved(_ state: FileState, holding: FileHoldings = .all) {
        editor.markUnsaved(state, holding: holding)
    }

    /// Notes that the file holds something else from now on, which another document has written there.
    public mutating func noteReplaced(_ state: FileState) { editor.noteReplaced(state) }

    /// Updates everything derived from the document, before a question about positions.
    public mutating func refresh() {
        refreshItems()
        scene.updateParts(document)
    }

    /// The same before a question about visible elements that needs no hit-test.
    public mutating func refreshItems() {
        editor.refresh()
        if !scene.isCurrent { scene.update(document) }
    }

    // MARK: Ways round nodes

    /// Is true if edges wait for a route around nodes, in the latest drawing.
    public var isRouting: Bool { scene.routes.isBehind }

    /// Is true if a job should begin that finds them.
    public var wantsRoutingJob: Bool { scene.wantsRoutingJob }

    /// Sets how many lines a search for routes reaches, and how many long edges are cut, at once; a job does the rest.
    public mutating func setUpkeep(linesAtOnce: Int, longEdgesAtOnce: Int = .max) {
        scene.setRouting(linesAtOnce: linesAtOnce)
        scene.setCutting(edgesAtOnce: longEdgesAtOnce)
    }

    /// Sets who indexes a large document for the first question about positions: each of two tasks takes a share.
    public mutating func setIndexing(with forkJoin: ForkJoin) { scene.setIndexing(with: forkJoin) }

    /// The work on edges that wait, for the document as it is now; nil if none does.
    public mutating func beginRoutingJob() -> RoutingJob? {
        refreshItems()
        return scene.beginRoutingJob(document)
    }

    /// Adopts the results of such a job.
    mutating func finishRoutingJob(_ found: EdgeRoutes) {
        refreshItems()
        scene.finishRoutingJob(found, document)
    }

    /// Is true if the upkeep of edges' positions waits for a job.
    public var wantsJob: Bool { wantsRoutingJob || wantsLongEdgeJob }

    // MARK: Long edges

    /// Is true if a job should begin that cuts long edges into the parts by which points find them.
    public var wantsLongEdgeJob: Bool { scene.wantsLongEdgeJob }

    /// The cutting of long edges, for the document as it is now; nil if none waits for it.
    public mutating func beginLongEdgeJob() -> LongEdgeJob? {
        refreshItems()
        return scene.beginLongEdgeJob(document)
    }

    /// Adopts the results of such a job.
    public mutating func finishLongEdgeJob(_ found: LongEdges) { scene.finishLongEdgeJob(found) }

    // MARK: Refreshing

    /// Updates the derived values on which the drawing of some edges depends.
    public mutating func refreshRoutes(of edges: [Edge.Slot]) {
        editor.refresh()
        let settings = document.settings
        let isOwn = scene.routes.isEmpty && settings.edgeSpread == 0 && !settings.placeLabels
        if !isOwn || edges.contains(where: { document.isRouted($0) }) { refreshItems() }
    }
}
