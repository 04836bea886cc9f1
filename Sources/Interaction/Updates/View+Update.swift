import Geometry
import Graph
import Storage

// How a view finds what has changed in it since its last update.

extension View {
    /// Takes what changed since the last update; nil if nothing did. The first update is complete.
    ///
    /// - Parameters:
    ///   - scene: in step with the document.
    ///   - revision: of the document.
    ///   - presence: what is new of other views.
    /// - Complexity: O(what changed and what is visible), whatever the size of the document and of the selection.
    mutating func takeUpdate(
        _ document: Document, _ scene: Scene, revision: Int, _ presence: [ViewUpdate.Neighbor]
    ) -> ViewUpdate? {
        var update = emptyUpdate(revision: revision, presence)
        reportState(in: &update, document)
        if mode != .none { reportItems(in: &update, document, scene) }
        if update.hasItems { update.transition = sent.transition }
        sent.transition = nil
        let isFirst = sent.isFirst
        sent.isFirst = false
        sent.dirty = []
        if update.isEmpty && !isFirst { return nil }
        sent.number = update.number
        return consume update
    }

    /// The next update as long as nothing has changed; a view is not handed on, for a copy would count all it holds.
    func emptyUpdate(revision: Int, _ presence: [ViewUpdate.Neighbor] = []) -> ViewUpdate {
        ViewUpdate(
            view: id, mode: mode, flatness: flatness, number: sent.number + 1, revision: revision, presence: presence)
    }

    // MARK: State

    private mutating func reportState(in update: inout ViewUpdate, _ document: Document) {
        let dirty = sent.dirty
        if !dirty.isDisjoint(with: [.gesture, .viewport]) {
            reportGesture(in: &update)
            reportMotion(in: &update)
        }
        if dirty.contains(.selection) { reportSelection(in: &update) }
        if dirty.contains(.elements) { reportElements(in: &update) }
        if dirty.contains(.animations), sent.animated != animated {
            update.animated = document.edgesInOrder(animated)
            sent.animated = animated
        }
    }

    private mutating func reportSelection(in update: inout ViewUpdate) {
        let isSame = sent.selection == selection && sent.goneNodes.isEmpty && sent.goneEdges.isEmpty
        if isSame && !sent.isFirst { return }
        update.selection = (selection.nodes.count, selection.edges.count)
        if listsSelection { update.selectionChange = SelectionChange(from: sent, to: selection) }
        sent.selection = selection
        sent.goneNodes = []
        sent.goneEdges = []
    }

    private mutating func reportMotion(in update: inout ViewUpdate) {
        if sent.isMoving != isMoving {
            update.isMoving = isMoving
            sent.isMoving = isMoving
        }
        guard sent.dirty.contains(.viewport), sent.viewport != viewport else { return }
        if sent.viewport?.zoom != viewport.zoom { update.labelScale = 1 / viewport.zoom }
        update.viewport = viewport
        sent.viewport = viewport
    }

    private mutating func reportElements(in update: inout ViewUpdate) {
        if sent.hover != hover {
            update.hover = .init(hover)
            sent.hover = hover
        }
        let dropTarget = offering?.isAccepted == true ? offering?.target : nil
        if sent.dropTarget != dropTarget {
            update.dropTarget = .init(dropTarget)
            sent.dropTarget = dropTarget
        }
        if sent.focus != focus {
            update.focus = .init(focus)
            sent.focus = focus
        }
        if sent.editing != editing {
            update.editing = .init(editing)
            sent.editing = editing
        }
        if sent.running != running {
            update.running = .init(running)
            sent.running = running
        }
    }

