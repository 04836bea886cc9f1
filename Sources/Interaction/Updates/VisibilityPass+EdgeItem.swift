import EdgeRouting
import Geometry
import Graph
import Storage

extension VisibilityPass {
    /// Lets an edge enter, leave or change.
    ///
    /// - Parameters:
    ///   - nodes: as this pass has updated them, if there are many half-moved edges.
    ///   - readsContent: whether more than its route may have changed.
    func updateItem(
        forEdge slot: Edge.Slot, _ edges: inout SentItems<EdgeItem>, _ nodes: SentItems<NodeItem>, readsContent: Bool
    ) {
        let index = edges.index(of: slot)
        if let index, !readsContent, edges.items[index].lastPass == number { return }
        guard let (route, waypoints, isCarried) = visibleRoute(ofEdge: slot, nodes) else {
            if index != nil { edges.leave(slot, key: document.edges.order.key(slot), id: document.edgeID(slot)) }
            return
        }
        let isDisplaced = displacement.contains(edge: slot, document.drawnEnds(ofEdge: slot))
        guard let index else {
            var item = EdgeItem(slot: slot, route, document)
            item.outline.isCarried = isCarried
            item.outline.isDisplaced = isDisplaced
            item.jumpingPath = routes.jumpingPath(ofEdge: slot, route.path)
            item.order = document.edges.order.key(slot)
            item.z = document.z(ofEdge: slot)
            _ = item.readContent(document, contents.edges)
            item.waypoints = waypoints
            item.setBundle(scene)
            item.lastPass = number
            return edges.enter(item)
        }
        var members: ItemMembers = []
        edges.withItem(at: index) { item in
            item.lastPass = number
            item.outline.isDisplaced = isDisplaced
            if readsContent { members = item.readContent(document, contents.edges) }
            if item.setBundle(scene) { members.insert(.bundle) }
            // The z of an edge depends on the groups that hold its ends, too.
            let z = document.z(ofEdge: slot)
            if item.z != z {
                item.z = z
                members.insert(.z)
            }
            if item.isCarried != isCarried {
                item.outline.isCarried = isCarried
                members.insert(.carried)
            }
            if item.waypoints != waypoints {
                item.waypoints = waypoints
                if item.isSelected { members.insert(.waypoints) }
            }
            let jumpingPath = routes.jumpingPath(ofEdge: slot, route.path)
            if item.jumpingPath != jumpingPath {
                item.jumpingPath = jumpingPath
                members.insert(.path)
            }
            let isMoved =
                item.path != route.path || item.labelPoint != route.label || item.labelAngle != route.labelAngle
                || members.contains(.label)
            if isMoved {
                if item.path != route.path { members.insert(.path) }
                if item.text.style.hasOwnHeads { members.insert(.arrows) }
                if !item.text.label.isEmpty { members.insert(.label) }
            }
            if isMoved || members.contains(.furtherLabels) {
                let former = item.furtherLabels
                item.setRoute(route, document)
                if item.furtherLabels != former { members.insert(.furtherLabels) }
            }
        }
        edges.mark(members, at: index)
    }

    /// The route and the waypoints to send for an edge, if a part of it is covered: for a carried edge those of the
    /// document, else those between its shown nodes.
    private func visibleRoute(
        ofEdge slot: Edge.Slot, _ nodes: SentItems<NodeItem>
    ) -> (route: Route, waypoints: [Point], isCarried: Bool)? {
        guard scene.edges.contains(slot) else { return nil }
        let ends = document.drawnEnds(ofEdge: slot)
        if routes.contains(slot) {
            let form = displacement.form(ofEdge: slot, ends, document)
            if let route = routes.route(ofEdge: slot, form: form, in: document) {
                return isVisible(route, ofEdge: slot, in: covered) ? (route, form?.waypoints ?? [], false) : nil
            }
        }
        if carried == .offset && displacement.carries(ends) {
            guard let route = routes.route(ofEdge: slot, in: document),
                isVisible(route, ofEdge: slot, in: carriedRegion)
            else { return nil }
            return (route, document.form(ofEdge: slot)?.waypoints ?? [], true)
        }
        if hasManyHalfMoved && displacement.isHalfMoved(ends) && !nodes.contains(ends.source)
            && !nodes.contains(ends.target)
        {
            return nil
        }
        let source = displacement.shownFrame(of: ends.source, document).frame
        let target = displacement.shownFrame(of: ends.target, document).frame
        let form = displacement.form(ofEdge: slot, ends, document)
        guard let route = routes.route(ofEdge: slot, from: source, to: target, form: form, in: document),
            isVisible(route, ofEdge: slot, in: covered)
        else { return nil }
        return (route, form?.waypoints ?? [], false)
    }

    private func isVisible(_ route: Route, ofEdge slot: Edge.Slot, in rect: Rect) -> Bool {
        route.path.touches(rect) || document.labels(ofEdge: slot, along: route).contains { $0.box.touches(rect) }
    }
}
