import Graph
import Storage

/// The number of times that types and targets of edges occur in the cells of a grid.
struct ClusterTally {
    private struct Key<Value: Hashable>: Hashable {
        let index: Int
        let value: Value
    }

    private var types: [Key<Symbol?>: Int] = [:]
    private var edges: [Key<Cell>: Int] = [:]

    mutating func add(_ type: Symbol?, at index: Int) { types[Key(index: index, value: type), default: 0] += 1 }

    mutating func addEdges(_ count: Int, to cell: Cell, at index: Int) {
        edges[Key(index: index, value: cell), default: 0] += count
    }

    /// Gives clusters the type that most of their nodes have, on ties the first by name, and their links in order.
    func finish(_ clusters: inout ContiguousArray<Cluster>, _ document: Document) {
        func name(_ type: Symbol?) -> String { type.map { document.symbols[$0].string } ?? "\u{10FFFF}" }
        var most: [Int: (type: Symbol?, count: Int)] = [:]
        for (key, count) in types {
            if let best = most[key.index], best.count > count { continue }
            if let best = most[key.index], best.count == count, name(best.type) < name(key.value) { continue }
            most[key.index] = (key.value, count)
        }
        for (index, best) in most { clusters[index].type = best.type }
        var indices: Set<Int> = []
        for (key, count) in edges {
            clusters[key.index].links.append((key.value, count))
            indices.insert(key.index)
        }
        for index in indices { clusters[index].links.sort { $0.to < $1.to } }
    }
}