    private mutating func reportGesture(in update: inout ViewUpdate) {
        let drawn = gesture ?? ending?.gesture
        let state = drawn?.state
        // A draft in points depends on the flatness.
        let isReflattened = mode == .points && drawn?.payload.draft != nil && sent.scene.differs(fromFlatness: flatness)
        if sent.gesture != state || isReflattened {
            update.gesture = .init(state)
            sent.gesture = state
        }
        let cursor = gesture?.cursor ?? hoverCursor
        if sent.cursor != cursor {
            update.cursor = cursor
            sent.cursor = cursor
        }
        let guides = gesture?.guides ?? []
        if sent.guides != guides {
            update.guides = guides
            sent.guides = guides
        }
    }

    // MARK: Items

    private mutating func reportItems(in update: inout ViewUpdate, _ document: Document, _ scene: Scene) {
        let covered = covered
        let flatnessChanged = sent.scene.setFlatness(flatness)
        sent.scene.touchBundles(scene)
        sent.scene.touchRoutes(scene)
        sent.scene.refreshTouchedContainers(document)
        let displacementChanged = syncDisplacement(document, scene)
        if displacementChanged { sent.scene.forgetCoverage() }
        let rerouted = sent.scene.preview.follow(sent.scene.displacement, document, scene)
        let level = sent.scene.nextLevel(covering: covered, scene)
        if level != sent.scene.level { sent.scene.restart(at: level, document, in: &update) }
        update.hasDetails = level == .items
        if level == .clusters {
            sent.scene.updateClusters(covering: covered, zoom: viewport.zoom, document, scene, in: &update)
        } else {
            let previouslyCovered = sent.scene.covered
            let number = sent.scene.beginPass(covering: covered)
            let pass = VisibilityPass(
                document: document, scene: scene, level: level, covered: covered, previouslyCovered: previouslyCovered,
                displacement: sent.scene.displacement, displacementChanged: displacementChanged,
                preview: sent.scene.preview, rerouted: rerouted,
                gestureChanged: sent.dirty.contains(.gesture), carried: carried, number: number)
            pass.update(&sent.scene)
            if flatnessChanged && mode == .points { sent.scene.edges.markAll(.path) }
            if level == .items { sent.scene.syncOrder(document) }
            syncSelection(document.settings.interaction.interactive, scene.bundles)
        }
        sent.scene.takeChanges(document, into: &update)
    }

    /// Follows the gesture; returns whether it displaces other elements than at the last update.
    private mutating func syncDisplacement(_ document: Document, _ scene: Scene) -> Bool {
        guard sent.dirty.contains(.gesture) || sent.scene.displacement.isStale else { return false }
        var displacement = Displacement()
        swap(&displacement, &sent.scene.displacement)
        defer { swap(&displacement, &sent.scene.displacement) }
        return displacement.follow(gesture, gestureCount, document, scene)
    }

    private mutating func syncSelection(_ policy: InteractionSettings.Interactive, _ bundles: EdgeBundles) {
        let isSelectionDirty = sent.dirty.contains(.selection)
        sent.scene.nodes.syncSelection(selection.nodes, all: isSelectionDirty)
        sent.scene.nodes.syncInteractive(
            policy, hover: hover,
            all: sent.scene.needsFullRefresh || !sent.dirty.isDisjoint(with: [.selection, .elements]))
        // What stands for a bundle is selected as soon as one of its edges is.
        let edges = bundles.isEmpty ? selection.edges : bundles.gathered(selection.edges)
        sent.scene.edges.syncSelection(edges, all: isSelectionDirty || sent.scene.hasNewBundles)
    }
}

extension View {
    /// The level of detail that was last sent; nil before the first update.
    public var level: SceneLevel? { sent.scene.level }

    /// How far a path flattened for this view may be from its curve, in canvas units: half a screen point at most.
    ///
    /// It follows the zoom in powers of two, so that a path stays the same while the zoom changes a little.
    public var flatness: Double { View.flatness(at: viewport.zoom) }

    static func flatness(at zoom: Double) -> Double {
        guard zoom.isNormal else { return 0.5 }
        return 0.25 / zoom.binade
    }
}
