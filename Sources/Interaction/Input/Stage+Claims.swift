import Geometry
import Graph
import Storage

// What the movement of a pressed pointer will do: the first thing under it that may have it.

extension Stage {
    /// Returns the claim of the movement of a press, and the claims that were asked before and were refused.
    ///
    /// - Parameter isGestureOpen: whether the view is taken up.
    func claims(
        on press: Press, button: Int, isGestureOpen: Bool
    ) -> (claim: Claim?, refusals: [Claim.Refusal]) {
        var refusals: [Claim.Refusal] = []
        let pans = button == 1 || button == 2 && document.settings.interaction.rightDrag == .pan
        let canvas = pans ? .pan : canvasClaim(press)
        if isGestureOpen { return (nil, [Claim.Refusal(claim: canvas, reason: .gestureOpen, target: nil)]) }
        if button != 0 && !pans { return (nil, [Claim.Refusal(claim: canvas, reason: .button, target: nil)]) }
        if case .own = press.tool, button == 0 { return (nil, []) }
        for hit in press.hits where button == 0 {
            if isBackground(hit, of: press) { break }
            // Of each kind only the front-most is asked: what lies behind it is not what was pressed.
            // A handle that can start nothing leaves the press to the next one.
            guard let claim = claim(of: hit, press),
                claim == .connect || !refusals.contains(where: { $0.claim == claim })
            else { continue }
            guard let reason = isReadOnly ? .readOnly : document.reason(against: hit.target, claim) else {
                return (claim, refusals)
            }
            if refusals.contains(where: { $0.claim == claim && $0.reason == reason }) { continue }
            refusals.append(Claim.Refusal(claim: claim, reason: reason, target: hit.target))
        }
        guard let setting = start(of: canvas, press).payload.switchedOff(by: document.settings.interaction) else {
            return (canvas, refusals)
        }
        let reason = canvas == .pan ? Claim.Reason.panDisabled : .selectionDisabled
        refusals.append(Claim.Refusal(claim: canvas, reason: reason, target: nil, setting: setting))
        return (nil, refusals)
    }

    /// Returns the claim of a drag of the empty canvas; shift gives the other, alt cuts edges, both select.
    private func canvasClaim(_ press: Press) -> Claim {
        switch press.tool {
        case .pan: return .pan
        case .marquee: return .marquee
        case .lasso: return .lasso
        case .select, .connect, .own: break
        }
        let takesAway = press.modifiers.isSuperset(of: [.shift, .alt])
        if press.modifiers.contains(.alt) && !takesAway && !isReadOnly { return .cut }
        let pans = (press.canvasDrag == .pan) != press.modifiers.contains(.shift) && !takesAway
        return pans ? .pan : Claim.region(press.canvasDrag)
    }

    /// Returns the claim of a movement from a hit; nil for a hit that takes no part in drags.
    private func claim(of hit: Hit, _ press: Press) -> Claim? {
        func isFree() -> Bool {
            let above = press.hits.prefix { $0 != hit }
            return !above.contains { if case .node = $0.target { true } else { false } }
        }
        switch press.tool {
        case .select: break
        case .connect:
            switch hit.target {
            case .node: return .connect
            case .handle: break
            case .scaler, .resizer, .edgeEnd, .waypoint, .label, .edge, .canvas: return nil
            }
        case .pan, .marquee, .lasso, .own: return nil
        }
        switch hit.target {
        case .scaler: return .scale
        case .resizer: return .resize
        case .edgeEnd: return .reconnect
        case .waypoint: return .waypoint
        case .handle(let node, let index):
            if press.hits.prefix(while: { $0 != hit }).contains(where: { $0.edge != nil }) { return nil }
            return document.graspedEnd(of: document.handles(node)[index], node) == nil ? .connect : .reconnect
        case .node: return .drag
        case .label(let edge, _):
            if document.isRedirected(edge: edge) { return nil }
            return document.settings.interaction.dragLabels && hit.label == nil && isFree() ? .label : nil
        case .edge(let edge, _):
            if document.isRedirected(edge: edge) { return nil }
            return document.settings.interaction.bendEdges && press.origin.selection.edges.contains(edge) && isFree()
                ? .waypoint : nil
        case .canvas: return nil
        }
    }

    /// Returns true if a press with shift or alt held is on the inside of a container, which then counts as the
    /// canvas. Its header and its frame still drag the container.
    private func isBackground(_ hit: Hit, of press: Press) -> Bool {
        guard case .node(let slot) = hit.target, document.isContainer(slot),
            !press.modifiers.isDisjoint(with: [.shift, .alt])
        else { return false }
        let frame = document.frame(slot)
        let point = press.origin.anchor
        let reach = Reaches(document, press.origin.pointer, zoom: press.origin.viewport.zoom).edge
        let flags = document.nodes.flags(slot)
        if flags.isShaped && !flags.shape.contains(point, in: frame.grown(by: -reach)) { return false }
        return min(point.x - frame.minX, frame.maxX - point.x, frame.maxY - point.y) >= reach
            && point.y - frame.minY >= max(reach, Stage.headerHeight)
    }

