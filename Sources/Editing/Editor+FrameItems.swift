import Geometry
import Graph
import Routing

// Which items a view shows, and what of them has changed.

/// One look at the scene for a frame: what it is looked at through.
private struct ScenePass {
    let covered: Rect
    let level: SceneLevel
    let displacement: Displacement
    let number: UInt32

    var showsItems: Bool { level == .items }

    /// Whether an edge has exactly one end that a drag carries.
    func isStretched(_ ends: EdgeEnds) -> Bool {
        displacement.carried.contains(ends.source) != displacement.carried.contains(ends.target)
    }

    var isCrowded: Bool { displacement.stretched.count > Displacement.stretchedLimit }
}

extension Editor {
    /// Brings the shown items in step with the document, the viewport, the selection and the open gesture.
    func reportItems(of view: Int, since state: inout SceneState, in frame: inout Frame) {
        let dirty = views[view].frames.dirty
        let covered = views[view].covered
        let flatness = views[view].flatness
        let isReflattened = views[view].mode == .points && state.flatness != flatness
        state.flatness = flatness
        var isWhole = state.isDeep || covered != state.covered
        if dirty.contains(.gesture), state.displacement.follow(self, view) { isWhole = true }
        let level =
            isWhole || state.isTouched || state.level == nil ? level(of: covered) : state.level ?? .items
        if level != state.level {
            leaveAll(&state)
            if state.level == .clusters {
                frame.cells = CellGrid().changes(since: state.cells)
                state.cells = CellGrid()
            }
            frame.level = level
            state.level = level
            isWhole = true
        }
        state.covered = covered
        if level == .clusters {
            showCells(zoom: views[view].viewport.zoom, &state, in: &frame)
        } else {
            state.pass &+= 1
            let pass = ScenePass(covered: covered, level: level, displacement: state.displacement, number: state.pass)
            show(&state, pass, isWhole: isWhole, isMoved: dirty.contains(.gesture))
            if isReflattened { state.edges.noteAll(.path) }
            state.nodes.settle(views[view].selection.nodes, ofAll: dirty.contains(.selection))
            state.nodes.settleInteractive(
                document.settings.interactive, hover: views[view].hover,
                ofAll: state.isDeep || !dirty.isDisjoint(with: [.selection, .elements]))
            state.edges.settle(views[view].selection.edges, ofAll: dirty.contains(.selection))
        }
        frame.nodes = state.nodes.takeChanges(document.nodes.order)
        frame.edges = state.edges.takeChanges(document.edges.order)
        state.touchedNodes.removeAll(keepingCapacity: true)
        state.touchedEdges.removeAll(keepingCapacity: true)
        state.isDeep = false
    }

    /// - Complexity: O(1): it stops counting where the least detail begins.
    private func level(of covered: Rect) -> SceneLevel {
        var count = 0
        _ = scene.nodes.first(touching: covered) { _ in
            count += 1
            return count > Limits.sceneBoxes
        }
        return count > Limits.sceneBoxes ? .clusters : count > Limits.sceneItems ? .boxes : .items
    }

    private func leaveAll(_ state: inout SceneState) {
        state.nodes.leaveAll(document.nodes.order) { document.nodeID($0) }
        state.edges.leaveAll(document.edges.order) { document.edgeID($0) }
    }

    private func showCells(zoom: Double, _ state: inout SceneState, in frame: inout Frame) {
        var grid = CellGrid(covering: state.covered, zoom: zoom)
        if grid.hasSameCells(as: state.cells) && !state.isTouched { return }
        grid.fill(scene.nodes, knowing: state.isTouched ? nil : state.cells)
        frame.cells = grid.changes(since: state.cells)
        state.cells = grid
    }

    // MARK: Passes

    /// Looks at everything that may be shown otherwise than before: what changes touched, what a gesture displaces, and
    /// if the view itself moved, all it covers.
    private func show(_ state: inout SceneState, _ pass: ScenePass, isWhole: Bool, isMoved: Bool) {
        var isWhole = isWhole
        for slot in state.touchedNodes where document.nodes.isAlive(slot) && document.nodes.firstChild(of: slot) >= 0 {
            // What lies inside may have moved or changed its place in the stack with it.
            state.isDeep = true
            isWhole = true
        }
        for slot in state.touchedNodes {
            look(atNode: slot, &state, pass, readsContent: true)
        }
        if state.isDeep {
            state.nodes.backwards { nodes, slot in look(atNode: slot, &nodes, pass, readsContent: true) }
        }
        if isMoved || isWhole { showDisplacedNodes(&state, pass) }
        if isWhole { showStandingNodes(&state, pass) }
        guard pass.showsItems else { return }
        for slot in state.touchedEdges { look(atEdge: slot, &state, pass, readsContent: true) }
        for node in state.touchedNodes where document.nodes.isAlive(node) {
            document.visitEdges(of: node) { look(atEdge: $0, &state, pass, readsContent: false) }
        }
        if state.isDeep {
            let nodes = state.nodes
            state.edges.backwards { edges, slot in look(atEdge: slot, &edges, nodes, pass, readsContent: true) }
        }
        if isMoved || isWhole { showDisplacedEdges(&state, pass) }
        if isWhole { showStandingEdges(&state, pass) }
    }

