import Graph
import Wire

// A step is taken from between others: of each cell that it wrote, the last of the steps that are done says what it holds.
// So a cell that a later step wrote stays, and that step learns what it now stands on.

extension History {
    /// Takes back the last step of an owner, wherever it stands; the steps are settled.
    ///
    /// - Returns: Its label; nil if there is none.
    mutating func undoSelected(of owner: StepOwner, in transaction: inout Transaction) -> String? {
        guard let index = lastDone(of: owner) else { return nil }
        markUndone(index)
        go(.back, over: index, in: &transaction)
        return steps[index].label
    }

    /// Performs the step again that was undone last, where it was.
    ///
    /// - Returns: Its label; nil if there is none.
    mutating func redoSelected(of owner: StepOwner, in transaction: inout Transaction) -> String? {
        guard let index = lastUndone(of: owner) else { return nil }
        markDone(index)
        go(.forth, over: index, in: &transaction)
        return steps[index].label
    }

    private enum Direction { case back, forth }

    private mutating func go(_ direction: Direction, over index: Int, in transaction: inout Transaction) {
        let later = writers(after: index)
        let sites = LaterPlaces(steps[(index + 1)...].lazy.filter { $0.undone == nil }.map(\.writes))
        var restoration = Restoration()
        for place in steps[index].writes.writes.indices {
            let write = steps[index].writes[place]
            let cell = write.cell
            let wanted = direction == .back ? write.before : write.after
            if let next = later[cell] {
                pass(wanted, over: place, of: index, to: next, direction)
                continue
            }
            remember(direction, place, of: index, transaction.document)
            guard let value = value(wanted, of: cell, before: index, sites, transaction.document) else { continue }
            if cell.isInside, !transaction.document.holds(cell.target), !restoration.restores(cell.target) {
                patchGone(cell, value, after: index)
            } else {
                restoration.add(cell, value)
            }
        }
        let left = restoration.perform(in: &transaction, isBackwards: direction == .back)
        for (target, missing) in left { leave(target, without: missing, after: index) }
    }

    /// The first step after one that is done and wrote a cell, of each cell that the one wrote.
    private func writers(after index: Int) -> [StepWrites.Cell: Int] {
        var found: [StepWrites.Cell: Int] = [:]
        let own = steps[index].writes
        for next in (index + 1)..<steps.count where steps[next].undone == nil {
            let writes = steps[next].writes
            let (few, many) = writes.writes.count < own.writes.count ? (writes, own) : (own, writes)
            for write in few.writes where found[write.cell] == nil && many.place(of: write.cell) != nil {
                found[write.cell] = next
            }
        }
        return found
    }

    /// A later step has the last word: only what is below it is another.
    private mutating func pass(
        _ wanted: StepWrites.Value, over place: Int, of index: Int, to next: Int, _ direction: Direction
    ) {
        let own = steps[index].writes[place]
        guard let other = steps[next].writes.place(of: own.cell) else { return }
        // It was there and is: the later step may know better how it was.
        if own.cell.member == .standing && wanted.stands && steps[next].writes[other].before.stands { return }
        if direction == .forth { steps[index].writes[place].before = steps[next].writes[other].before }
        steps[next].writes[other].before = wanted
    }

    /// Keeps what the document holds now, for the way back from here.
    private mutating func remember(_ direction: Direction, _ place: Int, of index: Int, _ document: Document) {
        let cell = steps[index].writes[place].cell
        let now = document.value(of: cell)
        switch (direction, cell.member) {
        // The place in the order is followed through the later steps.
        case (_, .place): break
        case (.back, .standing): if now.stands { steps[index].writes[place].after = now }
        case (.back, _): break
        case (.forth, .standing): steps[index].writes[place].before = now
        case (.forth, .member), (.forth, .part):
            if steps[index].writes[place].before.isOfMember { steps[index].writes[place].before = now }
        }
    }

