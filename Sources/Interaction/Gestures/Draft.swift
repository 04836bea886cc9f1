import EdgeRouting
import Geometry
import Graph
import Storage

/// The edge being drawn: from an end that stays to the pointer, or to the handle it would end on.
public struct Draft: Sendable {
    /// A handle of a node, with its position.
    public struct DrawnEnd: Sendable {
        /// The node that has the handle.
        public let node: Node.Slot
        /// The handle as the node declares it.
        public let handle: Handle
        /// The anchor of the handle on the canvas, and its side.
        public let anchor: Anchor
    }

    /// The end that stays; for a draft drawn backwards that is the target.
    public var from: Anchor
    /// The position of the pointer on the canvas.
    public var pointer: Point
    /// The handle on which the draft would end, even if the rules refuse it; nil if none is in reach or chosen.
    public var candidate: DrawnEnd?
    /// The reason why the rules refuse the candidate; without a candidate, the reason for every edge from a full
    /// handle, or to the node there.
    public var refusal: ConnectionRefusal?
    /// The proposal that the client must still allow or refuse.
    public var pending: ConnectionProposal?
    /// The path as it is drawn, from source to target.
    public var path: Path
    /// The visible handles on which it may end.
    public var targets: [RelateGesture.HandleEnd] = []
    /// The look that it would have as an edge; while the rules refuse it, that of edges with an error.
    public var style = EdgeStyle()

    /// The candidate's anchor, else the pointer.
    public var to: Point { candidate?.anchor.point ?? pointer }

    /// Is true if ending now would make an edge.
    public var isAllowed: Bool { candidate != nil && refusal == nil && pending == nil }
}

extension Draft {
    /// The members of the state of a gesture that draws an edge.
    static let rows = [
        GestureRow("from", .point, "connect, reconnect: the end that stays"),
        GestureRow("to", .point, "connect, reconnect: the candidate's anchor, else the pointer"),
        GestureRow("candidate", .handle, "connect, reconnect: the handle where the edge would end", isOptional: true),
        GestureRow("allowed", .flag, "connect, reconnect: whether the rules allow it"),
        GestureRow(
            "pending", .flag, "connect, reconnect: true until the client has said whether it allows it",
            isOptional: true),
        .reason, .message,
        GestureRow("path", .path, "connect, reconnect: the draft edge; text is SVG path data"),
        GestureRow(
            "look", .look, "connect, reconnect: its look, as its type and the edge that is moved say", .drawn,
            isOptional: true),
    ]

    /// The reason why it is not allowed, as clients are sent it, and the same in words; nil if it is.
    private var objection: (reason: String, message: String)? {
        if let refusal {
            let isFull = candidate == nil && refusal.reason == .limit
            return (isFull ? "full" : refusal.reason.rawValue, refusal.message)
        }
        if pending != nil { return ("pending", "the client has not said yet whether it allows it") }
        return candidate == nil ? ("nothingThere", "no handle is there") : nil
    }

    /// A value for each of them.
    var values: [GestureValue] {
        let objection = objection
        return [
            .place(from.point), .place(to),
            candidate.map { .handle(.init(node: $0.node, handle: $0.handle.id)) } ?? .absent, .flag(isAllowed),
            pending == nil ? .absent : .flag(true),
            objection.map { .text($0.reason) } ?? .absent, objection.map { .text($0.message) } ?? .absent,
            .path(path), style == EdgeStyle() ? .absent : .look(style),
        ]
    }

    /// Lets go of a candidate and of targets that are gone.
    mutating func forget(_ gone: SlotSet<Node>) {
        targets.removeAll { gone.contains($0.node) }
        guard let node = candidate?.node, gone.contains(node) else { return }
        candidate = nil
        refusal = nil
        pending = nil
    }

    /// The outcome of a draft that makes no edge.
    func outcome(on stage: Stage) -> GestureOutcome {
        guard let refusal else { return GestureOutcome(isEmptyDrop: true) }
        return GestureOutcome(refusal: Refusal(error: .refused(refusal), at: stage.viewport.screen(to)))
    }
}

/// The fixed end of a draft.
struct DraftStart: Sendable {
    let node: Node.Slot
    /// The handle that is never a candidate.
    let handle: Handle
    /// The handle as the edge names it; nil if it leaves it out.
    let named: Identifier?
    /// The end of the edge.
    let kind: Handle.Kind
    let anchor: Anchor
    /// The edge whose other end is moved, if any.
    let edge: Edge.Slot?

    /// The start of a new edge.
    init(_ end: Draft.DrawnEnd) {
        self.init(
            node: end.node, handle: end.handle, named: end.handle.id, kind: end.handle.kind, anchor: end.anchor,
            edge: nil)
    }

    init(node: Node.Slot, handle: Handle, named: Identifier?, kind: Handle.Kind, anchor: Anchor, edge: Edge.Slot?) {
        self.node = node
        self.handle = handle
        self.named = named
        self.kind = kind
        self.anchor = anchor
        self.edge = edge
    }

