import Geometry
import Graph

// What the movement of a pressed pointer will do: the first thing under it that may have it.

extension Editor {
    /// What the movement of a press does, and what was asked before and may not have it.
    func claims(on press: Press, button: Int, in view: Int) -> (claim: Claim?, refusals: [Claim.Refusal]) {
        var refusals: [Claim.Refusal] = []
        let canvas = button == 1 ? .pan : canvasClaim(press)
        if views[view].gesture != nil { return (nil, [Claim.Refusal(claim: canvas, reason: .gestureOpen)]) }
        if button != 0 && button != 1 { return (nil, [Claim.Refusal(claim: canvas, reason: .button)]) }
        for hit in press.hits where button == 0 {
            // Of each kind only the front-most is asked: what lies behind it is not what was pressed.
            guard let claim = hit.claim, !refusals.contains(where: { $0.claim == claim }) else { continue }
            guard let reason = reason(against: hit.target) else { return (claim, refusals) }
            refusals.append(Claim.Refusal(claim: claim, reason: reason))
        }
        guard let reason = reason(against: canvas) else { return (canvas, refusals) }
        refusals.append(Claim.Refusal(claim: canvas, reason: reason))
        return (nil, refusals)
    }

    private func reason(against canvas: Claim) -> Claim.Reason? {
        let settings = document.settings
        if canvas == .pan && !settings.panEnabled { return .panDisabled }
        if canvas == .marquee && !(settings.selectionEnabled && settings.multiSelectionEnabled) {
            return .selectionDisabled
        }
        return nil
    }

    /// What a drag of the empty canvas does; shift gives the other, alt cuts edges.
    private func canvasClaim(_ press: Press) -> Claim {
        if press.modifiers.contains(.alt) { return .cut }
        let pans = (document.settings.canvasDrag == .pan) != press.modifiers.contains(.shift)
        return pans ? .pan : .marquee
    }

    private func reason(against target: Hit.Target) -> Claim.Reason? {
        switch target {
        case .node(let slot):
            if document.nodes.flags(slot).contains(.locked) { return .locked }
            return document.nodes.flags(slot).contains(.undraggable) ? .undraggable : nil
        case .resizer(let slot, _): return document.nodes.flags(slot).contains(.locked) ? .locked : nil
        case .edgeEnd(let edge, _):
            if document.edges.flags(edge).contains(.locked) { return .locked }
            return document.edges.flags(edge).contains(.unreconnectable) ? .unreconnectable : nil
        case .handle(let slot, let index):
            let isConnectable = document.handles(slot)[index].isConnectable
            return isConnectable && !document.nodes.flags(slot).contains(.unconnectable) ? nil : .unconnectable
        case .label, .edge, .canvas: return nil
        }
    }

    /// The gesture that a claim begins.
    func start(of claim: Claim, _ press: Press) -> GestureStart {
        for hit in press.hits where hit.claim == claim {
            switch hit.target {
            case .resizer(let node, let corner):
                return .resize(node: document.nodeID(node), handle: ResizeHandle(corner))
            case .edgeEnd(let edge, let end): return .reconnect(edge: document.edgeID(edge), end: end)
            case .handle: return .connect(node: nil, handle: nil)
            case .node, .label, .edge, .canvas: break
            }
        }
        switch claim {
        case .marquee:
            let isToggling = !press.modifiers.isDisjoint(with: [.control, .meta])
            return .marquee(op: isToggling ? .toggle : .replace, mode: .touch, of: .both)
        case .cut: return .cut
        case .drag: return .drag(nodes: nil)
        case .pan, .resize, .reconnect, .connect: return .pan(isElastic: true)
        }
    }
}

extension Hit {
    /// What a movement from here would do; nil for what takes no part in drags.
    var claim: Claim? {
        switch target {
        case .resizer: .resize
        case .edgeEnd: .reconnect
        case .handle: .connect
        case .node: .drag
        case .label, .edge, .canvas: nil
        }
    }
}

extension Modifiers {
    /// How what is tapped or caught with these keys held joins the selection.
    var joining: Selection.Operation {
        if !isDisjoint(with: [.control, .meta]) { return .toggle }
        return contains(.shift) ? .add : .replace
    }
}
