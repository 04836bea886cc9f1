import Editing
import Geometry
import Graph
import Storage

// What taps, double taps and long presses do. A tap does its work at once, whether or not a second one follows.

extension Workspace {
    mutating func tap(_ press: Press, in view: View.Slot, at time: Double, cause: String) throws(EditError) {
        if try isTapTaken(press, in: view, cause: cause) { return }
        let hit = tapped(press.hits)
        choose(hit.element, with: press.modifiers, in: view)
        report(.tap, at: press.start, hit, in: view)
        let actions = views[view].pointers.tapped(press, on: hit, at: time, pointerContext(of: view))
        try perform(actions, in: view, at: time, cause: cause)
    }

    mutating func doubleTap(_ screen: Point, _ hit: Hit, in view: View.Slot, at time: Double) {
        report(.doubleTap, at: screen, hit, in: view)
        if hit.element == nil { zoomIn(at: screen, in: view, at: time) }
    }

    /// What a tap means of all that is under it: handles and corners take part in drags only, a waypoint is its edge.
    func tapped(_ hits: [Hit]) -> Hit {
        for hit in hits {
            switch hit.target {
            case .node, .label, .edge, .canvas: return hit
            case .waypoint(let edge, let index):
                guard let waypoints = document.form(ofEdge: edge)?.waypoints, waypoints.indices.contains(index),
                    let path = scene.routes.path(ofEdge: edge, in: document)
                else { continue }
                let fraction = path.closest(to: waypoints[index]).fraction
                return Hit(target: .edge(edge, fraction: fraction), distance: hit.distance)
            case .resizer, .edgeEnd, .handle: continue
            }
        }
        return Hit(target: .canvas, distance: 0)
    }

    /// Selects and focuses what was tapped: alone, or joined to the selection by the keys that are held.
    private mutating func choose(_ element: View.Element?, with modifiers: Modifiers, in view: View.Slot) {
        guard document.settings.interaction.selectionEnabled else { return }
        var operation = modifiers.joining
        if !document.settings.interaction.multiSelectionEnabled { operation = .replace }
        let other = element.map { selectable($0) } ?? Selection()
        guard let element, !other.isEmpty else {
            if element == nil && modifiers.isEmpty {
                if !views[view].selection.isEmpty { views[view].selection = Selection() }
                if views[view].focus != nil { views[view].focus = nil }
            }
            return
        }
        select(operation, whole: other, in: view)
        if views[view].selection.contains(element) {
            views[view].focus = element
        } else if views[view].focus == element {
            views[view].focus = nil
        }
    }

    /// What gestures may select of an element; of an edge that stands for a bundle, the edges of the bundle.
    mutating func selectable(_ element: View.Element) -> Selection {
        var selection = Selection()
        switch element {
        case .node(let slot):
            if !document.nodes.flags(slot).contains(.unselectable) { selection.nodes.insert(slot) }
        case .edge(let slot):
            var edges = [slot]
            if document.nodes.collapsedCount > 0 {
                refresh()
                edges = scene.bundles.edges(with: slot) ?? edges
            }
            for edge in edges where !document.edges.flags(edge).contains(.unselectable) {
                selection.edges.insert(edge)
            }
        }
        return selection
    }

    /// Changes the selection by what is one item, of which a toggle that finds a part selects the rest.
    mutating func select(_ operation: Selection.Operation, whole other: Selection, in view: View.Slot) {
        let selection = views[view].selection
        var rest = other
        rest.apply(.remove, selection)
        let isPart = !rest.isEmpty && rest != other
        select(operation == .toggle && isPart ? .add : operation, other, in: view)
    }

    /// A double tap on the canvas zooms by two, if the settings want it.
    private mutating func zoomIn(at screen: Point, in view: View.Slot, at time: Double) {
        guard document.settings.interaction.zoomOnDoubleTap, document.settings.interaction.zoomEnabled else { return }
        let target = zoomed(view, by: 2, at: screen)
        animate(to: views[view].confined(target, document.settings.interaction), in: view, at: time)
    }

    // MARK: Long presses

    /// Turns a press that is due into a long press.
    mutating func holdPress(in view: View.Slot, at now: Double, cause: String) {
        guard case .pressed(let press) = views[view].pointers.state, let due = press.longPressAt, due <= now else {
            return
        }
        let actions = views[view].pointers.holdPress(on: tapped(press.hits), pointerContext(of: view))
        _ = try? perform(actions, in: view, at: now, cause: cause)
    }

    mutating func relate(_ node: Node.Slot, _ press: Press, in view: View.Slot) {
        do throws(EditError) {
            try beginRelating(from: node, press.origin, in: view)
            views[view].pointers.drop()
        } catch {
            report(.refused, at: press.start, tapped(press.hits), in: view) { $0.refusal = error }
        }
    }

    /// Inserts a node of the default type with its center at a point of the screen, and selects it.
    mutating func createNode(at screen: Point, in view: View.Slot, cause: String) {
        let point = views[view].viewport.canvas(screen)
        let type = document.settings.interaction.defaultNodeType
        do throws(EditError) {
            let made = try perform(options("Insert", in: view, cause: cause)) {
                (transaction) throws(EditError) in
                try transaction.insertNode(type: type, center: point)
            }
            if let slot = document.node(made.result) { selectOnly(slot, in: view) }
        } catch {
            // No request waits for an answer: the refusal is an event of the view.
            report(.refused, at: screen, in: view) { $0.refusal = error }
        }
    }
}

extension Selection {
    func contains(_ element: View.Element) -> Bool { element.isAmong(nodes: nodes, edges: edges) }
}
