import Editing
import Geometry
import Graph
import Storage
import Wire

/// Something that is dragged over a view from outside.
public struct DropEvent: Sendable {
    /// Whether it is held over the view, has left it, or was released in it.
    public enum Phase: String, CaseIterable, Sendable { case over, leave, drop }

    /// What happened to it.
    public var phase: Phase
    /// In screen points.
    public var at: Point
    /// The media types as which it comes.
    public var types: [String]
    /// The content, as the client wrote it; it is read in the phase `drop` and while it is held over the view.
    public var data: JSONText?
    /// The type of the node that the client wants inserted; nil leaves that to the rules.
    public var insertion: String?

    /// An event at a screen point; without `insertion` the rules choose the type of the node.
    public init(_ phase: Phase, at: Point, types: [String], data: JSONText?, insertion: String? = nil) {
        self.phase = phase
        self.at = at
        self.types = types
        self.data = data
        self.insertion = insertion
    }
}

/// What a view knows of something that is held over it from outside.
struct Offering: Sendable, Equatable {
    /// What it is held over and as what.
    struct Place: Sendable, Equatable {
        let element: View.Element?
        /// The front-most node there that takes others in.
        let group: Node.Slot?
        let types: [String]
        let insertion: String?
    }

    let place: Place
    /// What takes it; nil is the canvas.
    let target: View.Element?
    var isAccepted: Bool
    /// The number of the question whether it is accepted, until the client has answered.
    var question: Int?

    /// Whether it knows of an element, which may go.
    func names(_ element: View.Element) -> Bool {
        target == element || place.element == element || place.group.map { .node($0) } == element
    }
}

extension Workspace {
    /// Takes what something from outside does over a view; on error nothing has changed.
    public mutating func receive(_ event: DropEvent, in view: View.Slot, cause: String) throws(EditError) -> InputAnswer
    {
        if event.phase == .leave {
            if views[view].offering != nil { views[view].offering = nil }
            if views[view].hover != nil { views[view].hover = nil }
            return InputAnswer(gesture: views[view].gesture?.kind.rawValue)
        }
        let hit = tapped(hits(in: view, at: event.at, .mouse))
        offer(event, over: hit, in: view)
        var answer = InputAnswer(gesture: views[view].gesture?.kind.rawValue, hit: hit)
        let offering = views[view].offering
        answer.accepted = offering?.isAccepted == true
        if event.phase == .drop {
            views[view].offering = nil
            if let question = offering?.question {
                var waiting = event
                waiting.at = views[view].viewport.canvas(event.at)
                questions.await(
                    .init(number: question, view: views[view].id, work: .drop(waiting), cause: cause))
                answer.question = question
            } else if let offering, offering.isAccepted {
                try drop(event, offering, on: hit, in: view, cause: cause)
            }
        }
        answer.isPending = offering?.question != nil
        return answer
    }

    /// Performs a drop that waited for the client, as far as the rules allow it by now.
    mutating func finishDrop(
        _ event: DropEvent, isAccepted: Bool, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        let hit = tapped(hits(in: view, at: event.at, .mouse))
        let place = place(of: event, on: hit, in: view)
        var offering = landing(event, place, in: view)
        offering.isAccepted = offering.isAccepted && isAccepted
        if offering.isAccepted { try drop(event, offering, on: hit, in: view, cause: cause) }
        return InputAnswer(gesture: views[view].gesture?.kind.rawValue, hit: hit, accepted: offering.isAccepted)
    }

    /// What the client, who was asked, says of what is held over a view.
    public mutating func acceptDrop(_ isAccepted: Bool, in view: View.Slot) throws(EditError) {
        guard let offering = views[view].offering else { throw .nothingThere("nothing is held over the view") }
        if let question = offering.question {
            _ = try resolve(question, isAccepted ? .allowed : .refused(reason: nil))
        } else {
            views[view].offering?.isAccepted = isAccepted
        }
    }

    /// Notes the answer to the question about what is held over a view.
    mutating func resolveOffering(_ question: Int, isAccepted: Bool, in view: View.Slot) {
        guard views[view].offering?.question == question else { return }
        views[view].offering?.question = nil
        views[view].offering?.isAccepted = isAccepted
    }

    private func place(of event: DropEvent, on hit: Hit, in view: View.Slot) -> Offering.Place {
        Offering.Place(
            element: hit.element,
            group: views[view].level == .clusters ? nil : group(under: views[view].viewport.canvas(event.at)),
            types: event.types,
            insertion: event.insertion ?? rule(for: event, on: hit)?.insertion)
    }

