import EdgeRouting
import Editing
import Geometry
import Graph
import Storage

/// A document at work, and what follows from it without any view: places, values, diagnostics, searches.
///
/// A workspace lends it to who asks or saves. Nothing here that is public edits the document: edits go through the workspace,
/// whose views come in step with them.
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
    /// The latest changes, by which views compare with what was before.
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

    /// Marks what follows from what a change has touched.
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

    /// Computes what nodes compute, before questions about it (`Document.value`).
    public mutating func updateValues() { editor.updateValues() }

    /// Lets changes of values be kept from now on, or no more.
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
    ///   - holding: what the file holds of the document.
    public mutating func markSaved(_ state: FileState, hasStamps: Bool = true, holding: FileHoldings = .all) {
        editor.markSaved(state, hasStamps: hasStamps, holding: holding)
    }

    /// Notes the state that the file will have if the save that is under way comes through.
    ///
    /// - Parameter holding: what the file will hold of the document.
    public mutating func noteSaving(_ state: FileState, holding: FileHoldings = .all) {
        editor.noteSaving(state, holding: holding)
    }

    /// Lends the journal in which changes are written; the one that is left there is kept from now on, or none.
    ///
    /// - Throws: the errors of `body`.
    public mutating func withJournal<Result, Failure>(
        _ body: (inout Journal?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try editor.withJournal(body)
    }

    /// Leaves in a journal what the history holds, and nothing of the changes that were held back; it is kept from now on.
    ///
    /// - Throws: `journal`; then the journal is as it was, and is not kept.
    public mutating func drop(changesIn journal: Journal) throws(EditError) { try editor.drop(changesIn: journal) }

    /// Sees to it that all that was done is in a journal that has its name.
    public mutating func ensureJournal() { editor.ensureJournal() }

    /// Is true if the journal is to be looked at before changes are sent. The editor is borrowed, because a copy would retain all
    /// it holds.
    public var isJournalToCheck: Bool { mutating get { editor.isJournalToCheck } }

    /// Is true if others have taken the journal away since that was last handed over.
    public var hasJournalLoss: Bool { mutating get { editor.hasJournalLoss } }

    /// The mark of changes that are not on the disk yet; nil if none has to be.
    public var unsyncedMark: UnsyncedMark? { mutating get { editor.unsyncedMark } }

    /// Hands over what became of a journal that others took away, since the last time.
    public mutating func takeJournalLoss() -> DocumentEditor.JournalLoss? { editor.takeJournalLoss() }

    /// Notes that no state that undo and redo reach is the one in the file.
    ///
    /// - Parameter holding: what the file holds that the document was led on from.
    public mutating func markUnsaved(_ state: FileState, holding: FileHoldings = .all) {
        editor.markUnsaved(state, holding: holding)
    }

    /// Notes that the file holds something else from now on, which another document has written there.
    public mutating func noteReplaced(_ state: FileState) { editor.noteReplaced(state) }

    /// Brings what is derived from the document in step, before a question of place.
    ///
    /// - Parameter forkJoin: in a large document that was just opened, each of two tasks takes a share.
    public mutating func refresh(with forkJoin: ForkJoin = .serial) {
        refreshItems(with: forkJoin)
        scene.updateParts(document)
    }

    /// The same before a question about what is shown somewhere, which no point is hit for.
    public mutating func refreshItems(with forkJoin: ForkJoin = .serial) {
        editor.refresh()
        if !scene.isCurrent { scene.update(document, with: forkJoin) }
    }

    // MARK: Ways round nodes

    /// Is true if edges wait for a way round nodes, in the drawing as it was last asked for.
    public var isRouting: Bool { scene.routes.isBehind }

    /// Is true if a job is to be begun that finds them.
    public var wantsRoutingJob: Bool { scene.wantsRoutingJob }

    /// Sets how many lines the searches for ways round nodes reach, and how many long edges are cut, at once; what is then
    /// left waits for a job.
    public mutating func setUpkeep(linesAtOnce: Int, longEdgesAtOnce: Int = .max) {
        scene.setRouting(linesAtOnce: linesAtOnce)
        scene.setCutting(edgesAtOnce: longEdgesAtOnce)
    }

    /// The work on edges that wait, for the document as it is now; nil if none does.
    public mutating func beginRoutingJob() -> RoutingJob? {
        refreshItems()
        return scene.beginRoutingJob(document)
    }

    /// Takes what such a job has found.
    mutating func finishRoutingJob(_ found: EdgeRoutes) {
        refreshItems()
        scene.finishRoutingJob(found, document)
    }

    /// Is true if upkeep of the places of edges waits for a job.
    public var wantsJob: Bool { wantsRoutingJob || wantsLongEdgeJob }

    // MARK: Long edges

    /// Is true if a job is to be begun that cuts long edges into the parts by which points find them.
    public var wantsLongEdgeJob: Bool { scene.wantsLongEdgeJob }

    /// The cutting of long edges, for the document as it is now; nil if none waits for it.
    public mutating func beginLongEdgeJob() -> LongEdgeJob? {
        refreshItems()
        return scene.beginLongEdgeJob(document)
    }

    /// Takes what such a job has cut.
    public mutating func finishLongEdgeJob(_ found: LongEdges) { scene.finishLongEdgeJob(found) }

    // MARK: Refreshing

    /// Brings what is derived in step as far as the drawing of some edges depends on it.
    public mutating func refreshRoutes(of edges: [Edge.Slot]) {
        editor.refresh()
        let settings = document.settings
        let isOwn = scene.routes.isEmpty && settings.edgeSpread == 0 && !settings.placeLabels
        if !isOwn || edges.contains(where: { document.isRouted($0) }) { refreshItems() }
    }
}
