import Graph
import Wire

// A step is taken from between others: of each cell that it wrote, the last of the steps that are done says what it holds.
// So a cell that a later step wrote stays, and that step learns what it now stands on.

extension History {
    /// Takes back the last step of an owner, wherever it stands; the steps are split.
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
        let removers = removers(missing: steps[index].writes, transaction.document)
        var restoration = Restoration()
        restoration.sites = sites(direction, over: index, transaction.document)
        for place in steps[index].writes.writes.indices {
            let write = steps[index].writes[place]
            let cell = write.cell
            // Places were found before.
            if cell.member == .place { continue }
            let wanted = direction == .back ? write.before : write.after
            if let next = later[cell] {
                pass(wanted, over: place, of: index, to: next, direction)
                continue
            }
            remember(direction, place, of: index, removers, transaction.document)
            guard let value = value(wanted, of: cell, before: index, transaction.document) else { continue }
            if cell.isInside, !transaction.document.holds(cell.target), !restoration.restores(cell.target) {
                patchGone(cell, value, removers)
            } else {
                restoration.add(cell, value)
            }
        }
        let left = restoration.perform(in: &transaction)
        if left.isEmpty { return }
        let all = self.removers()
        for (element, missing) in left { leave(element, without: missing, all) }
    }

    /// Where elements stand in the order without the step, or with it again.
    private mutating func sites(
        _ direction: Direction, over index: Int, _ document: Document
    ) -> [(target: StepWrites.Target, before: [Identifier])] {
        var found: [(target: StepWrites.Target, before: [Identifier])] = []
        if !steps[index].writes.writes.contains(where: { $0.cell.member == .place }) { return [] }
        for isOfNodes in [true, false] {
            var chain = OrderChain(ofNodes: isOfNodes)
            let later = ((index + 1)..<steps.count).filter { steps[$0].undone == nil }
            for next in later.reversed() { chain.rewind(steps[next].writes, in: document) }
            switch direction {
            case .back: chain.rewind(steps[index].writes, in: document)
            case .forth: chain.play(&steps[index].writes, in: document)
            }
            for next in later { chain.play(&steps[next].writes, in: document) }
            found += chain.sites(in: document).map { (isOfNodes ? .node($0.id) : .edge($0.id), $0.before) }
        }
        return found
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
        if own.cell.member == .existence && wanted.stands && steps[next].writes[other].before.stands { return }
        if own.cell.member == .existence && !wanted.stands { hand(own.cell.target, from: index, to: next) }
        if direction == .forth {
            steps[index].writes[place].before = steps[next].writes[other].before
            if own.cell.member == .existence { takeBack(own.cell.target, from: next) }
        }
        steps[next].writes[other].before = wanted
    }

    /// A step that needs an element takes over its place with it.
    private mutating func hand(_ target: StepWrites.Target, from index: Int, to next: Int) {
        let cell = StepWrites.Cell(target: target, member: .place)
        guard let place = steps[index].writes.place(of: cell) else { return }
        let after = steps[index].writes[place].after
        if let other = steps[next].writes.place(of: cell) {
            guard case .present = steps[next].writes[other].after else { return }
            steps[next].writes[other].before = .absent
            steps[next].writes[other].after = after
        } else {
            steps[next].writes.add(target, .place, from: .absent, to: after)
        }
        handed.insert(cell)
    }

    /// The step that made the element is done again, and gives it its place.
    private mutating func takeBack(_ target: StepWrites.Target, from next: Int) {
        let cell = StepWrites.Cell(target: target, member: .place)
        guard handed.remove(cell) != nil, let place = steps[next].writes.place(of: cell) else { return }
        steps[next].writes[place].before = .present
        steps[next].writes[place].after = .present
    }

    /// Keeps what the document holds now, for the way back from here.
    private mutating func remember(
        _ direction: Direction, _ place: Int, of index: Int, _ removers: Removers, _ document: Document
    ) {
        let write = steps[index].writes[place]
        let now = document.value(of: write.cell)
        switch (direction, write.cell.member) {
        // The place in the order is followed through the later steps.
        case (_, .place): break
        case (.back, .existence): if now.stands { steps[index].writes[place].after = now }
        case (.back, _): break
        case (.forth, .existence):
            steps[index].writes[place].before = write.after.stands && now.stands ? .present : now
        case (.forth, .member) where !write.before.isOfMember:
            steps[index].writes[place].before = now.stands ? .present : .bare
        case (.forth, .member), (.forth, .part):
            if write.before.isOfMember, let now = member(write.cell, removers, document) {
                steps[index].writes[place].before = now
            }
        }
    }

    /// What a member holds, also in an element that a later step removed; nil where that is not known.
    private func member(
        _ cell: StepWrites.Cell, _ removers: Removers, _ document: Document
    ) -> StepWrites.Value? {
        if document.holds(cell.target) { return document.value(of: cell) }
        guard let (next, place) = removers[cell.target] else { return nil }
        switch steps[next].writes[place].before {
        case .node(let node): return cell.member.value(in: node.json)
        case .edge(let edge): return cell.member.value(in: edge.json)
        case .absent, .present, .bare, .value, .point, .site: return nil
        }
    }

    /// What a cell is to hold; nil where it stays.
    private func value(
        _ wanted: StepWrites.Value, of cell: StepWrites.Cell, before index: Int, _ document: Document
    ) -> StepWrites.Value? {
        switch wanted {
        case .site: return nil
        case .present where cell.member == .existence && !document.holds(cell.target):
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
    private mutating func patchGone(_ cell: StepWrites.Cell, _ value: StepWrites.Value, _ removers: Removers) {
        guard let (next, place) = removers[cell.target] else { return }
        switch steps[next].writes[place].before {
        case .node(let node):
            if let new = node.given([(cell.member, value)]) { steps[next].writes[place].before = .node(new) }
        case .edge(let edge):
            if let new = edge.given([(cell.member, value)]) { steps[next].writes[place].before = .edge(new) }
        case .absent, .present, .bare, .value, .point, .site: break
        }
    }

    /// An element that cannot be there without another one went with it.
    private mutating func leave(
        _ value: StepWrites.Value, without missing: StepWrites.Target, _ removers: Removers
    ) {
        guard let (next, _) = removers[missing] else { return }
        switch value {
        case .node(let node): steps[next].writes.add(.node(node.id), .existence, from: value, to: .absent)
        case .edge(let edge): steps[next].writes.add(.edge(edge.id), .existence, from: value, to: .absent)
        case .absent, .present, .bare, .value, .point, .site: break
        }
    }

    /// Of elements that are gone the step that removed them, and where that stands in it.
    private typealias Removers = [StepWrites.Target: (step: Int, place: Int)]

    /// Those of what a step wrote and the document does not hold.
    private func removers(missing writes: StepWrites, _ document: Document) -> Removers {
        writes.writes.contains { $0.cell.isInside && !document.holds($0.cell.target) } ? removers() : [:]
    }

    /// Those of all elements; the last step that is done counts.
    private func removers() -> Removers {
        var found: Removers = [:]
        for index in steps.indices where steps[index].undone == nil {
            for (place, write) in steps[index].writes.writes.enumerated() where write.cell.member == .existence {
                if !write.after.stands && write.before.stands { found[write.cell.target] = (index, place) }
            }
        }
        return found
    }
}

extension StepWrites.Cell {
    /// Whether it is a member of an element.
    fileprivate var isInside: Bool {
        switch member {
        case .existence, .place: false
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
            return cell.member == .existence ? .node(node(at: slot)) : cell.member.value(in: node(at: slot).json)
        case .edge(let id):
            guard let slot = edge(id) else { return .absent }
            return cell.member == .existence ? .edge(edge(at: slot)) : cell.member.value(in: edge(at: slot).json)
        case .document: return cell.member.value(in: .object(content))
        }
    }
}

extension StepWrites.Member {
    fileprivate func value(in object: JSON) -> StepWrites.Value {
        let json: JSON?
        switch self {
        case .existence, .place: json = nil
        case .member(let name): json = object.objectValue?[name]
        case .part(let name, let part): json = object.objectValue?[name]?.objectValue?[part]
        }
        return json.map { .value($0) } ?? .absent
    }
}
