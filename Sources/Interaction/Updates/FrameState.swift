import Geometry
import Graph
import Storage

/// What a view has told its client so far, and what of it may be out of date.
struct FrameState: Sendable {
    /// Parts of a view that may have changed since its last frame.
    struct Parts: OptionSet {
        let rawValue: UInt8

        /// The viewport or the size.
        static let viewport = Parts(rawValue: 1)
        static let selection = Parts(rawValue: 2)
        static let elements = Parts(rawValue: 4)
        static let gesture = Parts(rawValue: 8)
        static let animations = Parts(rawValue: 16)
        static let content = Parts(rawValue: 32)
        static let all = Parts(rawValue: 63)
    }

    /// The number of the last frame.
    var number = 0
    /// The last frame the client has acknowledged; nil as long as it never did.
    var acknowledged: Int?
    var dirty = Parts()
    /// No frame was sent, and the first tells everything.
    var isFirst = true

    // What the client knows.
    var viewport: Viewport?
    var selection = Selection()
    var hover: View.Element?
    var focus: View.Element?
    var dropTarget: View.Element?
    var gesture: GestureState?
    var guides: [Guide] = []
    var cursor = Cursor.default
    var isMoving = false
    var animated = SlotSet()
    var scene = SceneState()

    /// Frames that a client which acknowledges them may have before it.
    static let credit = 2

    /// Whether frames have to wait for the client.
    var isHeldBack: Bool { acknowledged.map { number - $0 >= FrameState.credit } ?? false }

    /// A client that was told of an element whose slot is another's now was told of nothing.
    mutating func forget(_ element: View.Element) {
        if hover == element { hover = .node(-1) }
        if focus == element { focus = .node(-1) }
        if dropTarget == element { dropTarget = .node(-1) }
    }
}

/// What a view has shown of the document, and what may have changed.
struct SceneState: Sendable {
    var level: SceneLevel?
    /// What the items cover, in canvas units.
    var covered = Rect.empty
    /// Where of the document all that a drag carries has been looked for, in canvas units.
    var reached = Rect.empty
    /// No more nodes than so many lie in what is covered; nil where they are too many for items.
    var nodeBound: Int?
    var nodes = ShownItems<NodeItem>()
    var edges = ShownItems<EdgeItem>()
    var cells = CellGrid()
    var displacement = Displacement()
    /// Elements that changes touched; each is looked at again.
    var touchedNodes: [Int32] = []
    var touchedEdges: [Int32] = []
    /// Everything shown is looked at again.
    var isDeep = false
    /// Nodes may have become containers, or be none any more.
    var isRegrouped = false
    /// How flat the paths are that were told.
    var flatness: Double?
    /// Counts the passes.
    var pass: UInt32 = 0

    /// Beyond this it is cheaper to look at all that is shown.
    private static let touchedLimit = 2048

    /// Marks what a change touched; what is gone leaves at once, before its slot is taken by another.
    ///
    /// - Complexity: O(the elements of the delta).
    mutating func note(_ delta: Delta) {
        for change in delta.nodes {
            if case .changed(let before?, let after) = change.content, before.id != after?.id {
                nodes.forget(change.slot, id: before.id)
            }
        }
        for change in delta.edges {
            if let before = change.before, before.id != change.after?.id { edges.forget(change.slot, id: before.id) }
        }
        if !displacement.isNone { displacement.isStale = true }
        if !isRegrouped { isRegrouped = delta.nodes.contains { if case .changed = $0.content { true } else { false } } }
        if isDeep { return }
        let count = touchedNodes.count + touchedEdges.count + delta.nodes.count + delta.edges.count
        if count > SceneState.touchedLimit
            || delta.members.contains(where: { $0.name == "settings" || $0.name == "types" })
        {
            isDeep = true
            touchedNodes = []
            touchedEdges = []
            return
        }
        touchedNodes.append(contentsOf: delta.nodes.lazy.map(\.slot))
        touchedEdges.append(contentsOf: delta.edges.lazy.map(\.slot))
    }

    var isTouched: Bool { isDeep || !touchedNodes.isEmpty || !touchedEdges.isEmpty }
}

/// The elements that an open gesture shows elsewhere, or otherwise, than the document has them.
struct Displacement: Sendable {
    /// What a drag carries, and how far.
    private(set) var carried = SlotSet()
    private(set) var offset = Point.zero
    /// The node being resized, and the frame it would have.
    private(set) var resized: Int32 = -1
    private(set) var frame = Rect.empty
    /// Edges with exactly one displaced end, each with the frames in the document of the node that is displaced and of
    /// the one that stays.
    private(set) var stretched: [(edge: Int32, displaced: Rect, staying: Rect)] = []
    /// All displaced nodes, and the edges with both ends among them, each with what its nodes take in the document: if they
    /// are few; else they are looked for by place.
    private(set) var few: (nodes: [Int32], edges: [(edge: Int32, frames: Rect)])?