    /// Returns true if a handle of a node may be a candidate. O(1).
    func mayLead(to slot: Node.Slot, _ handle: Handle, in document: Document) -> Bool {
        if slot == node && handle.id == self.handle.id && handle.kind == self.handle.kind { return false }
        // An edge that names this id would end on the handle of the other kind.
        let wanted = kind.opposite
        return handle.kind == wanted || document.handle(handle.id, of: slot, kind: wanted) == nil
    }
}

extension Stage {
    /// The number of handles checked by the rules for one position of the pointer, even if thousands are there.
    private static var candidateLimit: Int { 512 }

    /// The draft at the pointer's position: to the nearest legal handle within reach, else to one of the node there,
    /// else to the nearest handle.
    ///
    /// - Complexity: O(the nodes within reach), plus a check of the rules for each handle up to the legal one.
    func draft(
        from start: DraftStart, to pointer: Point, within reach: Double, _ memory: inout DraftMemory
    ) -> Draft {
        var nearest: (end: Draft.DrawnEnd, refusal: ConnectionRefusal)?
        func firstAllowed(of ends: [Draft.DrawnEnd]) -> (end: Draft.DrawnEnd, finding: ClientVerdicts.Finding)? {
            for end in ends {
                let finding = finding(of: start, to: end)
                guard case .refused(let refusal) = finding else { return (end, finding) }
                if nearest == nil { nearest = (end, refusal) }
            }
            return nil
        }
        if let (end, finding) = firstAllowed(of: ends(near: pointer, within: reach, of: start)) {
            return draft(from: start, to: pointer, candidate: end, finding, &memory)
        }
        var objection: ConnectionRefusal?
        if let node = reach > 0 ? body(at: pointer, of: start) : nil {
            let ends = ends(on: node, nearestTo: pointer, of: start)
            if let (end, finding) = firstAllowed(of: ends) {
                return draft(from: start, to: pointer, candidate: end, finding, &memory)
            }
            objection = .noHandle(there: document.nodeID(node), isAllowed: dropsOnNodes)
        }
        let refusal = nearest?.refusal ?? objection
        return draft(
            from: start, to: pointer, candidate: nearest?.end, refusal.map { .refused($0) } ?? .allowed, &memory)
    }

    private var dropsOnNodes: Bool { document.settings.interaction.dropOnNode == .connect }

    /// The node at a point on whose body the edge can be dropped. A drop into a container is a drop on the canvas.
    private func body(at point: Point, of start: DraftStart) -> Node.Slot? {
        guard let slot = frontNode(at: point), slot != start.node, !document.isContainer(slot) else { return nil }
        return slot
    }

    /// The handles of a node that may end the draft, the nearest to a point first; none if drops on nodes are refused.
    private func ends(on slot: Node.Slot, nearestTo point: Point, of start: DraftStart) -> [Draft.DrawnEnd] {
        if !dropsOnNodes || document.nodes.flags(slot).contains(.unconnectable) { return [] }
        var ends: [(end: Draft.DrawnEnd, distance: Double)] = []
        for handle in document.handles(slot).prefix(Stage.candidateLimit)
        where handle.isConnectableEnd && start.mayLead(to: slot, handle, in: document) {
            let end = document.draftEnd(handle, of: slot)
            ends.append((end, (end.anchor.point - point).squaredLength))
        }
        // Of equal distances the one that is declared first: the sort keeps the order.
        return ends.sorted { $0.distance < $1.distance }.map(\.end)
    }

    func draft(
        from start: DraftStart, to pointer: Point, candidate: Draft.DrawnEnd?, _ finding: ClientVerdicts.Finding,
        _ memory: inout DraftMemory
    ) -> Draft {
        let path = path(from: start, to: pointer, candidate, &memory)
        var draft = Draft(from: start.anchor, pointer: pointer, candidate: candidate, path: path)
        draft.targets = memory.targets.renewed(from: start, on: self)
        switch finding {
        case .allowed:
            if candidate == nil && start.edge == nil {
                draft.refusal = document.refusal(ofFull: start.handle, of: start.node)
            }
        case .refused(let refusal): draft.refusal = refusal
        case .unknown, .pending: draft.pending = candidate.map { document.proposal(start, $0) }
        }
        let states: EdgeStates = draft.refusal == nil ? [] : .invalid
        draft.style = start.edge.map { document.style(ofEdge: $0, in: states) } ?? document.styleOfNewEdge(in: states)
        return draft
    }

    private func path(
        from start: DraftStart, to pointer: Point, _ candidate: Draft.DrawnEnd?, _ memory: inout DraftMemory
    ) -> Path {
        let loose = Anchor(point: pointer, side: .facing(start.anchor.point, from: pointer))
        let end = candidate?.anchor ?? loose
        let isForward = start.kind == .source
        let startIndex =
            start.anchor.side == .center && start.named == nil ? nil : handleIndex(start.handle, of: start.node)
        let first = DraftedEnd(start.anchor, on: start.node, place: startIndex)
        let last = DraftedEnd(
            end, on: candidate?.node, place: candidate.flatMap { handleIndex($0.handle, of: $0.node) })
        let (leaving, arriving) = isForward ? (first, last) : (last, first)
        let (from, to) = drawnEnds(of: start, candidate, end)
        let (source, target) = isForward ? (from, to) : (to, from)
        let plain = scene.routes.plainPath(
            ofDraft: start.edge, leaving, from: source, arriving, to: target, in: document)
        return memory.route.path(of: start.edge, from: leaving, to: arriving, plain: plain, on: self) ?? plain
    }

