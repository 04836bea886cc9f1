import Editing
import Geometry
import Graph
import Storage

// Connecting without a pointer: the ordinary gesture, whose candidate is chosen key by key among the legal ones.

/// The candidates that keys have passed on the way to the present one.
struct ChoiceByKeys: Sendable {
    /// The nearest first.
    var passed: [Draft.End] = []

    mutating func forget(_ gone: SlotSet) { passed.removeAll { gone.contains($0.node) } }
}

extension Workspace {
    /// How many handles the rules are asked about for one key, even if none of them is legal.
    private static var askedLimit: Int { 2048 }

    // MARK: Begin and end

    /// Begins a connection from the focused node, else from the only one that is selected: at its first source.
    mutating func connectByKeys(in view: Int) {
        guard case .node(let slot)? = views[view].focus ?? views[view].selection.nodes.single.map(View.Element.node)
        else { return }
        beginConnection(at: slot, nil, in: view)
    }

    private mutating func beginConnection(at node: Int32, _ handle: Identifier?, in view: Int) {
        guard document.isPlaced(node) else { return }
        let at = views[view].viewport.screen(document.frame(node).center)
        let start = GestureStart.connect(node: document.nodeID(node), handle: handle)
        // What cannot be connected begins no gesture, as under a pointer.
        try? beginGesture(start, GestureOrigin(views[view], at: at, .mouse), in: view, to: at, [])
        guard case .connect(var connect)? = views[view].gesture else { return }
        let end = self.start(of: connect)
        connect.byKeys = ChoiceByKeys()
        connect.draft = draft(from: end, to: end.anchor.point, candidate: nil, refusal: nil)
        views[view].gesture = .connect(connect)
    }

    /// Cancels a connection that keys lead: something points again.
    mutating func dropConnectionByKeys(in view: Int) {
        if case .connect(let connect)? = views[view].gesture, connect.byKeys != nil { try? cancelGesture(in: view) }
    }

    /// What a key does while keys lead a connection; false if it does nothing.
    mutating func steer(_ command: KeyCommand, in view: Int, cause: String) throws(EditError) -> Bool {
        switch command {
        case .nudgeRight, .nudgeDown, .nudgeRightFar, .nudgeDownFar, .focusNext, .focusRight, .focusDown:
            chooseNext(in: view)
        case .nudgeLeft, .nudgeUp, .nudgeLeftFar, .nudgeUpFar, .focusPrevious, .focusLeft, .focusUp:
            choosePrevious(in: view)
        case .select: _ = try endGesture(in: view, cause: cause)
        case .connect: startElsewhere(in: view)
        default: return false
        }
        return true
    }

    /// Begins anew at the node's next handle.
    private mutating func startElsewhere(in view: Int) {
        guard case .connect(let connect)? = views[view].gesture else { return }
        let list = document.handles(connect.node)
        // A target that shares its id with a source cannot be named beside it.
        let starts = list.filter { handle in
            handle.isConnectable
                && (handle.kind == .source || !list.contains { $0.kind == .source && $0.id == handle.id })
        }
        let here = starts.firstIndex(where: { $0.id == connect.handle.id && $0.kind == connect.handle.kind })
        guard let here, starts.count > 1 else { return }
        try? cancelGesture(in: view)
        beginConnection(at: connect.node, starts[(here + 1) % starts.count].id, in: view)
    }

    // MARK: Choose

    /// Goes on to the next legal target outwards; from the last to the nearest.
    private mutating func chooseNext(in view: Int) {
        guard case .connect(var connect)? = views[view].gesture, var choice = connect.byKeys else { return }
        refresh()
        let start = self.start(of: connect)
        let current = connect.draft.candidate.flatMap { standing($0) }
        if let next = target(after: current, of: start) {
            if let current { choice.passed.append(current) }
            connect.byKeys = choice
            choose(next, &connect, start, in: view)
        } else if current != nil, let nearest = target(after: nil, of: start) {
            connect.byKeys = ChoiceByKeys()
            choose(nearest, &connect, start, in: view)
        }
    }

