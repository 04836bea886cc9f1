import Editing
import Geometry
import Graph
import Storage

// Gestures in a view, up to the edit in which they end.

extension View {
    /// Begins a gesture at its origin; on error nothing has changed.
    mutating func begin(_ start: GestureStart, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        if gesture != nil {
            throw EditError(.gestureOpen, "view \"\(id)\" has an open gesture; end or cancel it first")
        }
        // A preview would show what its end refuses.
        if start.payload.edits, let refusal = stage.refusal { throw refusal }
        if let setting = start.payload.switchedOff(by: stage.document.settings.interaction) {
            throw .switchedOff(by: setting)
        }
        let pulled = pulled(origin.viewport, stage.document.settings.interaction)
        let gesture = Gesture(try start.payload.init(start.parameters, origin, pulled: pulled, on: stage))
        if let (node, selects) = gesture.payload.grasped { grasp(node, selects: selects, in: stage.document) }
        // What is grasped must not slide away.
        stopMotion()
        open(gesture)
    }

    /// Opens a gesture in a view that has none.
    mutating func open(_ gesture: Gesture) {
        gestureCount += 1
        led = nil
        verdicts = ClientVerdicts()
        ending = nil
        self.gesture = gesture
    }

    /// Selects and focuses the node under a gesture; in a selection it only gets the focus.
    private mutating func grasp(_ node: Node.Slot, selects: Bool, in document: Document) {
        if selects { return selectOnly([node], in: document) }
        if document.settings.interaction.selectionEnabled { focus = .node(node) }
    }

    /// Lets the open gesture follow the pointer to a point of the screen.
    ///
    /// - Throws: `noGesture`.
    mutating func advanceGesture(to at: Point, _ modifiers: Modifiers, on stage: Stage) throws(EditError) {
        guard let effect = gesture?.payload.update(to: at, modifiers, on: stage) else { throw noGesture }
        apply(effect, stage.document)
    }

    /// Draws the open draft to a handle that is named.
    ///
    /// - Throws: `noGesture`, `nothingThere` if no edge is drawn, `noSuchNode`, `noSuchHandle`, `switchedOff`.
    mutating func aimGesture(at node: Node.ID, _ handle: Identifier?, on stage: Stage) throws(EditError) {
        guard let gesture else { throw noGesture }
        guard var drafting = gesture.payload as? any DraftingGesture else {
            throw .nothingThere("the gesture \"\(gesture.kind.name)\" draws no edge")
        }
        drafting.aim(at: try stage.document.end(handle, of: node, kind: drafting.movingEnd), on: stage)
        led = nil
        self.gesture?.payload = drafting
    }

    private mutating func apply(_ effect: GestureEffect, _ document: Document) {
        switch effect {
        case .nothing: break
        case .select(let selection): self.selection = selection
        case .show(let viewport, isElastic: true):
            stretch(to: stretched(viewport, document.settings.interaction))
        case .show(let viewport, isElastic: false):
            let shown = confined(viewport, document.settings.interaction)
            if shown != self.viewport { self.viewport = shown }
        }
    }

    /// Returns the effects of the end of a gesture that was taken from the view.
    func end(of gesture: Gesture, on stage: Stage) -> GestureEnd {
        var payload = gesture.payload
        var end = payload.end(on: stage)
        end.edit?.raised = payload.origin.raised
        if payload.selects {
            end.outcome.selection = (selection.nodes.count, selection.edges.count)
        }
        return end
    }

    /// Ends the gesture without a trace: restores the selection and the viewport of its beginning.
    ///
    /// - Throws: `noGesture`.
    public mutating func cancelGesture() throws(EditError) { restore(try takeGesture().payload.origin) }

    /// Cancels the open gesture, if there is one.
    mutating func abandonGesture() {
        if let gesture = gesture.take() { restore(gesture.payload.origin) }
    }

    /// Takes the open gesture out of the view.
    ///
    /// - Throws: `noGesture`.
    mutating func takeGesture() throws(EditError) -> Gesture {
        guard let gesture = gesture.take() else { throw noGesture }
        return gesture
    }

    /// The state of the open gesture, as clients are sent it.
    ///
    /// The view is borrowed, because a copy would retain all it holds.
    ///
    /// - Throws: `noGesture`.
    mutating func gestureState() throws(EditError) -> GestureState {
        guard let openState else { throw noGesture }
        return openState
    }

    private var noGesture: EditError { EditError(.noGesture, "no gesture is open in view \"\(id)\"") }

    /// Lets the open draft follow an answer of the client; false if it did not ask.
    mutating func resolve(_ question: Int, _ refusal: ConnectionRefusal?) -> Bool {
        verdicts.resolve(question, refusal) && gesture != nil
    }

    /// Draws the open gesture again, after rules or client have changed their mind.
    mutating func redrawGesture(on stage: Stage) {
        gesture?.payload.redraw(on: stage)
    }

    // MARK: Pans and pinches

    /// Begins a pan by hand, from the present viewport.
    mutating func beginPan(_ at: Point, _ pointer: PointerKind, _ settings: borrowing InteractionSettings) {
        let origin = GestureOrigin(self, at: at, pointer)
        open(Gesture(PanGesture(origin, pulled: pulled(origin.viewport, settings))))
    }

    /// Re-anchors the pan after another move of the view.
    mutating func holdAgain(_ at: Point, _ settings: borrowing InteractionSettings) {
        guard var pan = gesture?.as(PanGesture.self) else { return }
        pan.held = (at, pulled(viewport, settings))
        gesture?.payload = pan
    }

