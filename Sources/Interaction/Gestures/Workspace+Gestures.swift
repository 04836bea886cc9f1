import Editing
import Geometry
import Graph

extension Workspace {
    /// Begins a gesture in a view at a point of the screen; on error nothing has changed.
    ///
    /// - Parameter modifiers: held keys, which drags and resizes heed, of nodes, waypoints and labels.
    public mutating func beginGesture(
        _ start: GestureStart, in view: Int, at: Point, pointer: PointerKind = .mouse, modifiers: Modifiers = []
    ) throws(EditError) -> GesturePreview {
        try beginGesture(start, GestureOrigin(views[view], at: at, pointer), in: view, to: at, modifiers)
        return preview(in: view)
    }

    /// Begins a gesture where its origin says, and follows the pointer to where it has come since.
    mutating func beginGesture(
        _ start: GestureStart, _ origin: GestureOrigin, in view: Int, to at: Point, _ modifiers: Modifiers
    ) throws(EditError) {
        if views[view].gesture != nil {
            throw EditError(.gestureOpen, "view \"\(views[view].id)\" has an open gesture; end or cancel it first")
        }
        if let setting = start.switchedOff(by: document.settings) { throw .switchedOff(by: setting) }
        refresh()
        let gesture: Gesture
        switch start {
        case .drag(let nodes): gesture = .drag(try beginDrag(nodes, origin, in: view))
        case .connect(let node, let handle): gesture = .connect(try beginConnect(node, handle, origin, in: view))
        case .reconnect(let edge, let end): gesture = .reconnect(try beginReconnect(edge, end, origin))
        case .resize(let node, let handle): gesture = .resize(try beginResize(node, handle, origin))
        case .marquee(let operation, let mode, let kinds):
            gesture = .marquee(
                MarqueeGesture(origin, Selecting(operation: operation, mode: mode, kinds: kinds)))
        case .lasso(let operation, let mode, let kinds):
            gesture = .lasso(LassoGesture(origin, Selecting(operation: operation, mode: mode, kinds: kinds)))
        case .waypoint(let edge, let index): gesture = .waypoint(try beginWaypoint(edge, index, origin))
        case .label(let edge): gesture = .label(try beginLabel(edge, origin))
        case .cut: gesture = .cut(CutGesture(origin))
        case .pan(let isElastic): gesture = .pan(isElastic ? handPan(origin, in: view) : PanGesture(origin))
        }
        // What is grasped must not slide away.
        stopMotion(of: view)
        views[view].gestureCount += 1
        advance(gesture, to: at, in: view, modifiers)
    }

    /// Follows the pointer to a point of the screen.
    public mutating func updateGesture(
        in view: Int, at: Point, modifiers: Modifiers = []
    ) throws(EditError) -> GesturePreview {
        advance(try takeGesture(in: view), to: at, in: view, modifiers)
        return preview(in: view)
    }

    /// Ends the gesture in at most one edit; on error it is cancelled.
    public mutating func endGesture(in view: Int, cause: String) throws(EditError) -> GestureOutcome {
        let gesture = try takeGesture(in: view)
        do throws(EditError) {
            switch gesture {
            case .drag(var drag):
                refresh()
                return try end(&drag, cause: cause)
            case .connect(var connect): return try end(&connect, in: view, cause: cause)
            case .reconnect(var reconnect): return try end(&reconnect, in: view, cause: cause)
            case .resize(let resize): return try end(resize, cause: cause)
            case .waypoint(var waypoint):
                refresh()
                return try end(&waypoint, in: view, cause: cause)
            case .label(var label):
                refresh()
                return try end(&label, in: view, cause: cause)
            case .marquee, .lasso:
                let selection = views[view].selection
                return GestureOutcome(selection: (selection.nodes.count, selection.edges.count))
            case .cut(let cut): return try end(cut, cause: cause)
            case .pan, .pinch, .relate: return GestureOutcome()
            }
        } catch {
            views[view].restore(gesture.origin)
            throw error
        }
    }

    /// Ends the gesture without a trace: selection and viewport are what they were when it began.
    public mutating func cancelGesture(in view: Int) throws(EditError) {
        views[view].restore(try takeGesture(in: view).origin)
    }

    private mutating func takeGesture(in view: Int) throws(EditError) -> Gesture {
        guard let gesture = views[view].gesture.take() else {
            throw EditError(.noGesture, "no gesture is open in view \"\(views[view].id)\"")
        }
        return gesture
    }

    /// Moves the open gesture on without asking what it would do.
    mutating func advanceGesture(in view: Int, to at: Point, _ modifiers: Modifiers) throws(EditError) {
        advance(try takeGesture(in: view), to: at, in: view, modifiers)
    }

    /// Moves a gesture on and leaves it open in its view.
    private mutating func advance(
        _ gesture: consuming Gesture, to at: Point, in view: Int, _ modifiers: Modifiers
    ) {
        switch consume gesture {
        case .drag(var drag):
            refresh()
            update(&drag, to: at, in: view, modifiers)
            views[view].gesture = .drag(drag)
        case .connect(var connect):
            update(&connect, to: views[view].viewport.canvas(at), in: view)
            views[view].gesture = .connect(connect)
        case .reconnect(var reconnect):
            update(&reconnect, to: views[view].viewport.canvas(at), in: view)
            views[view].gesture = .reconnect(reconnect)
        case .resize(var resize):
            refresh()
            update(&resize, to: at, in: view, modifiers)
            views[view].gesture = .resize(resize)
        case .waypoint(var waypoint):
            refresh()
            update(&waypoint, to: at, in: view, modifiers)
            views[view].gesture = .waypoint(waypoint)
        case .label(var label):
            refresh()
            update(&label, to: at, in: view, modifiers)
            views[view].gesture = .label(label)
        case .marquee(var marquee):
            update(&marquee, to: at, in: view)
            views[view].gesture = .marquee(marquee)
        case .lasso(var lasso):
            update(&lasso, to: at, in: view)
            views[view].gesture = .lasso(lasso)
        case .pan(let pan):
            update(pan, to: at, in: view)
            views[view].gesture = .pan(pan)
        case .cut(var cut):
            update(&cut, to: at, in: view)
            views[view].gesture = .cut(cut)
        case .pinch(let pinch): views[view].gesture = .pinch(pinch)
        case .relate(let relate): views[view].gesture = .relate(relate)
        }
    }

    private func preview(in view: Int) -> GesturePreview {
        switch views[view].gesture {
        case .drag(let drag):
            .drag(by: drag.offset, guides: drag.guides, dropTarget: drag.dropTarget, dropEdge: drag.dropEdge)
        case .connect(let connect): .connect(connect.draft)
        case .reconnect(let reconnect): .reconnect(reconnect.draft)
        case .resize(let resize): .resize(frame: resize.frame, guides: resize.guides)
        case .waypoint(let waypoint): .waypoint(waypoint)
        case .label(let label): .label(edge: label.edge, label.form)
        case .marquee, .lasso:
            .selection(nodes: views[view].selection.nodes.count, edges: views[view].selection.edges.count)
        case .cut(let cut): .selection(nodes: 0, edges: cut.edges.count)
        case .relate(let relate): .selection(nodes: relate.targets.count, edges: 0)
        case .pan, .pinch: .pan(views[view].viewport)
        case nil: preconditionFailure("a preview is asked of an open gesture")
        }
    }
}
