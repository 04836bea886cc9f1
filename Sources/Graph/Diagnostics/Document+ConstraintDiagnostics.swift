import Geometry
import LayoutKinds
import Storage
import Wire

// What is wrong with the constraints of a document, and which of them its drawing does not keep.

extension Document {
    /// The constraints that are invalid, name missing elements, conflict with earlier ones, or are not kept.
    ///
    /// - Complexity: O(the constraints and the edges of their nodes), except for cycles among them.
    func constraintDiagnostics() -> [Diagnostic] {
        guard let json = content["constraints"] else { return [] }
        guard case .array(let entries) = json else {
            return [
                Diagnostic(
                    .warning, "invalidValue", of: ["constraints"], path: "/constraints",
                    message: "constraints: constraints are an array")
            ]
        }
        var found: [Diagnostic] = []
        var known: [(index: Int, constraint: Constraint)] = []
        for (index, entry) in entries.enumerated() {
            do throws(ShapeError) {
                let constraint = try Constraint(entry)
                if constraint.wish != nil { known.append((index, constraint)) }
                found += problems(of: constraint, index)
            } catch {
                found.append(
                    constraintProblem("invalidValue", .warning, index, entry["id"]?.stringValue, error.message))
            }
        }
        return found + drawingProblems(known)
    }

    private func constraintProblem(
        _ code: String, _ severity: Diagnostic.Severity, _ index: Int, _ id: String?, _ message: String,
        nodes: [Node.ID] = [], edges: [Edge.ID] = [], fixes: [Diagnostic.Fix] = []
    ) -> Diagnostic {
        let name = id ?? "\(index)"
        return Diagnostic(
            severity, code, of: ["constraints", name], nodes: nodes, edges: edges, path: "/constraints/\(index)",
            message: "constraint \"\(name)\": \(message)",
            fixes: fixes + (id.map { [.removeConstraint(Identifier($0))] } ?? []))
    }

    /// Returns the problem of an entry by itself.
    private func problems(of constraint: Constraint, _ index: Int) -> [Diagnostic] {
        let id = constraint.id?.string
        if constraint.wish == nil {
            return [constraintProblem("invalidValue", .warning, index, id, "its kind is not known")]
        }
        let gone = constraint.nodes.filter { node($0) == nil } + constraint.edges.filter { edge($0) == nil }
        guard let first = gone.first else { return [] }
        return [
            constraintProblem(
                "constraintGone", .information, index, id, "it names \"\(first)\", which is not there")
        ]
    }

    /// Returns the constraints that conflict with earlier ones, and those that the drawing does not keep.
    ///
    /// Like layouts, it checks the contents of each group separately, and ignores hidden elements.
    private func drawingProblems(_ known: [(index: Int, constraint: Constraint)]) -> [Diagnostic] {
        var refused: Set<Int> = []
        var broken: [Int: Diagnostic.Fix?] = [:]
        for (parent, numbers) in constrainedParents(known.map(\.constraint)) {
            let named = NamedElements(self, numbers.map { known[$0].constraint }, in: parent)
            let wishes = named.wishes.map(\.wish)
            let check = ConstraintCheck(wishes, frames: named.frames, edges: named.edges)
            let findings = check.findings()
            let system = FlowConstraints(
                wishes, sizes: named.frames.map(\.size), edges: named.edges, direction: findings.direction)
            for at in system.refused { refused.insert(numbers[named.wishes[at].number]) }
            for at in findings.broken { broken[numbers[named.wishes[at].number]] = fix(wishes[at], named) }
        }
        return known.indices.compactMap { number in
            let (index, constraint) = known[number]
            if refused.contains(number) {
                return constraintProblem(
                    "constraintConflict", .warning, index, constraint.id?.string,
                    "it cannot be kept together with earlier ones",
                    nodes: constraint.nodes.filter { node($0) != nil },
                    edges: constraint.edges.filter { edge($0) != nil })
            }
            guard let fix = broken[number] else { return nil }
            return constraintProblem(
                "constraintBroken", .information, index, constraint.id?.string, "the drawing does not keep it",
                nodes: constraint.nodes.filter { node($0) != nil },
                edges: constraint.edges.filter { edge($0) != nil }, fixes: fix.map { [$0] } ?? [])
        }
    }