    /// Begins a pinch of two fingers.
    mutating func beginPinch(
        _ span: PinchGesture.Span, _ pointer: PointerKind, _ limits: ZoomLimits,
        _ settings: borrowing InteractionSettings
    ) {
        let origin = GestureOrigin(self, at: span.a, pointer)
        open(
            Gesture(
                PinchGesture(
                    origin, span, pulled: pulled(origin.viewport, settings),
                    zoom: pulledZoom(origin.viewport.zoom, limits, settings))))
    }

    /// The open pinch.
    var pinch: PinchGesture? { gesture?.as(PinchGesture.self) }

    /// Shows the canvas after a pinch: scaled, with the point between the fingers still between them.
    mutating func show(
        _ pinch: PinchGesture, zoom wanted: Double, center: Point, _ limits: ZoomLimits,
        _ settings: borrowing InteractionSettings
    ) {
        let zoom =
            settings.zoomEnabled ? stretchedZoom(wanted, limits, settings) : pinch.origin.viewport.zoom
        let middle = settings.panEnabled ? center : pinch.span.center
        let anchor = pinch.pulled.canvas(pinch.span.center)
        let viewport = Viewport(x: middle.x - anchor.x * zoom, y: middle.y - anchor.y * zoom, zoom: zoom)
        if viewport.isUsable { stretch(to: stretched(viewport, settings)) }
    }

    // MARK: Modes that taps end

    /// Begins to relate a node with others.
    ///
    /// - Throws: `readOnly`, `locked`, `nothingThere`.
    mutating func beginRelating(from node: Node.Slot, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        if let refusal = stage.refusal { throw refusal }
        open(Gesture(try RelateGesture(from: node, origin, on: stage)))
    }

    /// Lets taps lead the draft that was just begun.
    mutating func leadByTaps() {
        guard var connect = gesture?.as(ConnectGesture.self) else { return }
        connect.lead = .taps
        gesture?.payload = connect
    }

    // MARK: Connections by keys

    /// Is true if keys lead the open gesture.
    var isLedByKeys: Bool { gesture?.as(ConnectGesture.self)?.isLedByKeys == true }

    /// Lets keys choose the end of the draft that was just begun.
    mutating func leadByKeys(on stage: Stage) {
        guard var connect = gesture?.as(ConnectGesture.self) else { return }
        connect.beginChoosing(on: stage)
        led = nil
        gesture?.payload = connect
    }

    /// Goes on to the next legal handle, or back; returns the node of the new choice, if it changed.
    mutating func choose(next isNext: Bool, on stage: Stage) -> Node.Slot? {
        guard var connect = gesture?.as(ConnectGesture.self) else { return nil }
        guard isNext ? connect.chooseNext(on: stage) : connect.choosePrevious(on: stage) else { return nil }
        gesture?.payload = connect
        return connect.draft?.candidate?.node
    }

    /// The node at which keys begin a connection: the focused one, else the only selected one.
    var connectionStart: Node.Slot? {
        if case .node(let slot)? = focus ?? selection.nodes.single.map(ElementSlot.node) { slot } else { nil }
    }

    /// The next possible start handle of the open connection at the node; nil if there is no other.
    func nextStart(in document: Document) -> (node: Node.Slot, handle: Identifier)? {
        guard let connect = gesture?.as(ConnectGesture.self) else { return nil }
        let list = document.handles(connect.node)
        // A target that shares its id with a source cannot be named beside it.
        let starts = list.filter { handle in
            handle.isConnectableStart
                && (handle.kind == .source || !list.contains { $0.kind == .source && $0.id == handle.id })
        }
        let here = starts.firstIndex(where: { $0.id == connect.handle.id && $0.kind == connect.handle.kind })
        guard let here, starts.count > 1 else { return nil }
        return (connect.node, starts[(here + 1) % starts.count].id)
    }
}

extension Document {
    /// The handle of a node on which a draft may end, with its anchor.
    ///
    /// - Parameters:
    ///   - handle: its id; nil for the first that ends an edge.
    ///   - kind: the end of the drawn edge; if no handle of this kind has the id, one of the other kind is used.
    fileprivate func end(
        _ handle: Identifier?, of id: Node.ID, kind: Handle.Kind
    ) throws(EditError) -> Draft.DrawnEnd {
        let slot = try slot(node: id)
        if !isPlaced(slot) || isConcealed(slot) { throw .nothingThere("\"\(id)\" cannot be seen") }
        let found =
            handle.map { self.handle($0, of: slot, kind: kind) ?? self.handle($0, of: slot, kind: nil) }
            ?? handles(slot).first { $0.kind == kind && $0.isConnectableEnd }
        guard let found else {
            let what = handle.map { "no handle \"\($0)\"" } ?? "no \(kind.rawValue) handle that ends an edge"
            throw EditError(.noSuchHandle, "node \"\(id)\" has \(what)", nodes: [id])
        }
        if nodes.flags(slot).contains(.unconnectable) { throw .switchedOff(flag: "connectable", nodes: [id]) }
        if !found.isConnectableEnd { throw .switchedOff(flag: "connectableEnd", nodes: [id]) }
        return draftEnd(found, of: slot)
    }
}

extension GestureOrigin {
    /// The start of a gesture in a view, as it is now.
    init(_ view: View, at start: Point, _ pointer: PointerKind) {
        self.start = start
        self.pointer = pointer
        viewport = view.viewport
        level = view.level
        isStretched = view.motion.isStretched
        selection = view.selection
        focus = view.focus
    }
}
