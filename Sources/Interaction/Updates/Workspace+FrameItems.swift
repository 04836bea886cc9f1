import Geometry
import Graph

// Which items a view shows, and what of them has changed.
//
// The methods change nothing of the editor but what the given state holds; they are `mutating` because a call of another
// method on an editor that is being changed would copy it, with the some forty references it holds.

extension Workspace {
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
        let isShifted = mayShift && state.displacement.follow(views[view], document)
        if isShifted {
            state.covered = .empty
            state.reached = .empty
        }
        let level = level(of: covered, &state)
        if level != state.level {
            leaveAll(&state)
            if state.level == .clusters {
                frame.clusters = CellGrid().changes(since: state.cells)
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
                if state.isRegrouped { state.nodes.settleContainers(document) }
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
        state.isRegrouped = false
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
        if grid.hasSameCells(as: state.cells) && state.cells.isCurrent(scene) { return }
        grid.fill(document, scene, knowing: state.cells)
        frame.clusters = grid.changes(since: state.cells)
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
