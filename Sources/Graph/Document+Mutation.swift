import Geometry
import Storage
import Wire

// The only functions that change a document. Each puts one element into a given state and keeps the columns, the tables,
// the lists of children and edges, and the topological order in step; the transaction that calls
// them records what was there before.

extension Document {
    // MARK: Nodes

    /// Changes the position and size of a live node (content form: NaN is absent).
    ///
    /// - Parameter traits: of the node, if they have been read.
    mutating func setGeometry(_ slot: Node.Slot, _ geometry: NodeGeometry, traits: NodeTraits? = nil) {
        let before = nodes.flags(slot)
        var flags = before.subtracting([.unplaced, .hasWidth, .hasHeight])
        if geometry.x.isNaN { flags.insert(.unplaced) }
        if !geometry.width.isNaN { flags.insert(.hasWidth) }
        if !geometry.height.isNaN { flags.insert(.hasHeight) }
        var known = geometry
        if traits == nil {
            // The members are the same, and so is the size that follows from them.
            let size = openSize(slot)
            if geometry.width.isNaN && !before.contains(.hasWidth) { known.width = size.width }
            if geometry.height.isNaN && !before.contains(.hasHeight) { known.height = size.height }
        }
        resolve(known, flags, at: slot, traits)
        inheritance.nodeChanged(slot, isContainer: nodes.firstChild(of: slot) != nil)
    }

    /// Puts a node into a slot that is free or holds its former state. Its parent is linked by `linkParent`.
    mutating func put(_ node: Node, at slot: Node.Slot) {
        let traits = node.members.withUnsafeBufferPointer { NodeTraits(members: $0) }
        put(node, traits: traits, at: slot)
    }

    mutating func put(_ node: Node, traits: NodeTraits, at slot: Node.Slot) {
        let (old, type, handles) = (nodes.rows[slot].text, nodes.rows[slot].type, nodes.rows[slot].handleList)
        // Undo may bring another node back in one step, in the slot of the one that goes.
        let isOther = old != 0 && !withNodeID(slot) { id in node.id.withBytes { $0.hasSameBytes(as: id) } }
        if isOther {
            storage.value.dropValue(of: slot)
            keepMeasured(slot)
        }
        let measured = old == 0 || isOther ? [] : nodes.flags(slot).intersection(.measured)
        nodes.rows[slot].text = storage.value.replace(old, byNode: node, at: slot)
        nodes.zIndex[slot] = traits.z
        nodes.rows[slot].type = Link(traits.type.map { symbols.intern($0) })
        nodes.inferredHandles[slot] = node.inferredHandles
        setTypeTraits(traits, at: slot, measured)
        if old == 0 || isOther { takeMeasured(of: node, at: slot) }
        setGeometry(slot, node.geometry, traits: traits)
        let isReshaped = nodes.rows[slot].type != type || nodes.rows[slot].handleList != handles
        storage.value.noteValues(of: slot, andAfter: isReshaped)
    }

    /// Updates the flags and handles of a node from its text and type.
    private mutating func setTypeTraits(_ traits: NodeTraits, at slot: Node.Slot, _ kept: NodeFlags) {
        let type = nodes.type(slot).flatMap { types[$0] }
        nodes.set((type?.flags(traits) ?? traits.flags).union(kept), slot)
        nodes.rows[slot].handleList = handleList(of: slot, traits, type)
    }

    /// Makes the node a child of the node its members name.
    mutating func linkParent(_ slot: Node.Slot) {
        let parent = withNodeMembers(slot) { NodeTraits(members: $0).parent }
        link(slot, toParent: parent.flatMap { node($0) })
    }

    mutating func link(_ slot: Node.Slot, toParent parent: Node.Slot?) {
        guard nodes.parent(slot) != parent else { return }
        let isContainer = nodes.firstChild(of: slot) != nil
        inheritance.nodeChanged(slot, isContainer: isContainer)
        if isContainer { inheritance.containerCame(slot) }
        if let parent, nodes.firstChild(of: parent) == nil { inheritance.containerCame(parent) }
        nodes.unlinkChild(slot)
        nodes.linkChild(slot, to: parent)
    }