    /// The distance from its top within which a container is taken by its name, in canvas units.
    private static var headerHeight: Double { 24 }

    /// The gesture that a claim begins.
    func start(of claim: Claim, _ press: Press) -> GestureStart {
        for hit in press.hits where self.claim(of: hit, press) == claim {
            switch hit.target {
            case .scaler(let corner): return GestureStart(ScaleGesture.self) { $0.corner = ResizeHandle(corner) }
            case .resizer(let node, let corner):
                return GestureStart(ResizeGesture.self) {
                    ($0.node, $0.corner) = (document.nodeID(node), ResizeHandle(corner))
                }
            case .edgeEnd(let edge, let end):
                return GestureStart(ReconnectGesture.self) { ($0.edge, $0.end) = (document.edgeID(edge), end) }
            case .waypoint(let edge, let index):
                return GestureStart(WaypointGesture.self) { ($0.edge, $0.index) = (document.edgeID(edge), index) }
            case .edge(let edge, _): return GestureStart(WaypointGesture.self) { $0.edge = document.edgeID(edge) }
            case .label(let edge, _): return GestureStart(LabelGesture.self) { $0.edge = document.edgeID(edge) }
            case .handle(let node, let index):
                guard let grasped = document.graspedEnd(of: document.handles(node)[index], node) else {
                    return GestureStart(ConnectGesture.self)
                }
                return GestureStart(ReconnectGesture.self) {
                    ($0.edge, $0.end) = (document.edgeID(grasped.edge), grasped.end)
                }
            case .node(let node):
                if claim == .connect { return GestureStart(ConnectGesture.self) { $0.node = document.nodeID(node) } }
            case .canvas: break
            }
        }
        switch claim {
        case .marquee: return GestureStart(MarqueeGesture.self) { $0.op = press.modifiers.catching }
        case .lasso: return GestureStart(LassoGesture.self) { $0.op = press.modifiers.catching }
        case .cut: return GestureStart(CutGesture.self)
        case .drag: return GestureStart(DragGesture.self)
        case .pan, .scale, .resize, .reconnect, .waypoint, .connect, .label:
            return GestureStart(PanGesture.self) { $0.isElastic = true }
        }
    }
}

extension Document {
    /// The end of an edge that a press on a handle moves: the first edge at a full handle that allows replacement.
    /// Returns nil if the handle accepts another edge, or if the edge may not be moved.
    fileprivate func graspedEnd(of handle: Handle, _ slot: Node.Slot) -> (edge: Edge.Slot, end: Handle.Kind)? {
        guard let edge = edgeToReplace(at: handle, of: slot),
            edges.flags(edge).isDisjoint(with: [.locked, .unreconnectable]), !isRedirected(edge: edge)
        else { return nil }
        let ends = edges.ends(edge)
        let isSource = handle.kind == .source ? ends.source == slot : ends.target != slot
        return (edge, isSource ? .source : .target)
    }

    /// Returns the reason why no gesture may begin on a hit, or nil.
    func reason(against target: Hit.Target, _ claim: Claim? = nil) -> Claim.Reason? {
        switch target {
        case .node(let slot):
            if nodes.flags(slot).contains(.locked) { return .locked }
            if claim == .connect { return nodes.flags(slot).contains(.unconnectable) ? .unconnectable : nil }
            return nodes.flags(slot).contains(.undraggable) ? .undraggable : nil
        case .resizer(let slot, _): return nodes.flags(slot).contains(.locked) ? .locked : nil
        case .edgeEnd(let edge, _):
            if edges.flags(edge).contains(.locked) { return .locked }
            return edges.flags(edge).contains(.unreconnectable) ? .unreconnectable : nil
        case .handle(let slot, let index):
            let flags = nodes.flags(slot)
            if flags.contains(.locked) { return .locked }
            return flags.contains(.unconnectable) || !handles(slot)[index].isConnectableStart ? .unconnectable : nil
        case .waypoint(let edge, _), .label(let edge, _), .edge(let edge, _):
            return edges.flags(edge).contains(.locked) ? .locked : nil
        case .scaler, .canvas: return nil
        }
    }
}

extension Claim {
    /// Returns the claim that selects on the empty canvas.
    static func region(_ drag: InteractionSettings.CanvasDrag) -> Claim {
        drag == .lasso ? .lasso : .marquee
    }
}

extension Modifiers {
    /// The way in which the content of a region joins the selection with these keys held: like a tapped element, and
    /// with alt it is removed.
    var catching: Selection.Operation { contains(.alt) ? .remove : joining }

    /// The way in which tapped elements join the selection with these keys held.
    var joining: Selection.Operation {
        if !isDisjoint(with: [.control, .meta]) { return .toggle }
        return contains(.shift) ? .add : .replace
    }
}
