import EdgeRouting
import Editing
import Geometry
import Graph
import Storage
import Wire

// The views of a document, what is under their points, and what time does to them.

extension Workspace {
    /// Opens a view; a zoom out of range is clamped. Gives the viewport it starts with.
    public mutating func openView(
        _ id: String, size: Size, viewport: Viewport?, mode: View.SceneMode, carried: View.CarriedItems = .placed,
        margin: Double?, listsSelection: Bool = false, framesSelection: Bool = false,
        handles: View.HandleForm = .listed,
        showsValues: Bool = false, asked: [AskedMember] = [],
        showsProblems: Bool = false, showsLinks: Bool = false, showsTypes: Bool = false,
        contents: ItemContents = ItemContents(), followsOthers: Bool = false
    ) -> Viewport {
        var start = viewport ?? Viewport(document.viewport) ?? Viewport()
        start.zoom = content.zoomLimits(ofSize: size, reaching: start.zoom).clamped(start.zoom)
        presence.version += 1
        if followsOthers { presence.followers += 1 }
        windows.append(
            Window(
                View(
                    id: id, size: size, viewport: start, mode: mode, carried: carried, margin: margin,
                    listsSelection: listsSelection, framesSelection: framesSelection, handles: handles,
                    showsValues: showsValues, asked: asked,
                    showsProblems: showsProblems, showsLinks: showsLinks, showsTypes: showsTypes,
                    contents: contents),
                PresenceState(followsOthers: followsOthers, version: presence.version)))
        windows[windows.count - 1].sent.followed.revision = content.revision
        presence.news.add(View.Slot(index: windows.count - 1))
        if presence.followers > 0 { windows.markPresence() }
        countProblems()
        return start
    }

    /// Sets the sizes that nodes have in the font of a view, until it is closed; returns the revision that follows.
    ///
    /// - Throws: the errors of `Transaction.measureNodes`.
    public mutating func measure(
        _ sizes: [(id: Node.ID, size: Size?)], in view: Identifier, cause: String
    ) throws(EditError) -> Int {
        var options = DocumentEditor.Options(cause: cause)
        options.changesContent = false
        return try perform(options) { (transaction) throws(EditError) in
            try transaction.measureNodes(sizes, in: view)
        }.revision
    }

    /// Closes a view and drops its measured sizes. The indices of later views decrease by one.
    public mutating func close(_ view: View.Slot, cause: String) {
        var options = DocumentEditor.Options(cause: cause)
        options.changesContent = false
        let id = Identifier(windows[view].view.id)
        // Nothing refuses that.
        _ = try? perform(options) { (transaction) throws(EditError) in transaction.forgetMeasured(in: id) }
        questions.forget(view: windows[view].view.id)
        if windows[view].presence.followsOthers { presence.followers -= 1 }
        windows.remove(at: view.index)
        presence.news.forgetAll()
        if presence.followers > 0 { windows.markPresence() }
        countProblems()
    }

    /// Starts or stops counting the problems of elements, as views and types of edges need.
    mutating func countProblems() {
        let followsStates = document.edgeStates.contains(.invalid)
        content.countProblems(
            windows.contains { $0.view.showsProblems || followsStates && $0.view.mode != .none })
    }

    /// Returns the owner of the steps that undo and redo perform in a view: its own steps, those without a view, and
    /// those of closed views.
    public func owner(_ view: View.Slot) -> StepOwner {
        StepOwner(
            view: Identifier(windows[view].view.id), open: Set(windows.map { Identifier($0.view.id) }))
    }

    /// Returns the present stage of a view, with everything up to date that positions depend on.
    ///
    /// - Parameter asksRules: whether the gate is prepared, too, for gestures that connect.
    public mutating func stage(of view: View.Slot, asksRules: Bool = false) -> Stage {
        content.refresh()
        if windows[view].compared != nil { windows[view].compared?.refresh() }
        if asksRules { content.editor.prepareGate() }
        return Stage(
            document: content.document, scene: scene, refusal: content.editor.editRefusal,
            compared: windows[view].compared, viewport: windows[view].view.viewport, size: windows[view].view.size,
            revision: revision,
            client: questions.rule(windows[view].view.verdicts, content.document))
    }

    // MARK: Hits