    /// Takes a node out; its edges are gone already and its children follow or are linked elsewhere.
    mutating func removeNode(_ slot: Node.Slot) {
        storage.value.dropValue(of: slot)
        keepMeasured(slot)
        inheritance.nodeChanged(slot, isContainer: nodes.firstChild(of: slot) != nil)
        nodes.unlinkChild(slot)
        while let child = nodes.firstChild(of: slot) { nodes.unlinkChild(child) }
        let text = nodes.rows[slot].text
        let hash = arena.text(text).withID { IdentifierHash.hash($0) }
        nodes.table.remove(hash: hash, slot: slot)
        arena.release(text)
        nodes.rows[slot].text = 0
        nodes.rows[slot].geometry = .absent
        nodes.set([], slot)
        topology?.remove(slot)
        nodes.slots.release(slot)
    }

    private mutating func handleList(of slot: Node.Slot, _ traits: NodeTraits, _ type: NodeType?) -> HandleList {
        if traits.flags.contains(.hasHandles) { return catalog.intern(traits.handles) }
        if let symbol = nodes.type(slot), let type, type.handles != nil {
            if type.handleSources.isEmpty, let list = typeHandles[symbol] { return list }
            return catalog.intern(withNodeMembers(slot) { type.handles(members: $0) })
        }
        let inferredHandles = nodes.inferredHandles[slot]
        if inferredHandles == .standard && !traits.flags.contains(.hasSides) && traits.standard?.hasOwnHandles != true {
            return .standard
        }
        let key = InferredHandles(
            list: inferredHandles, standard: traits.standard, target: traits.targetSide, source: traits.sourceSide)
        if let list = catalog.inferred[key] { return list }
        var list = Handle.defaults(of: traits.standard, target: traits.targetSide, source: traits.sourceSide)
        if inferredHandles != .standard {
            for var handle in catalog[inferredHandles]
            where !list.contains(where: { $0.id == handle.id && $0.kind == handle.kind }) {
                handle.side = handle.kind == .target ? traits.targetSide : traits.sourceSide
                list.append(handle)
            }
        }
        let interned = catalog.intern(list)
        catalog.inferred[key] = interned
        return interned
    }

    /// The list of handles that edges of the opened file name at a node.
    mutating func internInferred(_ handles: [InferredHandle]) -> HandleList {
        catalog.intern(
            handles.map { Handle(id: symbols[$0.symbol], kind: $0.kind, side: $0.kind.defaultSide) })
    }

    /// Gives a node without declared handles those that edges of the opened file name.
    mutating func setInferredHandles(_ list: HandleList, of slot: Node.Slot) {
        nodes.inferredHandles[slot] = list
        let geometry = storedGeometry(slot)
        let traits = withNodeMembers(slot) { NodeTraits(members: $0) }
        setTypeTraits(traits, at: slot, nodes.flags(slot).intersection(.measured))
        setGeometry(slot, geometry, traits: traits)
    }

    /// The list of handles that edges of a pasted text name. It keeps its number like those of an opened file, since
    /// nodes in the history refer to it.
    mutating func adoptHandles(_ handles: [Handle]) -> HandleList {
        let list = catalog.intern(handles)
        if list.index >= catalog.fixed { catalog.fixed = catalog.count }
        return list
    }

    // MARK: Edges

    /// Puts an edge into a slot that is free or holds its former state; its nodes exist.
    mutating func put(_ edge: Edge, at slot: Edge.Slot) {
        guard let source = node(edge.source), let target = node(edge.target) else {
            preconditionFailure("an edge is put only where its nodes are")
        }
        put(edge, from: source, to: target, at: slot)
    }

    /// The same for an edge with known nodes.
    mutating func put(_ edge: Edge, from source: Node.Slot, to target: Node.Slot, at slot: Edge.Slot) {
        let ends = EdgeEnds(
            source: source, target: target, sourceHandle: edge.sourceHandle.map { symbols.intern($0) },
            targetHandle: edge.targetHandle.map { symbols.intern($0) })
        let old = edges.rows[slot].text
        edges.rows[slot].text = storage.value.replace(old, byEdge: edge, at: slot)
        let type = edge.members.withUnsafeBufferPointer { flags(ofEdgeWith: $0) }
        let former = edges.flags(slot)
        edges.count(former, edge.traits.flags)
        edges.rows[slot].flags = edge.traits.flags.union(type).rawValue
        noteGroup(ofEdge: slot, before: former)
        edges.zIndex[slot] = edge.traits.z
        let before = edges.rows[slot].ends
        if old != 0 { storage.value.noteValues(of: before.target) }
        storage.value.noteValues(of: ends.target)
        if old != 0 && before.source == ends.source && before.target == ends.target {
            edges.rows[slot].ends = ends
            return
        }
        if old != 0 { unlinkEnds(slot) }
        edges.rows[slot].ends = ends
        linkEnds(slot)
        storage.value.orderEdge(slot)
    }