    /// What a cell is to hold; nil where it stays.
    private func value(
        _ wanted: StepWrites.Value, of cell: StepWrites.Cell, before index: Int, _ sites: LaterPlaces,
        _ document: Document
    ) -> StepWrites.Value? {
        switch wanted {
        case .site(let before): return .site(before: sites.place(of: cell.target, before: before))
        case .present where cell.member == .standing && !document.holds(cell.target):
            // What the step needs went with the step that made it.
            return lastKnown(cell, before: index)
        case .absent, .present, .bare, .value, .point, .node, .edge: return wanted
        }
    }

    private func lastKnown(_ cell: StepWrites.Cell, before index: Int) -> StepWrites.Value? {
        for step in steps[..<index].reversed() {
            guard let place = step.writes.place(of: cell) else { continue }
            for value in [step.writes[place].after, step.writes[place].before] {
                switch value {
                case .node, .edge: return value
                case .absent, .present, .bare, .value, .point, .site: break
                }
            }
        }
        return nil
    }

    /// An element that a later step removed comes back with what it is given meanwhile.
    private mutating func patchGone(_ cell: StepWrites.Cell, _ value: StepWrites.Value, after index: Int) {
        guard let (next, place) = remover(of: cell.target, after: index) else { return }
        switch steps[next].writes[place].before {
        case .node(let node):
            if let new = node.given([(cell.member, value)]) { steps[next].writes[place].before = .node(new) }
        case .edge(let edge):
            if let new = edge.given([(cell.member, value)]) { steps[next].writes[place].before = .edge(new) }
        case .absent, .present, .bare, .value, .point, .site: break
        }
    }

    /// An element that cannot be there without another one went with it.
    private mutating func leave(_ value: StepWrites.Value, without missing: StepWrites.Target, after index: Int) {
        guard let (next, _) = remover(of: missing, after: index) else { return }
        switch value {
        case .node(let node): steps[next].writes.add(.node(node.id), .standing, from: value, to: .absent)
        case .edge(let edge): steps[next].writes.add(.edge(edge.id), .standing, from: value, to: .absent)
        case .absent, .present, .bare, .value, .point, .site: break
        }
    }

    /// The first later step that is done and removed an element, and where that stands in it.
    private func remover(of target: StepWrites.Target, after index: Int) -> (step: Int, place: Int)? {
        let cell = StepWrites.Cell(target: target, member: .standing)
        for next in (index + 1)..<steps.count where steps[next].undone == nil {
            guard let place = steps[next].writes.place(of: cell) else { continue }
            return steps[next].writes[place].after.stands ? nil : (next, place)
        }
        return nil
    }
}

extension StepWrites.Cell {
    /// Whether it is a member of an element.
    fileprivate var isInside: Bool {
        switch member {
        case .standing, .place: false
        case .member, .part: target != .document
        }
    }
}

extension StepWrites.Value {
    /// Whether it is what a member holds, and not whether there is an object around parts.
    fileprivate var isOfMember: Bool {
        switch self {
        case .absent, .value, .point: true
        case .present, .bare, .node, .edge, .site: false
        }
    }
}

extension Document {
    /// Whether an element is there.
    fileprivate func holds(_ target: StepWrites.Target) -> Bool {
        switch target {
        case .node(let id): node(id) != nil
        case .edge(let id): edge(id) != nil
        case .document: true
        }
    }

    /// What a cell holds now; of one in the order nothing.
    fileprivate func value(of cell: StepWrites.Cell) -> StepWrites.Value {
        switch cell.target {
        case .node(let id):
            guard let slot = node(id) else { return .absent }
            return cell.member == .standing ? .node(node(at: slot)) : cell.member.value(in: node(at: slot).json)
        case .edge(let id):
            guard let slot = edge(id) else { return .absent }
            return cell.member == .standing ? .edge(edge(at: slot)) : cell.member.value(in: edge(at: slot).json)
        case .document: return cell.member.value(in: .object(content))
        }
    }
}

extension StepWrites.Member {
    fileprivate func value(in object: JSON) -> StepWrites.Value {
        let json: JSON?
        switch self {
        case .standing, .place: json = nil
        case .member(let name): json = object.objectValue?[name]
        case .part(let name, let part): json = object.objectValue?[name]?.objectValue?[part]
        }
        return json.map { .value($0) } ?? .absent
    }
}
