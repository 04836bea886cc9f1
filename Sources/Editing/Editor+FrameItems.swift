import Geometry
import Graph
import Routing

// Which items a view shows, and what of them has changed.
//
// The methods change nothing of the editor but what the given state holds; they are `mutating` because a call of another
// method on an editor that is being changed would copy it, with the some forty references it holds.

/// One look at the scene for a frame: what it is looked at through.
private struct ScenePass {
    let covered: Rect
    /// What of it has been looked at, and shows everything in it that stands where the document has it.
    let seen: Rect
    let level: SceneLevel
    let displacement: Displacement
    let carried: View.CarriedItems
    /// Whether other elements are displaced than in the pass before.
    let isShifted: Bool
    let number: UInt32

    var showsItems: Bool { level == .items }

    /// Whether an edge has exactly one displaced end.
    func isStretched(_ ends: EdgeEnds) -> Bool {
        displacement.contains(ends.source) != displacement.contains(ends.target)
    }

    /// Whether an edge moves as it is: with both ends.
    func isCarried(_ ends: EdgeEnds) -> Bool {
        displacement.carried.contains(ends.source) && displacement.carried.contains(ends.target)
    }

    var isCrowded: Bool { displacement.stretched.count > Displacement.stretchedLimit }

    /// Where of the document that lies which a drag shows in what is covered.
    var reach: Rect { covered.offset(by: -displacement.offset) }

    /// More than what the reach and its inverse differ by from rounding.
    var slack: Double {
        let extent = max(abs(reach.minX), abs(reach.minY), abs(reach.maxX), abs(reach.maxY))
        return 1e-3 + (extent.isFinite ? extent * 1e-9 : 0)
    }
}

