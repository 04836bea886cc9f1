import Geometry
import Layout
import Storage
import Wire

// What is wrong with the constraints of a document, and which of them its drawing does not keep.

extension Document {
    /// The constraints that mean nothing, name what is gone, cannot be kept together with earlier ones or are not kept.
    ///
    /// - Complexity: O(the constraints and the edges of the nodes that they name), but for cycles among them.
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

    /// Returns what is wrong with an entry by itself.
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

    /// Returns the constraints that cannot be kept with earlier ones, and those that the drawing does not keep.
    private func drawingProblems(_ known: [(index: Int, constraint: Constraint)]) -> [Diagnostic] {
        if known.isEmpty { return [] }
        let named = NamedElements(self, known.map(\.constraint))
        let wishes = named.wishes
        let check = ConstraintCheck(wishes.map(\.wish), frames: named.frames, edges: named.edges)
        let (direction, broken) = check.findings()
        let system = FlowConstraints(
            wishes.map(\.wish), sizes: named.frames.map(\.size), edges: named.edges, direction: direction)
        var found: [Diagnostic] = []
        for at in wishes.indices {
            let (index, constraint) = known[wishes[at].number]
            let (id, wish) = (constraint.id?.string, wishes[at].wish)
            if system.refused.contains(at) {
                found.append(
                    constraintProblem(
                        "constraintConflict", .warning, index, id, "it cannot be kept together with earlier ones",
                        nodes: constraint.nodes.filter { node($0) != nil },
                        edges: constraint.edges.filter { edge($0) != nil }))
            } else if broken.contains(at) {
                found.append(
                    constraintProblem(
                        "constraintBroken", .information, index, id, "the drawing does not keep it",
                        nodes: constraint.nodes.filter { node($0) != nil },
                        edges: constraint.edges.filter { edge($0) != nil },
                        fixes: fix(wish, named).map { [$0] } ?? []))
            }
        }
        return found
    }

    /// The move that lets a node lie beside another one; nil where it takes more.
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

/// The elements that constraints name, by numbers.
private struct NamedElements {
    private(set) var nodes: [Node.Slot] = []
    private(set) var frames: [Rect] = []
    private(set) var edges: [(source: Int, target: Int)] = []
    /// The constraints that mean something, with their numbers in the list.
    private(set) var wishes: [(number: Int, wish: LayoutConstraint)] = []

    private var numbers: [Node.Slot: Int] = [:]

    init(_ document: Document, _ constraints: [Constraint]) {
        for (number, constraint) in constraints.enumerated() {
            let places = constraint.nodes.map { id in document.node(id).flatMap { add($0, document) } }
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
        guard document.isPlaced(slot), frame.origin.isFinite, frame.maxX.isFinite, frame.maxY.isFinite else {
            return nil
        }
        numbers[slot] = nodes.count
        nodes.append(slot)
        frames.append(frame)
        return nodes.count - 1
    }

    private mutating func add(_ slot: Edge.Slot, _ document: Document) -> Int? {
        let ends = document.edges.ends(slot)
        guard let source = add(ends.source, document), let target = add(ends.target, document) else { return nil }
        edges.append((source, target))
        return edges.count - 1
    }
}
