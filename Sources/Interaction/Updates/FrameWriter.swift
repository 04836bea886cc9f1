import Geometry
import Graph
import Storage

// The writer of frames: it compares a view with what was sent of it, and changes nothing but that.

extension SentState {
    /// Moves the changes since the last update into a given one; false if there were none. The first update is
    /// complete.
    ///
    /// - Parameters:
    ///   - view: is borrowed, like `compared`, because a copy would retain all its content.
    ///   - scene: in step with the document.
    ///   - problems: the counts for elements; nil if no view shows them or depends on them.
    ///   - compared: the comparison of the view, with up-to-date positions; nil if it has none.
    ///   - isReadOnly: whether every change of the document is refused.
    ///   - isArranged: whether the document is as the open gesture would leave it.
    /// - Complexity: O(the changes and the visible elements), whatever the size of the document and of the selection.
    mutating func takeUpdate(
        into update: inout ViewUpdate, of view: inout View, _ document: Document, _ scene: Scene,
        _ problems: ProblemCounts?, _ compared: inout ViewComparison?, isReadOnly: Bool, isArranged: Bool
    ) -> Bool {
        reportState(of: &view, in: &update, document, isReadOnly: isReadOnly)
        if view.mode != .none {
            self.scene.value.update(of: view, in: &update, document, scene, problems, compared, isArranged: isArranged)
            shown = self.scene.address.pointee.heeded
            reportLanes(of: &view, in: &update, document)
        }
        if let problems { report(problems, of: &view, in: &update) }
        if update.hasItems, let transition {
            update.transition = transition
            if !held.isEmpty { update.noteHeld(held, document) }
        }
        transition = nil
        held = SlotSet()
        let wasFirst = isFirst
        isFirst = false
        if update.isEmpty && !wasFirst { return false }
        number = update.number
        return true
    }

    /// Makes an update the next one of a view, as long as nothing has changed.
    @inline(__always)
    func begin(_ update: inout ViewUpdate, of view: inout View, revision: Int) {
        update.view = view.id
        update.mode = view.mode
        update.contents = view.contents
        update.asked = view.asked
        update.flatness = view.flatness
        update.number = number + 1
        update.revision = revision
    }

    // MARK: State

    private mutating func reportState(
        of view: inout View, in update: inout ViewUpdate, _ document: Document, isReadOnly: Bool
    ) {
        let dirty = view.dirty
        if !dirty.isDisjoint(with: [.gesture, .viewport]) {
            let open = view.openState
            reportGesture(open, of: &view, in: &update)
            reportMotion(of: &view, movedBy: open, in: &update)
        }
        if view.dirty.contains(.selection) { reportSelection(of: &view, in: &update) }
        if view.framesSelection { reportSelectionFrame(of: &view, in: &update, document, isReadOnly: isReadOnly) }
        if view.dirty.contains(.elements) { reportElements(of: &view, in: &update, document) }
        if view.dirty.contains(.animations), animated != view.animated {
            update.animated = document.edgesInOrder(view.animated)
            animated = view.animated
        }
    }

    private mutating func report(_ counts: ProblemCounts, of view: inout View, in update: inout ViewUpdate) {
        problems = counts.version
        if !view.showsProblems || totalProblems == counts.total { return }
        totalProblems = counts.total
        update.problems = counts.total
    }

    private mutating func reportLanes(of view: inout View, in update: inout ViewUpdate, _ document: Document) {
        guard isFirst || view.dirty.contains(.content), !document.constraints.isEmpty || !lanes.isEmpty else { return }
        let bands = document.laneBands
        if bands == lanes { return }
        update.lanes = bands
        lanes = bands
    }

    private mutating func reportSelection(of view: inout View, in update: inout ViewUpdate) {
        let isSame = selection == view.selection && goneNodes.isEmpty && goneEdges.isEmpty
        if isSame && !isFirst { return }
        update.selection = (view.selection.nodes.count, view.selection.edges.count)
        if view.listsSelection { update.selectionChange = SelectionChange(from: self, to: view.selection) }
        selection = view.selection
        goneNodes = []
        goneEdges = []
    }

    /// While a gesture is open, nothing else begins at the corners; in a document that refuses every change nothing does.
    private mutating func reportSelectionFrame(
        of view: inout View, in update: inout ViewUpdate, _ document: Document, isReadOnly: Bool
    ) {
        guard isFirst || !view.dirty.isDisjoint(with: [.selection, .content, .gesture]) else { return }
        let frame = view.gesture == nil && !isReadOnly ? document.selectionFrame(view.selection.nodes) : nil
        if frame == selectionFrame { return }
        update.selectionFrame = .init(frame)
        selectionFrame = frame
    }

