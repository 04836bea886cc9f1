import Editing
import Geometry
import Graph
import Storage

// Connecting without a pointer: the ordinary gesture, whose candidate is chosen key by key among the legal ones.

extension Workspace {
    // MARK: Begin and end

    /// Begins a connection from the focused node, else from the only one that is selected: at its first source.
    mutating func connectByKeys(in view: View.Slot) {
        guard case .node(let slot)? = views[view].focus ?? views[view].selection.nodes.single.map(View.Element.node)
        else { return }
        beginConnection(at: slot, nil, in: view)
    }

    private mutating func beginConnection(at node: Node.Slot, _ handle: Identifier?, in view: View.Slot) {
        guard document.isPlaced(node) else { return }
        let at = views[view].viewport.screen(document.frame(node).center)
        let start = GestureStart.connect(node: document.nodeID(node), handle: handle)
        // What cannot be connected begins no gesture, as under a pointer.
        try? beginGesture(start, GestureOrigin(views[view], at: at, .mouse), in: view, to: at, [])
        guard case .connect(var connect)? = views[view].gesture else { return }
        connect.beginChoosing(on: stage(of: view))
        views[view].gesture = .connect(connect)
    }

    /// Cancels a connection that keys lead: something points again.
    mutating func dropConnectionByKeys(in view: View.Slot) {
        if case .connect(let connect)? = views[view].gesture, connect.isLedByKeys { try? cancelGesture(in: view) }
    }

    /// What a key does while keys lead a connection; false if it does nothing.
    mutating func steer(_ command: KeyCommand, in view: View.Slot, cause: String) throws(EditError) -> Bool {
        switch command {
        case .nudgeRight, .nudgeDown, .nudgeRightFar, .nudgeDownFar, .focusNext, .focusRight, .focusDown:
            chooseNext(in: view)
        case .nudgeLeft, .nudgeUp, .nudgeLeftFar, .nudgeUpFar, .focusPrevious, .focusLeft, .focusUp:
            choosePrevious(in: view)
        case .select: _ = try endGesture(in: view, cause: cause)
        case .connect: startElsewhere(in: view)
        default: return false
        }
        return true
    }

    /// Begins again at the node's next handle.
    private mutating func startElsewhere(in view: View.Slot) {
        guard case .connect(let connect)? = views[view].gesture else { return }
        let list = document.handles(connect.node)
        // A target that shares its id with a source cannot be named beside it.
        let starts = list.filter { handle in
            handle.isConnectableStart
                && (handle.kind == .source || !list.contains { $0.kind == .source && $0.id == handle.id })
        }
        let here = starts.firstIndex(where: { $0.id == connect.handle.id && $0.kind == connect.handle.kind })
        guard let here, starts.count > 1 else { return }
        try? cancelGesture(in: view)
        beginConnection(at: connect.node, starts[(here + 1) % starts.count].id, in: view)
    }

    // MARK: Choose

    private mutating func chooseNext(in view: View.Slot) {
        guard case .connect(var connect)? = views[view].gesture else { return }
        if connect.chooseNext(on: stage(of: view)) { show(connect, in: view) }
    }

    private mutating func choosePrevious(in view: View.Slot) {
        guard case .connect(var connect)? = views[view].gesture else { return }
        if connect.choosePrevious(on: stage(of: view)) { show(connect, in: view) }
    }

    /// Shows a draft to the handle that keys have chosen.
    private mutating func show(_ connect: ConnectGesture, in view: View.Slot) {
        views[view].gesture = .connect(connect)
        if let node = connect.draft?.candidate?.node { reveal(document.frame(node), in: view) }
    }
}
