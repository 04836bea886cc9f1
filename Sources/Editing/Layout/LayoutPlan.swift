import EdgeRouting
import Geometry
import Graph
import Layout
import Storage
import Wire

/// The effect of a layout on a document: computed from one state of it, applied by `Transaction.perform(_:)`.
public struct LayoutPlan: Sendable {
    /// A node and its new geometry.
    struct Move: Sendable {
        let slot: Node.Slot
        let geometry: NodeGeometry
    }

    /// An edge after the plan. It is made together with the plan, since the text of many waypoints takes as long as the
    /// layout.
    struct Bend: Sendable {
        let slot: Edge.Slot
        let edge: Edge

        /// Applies the changes of an edge in order.
        ///
        /// - Throws: `invalidValue` (a waypoint is not finite).
        init(_ slot: Edge.Slot, _ changes: [EdgeChange], in document: Document) throws(EditError) {
            self.slot = slot
            var edge = document.edge(at: slot)
            for change in changes { try edge.apply(change, over: document.pathType(ofEdge: slot)) }
            self.edge = edge
        }
    }

    /// The treatment of an edge.
    struct Treatment: Sendable {
        let edges: LayoutOptions.Edges
        /// The radius of its corners, in canvas units; nil leaves it to its type.
        let cornerRadius: Double?

        /// Is true if the edge is drawn differently if it would be unreadable.
        var isMended: Bool {
            switch edges {
            case .auto, .waypoints, .curves: true
            case .keep, .orthogonal: false
            }
        }
    }

    /// The change of an edge.
    enum EdgeChange: Sendable {
        case waypoints([Point])
        /// The type `orthogonal`, if the edge does not have it already.
        case orthogonal(waypoints: [Point], label: Double?)
        /// A detour around nodes in its own type, without waypoints.
        case avoiding
        /// The type as well, and the place of the label along the path, 0…1; nil leaves the label in place.
        case type(EdgeType, waypoints: [Point], label: Double?)
        /// The radius of its corners, in canvas units.
        case cornerRadius(Double)
    }

    /// The bounds of the laid out nodes on the canvas; nil without nodes.
    public internal(set) var bounds: Rect?
    /// The direction of the layout; nil for a layout without one.
    public internal(set) var direction: Direction?
    /// The crossings, length and bends of the edges among them.
    public internal(set) var figures: LayoutFigures
    var moves: [Move] = []
    var bends: [Bend] = []
    /// Groups around laid out nodes that are not laid out themselves, with the padding around these nodes.
    var parents: [(slot: Node.Slot, children: [Node.Slot], padding: Double)] = []
    /// The part of the document from which the plan was computed.
    let reading: LayoutReading
    /// The nodes that were laid out.
    var nodes: [Node.Slot] { reading.nodes }
    /// The edges that were laid out.
    var edges: [Edge.Slot] { reading.edges }
    /// The treatment of each edge.
    var treatments: [Treatment] = []
    /// The edges between laid out nodes and others, if these count.
    var outerEdges: [Edge.Slot] = []
    /// The nodes that make space, and all nodes that were checked for that.
    var shifts: [NodeShift] = []
    var rest: [Node.Slot] = []
    /// The groups whose contents were laid out.
    var groups: [Node.Slot] = []
    /// The plan as performed on a copy of the document; nil if it was not prepared.
    public private(set) var prepared: PreparedTransaction?

    init(of reading: LayoutReading) {
        self.reading = reading
        figures = LayoutFigures(of: [])
    }

    /// Returns true if everything that the plan has read is unchanged in a later state of the document.
    ///
    /// - Complexity: O(*n*) for *n* elements that were read; O(1) in an unchanged document.
    public func isCurrent(in document: Document) -> Bool {
        reading.isCurrent(in: document, rest, bends.map(\.slot))
    }

    /// Performs the plan on a copy of its document. If the document is still the same when the plan is performed, the
    /// result is ready.
    ///
    /// - Throws: the errors of performing it; `limits` if it was stopped.
    public mutating func prepare(in document: Document, _ watch: LayoutWatch) throws(EditError) {
        let plan = self
        prepared = try PreparedTransaction(writtenOf: document) { (transaction) throws(EditError) in
            try transaction.perform(plan, watch)
        }
    }
}