    private mutating func reportMotion(of view: inout View, movedBy open: GestureState?, in update: inout ViewUpdate) {
        let moves = open?.kind.movesView == true || view.motion.isMoving
        if isMoving != moves {
            update.isMoving = moves
            isMoving = moves
        }
        guard view.dirty.contains(.viewport), viewport != view.viewport else { return }
        if viewport?.zoom != view.viewport.zoom { update.labelScale = 1 / view.viewport.zoom }
        update.viewport = view.viewport
        viewport = view.viewport
    }

    private mutating func reportElements(of view: inout View, in update: inout ViewUpdate, _ document: Document) {
        if hover != view.hover {
            update.hover = .init(view.hover)
            hover = view.hover
        }
        let taking = view.accepted.map { $0.target } ?? view.shownTarget
        if dropTarget != taking {
            update.dropTarget = .init(taking)
            dropTarget = taking
        }
        let frame = view.accepted?.frame
        if dropFrame != frame {
            update.dropFrame = .init(frame)
            dropFrame = frame
        }
        if focus != view.focus || focusedGhost != view.focusedGhost {
            update.focus = .init(view.focus)
            update.focusedGhost = view.focusedGhost
            (focus, focusedGhost) = (view.focus, view.focusedGhost)
        }
        if editing != view.editing {
            update.editing = .init(view.editing)
            editing = view.editing
        }
        reportText(of: view, in: &update, document)
        if tool != view.tool {
            update.tool = .init(view.tool)
            tool = view.tool
        }
        if running != view.running {
            update.running = .init(view.running)
            running = view.running
        }
    }

    private mutating func reportText(of view: View, in update: inout ViewUpdate, _ document: Document) {
        if let changes = typed {
            update.typed = changes
        } else {
            update.openText = .init(text: view.openText(in: document))
        }
        typed = []
    }

    private mutating func reportGesture(_ open: GestureState?, of view: inout View, in update: inout ViewUpdate) {
        let state = open ?? view.ending?.gesture.state
        let shape = open?.cursor ?? view.hoverCursor
        let lines = open?.guides ?? view.accepted?.guides ?? []
        if gesture != state || isDrawnOtherwise(&view) {
            update.gesture = .init(state)
            gesture = state
        }
        if cursor != shape {
            update.cursor = shape
            cursor = shape
        }
        // Most gestures have none.
        if !targets.isEmpty || open?.targets.isEmpty == false {
            let ends = open?.targets ?? []
            if targets != ends {
                update.targets = ends
                targets = ends
            }
        }
        if guides != lines {
            update.guides = lines
            guides = lines
        }
    }

    /// Returns true if the draft of the gesture is sent in points, which depend on the flatness, and that has changed.
    private func isDrawnOtherwise(_ view: inout View) -> Bool {
        view.mode == .points && scene.value.differs(fromFlatness: view.flatness)
            && (view.gesture ?? view.ending?.gesture)?.payload.draft != nil
    }
}