    /// The index of a handle in its node's list.
    func handleIndex(_ handle: Handle, of node: Node.Slot) -> Int? {
        document.symbols.find(handle.id).flatMap {
            document.handlePlace(list: document.handleList(node), symbol: $0, kind: handle.kind)
        }
    }

    /// Returns the ends between which a draft is drawn, the end that stays first: ends at centers are moved to the
    /// outlines.
    private func drawnEnds(
        of start: DraftStart, _ candidate: Draft.DrawnEnd?, _ end: Anchor
    ) -> (from: Anchor, to: Anchor) {
        let waypoints = start.edge.flatMap { document.form(ofEdge: $0) }?.waypoints ?? []
        let (first, last) =
            start.kind == .source ? (waypoints.first, waypoints.last) : (waypoints.last, waypoints.first)
        func drawn(_ anchor: Anchor, of node: Node.Slot, towards point: Point) -> Anchor {
            document.drawnAnchor(anchor, of: node, shownIn: document.frame(node), towards: point)
        }
        let from = drawn(start.anchor, of: start.node, towards: first ?? end.point)
        return (from, candidate.map { drawn(end, of: $0.node, towards: last ?? start.anchor.point) } ?? end)
    }

    /// Returns the finding of rules and client for an edge between two ends.
    func finding(of start: DraftStart, to end: Draft.DrawnEnd) -> ClientVerdicts.Finding {
        finding(on: document.proposal(start, end))
    }

    private func ends(near pointer: Point, within reach: Double, of start: DraftStart) -> [Draft.DrawnEnd] {
        handles(near: pointer, within: reach, atMost: Stage.candidateLimit, byArea: true) {
            start.mayLead(to: $0.node, $1, in: document)
        }
    }

    /// A handle near a point.
    struct NearHandle {
        let node: Node.Slot
        /// Its index in the node's list.
        let index: Int
        /// The square of its distance.
        let distance: Double
    }

    /// The handles nearest to a point that may be connected: by distance, then front-most, then declared first.
    ///
    /// - Parameter byArea: whether handles with an area are found by their drop area.
    /// - Complexity: O(*n* log *limit*) in the handles of the nodes within reach.
    func handles(
        near point: Point, within reach: Double, atMost limit: Int, byArea: Bool = false,
        where isWanted: (NearHandle, Handle) -> Bool
    ) -> [Draft.DrawnEnd] {
        var found: [NearHandle] = []
        var farthest = Double.infinity
        func cut() {
            found.sort {
                if $0.distance != $1.distance { return $0.distance < $1.distance }
                return $0.node == $1.node ? $0.index < $1.index : document.isInFront($0.node, of: $1.node)
            }
            if found.count < limit { return }
            found.removeLast(found.count - limit)
            farthest = found.last?.distance ?? farthest
        }
        if reach <= 0 { return [] }
        let far = byArea ? max(reach, document.areaReach(.target)) : reach
        scene.nodes.visit(near: point, within: far) { slot in
            let flags = document.nodes.flags(slot)
            if flags.contains(.unconnectable) { return }
            let frame = document.frame(slot)
            for (index, handle) in document.handles(slot).enumerated() where handle.isConnectableEnd {
                let anchor = document.anchor(of: handle, on: slot)
                let area = byArea ? handle.area(.target) : .reach
                guard let distance = squaredDistance(of: point, from: anchor.point, on: frame, area, reach),
                    distance <= farthest
                else { continue }
                let near = NearHandle(node: slot, index: index, distance: distance)
                if !isWanted(near, handle) { continue }
                found.append(near)
                if found.count == 2 * limit { cut() }
            }
        }
        cut()
        return found.map { document.draftEnd(document.handles($0.node)[$0.index], of: $0.node) }
    }

    /// The square of a point's distance from a handle, if it is within its area or reach.
    private func squaredDistance(
        of point: Point, from anchor: Point, on frame: Rect, _ area: HandleArea, _ reach: Double
    ) -> Double? {
        if area != .reach { return area.distance(of: point, from: anchor, on: frame).map { $0 * $0 } }
        let distance = (anchor - point).squaredLength
        return distance < reach * reach ? distance : nil
    }
}

extension Document {
    /// The edge that a draft from a start to an end proposes.
    func proposal(_ start: DraftStart, _ end: Draft.DrawnEnd) -> ConnectionProposal {
        let node = nodeID(start.node)
        let other = nodeID(end.node)
        let edge = start.edge.map { edgeID($0) }
        if start.kind == .source {
            return ConnectionProposal(
                source: node, sourceHandle: start.named, target: other, targetHandle: end.handle.id, edge: edge)
        }
        return ConnectionProposal(
            source: other, sourceHandle: end.handle.id, target: node, targetHandle: start.named, edge: edge)
    }
}
