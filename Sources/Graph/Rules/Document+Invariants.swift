import Geometry
import Storage
import Wire

extension Document {
    /// Returns the errors in the columns, tables and lists of this document; empty for every document there can be.
    ///
    /// For tests: compares all derived values with the content.
    ///
    /// - Complexity: O(*n*) in the elements, with a copy of the document.
    public func checkInvariants() -> [String] {
        var check = InvariantCheck(document: self)
        check.nodeOrder()
        check.edgeOrder()
        // Lists that are broken cannot be walked.
        if check.problems.isEmpty {
            check.families()
            check.adjacency()
        }
        if check.problems.isEmpty {
            check.inheritance()
            check.nodes()
            check.edges()
            check.members()
        }
        return check.problems
    }
}

/// One pass over a document that collects mismatches.
private struct InvariantCheck {
    let document: Document
    var problems: [String] = []

    init(document: Document) {
        self.document = document
    }

    mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { problems.append(message()) }
    }

    // MARK: Order and tables

    mutating func nodeOrder() {
        let nodes = document.nodes
        let alive = (0..<nodes.slotCount).filter { nodes.isAlive(Slot(index: $0)) }.count
        order(nodes.order, alive: alive, "node") { nodes.isAlive($0) }
        expect(nodes.table.count == nodes.count, "\(nodes.table.count) ids of \(nodes.count) nodes")
        for slot in document.nodeSlots where nodes.isAlive(slot) {
            expect(document.node(document.nodeID(slot)) == slot, "node \(slot) is not found by its id")
        }
        var ids = document.nodeIDs
        for slot in document.nodeSlots { document.withNodeID(slot) { ids.note($0) } }
        expect(ids.highest == document.nodeIDs.highest, "a node has a higher number than was seen")
    }

    mutating func edgeOrder() {
        let edges = document.edges
        let alive = (0..<edges.slotCount).filter { edges.isAlive(Slot(index: $0)) }.count
        order(edges.order, alive: alive, "edge") { edges.isAlive($0) }
        expect(edges.table.count == edges.count, "\(edges.table.count) ids of \(edges.count) edges")
        for slot in document.edgeSlots where edges.isAlive(slot) {
            expect(document.edge(document.edgeID(slot)) == slot, "edge \(slot) is not found by its id")
        }
        var ids = document.edgeIDs
        for slot in document.edgeSlots { document.withEdgeID(slot) { ids.note($0) } }
        expect(ids.highest == document.edgeIDs.highest, "an edge has a higher number than was seen")
    }

    private mutating func order<Element>(
        _ order: ElementOrder<Element>, alive: Int, _ name: String, _ isAlive: (Slot<Element>) -> Bool
    ) {
        var count = 0
        var previous: Slot<Element>?
        var next = order.first
        while let slot = next, count <= order.count {
            count += 1
            expect(isAlive(slot), "\(name) \(slot) is in the order and dead")
            expect(order.previous(slot) == previous, "\(name) \(slot) has another predecessor")
            if let previous { expect(order.key(previous) < order.key(slot), "keys fall at \(name) \(slot)") }
            previous = slot
            next = order.next(slot)
        }
        expect(order.last == previous, "the last \(name) is another one")
        expect(count == order.count && count == alive, "\(count) \(name)s in the order, \(alive) alive")
    }

    // MARK: Lists

    mutating func inheritance() {
        let nodes = document.nodes
        var found = [Inheritance.Entry?](repeating: nil, count: nodes.slotCount)
        for slot in document.nodeSlots {
            let outer = handedDown(by: nodes.parent(slot), nodes, &found)
            let z = max(nodes.zIndex(slot), outer.z + 1)
            let isConcealed = outer.conceals || nodes.flags(slot).contains(.hidden)
            expect(document.parentOrigin(slot) == outer.origin, "node \(slot) is handed another origin")
            expect(document.z(slot) == z, "node \(slot) is handed another z")
            expect(document.isConcealed(slot) == isConcealed, "node \(slot) is handed other concealment")
            let isHidden = outer.hides || nodes.flags(slot).contains(.hidden)
            let shown = isHidden ? nil : outer.collapsed.slot ?? slot
            expect(document.shownNode(for: slot) == shown, "another node is shown for node \(slot)")
        }
    }

    /// Returns the entry inherited from a container. It walks outwards until one is found.
    private func handedDown(
        by container: Node.Slot?, _ nodes: NodeStore, _ found: inout [Inheritance.Entry?]
    ) -> Inheritance.Entry {
        var chain: [Node.Slot] = []
        var next = container
        while let slot = next, found[slot.index] == nil {
            chain.append(slot)
            next = nodes.parent(slot)
        }
        var entry = next.flatMap { found[$0.index] } ?? Inheritance.Entry()
        while let inner = chain.popLast() {
            entry = document.handDown(entry, through: inner)
            found[inner.index] = entry
        }
        return entry
    }

    mutating func families() {
        let nodes = document.nodes
        var children = 0
        var withParent = 0
        for slot in document.nodeSlots {
            if nodes.parent(slot) != nil { withParent += 1 }
            var previous: Node.Slot?
            var next = nodes.firstChild(of: slot)
            while let child = next, children <= nodes.count {
                children += 1
                expect(nodes.isAlive(child) && nodes.parent(child) == slot, "\(child) is no child of \(slot)")
                expect(nodes.previousSibling[child].slot == previous, "\(child) has another sibling before it")
                previous = child
                next = nodes.nextSibling(child)
            }
            var depth = 0
            next = nodes.parent(slot)
            while let ancestor = next, depth <= nodes.count {
                depth += 1
                next = nodes.parent(ancestor)
            }
            expect(depth <= nodes.count, "node \(slot) lies inside itself")
        }
        expect(withParent == nodes.innerCount, "\(nodes.innerCount) nodes count as lying in others")
        expect(children == withParent, "\(children) children in lists, \(withParent) nodes with parents")
    }

    mutating func adjacency() {
        let nodes = document.nodes
        let edges = document.edges
        var outgoing = 0
        var incoming = 0
        for slot in document.nodeSlots {
            var previous: Edge.Slot?
            var next = nodes.firstOut(slot)
            while let edge = next, outgoing <= edges.count {
                outgoing += 1
                expect(edges.ends(edge).source == slot, "edge \(edge) does not start at \(slot)")
                expect(edges.links[edge].previousOut.slot == previous, "edge \(edge) has another one before it")
                previous = edge
                next = edges.nextOut(edge)
            }
            previous = nil
            next = nodes.firstIn(slot)
            while let edge = next, incoming <= edges.count {
                incoming += 1
                expect(edges.ends(edge).target == slot, "edge \(edge) does not end at \(slot)")
                expect(edges.links[edge].previousIn.slot == previous, "edge \(edge) has another one before it")
                previous = edge
                next = edges.nextIn(edge)
            }
        }
        expect(outgoing == edges.count && incoming == edges.count, "\(outgoing) and \(incoming) edges in lists")
    }

    // MARK: Columns

    mutating func count(_ flag: NodeFlags, _ counted: Int, _ description: String) {
        let found = document.nodeSlots.count { document.nodes.flags($0).contains(flag) }
        expect(counted == found, "\(found) nodes are \(description), and \(counted) counted")
    }

    mutating func nodes() {
        var copy = document
        for slot in document.nodeSlots {
            let node = document.node(at: slot)
            let own = node.geometry
            expect(own.x.isNaN == own.y.isNaN && !own.x.isInfinite && !own.y.isInfinite, "\(node.id): position")
            expect(!(own.width < 0) && !(own.height < 0), "\(node.id): negative size")
            expect(!own.width.isInfinite && !own.height.isInfinite, "\(node.id): infinite size")
            copy.put(node, at: slot)
            expect(copy.nodes.flags(slot) == document.nodes.flags(slot), "\(node.id): flags")
            expect(copy.nodes.geometry(slot) == document.nodes.geometry(slot), "\(node.id): resolved geometry")
            expect(copy.nodes.zIndex(slot) == document.nodes.zIndex(slot), "\(node.id): zIndex")
            expect(copy.nodes.type(slot) == document.nodes.type(slot), "\(node.id): type")
            expect(copy.handles(slot) == document.handles(slot), "\(node.id): handles")
            let parent = node.members.withUnsafeBufferPointer { NodeTraits(members: $0).parent }
            let linked = document.nodes.parent(slot)
            expect(parent == linked.map { document.nodeID($0) }, "\(node.id): parent")
        }
        count(.hidden, document.nodes.hiddenCount, "hidden")
        count(.collapsed, document.nodes.collapsedCount, "collapsed")
        count(.acceptsChildren, document.nodes.holderCount, "open to others")
        count(.transient, document.nodes.transientCount, "transient")
        count(.ownLayout, document.nodes.ownLayoutCount, "laid out their own way")
        expect(document.settings == document.parsedSettings, "the settings are not those of the content")
    }

    mutating func edges() {
        for slot in document.edgeSlots {
            let ends = document.edges.ends(slot)
            let edge = document.edge(at: slot)
            expect(document.nodes.isAlive(ends.source) && document.nodes.isAlive(ends.target), "\(edge.id): ends")
            let traits = EdgeTraits(edge.members)
            let type = edge.members.withUnsafeBufferPointer { document.flags(ofEdgeWith: $0) }
            expect(traits.flags.union(type) == document.edges.flags(slot), "\(edge.id): flags")
            expect(traits.z == document.edges.zIndex(slot), "\(edge.id): zIndex")
            expect(document.edgeGroups[slot] == edge.group, "\(edge.id): parentId")
            if let topology = document.topology, ends.source != ends.target {
                expect(topology.isBefore(ends.source, ends.target), "\(edge.id) leads backward")
            }
        }
    }

    /// Elements that are written have each member once.
    mutating func members() {
        for slot in document.nodeSlots { check(document.node(at: slot).text) }
        for slot in document.edgeSlots { check(document.edge(at: slot).text) }
    }

    private mutating func check(_ text: JSONText) {
        do throws(ShapeError) {
            if let error = text.bytes.withUnsafeBufferPointer({ JSONSyntax.validate($0) }) {
                problems.append("\(error) in \(String(decoding: text.bytes, as: UTF8.self))")
            }
            _ = try JSON(text)
        } catch {
            problems.append("\(error) in \(String(decoding: text.bytes, as: UTF8.self))")
        }
    }
}