    mutating func removeEdge(_ slot: Edge.Slot) {
        storage.value.noteValues(of: edges.rows[slot].ends.target)
        unlinkEnds(slot)
        let text = edges.rows[slot].text
        let hash = arena.text(text).withID { IdentifierHash.hash($0) }
        edges.table.remove(hash: hash, slot: slot)
        arena.release(text)
        edges.rows[slot].text = 0
        edges.rows[slot].ends = .absent
        let former = edges.flags(slot)
        edges.count(former, [])
        edges.rows[slot].flags = 0
        noteGroup(ofEdge: slot, before: former)
        edges.slots.release(slot)
    }

    mutating func linkEnds(_ slot: Edge.Slot) {
        let ends = edges.rows[slot].ends
        let out = nodes.firstOut[ends.source]
        let into = nodes.firstIn[ends.target]
        edges.links[slot] = EdgeLinks(nextOut: out, nextIn: into)
        if let out = out.slot { edges.links[out].previousOut = Link(slot) }
        if let into = into.slot { edges.links[into].previousIn = Link(slot) }
        nodes.firstOut[ends.source] = Link(slot)
        nodes.firstIn[ends.target] = Link(slot)
    }

    private mutating func unlinkEnds(_ slot: Edge.Slot) {
        let ends = edges.rows[slot].ends
        let links = edges.links[slot]
        if let previous = links.previousOut.slot {
            edges.links[previous].nextOut = links.nextOut
        } else {
            nodes.firstOut[ends.source] = links.nextOut
        }
        if let next = links.nextOut.slot { edges.links[next].previousOut = links.previousOut }
        if let previous = links.previousIn.slot {
            edges.links[previous].nextIn = links.nextIn
        } else {
            nodes.firstIn[ends.target] = links.nextIn
        }
        if let next = links.nextIn.slot { edges.links[next].previousIn = links.previousIn }
        edges.links[slot] = EdgeLinks()
        storage.value.isOrderless = false
    }

    // MARK: Made ids

    mutating func makeNodeID() -> Node.ID {
        var ids = nodeIDs
        defer { nodeIDs = ids }
        return ids.next { node($0) != nil }
    }

    mutating func makeEdgeID() -> Edge.ID {
        var ids = edgeIDs
        defer { edgeIDs = ids }
        return ids.next { edge($0) != nil }
    }

    /// Adds a prefix to every id generated from now on, `n-r-1`, so that the elements of several replicas can be
    /// merged.
    ///
    /// - Complexity: O(*n*) in the elements.
    public mutating func prefixIDs(_ idPrefix: String) {
        goOn(from: MadeIDs(nodes: CountedIDs(prefix: "n-\(idPrefix)-"), edges: CountedIDs(prefix: "e-\(idPrefix)-")))
    }

    /// The prefix of ids generated from now on, that of the replica; nil without one.
    public var madeBy: String? {
        let prefix = nodeIDs.prefix.dropFirst("n-".utf8.count).dropLast()
        return prefix.isEmpty ? nil : String(decoding: prefix, as: UTF8.self)
    }

    // MARK: Order and members

    mutating func place(_ placement: Placement<Node>) { nodes.order.apply(placement) }
    mutating func place(_ placement: Placement<Edge>) {
        edges.order.apply(placement)
        if edges.isAlive(placement.slot) { storage.value.noteValues(of: edges.rows[placement.slot].ends.target) }
    }

    mutating func setMember(_ name: String, _ value: JSON?) {
        setMembers([MemberChange(name: name, before: content[name], after: value)])
    }

