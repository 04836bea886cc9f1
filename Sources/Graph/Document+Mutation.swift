import Geometry
import Wire

// The only functions that change a document. Each puts one element into a given state and keeps the columns, the tables,
// the lists of children and edges, and the topological order in step; the transaction that calls
// them records what was there before.

extension Document {
    // MARK: Nodes

    /// Gives a live node another place and size (content form: NaN is absent).
    ///
    /// - Parameter traits: of the node, if they have been read.
    mutating func setGeometry(_ slot: Int32, _ geometry: NodeGeometry, traits: NodeTraits? = nil) {
        var flags = nodes.flags(slot)
        flags.remove([.unplaced, .hasWidth, .hasHeight])
        if geometry.x.isNaN { flags.insert(.unplaced) }
        if !geometry.width.isNaN { flags.insert(.hasWidth) }
        if !geometry.height.isNaN { flags.insert(.hasHeight) }
        nodes.rows[Int(slot)].flags = flags.rawValue
        nodes.rows[Int(slot)].geometry = resolved(geometry, flags: flags, slot: slot, traits)
        inheritance.nodeChanged(slot, isContainer: nodes.firstChild(of: slot) >= 0)
    }

    /// Puts a node into a slot that is free or holds its former state. Its parent is linked by `linkParent`.
    mutating func put(_ node: Node, at slot: Int32) {
        let traits = node.members.withUnsafeBufferPointer { NodeTraits(members: $0) }
        put(node, traits: traits, at: slot)
    }

    mutating func put(_ node: Node, traits: NodeTraits, at slot: Int32) {
        let old = nodes.rows[Int(slot)].text
        nodes.rows[Int(slot)].text = storage.value.replace(old, byNode: node, at: slot)
        setTraits(traits, node.geometry, inferredHandles: node.inferredHandles, at: slot)
    }

    /// Gives a slot what the columns hold of a node besides its texts.
    mutating func setTraits(_ traits: NodeTraits, _ geometry: NodeGeometry, inferredHandles: Int32, at slot: Int32) {
        nodes.rows[Int(slot)].flags = traits.flags.rawValue
        nodes.zIndex[Int(slot)] = traits.z
        nodes.rows[Int(slot)].type = traits.type.map { symbols.intern($0) } ?? -1
        nodes.inferredHandles[Int(slot)] = inferredHandles
        nodes.rows[Int(slot)].handleList = handleList(for: traits, inferredHandles: inferredHandles)
        setGeometry(slot, geometry, traits: traits)
    }

    /// Makes the node a child of the node its members name.
    mutating func linkParent(_ slot: Int32) {
        let parent = withNodeMembers(slot) { NodeTraits(members: $0).parent }
        link(slot, toParent: parent.map { node($0) } ?? -1)
    }

    mutating func link(_ slot: Int32, toParent parent: Int32) {
        guard nodes.parent(slot) != parent else { return }
        let isContainer = nodes.firstChild(of: slot) >= 0
        inheritance.nodeChanged(slot, isContainer: isContainer)
        if isContainer { inheritance.containerCame(slot) }
        if parent >= 0 && nodes.firstChild(of: parent) < 0 { inheritance.containerCame(parent) }
        nodes.unlinkChild(slot)
        nodes.linkChild(slot, to: parent)
    }

    /// Takes a node out; its edges are gone already and its children follow or are linked elsewhere.
    mutating func removeNode(_ slot: Int32) {
        inheritance.nodeChanged(slot, isContainer: nodes.firstChild(of: slot) >= 0)
        nodes.unlinkChild(slot)
        var child = nodes.firstChild(of: slot)
        while child >= 0 {
            let next = nodes.nextSibling(child)
            nodes.unlinkChild(child)
            child = next
        }
        let text = nodes.rows[Int(slot)].text
        let hash = arena.text(text).withID { IdentifierTable.hash($0) }
        nodes.table.remove(hash: hash, slot: slot)
        arena.release(text)
        nodes.rows[Int(slot)].text = 0
        nodes.rows[Int(slot)].geometry = .absent
        nodes.rows[Int(slot)].flags = 0
        topology?.remove(slot)
        nodes.slots.release(slot)
    }

    /// The size a node has: its own, else one that other members state, its type's, or the default.
    private func resolved(
        _ geometry: NodeGeometry, flags: NodeFlags, slot: Int32, _ traits: NodeTraits? = nil
    ) -> NodeGeometry {
        if !geometry.width.isNaN && !geometry.height.isNaN { return geometry }
        let type = nodes.rows[Int(slot)].type
        var fallback = Node.defaultSize
        if type >= 0, let size = types[type]?.defaultSize { fallback = size }
        if flags.contains(.statedSize) {
            let traits = traits ?? withNodeMembers(slot) { NodeTraits(members: $0) }
            fallback = traits.size(else: fallback)
        }
        var result = geometry
        if geometry.width.isNaN { result.width = fallback.width }
        if geometry.height.isNaN { result.height = fallback.height }
        return result
    }