    private mutating func offer(_ event: DropEvent, over hit: Hit, in view: View.Slot) {
        if views[view].hover != hit.element { views[view].hover = hit.element }
        let place = place(of: event, on: hit, in: view)
        if views[view].offering?.place == place { return }
        let asks = document.settings.interaction.asksBeforeDrop
        var offering = Offering(place: place, target: hit.element, isAccepted: false)
        if asks || document.settings.interaction.dropRules == nil || rule(for: event, on: hit) != nil {
            offering = landing(event, place, in: view)
        }
        if topics.contains(.drops) {
            ask(about: &offering, event, in: view)
        } else if asks {
            offering.isAccepted = false
        }
        views[view].offering = offering
        if asks && !topics.contains(.drops) {
            report(.dropOver, at: event.at, hit, in: view) { $0.types = event.types }
        }
    }

    /// Lets the client decide about something that the rules accept.
    private mutating func ask(about offering: inout Offering, _ event: DropEvent, in view: View.Slot) {
        guard offering.isAccepted else { return }
        offering.isAccepted = false
        guard questions.mayAsk else {
            offering.isAccepted = document.settings.clientDefault == .allow
            return
        }
        let target: ClientQuestion.Target =
            switch offering.target {
            case nil: .canvas
            case .node(let slot)?: .node(document.nodeID(slot))
            case .edge(let slot)?: .edge(document.edgeID(slot))
            }
        offering.question = questions.ask(
            .drop(at: event.at, target: target, types: event.types), in: views[view].id)
    }

    private func rule(for event: DropEvent, on hit: Hit) -> DropRule? {
        document.settings.interaction.dropRules?.first { $0.accepts(event.types, on: hit.place) }
    }

    /// What takes something, and whether the document does: what it is held over, but a node that would be inserted is
    /// taken by the edge there, else by the group.
    private mutating func landing(_ event: DropEvent, _ place: Offering.Place, in view: View.Slot) -> Offering {
        guard let type = place.insertion else {
            return Offering(place: place, target: place.element, isAccepted: true)
        }
        if isReadOnly { return Offering(place: place, target: nil, isAccepted: false) }
        if case .edge(let edge) = place.element, !document.isRedirected(edge: edge) {
            var onEdge = Offering(place: place, target: place.element, isAccepted: true)
            onEdge.isAccepted = (try? dryRun(insertion(of: type, event, onEdge, in: view))) != nil
            // A rule that holds on the edge means the edge.
            if onEdge.isAccepted || event.insertion == nil { return onEdge }
        }
        var beside = Offering(place: place, target: place.group.map { .node($0) }, isAccepted: true)
        beside.isAccepted = (try? dryRun(insertion(of: type, event, beside, in: view))) != nil
        return beside
    }

    /// The edit that inserts a node with its center at the point, into the edge that takes it and the group there.
    private func insertion(
        of type: String, _ event: DropEvent, _ offering: Offering, in view: View.Slot
    ) -> (inout Transaction) throws(EditError) -> Node.ID {
        let point = views[view].viewport.canvas(event.at)
        let parent = offering.place.group.map { document.nodeID($0) }
        var waypoints = 0
        if case .edge(let edge) = offering.target {
            waypoints = scene.routes.waypointIndex(ofEdge: edge, nearestTo: point, in: document)
        }
        return { [waypoints] (transaction) throws(EditError) in
            let node = try transaction.insertNode(type: type, data: event.data, center: point)
            if case .edge(let edge) = offering.target { try transaction.insert(node, into: edge, after: waypoints) }
            if let parent { try transaction.reparent([node], to: parent) }
            return node
        }
    }

    private mutating func drop(
        _ event: DropEvent, _ offering: Offering, on hit: Hit, in view: View.Slot, cause: String
    ) throws(EditError) {
        if let type = offering.place.insertion {
            let options = options("Drop", in: view, cause: cause)
            let made = try perform(options, insertion(of: type, event, offering, in: view)).result
            if let slot = document.node(made) { selectOnly(slot, in: view) }
        }
        report(.drop, at: event.at, hit, in: view) {
            $0.types = event.types
            $0.data = event.data
        }
    }

    /// The front-most node at a point that takes others in.
    private func group(under point: Point) -> Node.Slot? {
        var groups: [Node.Slot] = []
        for slot in scene.nodes.slots(near: point, within: 0)
        where document.takesChildren(slot) { groups.append(slot) }
        return document.frontmost(of: groups, holding: point)
    }
}

extension Hit {
    /// Where something that is dropped here falls.
    fileprivate var place: DropRule.Place {
        switch element {
        case .node: .node
        case .edge: .edge
        case nil: .canvas
        }
    }
}