    /// Returns the first visible hit under a screen point.
    public mutating func hit(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> Hit {
        content.refresh()
        let hit = firstHit(in: view, at: screen, pointer)
        if hit.target != .canvas || windows[view].compared == nil { return hit }
        windows[view].compared?.refresh()
        let (viewport, level) = (windows[view].view.viewport, windows[view].view.level)
        return windows[view].compared?.ghosts(at: screen, in: viewport, level, pointer).first ?? hit
    }

    /// Returns the first hit.
    /// It is not mutating, so that document and scene are borrowed and not retained; nor is an empty selection.
    /// Nothing of the selection can be grasped while every edit is refused.
    private func firstHit(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> Hit {
        HitTest(at: screen, in: windows[view].view.viewport, windows[view].view.level, document, pointer: pointer)
            .first(
                in: document, scene,
                windows[view].view.selection.isEmpty || content.editor.refusesEdits
                    ? Selection() : windows[view].view.selection)
    }

    /// Everything under a screen point, the canvas last.
    public mutating func hits(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> [Hit] {
        let stage = stage(of: view)
        return windows[view].view.hits(at: screen, pointer, on: stage)
    }

    // MARK: Maps

    /// The map of the document, for a view.
    ///
    /// The world is that of the document, so that the map keeps its scale while a gesture moves nodes. The marks move
    /// along, unless there are so many nodes that they are shown as cells.
    ///
    /// - Complexity: O(marks), which are bounded; with more nodes than that O(nodes) after each change of the document,
    ///   and O(selected nodes) after each change of the selection.
    public mutating func minimap(of view: View.Slot, size: Size) -> Minimap {
        content.refreshItems()
        var map = Minimap(content: content.shownBounds(), visible: windows[view].view.visible, size: size)
        if scene.nodes.count > Limits.mapMarks {
            let world = (content.shownBounds(withEdges: false) ?? .empty).grown(by: Minimap.margin)
            content.mapCells.follow(scene, document, revision: revision, windows[view].view.selection.nodes, world)
            map.isClustered = true
            map.marks = content.mapCells.marks(in: map)
        } else {
            map.mark(scene, document, windows[view].view)
        }
        return map
    }

    // MARK: Time

    /// Moves a view from its present to another viewport (`View.animate`).
    public mutating func animate(
        to target: Viewport, _ transition: Transition = Transition(), path: ViewportAnimation.Path = .straight,
        in view: View.Slot, at now: Double
    ) {
        let isLimited = path == .smooth || transition.spring != nil
        let limits = isLimited ? content.zoomLimits(ofSize: windows[view].view.size) : nil
        windows[view].view.animate(to: target, transition, path: path, limits, at: now)
    }

    /// Adopts the routes around nodes that a job has found; views show them.
    public mutating func finishRoutingJob(_ found: EdgeRoutes) {
        content.finishRoutingJob(found)
        for view in windows.slots { windows[view].followDrawing() }
    }

    /// Advances the time, in milliseconds: presses become long, moving views continue, and views with a gesture at
    /// their border follow it.
    ///
    /// - Complexity: O(views).
    public mutating func advance(to now: Double, cause: String) {
        for view in windows.slots {
            if windows[view].isLongPressDue(at: now) {
                let actions = windows[view].holdPress(on: stage(of: view))
                // Without a message there is nothing to refuse: an edit that is refused leaves the document as it was.
                _ = try? perform(actions, in: view, at: now, cause: cause)
            }
            advance(view, to: now, cause: cause)
        }
    }

    /// Returns the time when `advance` has something to do next; nil while nothing waits for time.
    public mutating func nextDeadline(after now: Double) -> Double? {
        windows.withUnsafeMutableBufferPointer { windows in
            var next: Double?
            for index in windows.indices where windows[index].mayWait {
                if let due = windows[index].deadline(after: now) { next = min(next ?? due, due) }
            }
            return next
        }
    }

    /// Lets a view that moves go on, and one follow its gesture that waits at the border.
    mutating func advance(_ view: View.Slot, to now: Double, cause: String) {
        windows[view].advanceMotion(to: now, &content)
        if windows[view].input.pointers.pushStart == nil { return }
        let actions = windows[view].wait(to: now, content.document.settings.interaction)
        // The same.
        _ = try? perform(actions, in: view, at: now, cause: cause)
    }

    /// Lets views go back to their limits that nothing holds any more.
    public mutating func letGoOfViews(at now: Double) {
        for view in windows.slots { windows[view].letGo(&content, at: now) }
    }
}

extension Viewport {
    /// Reads the viewport of a file; nil if it is none.
    init?(_ json: JSON?) {
        guard let x = json?["x"]?.doubleValue, let y = json?["y"]?.doubleValue, let zoom = json?["zoom"]?.doubleValue,
            zoom > 0
        else { return nil }
        self.init(x: x, y: y, zoom: zoom)
    }
}
