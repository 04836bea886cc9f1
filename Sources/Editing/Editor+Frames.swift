import Geometry
import Graph

// What the clients of views are told.

extension Editor {
    /// Whether anything about a view may have changed since its last frame.
    @inline(__always)
    public func mayOweFrame(of view: Int) -> Bool { !views[view].frames.dirty.isEmpty }

    /// What changed in a view since its last frame; nil if nothing did.
    ///
    /// - Parameter heedsCredit: whether a client that has not yet acknowledged its frames gets no more of them; what it
    ///   misses comes as one.
    /// - Complexity: O(what changed and what is visible), whatever the size of the document and of the selection.
    public mutating func takeFrame(of view: Int, heedsCredit: Bool) -> Frame? {
        if heedsCredit && views[view].frames.isHeldBack { return nil }
        if views[view].mode != .none { settle() }
        var state = FrameState()
        swap(&state, &views[view].frames)
        var frame = Frame(number: state.number + 1, revision: revision)
        report(views[view], since: &state, in: &frame)
        if views[view].mode != .none { reportItems(views[view], since: &state, in: &frame) }
        let isFirst = state.isFirst
        state.isFirst = false
        state.dirty = []
        if frame.isEmpty && !isFirst {
            swap(&state, &views[view].frames)
            return nil
        }
        state.number += 1
        swap(&state, &views[view].frames)
        return frame
    }

    /// A first frame, as a view that was opened now would get it; and the view with the items it names.
    ///
    /// - Complexity: O(what is visible).
    public mutating func wholeFrame(of view: Int) -> (frame: Frame, view: View) {
        if views[view].mode != .none { settle() }
        var copy = views[view]
        var state = FrameState()
        state.dirty = .all
        var frame = Frame(number: copy.frames.number, revision: revision)
        report(copy, since: &state, in: &frame)
        if copy.mode != .none { reportItems(copy, since: &state, in: &frame) }
        copy.frames = state
        return (frame, copy)
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

    // MARK: The state of the view

    private func report(_ view: View, since state: inout FrameState, in frame: inout Frame) {
        if state.dirty.contains(.viewport), state.viewport != view.viewport {
            if state.viewport?.zoom != view.viewport.zoom { frame.labelScale = 1 / view.viewport.zoom }
            frame.viewport = view.viewport
            state.viewport = view.viewport
        }
        if state.dirty.contains(.selection), state.isFirst || state.selection != view.selection {
            frame.selection = (view.selection.nodes.count, view.selection.edges.count)
            state.selection = view.selection
        }
        if state.dirty.contains(.elements) {
            if state.hover != view.hover {
                frame.hover = .init(view.hover)
                state.hover = view.hover
            }
            if state.focus != view.focus {
                frame.focus = .init(view.focus)
                state.focus = view.focus
            }
        }
        if !state.dirty.isDisjoint(with: [.gesture, .viewport]) { reportGesture(view, since: &state, in: &frame) }
        if state.dirty.contains(.animations), state.animated != view.animated {
            frame.animated = document.edgesInOrder(view.animated)
            state.animated = view.animated
        }
    }

    private func reportGesture(_ view: View, since state: inout FrameState, in frame: inout Frame) {
        let gesture = view.gesture?.state
        // A draft in points is as flat as the zoom asks.
        let isReflattened = view.mode == .points && view.draft != nil && state.scene.flatness != view.flatness
        if state.gesture != gesture || isReflattened {
            frame.gesture = .init(gesture)
            state.gesture = gesture
        }
        let cursor = view.gesture?.cursor ?? .default
        if state.cursor != cursor {
            frame.cursor = cursor
            state.cursor = cursor
        }
        let guides = view.gesture.map { self.guides(of: $0, in: view) } ?? []
        if state.guides != guides {
            frame.guides = guides
            state.guides = guides
        }
    }

    /// The lines that a gesture aligns to.
    private func guides(of gesture: Gesture, in view: View) -> [Guide] { [] }
}

extension View {
    /// A node as frames have shown it; nil if it is not visible.
    public func shownNode(_ slot: Int32) -> NodeItem? { frames.scene.nodes.item(slot) }

    public func shownEdge(_ slot: Int32) -> EdgeItem? { frames.scene.edges.item(slot) }

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