extension Transaction {
    /// Moves nodes, fits groups and bends edges by a plan.
    ///
    /// - Throws: `invalidValue` (a node or waypoint would leave the range of doubles); `limits` if it was stopped.
    public mutating func perform(_ plan: LayoutPlan, _ watch: LayoutWatch = { _ in true }) throws(EditError) {
        if let prepared = plan.prepared, take(prepared) { return }
        let all = Double(plan.moves.count + plan.bends.count + 1)
        reserve(nodes: plan.moves.count)
        try shift(plan.shifts)
        for (index, move) in plan.moves.enumerated() {
            if index % 1024 == 0, !watch(Double(index) / all) { throw EditError(.limits, "stopped") }
            try setGeometry(move.slot, move.geometry)
        }
        for (slot, children, padding) in plan.parents { try grow(slot, around: children, padding: padding) }
        try perform(plan.bends) { watch((Double(plan.moves.count) + Double(plan.bends.count) * $0) / all) }
        laidOut = plan.groups
    }

    /// - Throws: `limits` if it was stopped.
    mutating func perform(_ bends: [LayoutPlan.Bend], _ watch: LayoutWatch) throws(EditError) {
        for (index, bend) in bends.enumerated() {
            if index % 1024 == 0, !watch(Double(index) / Double(bends.count)) {
                throw EditError(.limits, "stopped")
            }
            try replace(edge: bend.slot, with: bend.edge)
        }
    }

    /// Grows a group around some of its children, and so on outwards; stops at locked groups.
    mutating func grow(_ start: Node.Slot, around children: [Node.Slot], padding: Double) throws(EditError) {
        var held = children.reduce(Rect.empty) { $0.union(document.frame($1)) }
        var next: Node.Slot? = start
        var origins = ContainerOrigins()
        while let slot = next, document.isPlaced(slot), !document.nodes.flags(slot).contains(.locked) {
            let origin = origins.origin(of: slot, in: document)
            let frame = document.openFrame(slot, from: origin)
            if held.isEmpty || frame.contains(held) { return }
            let grown = frame.union(held.grown(by: padding))
            try setOpenFrame(
                slot, width: grown.width, height: grown.height, position: grown.origin, from: origin)
            held = grown
            next = document.nodes.parent(slot)
        }
    }
}

extension Edge {
    /// - Parameter pathType: the current type of the edge's path.
    fileprivate mutating func apply(_ change: LayoutPlan.EdgeChange, over pathType: EdgeType) throws(EditError) {
        switch change {
        case .waypoints(let points): try setWaypoints(points)
        case .avoiding:
            try setWaypoints([])
            members = JSONMembers.setting([("avoid", JSON.boolean(true).text)], in: members)
        case .orthogonal(let points, let label):
            try setWaypoints(points)
            if pathType != .orthogonal { setType(.orthogonal) }
            setLabelPosition(label)
        case .type(let type, let points, let label):
            try setWaypoints(points)
            setType(type)
            setLabelPosition(label)
        case .cornerRadius(let radius): setCornerRadius(radius)
        }
    }

    private mutating func setType(_ type: EdgeType) {
        members = JSONMembers.setting([("type", JSON.string(type.rawValue).text)], in: members)
    }

    private mutating func setCornerRadius(_ radius: Double) {
        let json = members.withUnsafeBufferPointer { JSONMembers.value("pathOptions", in: $0) }
        var options = json?.objectValue ?? JSONObject()
        options["borderRadius"] = .number(radius)
        members = JSONMembers.setting([("pathOptions", JSON.object(options).text)], in: members)
    }

    /// Puts the label at a fraction of the path; nil leaves it in place.
    private mutating func setLabelPosition(_ position: Double?) {
        guard let position else { return }
        let others = JSONMembers.removing(["labelOffset"], from: members)
        members = JSONMembers.setting([("labelPosition", JSON.number(position).text)], in: others)
    }

    /// Replaces the waypoints of the edge; an empty list removes them.
    ///
    /// - Throws: `invalidValue` (a waypoint is not finite).
    private mutating func setWaypoints(_ points: [Point]) throws(EditError) {
        guard points.allSatisfy(\.isFinite) else { throw .invalid("a waypoint of \"\(id)\" would be out of range") }
        if points.isEmpty || points.count > Limits.waypoints {
            members = JSONMembers.removing(["waypoints"], from: members)
        } else {
            var list = JSONWriter()
            list.beginArray()
            for point in points {
                list.beginObject()
                list.name("x")
                list.number(point.x + 0)
                list.name("y")
                list.number(point.y + 0)
                list.endObject()
            }
            list.endArray()
            members = JSONMembers.setting([("waypoints", JSONText(trusted: list.bytes))], in: members)
        }
    }
}

/// A moving node: its new stored position, and the distance.
struct NodeShift: Sendable {
    var slot: Node.Slot
    var position: Point
    var offset: Point
}