    private mutating func handleList(for traits: NodeTraits, inferredHandles: Int32) -> Int32 {
        if traits.flags.contains(.hasHandles) { return catalog.intern(traits.handles) }
        if let type = traits.type {
            let number = symbols.intern(type)
            if let list = typeHandles[number] { return list }
        }
        if inferredHandles == 0 && !traits.flags.contains(.hasSides) && traits.standard?.hasOwnHandles != true {
            return 0
        }
        var list = Handle.defaults(of: traits.standard, target: traits.targetSide, source: traits.sourceSide)
        if inferredHandles != 0 {
            for var handle in catalog[inferredHandles]
            where !list.contains(where: { $0.id == handle.id && $0.kind == handle.kind }) {
                handle.side = handle.kind == .target ? traits.targetSide : traits.sourceSide
                list.append(handle)
            }
        }
        return catalog.intern(list)
    }

    /// Gives a node that declares no handles those that edges of the opened file name.
    mutating func setInferredHandles(_ handles: [Handle], of slot: Int32) {
        nodes.inferredHandles[Int(slot)] = catalog.intern(handles)
        let traits = withNodeMembers(slot) { NodeTraits(members: $0) }
        nodes.rows[Int(slot)].handleList = handleList(for: traits, inferredHandles: nodes.inferredHandles[Int(slot)])
    }

    // MARK: Edges

    /// Puts an edge into a slot that is free or holds its former state; its nodes are there.
    mutating func put(_ edge: Edge, at slot: Int32) {
        let ends = EdgeEnds(
            source: node(edge.source), target: node(edge.target),
            sourceHandle: edge.sourceHandle.map { symbols.intern($0) } ?? -1,
            targetHandle: edge.targetHandle.map { symbols.intern($0) } ?? -1)
        precondition(ends.source >= 0 && ends.target >= 0, "an edge is put only where its nodes are")
        let old = edges.rows[Int(slot)].text
        edges.rows[Int(slot)].text = storage.value.replace(old, byEdge: edge, at: slot)
        edges.rows[Int(slot)].flags = edge.traits.flags.rawValue
        edges.zIndex[Int(slot)] = edge.traits.z
        let before = edges.rows[Int(slot)].ends
        if old != 0 && before.source == ends.source && before.target == ends.target {
            edges.rows[Int(slot)].ends = ends
            return
        }
        if old != 0 { unlinkEnds(slot) }
        edges.rows[Int(slot)].ends = ends
        linkEnds(slot)
        storage.value.orderEdge(slot)
    }

    mutating func removeEdge(_ slot: Int32) {
        unlinkEnds(slot)
        let text = edges.rows[Int(slot)].text
        let hash = arena.text(text).withID { IdentifierTable.hash($0) }
        edges.table.remove(hash: hash, slot: slot)
        arena.release(text)
        edges.rows[Int(slot)].text = 0
        edges.rows[Int(slot)].ends = EdgeEnds()
        edges.rows[Int(slot)].flags = 0
        edges.slots.release(slot)
    }

    mutating func linkEnds(_ slot: Int32) {
        let ends = edges.rows[Int(slot)].ends
        let out = nodes.firstOut[Int(ends.source)]
        let into = nodes.firstIn[Int(ends.target)]
        edges.links[Int(slot)] = EdgeLinks(nextOut: out, previousOut: -1, nextIn: into, previousIn: -1)
        if out >= 0 { edges.links[Int(out)].previousOut = slot }
        if into >= 0 { edges.links[Int(into)].previousIn = slot }
        nodes.firstOut[Int(ends.source)] = slot
        nodes.firstIn[Int(ends.target)] = slot
    }

    private mutating func unlinkEnds(_ slot: Int32) {
        let ends = edges.rows[Int(slot)].ends
        let links = edges.links[Int(slot)]
        if links.previousOut >= 0 {
            edges.links[Int(links.previousOut)].nextOut = links.nextOut
        } else {
            nodes.firstOut[Int(ends.source)] = links.nextOut
        }
        if links.nextOut >= 0 { edges.links[Int(links.nextOut)].previousOut = links.previousOut }
        if links.previousIn >= 0 {
            edges.links[Int(links.previousIn)].nextIn = links.nextIn
        } else {
            nodes.firstIn[Int(ends.target)] = links.nextIn
        }
        if links.nextIn >= 0 { edges.links[Int(links.nextIn)].previousIn = links.previousIn }
        edges.links[Int(slot)] = EdgeLinks()
        storage.value.isOrderless = false
    }

    // MARK: Made ids

    mutating func makeNodeID() -> Node.ID {
        var ids = nodeIDs
        defer { nodeIDs = ids }
        return ids.next { node($0) >= 0 }
    }

    mutating func makeEdgeID() -> Edge.ID {
        var ids = edgeIDs
        defer { edgeIDs = ids }
        return ids.next { edge($0) >= 0 }
    }

