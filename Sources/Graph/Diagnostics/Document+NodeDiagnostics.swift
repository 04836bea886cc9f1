import Geometry
import Storage
import Wire

// What is wrong with one node: its members, its type, its parent, its inputs and its data.

extension Document {
    /// All that is wrong with one node and follows from it, its parent and its edges.
    ///
    /// - Complexity: O(the bytes of the node), the cost of its schema, and O(its edges) if a handle is required.
    func diagnostics(of slot: Node.Slot, _ checks: inout DataChecks) -> [Diagnostic] {
        let id = nodeID(slot)
        let isLocked = nodes.flags(slot).contains(.locked)
        var found = withNodeMembers(slot) { members in
            Document.memberDiagnostics(members, .node, ["nodes", id.string], nodes: [id]) { name in
                isLocked || (name == "handles" && hasLockedEdge(slot)) ? nil : .removeNodeMember(id, name)
            } rename: { name, known, value in
                isLocked ? nil : .renameNodeMember(id, name, known, value)
            }
        }
        if nodes.flags(slot).contains(.unplaced) {
            found.append(
                Diagnostic(
                    .information, "unplaced", node: id, message: "node \"\(id)\" has no position: it is not drawn"))
        }
        if let missing = missingType(slot, id) { found.append(missing) }
        if let refused = refusalByParent(slot, id) { found.append(refused) }
        for diagnostic in missingInputs(slot, id) { found.append(diagnostic) }
        if let diagnostic = offGrid(slot, id) { found.append(diagnostic) }
        if let diagnostic = labelClipped(slot, id) { found.append(diagnostic) }
        return graded(found + checks.diagnostics(slot, self))
    }

    static func memberDiagnostics(
        _ members: UnsafeBufferPointer<UInt8>, _ schema: ElementSchema, _ subject: [String], nodes: [Node.ID] = [],
        edges: [Edge.ID] = [], fix: (String) -> Diagnostic.Fix?,
        rename: (_ name: String, _ known: String, _ value: JSON) -> Diagnostic.Fix?
    ) -> [Diagnostic] {
        var found = nearMembers(members, schema, subject, nodes: nodes, edges: edges, rename)
        JSONMembers.visit(members) { name, value in
            // A position without x and y is none, which is said of the node.
            if name == "position", value.first == UInt8(ascii: "{") { return }
            do throws(ShapeError) {
                try schema.check(name, JSONCursor(value))
            } catch {
                found.add(
                    Diagnostic(
                        .warning, "invalidValue", of: subject + error.steps, nodes: nodes, edges: edges,
                        message: "\(error.steps.joined(separator: "/")): \(error.message)",
                        fixes: fix(name.description).map { [$0] } ?? []))
            }
        }
        return found
    }

    /// Unknown members that differ by one slip of the keys from a known, absent one.
    private static func nearMembers(
        _ members: UnsafeBufferPointer<UInt8>, _ schema: ElementSchema, _ subject: [String], nodes: [Node.ID],
        edges: [Edge.ID], _ rename: (_ name: String, _ known: String, _ value: JSON) -> Diagnostic.Fix?
    ) -> [Diagnostic] {
        var (unknown, known): ([(name: String, value: UnsafeBufferPointer<UInt8>)], Set<String>) = ([], [])
        JSONMembers.visit(members) { name, value in
            let text = name.description
            if schema.knows(name) { known.insert(text) } else { unknown.append((text, value)) }
        }
        var found: [Diagnostic] = []
        for (name, value) in unknown.prefix(Limits.unshownElements) {
            guard let meant = NearName.oneSlip(from: name, among: schema.names), !known.contains(meant) else {
                continue
            }
            var fixes: [Diagnostic.Fix] = []
            if schema.takes(value, as: meant), let json = try? JSON(JSONText(trusted: Array(value))),
                let fix = rename(name, meant, json)
            {
                fixes = [fix]
            }
            found.add(
                Diagnostic(
                    .information, "nearMember", of: subject + [name], nodes: nodes, edges: edges,
                    message: "`\(name)` is not known; did you mean `\(meant)`?", fixes: fixes))
        }
        return found
    }

    /// Returns true if a locked edge ends on the node: it keeps the handles that the node has.
    private func hasLockedEdge(_ slot: Node.Slot) -> Bool {
        var found = false
        visitEdges(of: slot) { if edges.flags($0).contains(.locked) { found = true } }
        return found
    }