    /// Returns the groups with elements of constraints, nil for the canvas, each with the numbers of these
    /// constraints, in order.
    private func constrainedParents(_ constraints: [Constraint]) -> [(parent: Node.Slot?, numbers: [Int])] {
        var places: [Node.Slot?: Int] = [:]
        var parents: [(parent: Node.Slot?, numbers: [Int])] = []
        for (number, constraint) in constraints.enumerated() {
            func add(_ parent: Node.Slot?) {
                let place = places[parent] ?? parents.count
                if place == parents.count { parents.append((parent, [])) }
                places[parent] = place
                if parents[place].numbers.last != number { parents[place].numbers.append(number) }
            }
            for case let slot? in constraint.nodes.map({ node($0) }) { add(nodes.parent(slot)) }
            for case let slot? in constraint.edges.map({ edge($0) }) {
                let ends = edges.ends(slot)
                var parent = nodes.parent(ends.source)
                while let group = parent, member(of: group, holding: ends.target) == nil {
                    parent = nodes.parent(group)
                }
                add(parent)
            }
        }
        return parents
    }

    /// Returns the node directly in a group, nil for the canvas, that a node is or is inside of.
    fileprivate func member(of parent: Node.Slot?, holding node: Node.Slot) -> Node.Slot? {
        var member = node
        while true {
            let around = nodes.parent(member)
            if around == parent { return member }
            guard let around else { return nil }
            member = around
        }
    }

    /// The single move that puts a node beside another one; nil if more is needed.
    private func fix(_ wish: LayoutConstraint, _ named: NamedElements) -> Diagnostic.Fix? {
        guard case .beside(let first, let second, let side, let gap) = wish else { return nil }
        let slot = named.nodes[second]
        if nodes.flags(slot).contains(.locked) { return nil }
        let distance = ConstraintCheck.distance(from: named.frames[first], to: named.frames[second], on: side)
        let missing = (gap ?? 0) - distance
        let way =
            switch side {
            case .left: Point(x: -missing, y: 0)
            case .right: Point(x: missing, y: 0)
            case .top: Point(x: 0, y: -missing)
            case .bottom: Point(x: 0, y: missing)
            case .center: Point.zero
            }
        return way.isFinite ? .move(nodeID(slot), way) : nil
    }
}

/// The elements in one group that constraints name, by numbers; edges join nodes directly in it.
private struct NamedElements {
    private(set) var nodes: [Node.Slot] = []
    private(set) var frames: [Rect] = []
    private(set) var edges: [(source: Int, target: Int)] = []
    /// The constraints that mean something, with their numbers in the list.
    private(set) var wishes: [(number: Int, wish: LayoutConstraint)] = []

    private let parent: Node.Slot?
    private var numbers: [Node.Slot: Int] = [:]

    init(_ document: Document, _ constraints: [Constraint], in parent: Node.Slot?) {
        self.parent = parent
        for (number, constraint) in constraints.enumerated() {
            let places = constraint.nodes.map { id in
                document.node(id).flatMap { document.nodes.parent($0) == parent ? add($0, document) : nil }
            }
            let links = constraint.edges.map { id in document.edge(id).flatMap { add($0, document) } }
            if let wish = constraint.wish?.mapped({ places[$0] }, edge: { links[$0] }) { wishes.append((number, wish)) }
        }
        for case .layer(let list, let layer) in wishes.map(\.wish) where layer == .first || layer == .last {
            for node in list { document.visitEdges(of: nodes[node]) { _ = add($0, document) } }
        }
    }

    private mutating func add(_ slot: Node.Slot, _ document: Document) -> Int? {
        if let known = numbers[slot] { return known }
        let frame = document.frame(slot)
        guard document.isPlaced(slot), !document.isConcealed(slot), frame.origin.isFinite, frame.maxX.isFinite,
            frame.maxY.isFinite
        else {
            return nil
        }
        numbers[slot] = nodes.count
        nodes.append(slot)
        frames.append(frame)
        return nodes.count - 1
    }

    private mutating func add(_ slot: Edge.Slot, _ document: Document) -> Int? {
        if document.isConcealed(edge: slot) { return nil }
        let ends = document.edges.ends(slot)
        guard let from = document.member(of: parent, holding: ends.source),
            let to = document.member(of: parent, holding: ends.target),
            from != to || ends.source == ends.target,
            let source = add(from, document), let target = add(to, document)
        else { return nil }
        edges.append((source, target))
        return edges.count - 1
    }
}