    private func showDisplacedNodes(_ state: inout SceneState, _ pass: ScenePass) {
        state.nodes.backwards(where: { $0.isDisplaced || pass.displacement.contains($0.slot) }) { nodes, slot in
            look(atNode: slot, &nodes, pass, readsContent: false)
        }
        if pass.displacement.isNone { return }
        if pass.displacement.resized >= 0 {
            return look(atNode: pass.displacement.resized, &state, pass, readsContent: false)
        }
        scene.nodes.visit(touching: pass.original) { slot in
            guard pass.displacement.carried.contains(slot), state.nodes.place(of: slot) < 0 else { return }
            look(atNode: slot, &state, pass, readsContent: false)
        }
    }

    private func showStandingNodes(_ state: inout SceneState, _ pass: ScenePass) {
        func find(_ slot: Int32, isInside: Bool) {
            let place = state.nodes.place(of: slot)
            if place < 0 {
                if !pass.displacement.contains(slot) { look(atNode: slot, &state, pass, readsContent: false) }
            } else if isInside || state.nodes.items[place].frame.touches(pass.covered) {
                state.nodes.mark(place, pass.number)
            }
        }
        scene.nodes.visit(touching: pass.covered, inside: { find($0, isInside: true) }) { find($0, isInside: false) }
        state.nodes.backwards(where: { $0.mark != pass.number }) { nodes, slot in
            nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot))
        }
    }

    private func showDisplacedEdges(_ state: inout SceneState, _ pass: ScenePass) {
        let displacement = pass.displacement
        func isDisplaced(_ slot: Int32) -> Bool {
            let ends = document.edges.ends(slot)
            return displacement.contains(ends.source) || displacement.contains(ends.target)
        }
        let nodes = state.nodes
        state.edges.backwards(where: { $0.isDisplaced || isDisplaced($0.slot) }) { edges, slot in
            look(atEdge: slot, &edges, nodes, pass, readsContent: false)
        }
        if displacement.isNone { return }
        func enter(_ slot: Int32) {
            if state.edges.place(of: slot) < 0 { look(atEdge: slot, &state, pass, readsContent: false) }
        }
        if displacement.resized >= 0 { return document.visitEdges(of: displacement.resized, enter) }
        if pass.isCrowded {
            for item in state.nodes.items {
                document.visitEdges(of: item.slot) { if pass.isStretched(document.edges.ends($0)) { enter($0) } }
            }
        } else {
            for slot in displacement.stretched { enter(slot) }
        }
        // With both ends carried an edge moves as it is.
        scene.edges.visit(touching: pass.original) { slot in
            let ends = document.edges.ends(slot)
            if displacement.carried.contains(ends.source) && displacement.carried.contains(ends.target) { enter(slot) }
        }
    }

    private func showStandingEdges(_ state: inout SceneState, _ pass: ScenePass) {
        func find(_ slot: Int32, isInside: Bool) {
            let place = state.edges.place(of: slot)
            if place < 0 {
                let ends = document.edges.ends(slot)
                if pass.displacement.contains(ends.source) || pass.displacement.contains(ends.target) { return }
                look(atEdge: slot, &state, pass, readsContent: false)
            } else if state.edges.items[place].mark != pass.number,
                isInside || state.edges.items[place].touches(pass.covered)
            {
                state.edges.mark(place, pass.number)
            }
        }
        scene.edges.visit(touching: pass.covered, inside: { find($0, isInside: true) }) { find($0, isInside: false) }
        state.edges.backwards(where: { $0.mark != pass.number }) { edges, slot in
            edges.leave(slot, key: document.edges.order.key(slot), id: document.edgeID(slot))
        }
    }
}

extension ScenePass {
    /// What of the document lies, displaced, in what is covered, and a little more.
    fileprivate var original: Rect {
        let rect = covered.offset(by: -displacement.offset)
        let extent = max(abs(rect.minX), abs(rect.minY), abs(rect.maxX), abs(rect.maxY))
        return rect.grown(by: 1e-3 + (extent.isFinite ? extent * 1e-9 : 0))
    }
}

// MARK: One item

extension Editor {
    private func look(atNode slot: Int32, _ state: inout SceneState, _ pass: ScenePass, readsContent: Bool) {
        look(atNode: slot, &state.nodes, pass, readsContent: readsContent)
    }

