import Graph

extension DOTReader {
    // MARK: Subgraphs

    mutating func openScope(_ name: String?) {
        var scope = Scope(start: scanner.start)
        scope.firstMention = mentioned.count
        if let outer = scopes.last {
            scope.around = outer.around
            scope.nodeDefaults = outer.nodeDefaults
            scope.edgeDefaults = outer.edgeDefaults
        }
        if let name, name.utf8.starts(with: "cluster".utf8) {
            let cluster = cluster(name, in: scope.around)
            openCount[cluster, default: 0] += 1
            scope.cluster = cluster
            scope.around = cluster
        }
        scopes.append(scope)
    }

    private mutating func cluster(_ name: String, in outer: Int?) -> Int {
        let key = Identifier(name)
        if let known = clusters[key] { return known }
        let place = graph.nodes.count
        clusters[key] = place
        var node = TextGraph.Node(id: name, parent: outer)
        node.isGroup = true
        append(node, DOTAttributes())
        return place
    }

    mutating func closeScope() throws(EditError) {
        guard let scope = scopes.popLast() else { return }
        if let cluster = scope.cluster { openCount[cluster, default: 1] -= 1 }
        if let rank = scope.rank { try add(rank, mentioned[scope.firstMention...]) }
        if scopes.isEmpty { return }
        let isOnlyStatement = scopes.last?.ends.isEmpty ?? true
        if isOnlyStatement, try scanner.peek() != .arrow {
            // No edge ends at the subgraph, so the list of its nodes is not needed.
            var list = DOTAttributes()
            try readAttributes(into: &list)
            return update { $0.expectation = .statement }
        }
        var seen: Set<Int> = []
        let nodes = mentioned[scope.firstMention...].filter { seen.insert($0).inserted }
        mentioned.replaceSubrange(scope.firstMention..., with: nodes)
        update { outer in
            var end = End(nodes: nodes)
            end.isSubgraph = true
            outer.ends.append(end)
            outer.expectation = .arrow
        }
    }
}
