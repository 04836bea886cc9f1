import Editing
import Geometry
import Graph
import Storage
import Wire

/// Something that is dragged over a view from outside.
public struct DropEvent: Sendable {
    /// The phase of a drop: held over the view, gone from it, or released in it.
    public enum Phase: String, CaseIterable, Sendable { case over, leave, drop }

    /// The phase of the event.
    public var phase: Phase
    /// The position, in screen points.
    public var at: Point
    /// The media types as which it comes.
    public var types: [String]
    /// The content, as the client wrote it; it is read in the phase `drop` and while it is held over the view.
    public var data: JSONText?
    /// The type of the node that the client wants inserted; nil leaves that to the rules.
    public var insertion: String?
    /// The elements that the client wants to paste in place of a node.
    public var fragment: Document?
    /// The parts of the fragment that could not be read.
    public var losses: [Loss] = []
    /// The top-left corner of the inserted content on the canvas, once known; until then its center is at the pointer.
    var corner: Point?

    /// An event at a screen point; without `insertion` and `fragment` the rules choose the type of a node.
    public init(
        _ phase: Phase, at: Point, types: [String], data: JSONText?, insertion: String? = nil,
        fragment: Document? = nil, losses: [Loss] = []
    ) {
        self.phase = phase
        self.at = at
        self.types = types
        self.data = data
        self.insertion = insertion
        self.fragment = fragment
        self.losses = losses
    }

    /// The same event with the corner of the content at a point.
    func placed(at corner: Point?) -> DropEvent {
        var event = self
        event.corner = corner
        return event
    }
}

/// The state of something that is held over a view from outside.
struct Offering: Sendable {
    /// The element that it is held over, with its types.
    struct Place: Sendable, Equatable {
        let element: ElementSlot?
        /// The front-most node there that takes others in.
        let group: Node.Slot?
        let types: [String]
        let insertion: String?
        /// The types of the outermost nodes of a fragment; nil without one.
        let pasted: [Identifier?]?
    }

    let place: Place
    /// The element that takes it; nil is the canvas.
    let target: ElementSlot?
    var isAccepted: Bool
    /// The reason why the rules refuse it there; nil if they do not, or if nothing would take it anyway.
    var objection: EditError?
    /// The number of the question whether it is accepted, until the client has answered.
    var question: Int?
    /// The size of the inserted content; nil until known, and after a change of the document.
    var size: Size?
    /// The alignment of the inserted content.
    var snapping = Snapping()
    /// The corner of the inserted content.
    var corner: Point?
    /// The frame that it would have here.
    var frame: Rect?
    /// The lines that it keeps to.
    var guides: [Guide] = []

    /// Returns true if it names one of some removed elements.
    func names(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
        func isGone(_ element: ElementSlot?) -> Bool { element?.isAmong(nodes: nodes, edges: edges) == true }
        return isGone(target) || isGone(place.element) || place.group.map { nodes.contains($0) } == true
    }
}

/// A possible way to accept an object from outside: the target, and the edit.
struct Landing {
    let target: ElementSlot?
    /// The edit; nil if the document stays as it is.
    let edit: ViewEdit?
}

extension View {
    /// Ends the holding over the view.
    mutating func dismissOffering() {
        if offering != nil { offering = nil }
        if hover != nil { hover = nil }
    }

    /// Marks the target of an object from outside; returns it if it changed.
    mutating func hold(_ event: DropEvent, over hit: Hit, on stage: Stage) -> Offering.Place? {
        if hover != hit.element { hover = hit.element }
        let place = place(of: event, on: hit, on: stage)
        return offering?.place == place ? nil : place
    }

    /// Returns the target of the held object, with its types.
    func place(of event: DropEvent, on hit: Hit, on stage: Stage) -> Offering.Place {
        Offering.Place(
            element: hit.element,
            group: level == .clusters ? nil : stage.group(under: viewport.canvas(event.at)),
            types: event.types,
            insertion: event.fragment != nil
                ? nil : event.insertion ?? stage.document.dropRule(for: event, on: hit)?.insertion,
            pasted: event.fragment?.typesOfOutermost)
    }