    /// Puts a prefix into every id made from now on, `n-r-1`, so that what several replicas made can be merged.
    ///
    /// - Complexity: O(*n*) in the elements.
    public mutating func prefixIDs(_ idPrefix: String) {
        var ids = (
            nodes: CountedIDs(prefix: "n-\(idPrefix)-", count: nodeIDs.count),
            edges: CountedIDs(prefix: "e-\(idPrefix)-", count: edgeIDs.count)
        )
        for slot in nodeSlots { withNodeID(slot) { ids.nodes.note($0) } }
        for slot in edgeSlots { withEdgeID(slot) { ids.edges.note($0) } }
        (nodeIDs, edgeIDs) = ids
    }

    // MARK: Order and members

    mutating func place(_ placement: Placement, nodes isNode: Bool) {
        if isNode { nodes.order.apply(placement) } else { edges.order.apply(placement) }
    }

    mutating func setMember(_ name: String, _ value: JSON?) {
        content[name] = value
        if name == "settings" {
            let allowedCycles = settings.allowCycles
            settings = parsedSettings
            if settings.allowCycles != allowedCycles {
                topology = nil
                storage.value.isOrderless = false
            }
        }
        if name == "types" { readTypes() }
    }

    /// The settings as the content states them; a React Flow file has React Flow's edges unless it says otherwise.
    var parsedSettings: Settings {
        var parsed = Settings(content["settings"])
        if isReactFlow && content["settings"]?["edgeGeometry"] == nil { parsed.edgeGeometry = .reactFlow }
        return parsed
    }

    /// Reads the types again and gives their nodes the sizes and handles they have now.
    ///
    /// - Complexity: O(*n*) in the nodes of the document when a type changes that nodes have.
    private mutating func readTypes() {
        types = [:]
        typeHandles = [:]
        if case .object(let object)? = content["types"] {
            for member in object.members {
                let number = symbols.intern(Identifier(member.name.description))
                let type = NodeType(member.value)
                types[number] = type
                if let handles = type.handles { typeHandles[number] = catalog.intern(handles) }
            }
        }
        var slot = nodes.order.first
        while slot >= 0 {
            if nodes.rows[Int(slot)].type >= 0 {
                let traits = withNodeMembers(slot) { NodeTraits(members: $0) }
                nodes.rows[Int(slot)].handleList = handleList(
                    for: traits, inferredHandles: nodes.inferredHandles[Int(slot)])
                let geometry = storedGeometry(slot)
                nodes.rows[Int(slot)].geometry = resolved(geometry, flags: nodes.flags(slot), slot: slot)
            }
            slot = nodes.order.next(slot)
        }
    }
}

// MARK: Texts

extension DocumentStorage {
    /// Stores the text of a node in place of the former one in its slot, 0 if there was none.
    fileprivate mutating func replace(_ old: TextArena.Reference, byNode node: Node, at slot: Int32) -> UInt64 {
        arena.replace(old, by: node.id, node.members, at: slot, &nodes.table, &nodeIDs)
    }

    /// Stores the text of an edge in place of the former one in its slot, 0 if there was none.
    fileprivate mutating func replace(_ old: TextArena.Reference, byEdge edge: Edge, at slot: Int32) -> UInt64 {
        arena.replace(old, by: edge.id, edge.members, at: slot, &edges.table, &edgeIDs)
    }
}

extension TextArena {
    /// Stores the text of an element in place of its former one, and keeps the table of ids in step.
    fileprivate mutating func replace(
        _ old: Reference, by id: Identifier, _ members: [UInt8], at slot: Int32, _ table: inout IdentifierTable,
        _ counted: inout CountedIDs
    ) -> Reference {
        id.withBytes { id in
            let isSame = old != 0 && text(old).withID { $0.hasSameBytes(as: id) }
            if !isSame {
                if old != 0 { table.remove(hash: text(old).withID { IdentifierTable.hash($0) }, slot: slot) }
                table.insert(hash: IdentifierTable.hash(id), slot: slot)
                counted.note(id)
            }
            let new = members.withUnsafeBufferPointer { store(id: id, members: $0) }
            if old != 0 { release(old) }
            return new
        }
    }
}

// MARK: Deltas

extension Document {
    /// Takes the document from the state before a delta to the one after it.
    ///
    /// - Complexity: O(*n*) in the elements of the delta.
    mutating func apply(_ delta: Delta) {
        for change in delta.edges where change.before != nil && change.after == nil { removeEdge(change.slot) }
        for change in delta.nodes where change.isRemoval { removeNode(change.slot) }
        for change in delta.nodes {
            switch change.content {
            case .same: setGeometry(change.slot, change.after)
            case .changed(let before, .some(let after)):
                if before == nil { nodes.slots.take(change.slot) }
                put(after, at: change.slot)
            case .changed: break
            }
        }
        for change in delta.nodes {
            if case .changed(_, .some) = change.content { linkParent(change.slot) }
        }
        for change in delta.edges {
            guard let after = change.after else { continue }
            if change.before == nil { edges.slots.take(change.slot) }
            put(after, at: change.slot)
        }
        for placement in delta.nodeOrder { place(placement, nodes: true) }
        for placement in delta.edgeOrder { place(placement, nodes: false) }
        for change in delta.members { setMember(change.name, change.after) }
    }
}