    /// Changes the values of members of the document; nil removes one.
    ///
    /// - Complexity: O(*n* + *m*) in the members and the changes, plus the effects of members that the server
    ///   understands.
    mutating func setMembers(_ changes: [MemberChange]) {
        content.update(changes.lazy.map { (JSONString($0.name), $0.after) })
        for change in changes { follow(change) }
    }

    /// Takes all members of a document that has none yet.
    mutating func setContent(_ members: JSONObject) {
        content = members
        for member in members.members {
            follow(MemberChange(name: member.name.description, before: nil, after: member.value))
        }
    }

    /// Applies the effects of a member, if the server understands it.
    private mutating func follow(_ change: MemberChange) {
        let name = change.name
        if name == "settings" {
            let allowedCycles = settings.allowCycles
            settings = parsedSettings
            if settings.allowCycles != allowedCycles {
                topology = nil
                storage.value.isOrderless = false
            }
        }
        if name == "types" { readTypes(change.holders) }
        if name == "dataTypes" { dataTypes = DataTypes(content[name]) }
        if name == "constraints" { constraints = Constraint.list(content[name]) }
        if name == "edgeTypes" {
            let former = edgeTypes
            edgeTypes = EdgeTypes(content[name])
            if !edgeTypes.giveSameFlags(as: former) { describeEdges() }
        }
    }

    /// The settings in the content; a React Flow file has React Flow's edges unless it says otherwise.
    var parsedSettings: Settings {
        var parsed = Settings(content["settings"])
        if isReactFlow && content["settings"]?["edgeGeometry"] == nil { parsed.edgeGeometry = .reactFlow }
        return parsed
    }

    /// Reads the types again and updates the sizes, flags and handles of nodes that they change.
    ///
    /// - Complexity: O(*n*) in the types, and in the nodes of the document if there may be such.
    private mutating func readTypes(_ holders: MemberChange.Holders) {
        types = [:]
        typeHandles = [:]
        storage.value.evaluation?.noteAll()
        if case .object(let object)? = content["types"] {
            for member in object.members.prefix(Limits.types) {
                let symbol = symbols.intern(Identifier(member.name.description))
                let type = NodeType(member.value)
                types[symbol] = type
                if let handles = type.handles { typeHandles[symbol] = catalog.intern(handles) }
            }
        }
        guard case .nodes(let names) = holders, !names.isEmpty else { return }
        let changed = Set(names.compactMap { symbols.find($0) })
        for slot in nodes.order.slots {
            guard let type = nodes.type(slot), changed.contains(type) else { continue }
            let traits = withNodeMembers(slot) { NodeTraits(members: $0) }
            let geometry = storedGeometry(slot)
            setTypeTraits(traits, at: slot, nodes.flags(slot).intersection(.measured))
            setGeometry(slot, geometry, traits: traits)
        }
    }
}

// MARK: Texts

extension DocumentStorage {
    /// Replaces the text of a node in its slot; the former one is 0 if there was none.
    fileprivate mutating func replace(
        _ old: TextArena.Reference, byNode node: Node, at slot: Node.Slot
    ) -> TextArena.Reference {
        arena.replace(old, by: node.id, node.members, at: slot, &nodes.table, &nodeIDs)
    }

    /// Replaces the text of an edge in its slot; the former one is 0 if there was none.
    fileprivate mutating func replace(
        _ old: TextArena.Reference, byEdge edge: Edge, at slot: Edge.Slot
    ) -> TextArena.Reference {
        arena.replace(old, by: edge.id, edge.members, at: slot, &edges.table, &edgeIDs)
    }
}

extension TextArena {
    /// Replaces the text of an element, and updates the table of ids.
    fileprivate mutating func replace<Element>(
        _ old: Reference, by id: Identifier, _ members: [UInt8], at slot: Slot<Element>,
        _ table: inout IdentifierTable<Element>, _ counted: inout CountedIDs
    ) -> Reference {
        id.withBytes { id in
            let isSame = old != 0 && text(old).withID { $0.hasSameBytes(as: id) }
            if !isSame {
                if old != 0 { table.remove(hash: text(old).withID { IdentifierHash.hash($0) }, slot: slot) }
                table.insert(hash: IdentifierHash.hash(id), slot: slot)
                counted.note(id)
            }
            let new = members.withUnsafeBufferPointer { store(id: id, members: $0) }
            if old != 0 { release(old) }
            return new
        }
    }
}