extension SentScene {
    /// Updates the items to the covered area, and moves the changes into an update.
    mutating func update(
        of view: View, in update: inout ViewUpdate, _ document: Document, _ scene: Scene,
        _ problems: ProblemCounts?, _ compared: ViewComparison?, isArranged: Bool
    ) {
        let area = view.covered
        let flatnessChanged = setFlatness(view.flatness)
        touchBundles(scene)
        touchRoutes(scene)
        refreshTouchedContainers(document)
        let displacementChanged = syncDisplacement(view, document, scene, isArranged)
        if displacementChanged { forgetCoverage() }
        let rerouted = preview.follow(displacement, document, scene)
        let next = nextLevel(covering: area, scene)
        // Where boxes have links, their number is bounded by that of the document.
        let showsEdges =
            next == .items || next == .boxes && view.showsLinks && document.edges.count <= Limits.boxLinks
        if next != level || showsEdges != hasEdges { restart(at: next, document, in: &update) }
        hasEdges = showsEdges
        update.hasDetails = next == .items
        if next == .clusters {
            updateClusters(covering: area, zoom: view.viewport.zoom, document, scene, in: &update)
            syncEmphasis(view, document, scene)
        } else {
            let previouslyCovered = covered
            let number = beginPass(covering: area)
            let pass = VisibilityPass(
                document: document, scene: scene, level: next, showsEdges: showsEdges, covered: area,
                previouslyCovered: previouslyCovered,
                displacement: displacement, displacementChanged: displacementChanged, preview: preview,
                rerouted: rerouted, gestureChanged: view.dirty.contains(.gesture), carried: view.carried,
                contents: view.contents, number: number)
            pass.update(&self)
            if flatnessChanged && view.mode == .points && next == .items { edges.markAll(.path) }
            syncContainers(document)
            if next == .items { syncOrder(document) }
            syncSelection(view, document.settings.interaction.interactive, scene)
            syncEmphasis(view, document, scene)
            if view.showsValues && next == .items {
                nodes.syncValues(document, all: needsFullRefresh || view.dirty.contains(.content))
            }
            if !view.asked.isEmpty && next == .items {
                let all = needsFullRefresh || view.dirty.contains(.content)
                nodes.syncAsked(view.asked, all: all) { $0.ofNode(document, $1) }
                edges.syncAsked(view.asked, all: all) { $0.ofEdge(document, $1) }
            }
            if let problems, view.showsProblems {
                let all = needsFullRefresh || view.dirty.contains(.problems)
                nodes.sync(document, all: all) { problems.problems(ofNode: document.nodeID($0)) }
                edges.sync(document, all: all) { problems.problems(ofEdge: document.edgeID($0)) }
            }
            if next == .items { syncStates(view, document, scene, problems) }
            if let compared { syncDifferences(view, document, compared) }
            if view.showsTypes {
                let types = takeTypes(document)
                if !types.isEmpty { update.draw { $0.types = types } }
            }
            if view.handles == .shared && next == .items {
                shareHandles()
                let fresh = handleSets.takeFresh()
                if !fresh.isEmpty { update.draw { $0.handleSets = fresh } }
            }
        }
        takeChanges(document, into: &update)
        let isInStep =
            next != .clusters && preview.routes == nil && emphasized == nil && (hovered == nil || view.gesture != nil)
        heeded = !isInStep ? nil : displacement.isNone ? covered : displacement.home?.union(covered)
        if let compared { ghosts.update(of: view, next, compared, in: &update) }
    }

    /// Updates the differences of items: of all, if the other document has changed, else of the changed ones.
    private mutating func syncDifferences(_ view: View, _ document: Document, _ compared: ViewComparison) {
        let all = needsFullRefresh || view.dirty.contains(.differences)
        nodes.syncDifferences(touchedNodes, all: all) { compared.difference(ofNode: $0, document) }
        edges.syncDifferences(touchedEdges, all: all) { compared.difference(ofEdge: $0, document) }
    }

    /// Follows the gesture; returns whether it displaces other elements than at the last update.
    private mutating func syncDisplacement(
        _ view: View, _ document: Document, _ scene: Scene, _ isArranged: Bool
    ) -> Bool {
        guard view.dirty.contains(.gesture) || displacement.isStale else { return false }
        // An arrangement has all nodes where they are shown.
        return displacement.follow(isArranged ? nil : view.gesture, view.gestureCount, document, scene)
    }

    /// Gives edges the looks of their types for selected edges and for edges with an error.
    private mutating func syncStates(
        _ view: View, _ document: Document, _ scene: Scene, _ problems: ProblemCounts?
    ) {
        let isOther = !view.dirty.isDisjoint(with: [.selection, .problems]) || hasNewBundles
        let all = needsFullRefresh || (isOther && !document.edgeStates.isEmpty)
        edges.syncStates(document, all: all) { edge in
            // The edge for a bundle is invalid as soon as one of its edges is.
            guard let problems else { return false }
            return (scene.bundles.edges(with: edge) ?? [edge]).contains {
                problems.problems(ofEdge: document.edgeID($0)).errors > 0
            }
        }
    }

    private mutating func syncSelection(
        _ view: View, _ policy: InteractionSettings.Interactive, _ scene: Scene
    ) {
        let isSelectionDirty = view.dirty.contains(.selection)
        nodes.syncSelection(view.selection.nodes, all: isSelectionDirty)
        nodes.syncInteractive(
            policy, hover: view.hover?.node, before: hovered, all: needsFullRefresh || isSelectionDirty)
        hovered = view.hover?.node
        // The edge for a bundle is selected as soon as one of its edges is.
        let shown = scene.bundles.isEmpty ? view.selection.edges : scene.bundles.gathered(view.selection.edges)
        edges.syncSelection(shown, all: isSelectionDirty || hasNewBundles)
    }
}

extension View {
    /// The greatest distance between a path flattened for this view and its curve, in canvas units: half a screen
    /// point.
    ///
    /// It follows the zoom in powers of two, so that a path stays the same while the zoom changes a little.
    public var flatness: Double { View.flatness(at: viewport.zoom) }

    static func flatness(at zoom: Double) -> Double {
        guard zoom.isNormal else { return 0.5 }
        return 0.25 / zoom.binade
    }
}