    /// Lets a node enter, leave or change, as it is now.
    private func look(
        atNode slot: Int32, _ nodes: inout ShownItems<NodeItem>, _ pass: ScenePass, readsContent: Bool
    ) {
        let place = nodes.place(of: slot)
        guard scene.nodes.contains(slot) else {
            if place >= 0 { nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot)) }
            return
        }
        let (frame, size) = pass.displacement.place(of: slot, document)
        guard frame.touches(pass.covered) else {
            if place >= 0 { nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot)) }
            return
        }
        if place < 0 {
            var item = NodeItem(slot: slot, frame: frame, size: size)
            if pass.showsItems { _ = read(&item) }
            item.isDisplaced = pass.displacement.contains(slot)
            item.mark = pass.number
            return nodes.enter(item)
        }
        var members: ItemMembers = []
        nodes.withItem(at: place) { item in
            item.mark = pass.number
            item.isDisplaced = pass.displacement.contains(slot)
            if frame.minX != item.frame.minX { members.insert(.x) }
            if frame.minY != item.frame.minY { members.insert(.y) }
            if size.width != item.size.width { members.insert(.width) }
            if size.height != item.size.height { members.insert(.height) }
            if !members.isEmpty {
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
        set(&item.z, document.z(slot), .z)
        set(&item.type, document.nodes.type(slot), .type)
        set(&item.handles, document.handleList(slot), .handles)
        set(&item.parent, parent < 0 ? nil : document.nodeID(parent), .parent)
        set(&item.label, document.labelText(ofNode: slot), .label)
        return members
    }

    private func look(atEdge slot: Int32, _ state: inout SceneState, _ pass: ScenePass, readsContent: Bool) {
        look(atEdge: slot, &state.edges, state.nodes, pass, readsContent: readsContent)
    }

    /// Lets an edge enter, leave or change, as it is now; the nodes have been looked at.
    private func look(
        atEdge slot: Int32, _ edges: inout ShownItems<EdgeItem>, _ nodes: ShownItems<NodeItem>, _ pass: ScenePass,
        readsContent: Bool
    ) {
        let place = edges.place(of: slot)
        if place >= 0 && !readsContent && edges.items[place].mark == pass.number { return }
        guard let route = visibleRoute(ofEdge: slot, nodes, pass) else {
            if place >= 0 { edges.leave(slot, key: document.edges.order.key(slot), id: document.edgeID(slot)) }
            return
        }
        let ends = document.edges.ends(slot)
        let isDisplaced = pass.displacement.contains(ends.source) || pass.displacement.contains(ends.target)
        if place < 0 {
            var item = EdgeItem(slot: slot, path: route.path, labelPoint: route.label, labelAngle: route.labelAngle)
            item.labelBox = document.labelBox(ofEdge: slot, at: route.label)
            item.z = document.edges.zIndex(slot)
            item.text = document.text(ofEdge: slot)
            item.isDisplaced = isDisplaced
            item.mark = pass.number
            return edges.enter(item)
        }
        var members: ItemMembers = []
        edges.withItem(at: place) { item in
            item.mark = pass.number
            item.isDisplaced = isDisplaced
            if readsContent { members = read(&item) }
            if item.path != route.path || members.contains(.label) {
                if item.path != route.path { members.insert(.path) }
                if item.text.hasStartArrow || item.text.hasEndArrow { members.insert(.arrows) }
                if !item.text.label.isEmpty { members.insert(.label) }
                (item.path, item.labelPoint, item.labelAngle) = (route.path, route.label, route.labelAngle)
                item.labelBox = document.labelBox(ofEdge: slot, at: route.label)
            }
        }
        edges.note(members, at: place)
    }

    /// The route of an edge between its nodes as they are shown, if a part of it is covered.
    private func visibleRoute(ofEdge slot: Int32, _ nodes: ShownItems<NodeItem>, _ pass: ScenePass) -> Route? {
        guard scene.edges.contains(slot) else { return nil }
        let ends = document.edges.ends(slot)
        if pass.isCrowded && pass.isStretched(ends) && nodes.place(of: ends.source) < 0
            && nodes.place(of: ends.target) < 0
        {
            return nil
        }
        let source = pass.displacement.place(of: ends.source, document).frame
        let target = pass.displacement.place(of: ends.target, document).frame
        guard let route = document.route(ofEdge: slot, from: source, to: target) else { return nil }
        if route.path.touches(pass.covered) { return route }
        guard let box = document.labelBox(ofEdge: slot, at: route.label), box.touches(pass.covered) else { return nil }
        return route
    }

    private func read(_ item: inout EdgeItem) -> ItemMembers {
        var members: ItemMembers = []
        let z = document.edges.zIndex(item.slot)
        if z != item.z {
            item.z = z
            members.insert(.z)
        }
        let text = document.text(ofEdge: item.slot)
        if text.label != item.text.label { members.insert(.label) }
        if text.type != item.text.type { members.insert(.type) }
        if text.hasStartArrow != item.text.hasStartArrow || text.hasEndArrow != item.text.hasEndArrow {
            members.insert(.arrows)
        }
        item.text = text
        return members
    }
}