    /// A position off the grid, if the settings or the type ask for this check.
    private func offGrid(_ slot: Node.Slot, _ id: Node.ID) -> Diagnostic? {
        if nodes.flags(slot).contains(.unplaced) || !asks(for: "offGrid", of: slot) { return nil }
        let frame = frame(slot)
        let cells = Point(
            x: (frame.minX - settings.snapOrigin.x) / settings.snapGrid.x,
            y: (frame.minY - settings.snapOrigin.y) / settings.snapGrid.y)
        let nearest = Point(x: cells.x.rounded(), y: cells.y.rounded())
        let offset = Point(
            x: (nearest.x - cells.x) * settings.snapGrid.x, y: (nearest.y - cells.y) * settings.snapGrid.y)
        // A place that is on the grid but for rounding is on it.
        if max(abs(nearest.x - cells.x), abs(nearest.y - cells.y)) < 1e-6 || !offset.isFinite { return nil }
        return Diagnostic(
            .information, "offGrid", node: id, message: "node \"\(id)\" lies beside the grid",
            fixes: nodes.flags(slot).contains(.locked) ? [] : [.move(id, offset)])
    }

    /// A label that does not fit its node, by the letter widths of pictures, if the settings or the type ask for this
    /// check.
    private func labelClipped(_ slot: Node.Slot, _ id: Node.ID) -> Diagnostic? {
        if !asks(for: "labelClipped", of: slot) { return nil }
        let label = withLabel(ofNode: slot) { $0?.description }
        guard let (text, style) = sizingText(slot) ?? label.map({ ($0, TextStyle.card) }) else { return nil }
        let (geometry, shape) = (nodes.geometry(slot), nodes.flags(slot).shape)
        let frame = Rect(origin: .zero, size: Size(width: geometry.width, height: geometry.height))
        let inside = shape.inside(of: frame).size
        if style.fits(text, in: inside) { return nil }
        // As wide as it is or, for a word that is wider, as that; and as high as the lines then are.
        let needed = style.size(of: text, brokenAt: inside.width)
        let size = shape.size(
            around: Size(width: max(needed.width, inside.width), height: max(needed.height, inside.height)))
        return Diagnostic(
            .information, "labelClipped", node: id, message: "node \"\(id)\" is too small for its label",
            fixes: nodes.flags(slot).contains(.locked) ? [] : [.resize(id, size)])
    }

    /// The greatest number of types that are searched for the one that a missing type probably means.
    private static let searchedTypes = 100

    /// A type that the document does not describe, though it describes others.
    private func missingType(_ slot: Node.Slot, _ id: Node.ID) -> Diagnostic? {
        guard !types.isEmpty, let type = nodes.type(slot), types[type] == nil else { return nil }
        let name = symbols[type]
        if StandardType(name) != nil || name == Identifier("default") { return nil }
        let remove = Diagnostic.Fix.removeNodeMember(id, "type")
        let known = types.count > Document.searchedTypes ? [] : types.keys.map { symbols[$0].string }.sorted()
        let meant = NearName.oneSlip(from: name.string, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        return Diagnostic(
            .warning, "typeMissing", node: id, message: "node \"\(id)\": there is no type \"\(name)\"\(meant)",
            fixes: [.addType(JSONString(name.string))] + (nodes.flags(slot).contains(.locked) ? [] : [remove]))
    }

    /// A parent that would not let the node in.
    private func refusalByParent(_ slot: Node.Slot, _ id: Node.ID) -> Diagnostic? {
        if types.isEmpty { return nil }
        guard let parent = nodes.parent(slot),
            !accepts(nodes.type(slot).map { symbols[$0] }, in: parent)
        else { return nil }
        return Diagnostic(
            .error, "notAccepted", node: id,
            message: "\"\(nodeID(parent))\" does not accept \"\(id)\", which lies in it",
            fixes: nodes.flags(slot).contains(.locked) ? [] : [.takeOut(id)])
    }

    /// Target handles that want an edge and have none.
    private func missingInputs(_ slot: Node.Slot, _ id: Node.ID) -> [Diagnostic] {
        let handles = handles(slot)
        var open = Set(handles.indices.filter { handles[$0].isRequired && handles[$0].kind == .target })
        if open.isEmpty { return [] }
        visitEdges(of: slot) { edge in
            let places = handlePlaces(ofEdge: edge, at: slot)
            if let place = places.leaving { open.remove(place) }
            if let place = places.arriving { open.remove(place) }
        }
        return open.sorted().map { place in
            let handle = handles[place].id
            return Diagnostic(
                .warning, "requiredInput", node: id, [handle.string],
                message: "node \"\(id)\": no edge ends at \"\(handle)\", which needs one")
        }
    }
}