extension Editor {
    /// Brings the shown items in step with the document, the viewport, the selection and the open gesture.
    mutating func reportItems(of view: Int, since state: inout SceneState, in frame: inout Frame) {
        let dirty = views[view].frames.dirty
        let covered = views[view].covered
        let flatness = views[view].flatness
        let isReflattened = views[view].mode == .points && state.flatness != flatness
        state.flatness = flatness
        for slot in state.touchedNodes where document.nodes.isAlive(slot) && document.nodes.firstChild(of: slot) >= 0 {
            // What lies inside may have moved or changed its place in the stack with it.
            state.isDeep = true
        }
        if state.isDeep { state.covered = .empty }
        let mayShift = dirty.contains(.gesture) || state.displacement.isStale
        let isShifted = mayShift && state.displacement.follow(&self, view)
        if isShifted {
            state.covered = .empty
            state.reached = .empty
        }
        let level = level(of: covered, &state)
        if level != state.level {
            leaveAll(&state)
            if state.level == .clusters {
                frame.cells = CellGrid().changes(since: state.cells)
                state.cells = CellGrid()
            }
            frame.level = level
            state.level = level
            state.covered = .empty
            state.reached = .empty
        }
        if level == .clusters {
            state.covered = covered
            showCells(zoom: views[view].viewport.zoom, &state, in: &frame)
        } else {
            state.pass &+= 1
            let pass = ScenePass(
                covered: covered, seen: state.covered, level: level, displacement: state.displacement,
                carried: views[view].carried, isShifted: isShifted, number: state.pass)
            state.covered = covered
            show(&state, pass, isMoved: dirty.contains(.gesture))
            if isReflattened { state.edges.noteAll(.path) }
            if pass.showsItems {
                state.nodes.settle(document.nodes.order)
                state.edges.settle(document.edges.order)
            }
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

    /// In what detail nodes are shown: by how many stand in what is covered.
    ///
    /// - Complexity: O(what came into sight) while items are shown; otherwise it stops counting where the least detail
    ///   begins.
    private mutating func level(of covered: Rect, _ state: inout SceneState) -> SceneLevel {
        if let level = state.level, covered == state.covered && !state.isTouched { return level }
        if !state.covered.isEmpty, var bound = state.nodeBound {
            bound += state.touchedNodes.count
            covered.visitRemainder(outside: state.covered) {
                if bound <= Limits.sceneItems { bound += scene.nodes.count(touching: $0, upTo: Limits.sceneItems) }
            }
            state.nodeBound = bound
            if bound <= Limits.sceneItems { return .items }
        }
        let count = scene.nodes.count(touching: covered, upTo: Limits.sceneBoxes)
        state.nodeBound = count > Limits.sceneItems ? nil : count
        return count > Limits.sceneBoxes ? .clusters : count > Limits.sceneItems ? .boxes : .items
    }

    private mutating func leaveAll(_ state: inout SceneState) {
        state.nodes.leaveAll(document.nodes.order) { document.nodeID($0) }
        state.edges.leaveAll(document.edges.order) { document.edgeID($0) }
    }

    private mutating func showCells(zoom: Double, _ state: inout SceneState, in frame: inout Frame) {
        var grid = CellGrid(covering: state.covered, zoom: zoom)
        if grid.hasSameCells(as: state.cells) && !state.isTouched { return }
        grid.fill(scene.nodes, knowing: state.isTouched ? nil : state.cells)
        frame.cells = grid.changes(since: state.cells)
        state.cells = grid
    }

    // MARK: Passes

    /// Looks at everything that may be shown otherwise than before: what changes touched, what a gesture displaces, and
    /// if the view itself moved, what came into sight and what left it.
    private mutating func show(_ state: inout SceneState, _ pass: ScenePass, isMoved: Bool) {
        let isWhole = pass.covered != pass.seen
        let displaces = pass.isShifted || ((isWhole || isMoved) && !pass.displacement.isNone)
        for slot in state.touchedNodes { look(atNode: slot, &state, pass, readsContent: true) }
        if state.isDeep {
            state.nodes.backwards { nodes, slot in look(atNode: slot, &nodes, pass, readsContent: true) }
        }
        if displaces { showDisplacedNodes(&state, pass) }
        if isWhole { showStandingNodes(&state, pass) }
        if pass.showsItems {
            for slot in state.touchedEdges { look(atEdge: slot, &state, pass, readsContent: true) }
            for node in state.touchedNodes where document.nodes.isAlive(node) {
                document.visitEdges(of: node) { look(atEdge: $0, &state, pass, readsContent: false) }
            }
            if state.isDeep {
                let nodes = state.nodes
                state.edges.backwards { edges, slot in look(atEdge: slot, &edges, nodes, pass, readsContent: true) }
            }
            if displaces { showDisplacedEdges(&state, pass) }
            if isWhole { showStandingEdges(&state, pass) }
        }
        if displaces { state.reached = pass.displacement.isNone ? .empty : pass.reach.grown(by: -pass.slack) }
    }

    private mutating func showDisplacedNodes(_ state: inout SceneState, _ pass: ScenePass) {
        state.nodes.backwards(where: { outline in
            if pass.isShifted { return outline.isDisplaced || pass.displacement.contains(outline.slot) }
            return outline.isDisplaced && !(outline.isCarried && outline.box.touches(pass.reach))
        }) { nodes, slot in
            look(atNode: slot, &nodes, pass, readsContent: false)
        }
        if pass.displacement.isNone { return }
        if let few = pass.displacement.few {
            for slot in few.nodes where state.nodes.place(of: slot) < 0 {
                look(atNode: slot, &state, pass, readsContent: false)
            }
            return
        }
        pass.reach.grown(by: pass.slack).visitRemainder(outside: state.reached) { strip in
            scene.nodes.visit(touching: strip) { slot in
                guard pass.displacement.carried.contains(slot), state.nodes.place(of: slot) < 0 else { return }
                look(atNode: slot, &state, pass, readsContent: false)
            }
        }
    }

    private mutating func showStandingNodes(_ state: inout SceneState, _ pass: ScenePass) {
        state.nodes.backwards(where: { !$0.isDisplaced && !$0.box.touches(pass.covered) }) { nodes, slot in
            nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot))
        }
        pass.covered.visitRemainder(outside: pass.seen) { strip in
            scene.nodes.visit(touching: strip) { slot in
                if state.nodes.place(of: slot) >= 0 || pass.displacement.contains(slot) { return }
                look(atNode: slot, &state, pass, readsContent: false)
            }
        }
    }

