import Geometry
import Graph
import Routing

// What one element is in a pass over the scene: an item that enters, changes, stays or leaves.
//
// `mutating` for the same reason as the passes in `Editor+FrameItems.swift`.

extension Workspace {
    mutating func look(atNode slot: Int32, _ state: inout SceneState, _ pass: ScenePass, readsContent: Bool) {
        look(atNode: slot, &state.nodes, pass, readsContent: readsContent)
    }

    /// Lets a node enter, leave or change, as it is now.
    mutating func look(
        atNode slot: Int32, _ nodes: inout ShownItems<NodeItem>, _ pass: ScenePass, readsContent: Bool
    ) {
        let place = nodes.place(of: slot)
        guard scene.nodes.contains(slot) else {
            if place >= 0 { nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot)) }
            return
        }
        let isCarried = pass.carried == .offset && pass.displacement.carried.contains(slot)
        let standing = document.frame(slot)
        let (shown, size) = pass.displacement.place(of: slot, document)
        guard isCarried ? standing.touches(pass.reach) : shown.touches(pass.covered) else {
            if place >= 0 { nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot)) }
            return
        }
        let frame = isCarried ? standing : shown
        if place < 0 {
            var item = NodeItem(slot: slot, frame: frame, size: size)
            if pass.showsItems { _ = read(&item) }
            item.order = document.nodes.order.key(slot)
            item.isContainer = document.isContainer(slot)
            item.outline.isCarried = isCarried
            item.outline.isDisplaced = pass.displacement.contains(slot)
            return nodes.enter(item)
        }
        var members: ItemMembers = []
        nodes.withItem(at: place) { item in
            item.outline.isDisplaced = pass.displacement.contains(slot)
            if item.isCarried != isCarried {
                item.outline.isCarried = isCarried
                members.insert(.carried)
            }
            if frame.minX != item.frame.minX { members.insert(.x) }
            if frame.minY != item.frame.minY { members.insert(.y) }
            if size.width != item.size.width { members.insert(.width) }
            if size.height != item.size.height { members.insert(.height) }
            // Far out the same size may end elsewhere.
            if frame != item.frame || size != item.size {
                (item.frame, item.size) = (frame, size)
                if pass.showsItems { members.insert(.handles) }
            }
            if readsContent && pass.showsItems { members.formUnion(read(&item)) }
        }
        nodes.note(members, at: place)
    }

    /// Reads what an item shows besides its frame; answers what is different.
    private func read(_ item: inout NodeItem) -> ItemMembers {
        var members: ItemMembers = []
        func set<Value: Equatable>(_ old: inout Value, _ new: Value, _ member: ItemMembers) {
            if old == new { return }
            old = new
            members.insert(member)
        }
        let slot = item.slot
        let parent = document.nodes.parent(slot)
        let flags = document.nodes.flags(slot)
        set(&item.z, document.z(slot), .z)
        set(&item.isLocked, flags.contains(.locked), .locked)
        set(&item.isCollapsed, flags.contains(.collapsed), .collapsed)
        set(&item.type, document.nodes.type(slot), .type)
        set(&item.handles, document.handleList(slot), .handles)
        set(&item.parent, parent < 0 ? nil : document.nodeID(parent), .parent)
        set(&item.label, document.labelText(ofNode: slot), .label)
        set(&item.color, document.color(ofNode: slot), .color)
        return members
    }

    mutating func look(atEdge slot: Int32, _ state: inout SceneState, _ pass: ScenePass, readsContent: Bool) {
        look(atEdge: slot, &state.edges, state.nodes, pass, readsContent: readsContent)
    }

    /// Lets an edge enter, leave or change, as it is now; the nodes have been looked at.
    mutating func look(
        atEdge slot: Int32, _ edges: inout ShownItems<EdgeItem>, _ nodes: ShownItems<NodeItem>, _ pass: ScenePass,
        readsContent: Bool
    ) {
        let place = edges.place(of: slot)
        if place >= 0 && !readsContent && edges.items[place].mark == pass.number { return }
        guard let (route, waypoints, isCarried) = visibleRoute(ofEdge: slot, nodes, pass) else {
            if place >= 0 { edges.leave(slot, key: document.edges.order.key(slot), id: document.edgeID(slot)) }
            return
        }
        let isDisplaced = pass.displacement.contains(edge: slot, document.edges.ends(slot))
        if place < 0 {
            var item = EdgeItem(slot: slot, route, labelBox: document.labelBox(ofEdge: slot, at: route.label))
            item.outline.isCarried = isCarried
            item.outline.isDisplaced = isDisplaced
            item.order = document.edges.order.key(slot)
            item.z = document.z(ofEdge: slot)
            item.text = document.text(ofEdge: slot)
            item.waypoints = waypoints
            item.mark = pass.number
            return edges.enter(item)
        }
        var members: ItemMembers = []
        edges.withItem(at: place) { item in
            item.mark = pass.number
            item.outline.isDisplaced = isDisplaced
            if readsContent { members = read(&item) }
            // It changes with what holds the ends, too.
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
            if item.path != route.path || item.labelPoint != route.label || item.labelAngle != route.labelAngle
                || members.contains(.label)
            {
                if item.path != route.path { members.insert(.path) }
                if item.text.style.hasOwnHeads { members.insert(.arrows) }
                if !item.text.label.isEmpty { members.insert(.label) }
                item.follow(route, labelBox: document.labelBox(ofEdge: slot, at: route.label))
            }
        }
        edges.note(members, at: place)
    }

    mutating func leave(_ slot: Int32, unlessTouching rect: Rect, _ edges: inout ShownItems<EdgeItem>) {
        if edges.withItem(at: edges.place(of: slot), { $0.touches(rect) }) { return }
        edges.leave(slot, key: document.edges.order.key(slot), id: document.edgeID(slot))
    }

    /// The route by which an edge is told, and its waypoints, if a part of it is covered: between its nodes as they are
    /// shown, but where the document has it if it is carried.
    private mutating func visibleRoute(
        ofEdge slot: Int32, _ nodes: ShownItems<NodeItem>, _ pass: ScenePass
    ) -> (route: Route, waypoints: [Point], isCarried: Bool)? {
        guard scene.edges.contains(slot) else { return nil }
        let ends = document.edges.ends(slot)
        if pass.carried == .offset && pass.isCarried(ends) {
            guard let route = document.route(ofEdge: slot), isVisible(route, ofEdge: slot, in: pass.reach) else {
                return nil
            }
            return (route, document.form(ofEdge: slot)?.waypoints ?? [], true)
        }
        if pass.isCrowded && pass.isStretched(ends) && nodes.place(of: ends.source) < 0
            && nodes.place(of: ends.target) < 0
        {
            return nil
        }
        let source = pass.displacement.place(of: ends.source, document).frame
        let target = pass.displacement.place(of: ends.target, document).frame
        let form = pass.displacement.form(ofEdge: slot, ends, document)
        let shown =
            form.map { document.route(ofEdge: slot, from: source, to: target, form: $0) }
            ?? document.route(ofEdge: slot, from: source, to: target)
        guard let route = shown, isVisible(route, ofEdge: slot, in: pass.covered) else { return nil }
        return (route, form?.waypoints ?? [], false)
    }

    private func isVisible(_ route: Route, ofEdge slot: Int32, in rect: Rect) -> Bool {
        route.path.touches(rect) || document.labelBox(ofEdge: slot, at: route.label)?.touches(rect) ?? false
    }

    private func read(_ item: inout EdgeItem) -> ItemMembers {
        var members: ItemMembers = []
        let text = document.text(ofEdge: item.slot)
        if text.label != item.text.label { members.insert(.label) }
        if text.type != item.text.type { members.insert(.type) }
        if text.style != item.text.style {
            if text.style.start != item.text.style.start || text.style.end != item.text.style.end {
                members.insert(.arrows)
            }
            members.insert(.color)
        }
        item.text = text
        return members
    }
}