    /// The edge whose waypoints or label are moved, and the form it would have.
    private(set) var formed: Int32 = -1
    private var form = EdgeForm()

    /// Whether the document has changed since edges were listed.
    var isStale = false

    /// With more nodes they are not listed.
    private static let fewLimit = 512

    /// With more stretched edges only those are looked at that have an end in sight.
    static let stretchedLimit = 4096
    /// Tells one displaced set from another; 0 is none.
    private(set) var gesture = 0
    private var revision = -1

    var isNone: Bool { gesture == 0 }

    @inline(__always) func contains(_ slot: Int32) -> Bool { slot == resized || carried.contains(slot) }

    /// Follows a view's gesture; answers whether other elements are displaced than before.
    ///
    /// - Complexity: O(1) while a drag goes on, else O(what it carries).
    mutating func follow(_ view: View, _ document: Document) -> Bool {
        let count = view.gestureCount
        switch view.gesture {
        case .drag(let drag):
            offset = drag.offset
            if gesture == count && revision == drag.revision && !isStale { return false }
            self = Displacement()
            (gesture, revision, offset, carried) = (count, drag.revision, drag.offset, drag.carried)
            list(document)
            return true
        case .resize(let resize):
            frame = resize.frame
            if gesture == count && !isStale { return false }
            self = Displacement()
            (gesture, resized, frame) = (count, resize.node, resize.frame)
            list(document)
            return true
        case .waypoint(let waypoint): return follow(count, waypoint.edge, waypoint.form)
        case .label(let label): return follow(count, label.edge, label.form)
        case .connect, .reconnect, .marquee, .lasso, .pan, .pinch, .cut, .relate, nil:
            if isNone { return false }
            self = Displacement()
            return true
        }
    }

    /// Lists the edges of what is displaced, and the nodes if they are few.
    private mutating func list(_ document: Document) {
        let nodes = resized >= 0 ? [resized] : carried.slots
        var edges: [(edge: Int32, frames: Rect)] = []
        for node in nodes {
            document.visitEdges(of: node) { edge in
                let ends = document.edges.ends(edge)
                if contains(ends.source) != contains(ends.target) {
                    let other = ends.source == node ? ends.target : ends.source
                    stretched.append((edge, document.frame(node), document.frame(other)))
                } else if ends.source == node && nodes.count <= Displacement.fewLimit {
                    edges.append((edge, document.frame(node).union(document.frame(ends.target))))
                }
            }
        }
        if nodes.count <= Displacement.fewLimit { few = (nodes, edges) }
    }

    /// Calls `body` with the edges of which one end is displaced and that may touch a rectangle.
    func visitStretched(touching rect: Rect, _ document: Document, _ body: (Int32) -> Void) {
        for (edge, displaced, staying) in stretched {
            let shown = resized >= 0 ? frame : displaced.offset(by: offset)
            if document.mayTouch(rect, edge: edge, within: shown.union(staying)) { body(edge) }
        }
    }

    /// Follows a gesture that moves waypoints or the label of an edge.
    private mutating func follow(_ count: Int, _ edge: Int32, _ form: EdgeForm) -> Bool {
        self.form = form
        if gesture == count && !isStale { return false }
        self = Displacement()
        (gesture, formed, self.form) = (count, edge, form)
        few = ([], [(edge, .empty)])
        return true
    }

    /// Whether an edge is shown away from where the document has it.
    @inline(__always)
    func contains(edge slot: Int32, _ ends: EdgeEnds) -> Bool {
        slot == formed || contains(ends.source) || contains(ends.target)
    }

    /// The form in which an edge is shown; nil where it has none of its own.
    @inline(__always)
    func form(ofEdge slot: Int32, _ ends: EdgeEnds, _ document: Document) -> EdgeForm? {
        if slot == formed { return form }
        guard let standing = document.form(ofEdge: slot) else { return nil }
        return carried.contains(ends.source) && carried.contains(ends.target) ? standing.moved(by: offset) : standing
    }

    /// Where a node is shown.
    @inline(__always)
    func place(of slot: Int32, _ document: Document) -> (frame: Rect, size: Size) {
        if slot == resized { return (frame, frame.size) }
        let geometry = document.nodes.geometry(slot)
        let size = Size(width: geometry.width, height: geometry.height)
        let standing = document.frame(slot)
        if !carried.contains(slot) { return (standing, size) }
        return (Rect(origin: standing.origin + offset, size: size), size)
    }
}