    private mutating func showDisplacedEdges(_ state: inout SceneState, _ pass: ScenePass) {
        let displacement = pass.displacement
        func isDisplaced(_ slot: Int32) -> Bool { displacement.contains(edge: slot, document.edges.ends(slot)) }
        let nodes = state.nodes
        state.edges.backwards(where: { outline in
            if pass.isShifted { return outline.isDisplaced || isDisplaced(outline.slot) }
            return outline.isDisplaced && !(outline.isCarried && pass.reach.contains(outline.box))
        }) { edges, slot in
            if !pass.isShifted && edges.isCarried(slot) {
                leave(slot, unlessTouching: pass.reach, &edges)
            } else {
                look(atEdge: slot, &edges, nodes, pass, readsContent: false)
            }
        }
        if displacement.isNone { return }
        func enter(_ slot: Int32) {
            if state.edges.place(of: slot) < 0 { look(atEdge: slot, &state, pass, readsContent: false) }
        }
        if pass.isCrowded {
            for item in state.nodes.items {
                document.visitEdges(of: item.slot) { if pass.isStretched(document.edges.ends($0)) { enter($0) } }
            }
        } else {
            displacement.visitStretched(touching: pass.covered, document, enter)
        }
        if let few = displacement.few {
            for (edge, frames) in few.edges
            where displacement.carried.isEmpty || document.mayTouch(pass.reach, edge: edge, within: frames) {
                enter(edge)
            }
            return
        }
        pass.reach.grown(by: pass.slack).visitRemainder(outside: state.reached) { strip in
            scene.edges.visit(touching: strip) { if pass.isCarried(document.edges.ends($0)) { enter($0) } }
        }
    }

    private mutating func showStandingEdges(_ state: inout SceneState, _ pass: ScenePass) {
        state.edges.backwards(where: { !$0.isDisplaced && !pass.covered.contains($0.box) }) { edges, slot in
            leave(slot, unlessTouching: pass.covered, &edges)
        }
        pass.covered.visitRemainder(outside: pass.seen) { strip in
            scene.edges.visit(touching: strip) { slot in
                if state.edges.place(of: slot) >= 0 { return }
                if pass.displacement.contains(edge: slot, document.edges.ends(slot)) { return }
                look(atEdge: slot, &state, pass, readsContent: false)
            }
        }
    }
}

// MARK: One item

extension Editor {
    private mutating func look(atNode slot: Int32, _ state: inout SceneState, _ pass: ScenePass, readsContent: Bool) {
        look(atNode: slot, &state.nodes, pass, readsContent: readsContent)
    }

    /// Lets a node enter, leave or change, as it is now.
    private mutating func look(
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
            if !members.isDisjoint(with: .frame) {
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
        return members
    }

    private mutating func look(atEdge slot: Int32, _ state: inout SceneState, _ pass: ScenePass, readsContent: Bool) {
        look(atEdge: slot, &state.edges, state.nodes, pass, readsContent: readsContent)
    }

    /// Lets an edge enter, leave or change, as it is now; the nodes have been looked at.
    private mutating func look(
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
            item.z = document.edges.zIndex(slot)
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
            if item.isCarried != isCarried {
                item.outline.isCarried = isCarried
                members.insert(.carried)
            }
            if item.waypoints != waypoints {
                item.waypoints = waypoints
                if item.isSelected { members.insert(.waypoints) }
            }
            if item.path != route.path || item.labelPoint != route.label || members.contains(.label) {
                if item.path != route.path { members.insert(.path) }
                if item.text.hasStartArrow || item.text.hasEndArrow { members.insert(.arrows) }
                if !item.text.label.isEmpty { members.insert(.label) }
                item.follow(route, labelBox: document.labelBox(ofEdge: slot, at: route.label))
            }
        }
        edges.note(members, at: place)
    }

    private mutating func leave(_ slot: Int32, unlessTouching rect: Rect, _ edges: inout ShownItems<EdgeItem>) {
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
