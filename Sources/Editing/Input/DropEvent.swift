import Geometry
import Graph
import Wire

/// Something that is dragged over a view from outside.
public struct DropEvent: Sendable {
    public enum Phase: String, CaseIterable, Sendable { case over, leave, drop }

    public var phase: Phase
    /// In screen points.
    public var at: Point
    /// The media types as which it comes.
    public var types: [String]
    public var data: JSONText?

    public init(_ phase: Phase, at: Point, types: [String], data: JSONText?) {
        self.phase = phase
        self.at = at
        self.types = types
        self.data = data
    }
}

/// What a view knows of something that is held over it from outside.
struct Offering: Sendable, Equatable {
    /// Nil is the canvas.
    let target: View.Element?
    let types: [String]
    var isAccepted: Bool
}

extension Editor {
    /// Takes what something from outside does over a view; on error nothing has changed.
    public mutating func receive(_ event: DropEvent, in view: Int, cause: String) throws(EditError) -> InputAnswer {
        if event.phase == .leave {
            if views[view].offering != nil { views[view].offering = nil }
            if views[view].hover != nil { views[view].hover = nil }
            return InputAnswer(gesture: views[view].gesture?.name)
        }
        let hit = tapped(hits(in: view, at: event.at, .mouse))
        offer(event, over: hit, in: view)
        let isAccepted = views[view].offering?.isAccepted == true
        if event.phase == .drop {
            views[view].offering = nil
            if isAccepted { try drop(event, on: hit, in: view, cause: cause) }
        }
        return InputAnswer(gesture: views[view].gesture?.name, hit: hit, accepted: isAccepted)
    }

    /// What the client, who was asked, says of what is held over a view.
    public mutating func acceptDrop(_ isAccepted: Bool, in view: Int) throws(EditError) {
        guard views[view].offering != nil else { throw .nothingThere("nothing is held over the view") }
        views[view].offering?.isAccepted = isAccepted
    }

    private mutating func offer(_ event: DropEvent, over hit: Hit, in view: Int) {
        if views[view].hover != hit.element { views[view].hover = hit.element }
        let standing = views[view].offering
        if let standing, standing.target == hit.element, standing.types == event.types { return }
        let asks = document.settings.asksBeforeDrop
        let isAccepted = !asks && (document.settings.dropRules == nil || takes(event, on: hit, in: view))
        views[view].offering = Offering(target: hit.element, types: event.types, isAccepted: isAccepted)
        if asks { report(.dropOver, at: event.at, hit, in: view) { $0.types = event.types } }
    }

    private func rule(for event: DropEvent, on hit: Hit) -> DropRule? {
        document.settings.dropRules?.first { $0.accepts(event.types, on: hit.place) }
    }

    /// Whether a rule accepts what is held there, and the document takes what that rule would insert.
    private mutating func takes(_ event: DropEvent, on hit: Hit, in view: Int) -> Bool {
        guard let rule = rule(for: event, on: hit) else { return false }
        guard let type = rule.insertion else { return true }
        var rehearsal = Options(cause: "", label: "")
        rehearsal.isRehearsal = true
        do throws(EditError) {
            _ = try insert(type, event, on: hit, in: view, rehearsal)
            return true
        } catch {
            return false
        }
    }

    private mutating func insert(
        _ type: String, _ event: DropEvent, on hit: Hit, in view: Int, _ options: Options
    ) throws(EditError) -> Node.ID {
        let point = views[view].viewport.canvas(event.at)
        let parent = views[view].level == .clusters ? nil : group(under: point)
        return try perform(options) { (transaction) throws(EditError) in
            let node = try transaction.insertNode(type: type, data: event.data, centre: point)
            if case .edge(let edge, _) = hit.target { try transaction.insert(node, into: edge) }
            if let parent { try transaction.reparent([node], to: parent) }
            return node
        }.result
    }

    private mutating func drop(
        _ event: DropEvent, on hit: Hit, in view: Int, cause: String
    ) throws(EditError) {
        if let type = rule(for: event, on: hit)?.insertion {
            let made = try insert(type, event, on: hit, in: view, Options(cause: cause, label: "Drop"))
            selectOnly(document.node(made), in: view)
        }
        report(.drop, at: event.at, hit, in: view) {
            $0.types = event.types
            $0.data = event.data
        }
    }

    /// The front-most node at a point that takes others in.
    private func group(under point: Point) -> Node.ID? {
        var groups: [Int32] = []
        for slot in scene.nodes.slots(near: point, within: 0)
        where document.takesChildren(slot) { groups.append(slot) }
        let front = document.frontmost(of: groups, holding: point)
        return front < 0 ? nil : document.nodeID(front)
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