    private mutating func choosePrevious(in view: Int) {
        guard case .connect(var connect)? = views[view].gesture, var choice = connect.byKeys else { return }
        refresh()
        let start = self.start(of: connect)
        while let last = choice.passed.popLast() {
            guard let end = standing(last), refusal(of: proposal(start, end)) == nil else { continue }
            connect.byKeys = choice
            return choose(end, &connect, start, in: view)
        }
    }

    private mutating func choose(_ end: Draft.End, _ connect: inout ConnectGesture, _ start: DraftStart, in view: Int) {
        connect.draft = draft(from: start, to: end.anchor.point, candidate: end, refusal: nil)
        views[view].gesture = .connect(connect)
        reveal(document.frame(end.node), in: view)
    }

    /// Brings the draft in step with the document before it ends.
    mutating func settleChoice(of connect: inout ConnectGesture) {
        refresh()
        let start = self.start(of: connect)
        let end = connect.draft.candidate.flatMap { standing($0) }
        var reason: ConnectionRefusal?
        if let end { reason = refusal(of: proposal(start, end)) }
        connect.draft = draft(
            from: start, to: end?.anchor.point ?? connect.draft.pointer, candidate: end, refusal: reason)
    }

    /// A handle that was found before, where it is now; nil if it is no longer there or may not be connected.
    private func standing(_ end: Draft.End) -> Draft.End? {
        guard scene.nodes.contains(end.node), !document.nodes.flags(end.node).contains(.unconnectable),
            let handle = document.handle(end.handle.id, of: end.node, kind: end.handle.kind), handle.isConnectable
        else { return nil }
        return self.end(handle, of: end.node)
    }

    /// The nearest legal target farther out than another, or of all.
    ///
    /// Those as near come front-most first, then as they are declared.
    ///
    /// - Complexity: O(the nodes as near as the answer), in at most 40 visits more than `askedLimit` questions to the rules
    ///   take.
    private mutating func target(after end: Draft.End?, of start: DraftStart) -> Draft.End? {
        let point = start.anchor.point
        let farthest = scene.nodes.bounds.farthest(from: point)
        var last = end
        var reach = SearchReach(atLeast: (last?.anchor.point.distance(to: point) ?? 0) * 2)
        var asked = 0
        let atOnce = 256
        while asked < Workspace.askedLimit {
            let ends = ends(after: last, of: start, within: reach.value, atMost: atOnce)
            for end in ends where refusal(of: proposal(start, end)) == nil { return end }
            asked += ends.count
            last = ends.last ?? last
            if ends.count == atOnce { continue }
            guard reach.value < farthest else { return nil }
            reach.grow(by: 2)
        }
        return nil
    }

    private func ends(
        after last: Draft.End?, of start: DraftStart, within reach: Double, atMost limit: Int
    ) -> [Draft.End] {
        let point = start.anchor.point
        let passed = last.map { ($0.anchor.point - point).squaredLength } ?? -1
        return handles(near: point, within: reach, atMost: limit) { slot, handle, list in
            guard start.mayLead(to: slot, handle, of: list) else { return false }
            guard let last else { return true }
            let distance = (end(handle, of: slot).anchor.point - point).squaredLength
            if distance != passed { return distance > passed }
            if slot != last.node { return document.isInFront(last.node, of: slot) }
            let place = list.firstIndex(where: { $0.id == handle.id && $0.kind == handle.kind }) ?? 0
            let passedPlace = list.firstIndex(where: { $0.id == last.handle.id && $0.kind == last.handle.kind }) ?? 0
            return place > passedPlace
        }
    }
}

extension Rect {
    /// The distance from a point to the farthest corner; below zero where there is none.
    func farthest(from point: Point) -> Double {
        if !(minX <= maxX && minY <= maxY) { return -1 }
        let across = max(point.x - minX, maxX - point.x)
        let down = max(point.y - minY, maxY - point.y)
        return (across * across + down * down).squareRoot()
    }
}
