import Geometry
import Graph
import Storage

// What the clients of views are told.

extension Workspace {
    /// Whether anything about a view may have changed since its last frame.
    @inline(__always)
    public func mayOweFrame(of view: Int) -> Bool { !views[view].frames.dirty.isEmpty }

    /// What changed in a view since its last frame; nil if nothing did.
    ///
    /// - Parameter heedsCredit: whether a client that has not yet acknowledged its frames gets no more of them; what it
    ///   misses comes as one.
    /// - Complexity: O(what changed and what is visible), whatever the size of the document and of the selection.
    public mutating func takeFrame(of view: Int, heedsCredit: Bool) -> Frame? {
        if views[view].isHoverDoubtful && !views[view].frames.isFirst { renewHover(in: view) }
        if heedsCredit && views[view].frames.isHeldBack { return nil }
        var frame = Frame(number: views[view].frames.number + 1, revision: revision)
        views[view].report(in: &frame)
        if frame.changesAnimations { frame.animated = document.edgesInOrder(views[view].animated) }
        if views[view].mode != .none {
            refresh()
            var scene = SceneState()
            swap(&scene, &views[view].frames.scene)
            reportItems(of: view, since: &scene, in: &frame)
            swap(&scene, &views[view].frames.scene)
        }
        let isFirst = views[view].frames.isFirst
        views[view].frames.isFirst = false
        views[view].frames.dirty = []
        if frame.isEmpty && !isFirst { return nil }
        views[view].frames.number += 1
        return frame
    }

    /// Lends out a first frame, as a view that was opened now would get it, while the view shows the items it names.
    ///
    /// - Complexity: O(what is visible).
    public mutating func withWholeFrame<R>(of view: Int, _ body: (Frame, inout Workspace) -> R) -> R {
        let frames = views[view].frames
        views[view].frames = FrameState()
        views[view].frames.dirty = .all
        defer { views[view].frames = frames }
        var frame = takeFrame(of: view, heedsCredit: false) ?? Frame(number: 0, revision: revision)
        frame.number = frames.number
        return body(frame, &self)
    }

    /// Notes how far the client is with the frames of a view.
    public mutating func acknowledge(_ frame: Int, in view: Int) {
        let number = views[view].frames.number
        let known = views[view].frames.acknowledged ?? 0
        views[view].frames.acknowledged = max(known, min(frame, number))
    }

    public mutating func focus(_ element: View.Element?, in view: Int) {
        views[view].focus = element
    }

    /// Changes which edges are animated in a view.
    public mutating func animate(_ operation: Selection.Operation, _ edges: SlotSet, in view: Int) {
        var animated = Selection()
        animated.edges = views[view].animated
        var other = Selection()
        other.edges = edges
        animated.apply(operation, other)
        views[view].animated = animated.edges
    }
}

extension View {
    /// Brings what the client knows of the view itself in step.
    mutating func report(in frame: inout Frame) {
        let dirty = frames.dirty
        if !dirty.isDisjoint(with: [.gesture, .viewport]) { reportGesture(in: &frame) }
        if !dirty.isDisjoint(with: [.gesture, .viewport]), frames.isMoving != isMoving {
            frame.isMoving = isMoving
            frames.isMoving = isMoving
        }
        if dirty.contains(.viewport), frames.viewport != viewport {
            if frames.viewport?.zoom != viewport.zoom { frame.labelScale = 1 / viewport.zoom }
            frame.viewport = viewport
            frames.viewport = viewport
        }
        if dirty.contains(.selection), frames.isFirst || frames.selection != selection {
            frame.selection = (selection.nodes.count, selection.edges.count)
            frames.selection = selection
        }
        if dirty.contains(.elements) {
            if frames.hover != hover {
                frame.hover = .init(hover)
                frames.hover = hover
            }
            let marked = offering?.isAccepted == true ? offering?.target : nil
            if frames.dropTarget != marked {
                frame.dropTarget = .init(marked)
                frames.dropTarget = marked
            }
            if frames.focus != focus {
                frame.focus = .init(focus)
                frames.focus = focus
            }
        }
        if dirty.contains(.animations), frames.animated != animated {
            frame.changesAnimations = true
            frames.animated = animated
        }
    }

    private mutating func reportGesture(in frame: inout Frame) {
        let state = gesture?.state
        // A draft in points is as flat as the zoom asks.
        let isReflattened = mode == .points && draft != nil && frames.scene.flatness != flatness
        if frames.gesture != state || isReflattened {
            frame.gesture = .init(state)
            frames.gesture = state
        }
        let cursor = gesture?.cursor ?? hoverCursor
        if frames.cursor != cursor {
            frame.cursor = cursor
            frames.cursor = cursor
        }
        let guides = gesture?.guides ?? []
        if frames.guides != guides {
            frame.guides = guides
            frames.guides = guides
        }
    }
}

extension Workspace {
    /// A node as the frames of a view have shown it; nil if it is not visible.
    ///
    /// Asked of the editor and `mutating` because a copy of it or of the view would cost more than the item.
    public mutating func shownNode(_ slot: Int32, in view: Int) -> NodeItem? {
        views[view].frames.scene.nodes.item(slot)
    }

    public mutating func shownEdge(_ slot: Int32, in view: Int) -> EdgeItem? {
        views[view].frames.scene.edges.item(slot)
    }
}

extension View {
    /// In what detail frames have shown the nodes; nil before the first.
    public var level: SceneLevel? { frames.scene.level }

    /// How far a path flattened for this view may be from its curve, in canvas units: half a screen point at most.
    ///
    /// It follows the zoom in powers of two, so that a path stays the same while the zoom changes a little.
    public var flatness: Double { View.flatness(at: viewport.zoom) }

    static func flatness(at zoom: Double) -> Double {
        guard zoom.isNormal else { return 0.5 }
        return 0.25 / zoom.binade
    }
}