    /// Records the answer to the question about the held object.
    mutating func resolveOffering(_ question: Int, isAccepted: Bool) {
        guard offering?.question == question else { return }
        offering?.question = nil
        offering?.isAccepted = isAccepted
    }
}

extension Stage {
    /// The possible ways to accept an object; the first one that the rules allow is used. If none is allowed, the last
    /// one has the reason. Empty if nothing may accept it.
    ///
    /// The target under the object accepts it; an inserted node is accepted by the edge there, else by the group.
    func landings(of event: DropEvent, _ place: Offering.Place) -> [Landing] {
        guard let edit = insertion(event, place, into: nil) else { return [Landing(target: place.element, edit: nil)] }
        if isReadOnly { return [] }
        let beside = Landing(target: place.group.map { .node($0) }, edit: edit)
        guard place.pasted == nil, case .edge(let edge) = place.element, !document.isRedirected(edge: edge) else {
            return [beside]
        }
        let onEdge = Landing(target: place.element, edit: insertion(event, place, into: edge))
        // A rule that holds on the edge means the edge.
        return event.insertion == nil ? [onEdge] : [onEdge, beside]
    }

    /// The edit for the way that was found while the object was held there; nil if the document does not change.
    func insertion(_ event: DropEvent, _ offering: Offering) -> ViewEdit? {
        var edge: Edge.Slot?
        if case .edge(let slot)? = offering.target { edge = slot }
        return insertion(event, offering.place, into: edge)
    }

    /// The edit that inserts a node, into the accepting edge and the group there, or a fragment, into the group; nil
    /// if neither is held.
    private func insertion(_ event: DropEvent, _ place: Offering.Place, into edge: Edge.Slot?) -> ViewEdit? {
        let point = viewport.canvas(event.at)
        let parent = place.group.map { document.nodeID($0) }
        let corner = event.corner
        if let fragment = event.fragment {
            return ViewEdit("Paste") { (transaction) throws(EditError) in
                EditMade(pasted: try transaction.paste(fragment, at: corner ?? point, into: parent))
            }
        }
        guard let type = place.insertion else { return nil }
        let waypoints = edge.map { scene.routes.waypointIndex(ofEdge: $0, nearestTo: point, in: document) } ?? 0
        return ViewEdit("Add \(document.spokenTitle(ofType: Identifier(type)))") { (transaction) throws(EditError) in
            let node = try transaction.insertNode(type: type, data: event.data, center: point)
            if let corner { try transaction.moveNodes([node], to: corner, snap: false) }
            if let edge { try transaction.insert(node, into: edge, after: waypoints) }
            if let parent { try transaction.reparent([node], to: parent) }
            return EditMade(nodes: [node])
        }
    }

    /// The front-most node at a point that takes others in.
    fileprivate func group(under point: Point) -> Node.Slot? {
        var groups: [Node.Slot] = []
        for slot in scene.nodes.slots(near: point, within: 0)
        where document.takesChildren(slot) { groups.append(slot) }
        return document.frontmost(of: groups, holding: point)
    }
}

extension Document {
    /// The types of the outermost nodes, in document order.
    fileprivate var typesOfOutermost: [Identifier?] {
        var types: [Identifier?] = []
        for slot in nodeSlots where nodes.parent(slot) == nil { types.append(nodes.type(slot).map { symbols[$0] }) }
        return types
    }

    /// The first rule that accepts the object on a hit.
    func dropRule(for event: DropEvent, on hit: Hit) -> DropRule? {
        settings.interaction.dropRules?.first { $0.accepts(event.types, on: hit.place) }
    }
}

extension Hit {
    /// The kind of target of a drop here.
    fileprivate var place: DropRule.Place {
        switch element {
        case .node: .node
        case .edge: .edge
        case nil: .canvas
        }
    }
}
