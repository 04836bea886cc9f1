import Testing
import Seeding

@testable import Graph

@Suite struct TopologicalOrderTests {
    private func edge(_ id: Int, _ source: Node.Slot, _ target: Node.Slot, _ document: Document) -> Edge {
        Edge(id: Identifier("e\(id)"), source: document.nodeID(source), target: document.nodeID(target))
    }

    /// Returns true if a walk along the edges leads from one node to another.
    private func reaches(
        _ start: Node.Slot, _ end: Node.Slot, without excluded: Edge.Slot?, _ document: Document
    ) -> Bool {
        var seen: Set<Node.Slot> = [start]
        var stack = [start]
        while let node = stack.popLast() {
            if node == end { return true }
            document.visitEdges(of: node) { edge in
                let ends = document.edges.ends(edge)
                if edge != excluded && ends.source == node && seen.insert(ends.target).inserted {
                    stack.append(ends.target)
                }
            }
        }
        return false
    }

    @Test(arguments: 0..<30)
    func `a cycle is found exactly when a walk finds it`(seed: Int) throws {
        var random = Seeded(UInt64(seed) &* 991)
        var document = Document()
        let count = 3 + random.below(25)
        _ = try document.transact { open throws(EditError) in
            for index in 0..<count { try open.insert(Node(id: Identifier("n\(index)"))) }
        }
        let allowsCycles = seed % 3 == 0
        for step in 0..<200 {
            let source = document.nodeSlots[random.below(document.nodes.count)]
            let target = document.nodeSlots[random.below(document.nodes.count)]
            let edges = document.edgeSlots
            let excluded = edges.isEmpty || random.below(3) > 0 ? nil : edges[random.below(edges.count)]
            let path = document.pathClosingCycle(from: source, to: target, without: excluded)
            let comment: Comment = "seed \(seed) step \(step)"
            #expect((path != nil) == reaches(target, source, without: excluded, document), comment)
            if let path { check(path, from: target, to: source, without: excluded, document, comment) }
            _ = try document.transact { open throws(EditError) in
                if random.below(4) == 0 && !edges.isEmpty {
                    open.removeEdge(edges[random.below(edges.count)])
                } else if random.below(8) == 0 {
                    let slot = try open.insert(Node(id: Identifier("m\(step)")))
                    try open.insert(edge(step, slot, target, open.document))
                } else if path == nil || allowsCycles && random.below(6) == 0 {
                    if let excluded {
                        var moved = open.document.edge(at: excluded)
                        moved.source = open.document.nodeID(source)
                        moved.target = open.document.nodeID(target)
                        try open.replace(edge: excluded, with: moved)
                    } else {
                        try open.insert(edge(step, source, target, open.document))
                    }
                }
            }
            #expect(leadsForward(document), comment)
            if step % 20 == 19 { #expect(document.checkInvariants() == [], comment) }
        }
    }

    /// Returns true if the order that the document keeps, if there is one, fits all its edges.
    private func leadsForward(_ document: Document) -> Bool {
        guard let topology = document.topology else { return true }
        let edges = document.edges
        return document.edgeSlots.allSatisfy { edge in
            let ends = edges.ends(edge)
            return ends.source == ends.target || topology.isBefore(ends.source, ends.target)
        }
    }

    private func check(
        _ path: [Node.Slot], from start: Node.Slot, to end: Node.Slot, without excluded: Edge.Slot?,
        _ document: Document, _ comment: Comment
    ) {
        #expect(path.first == start && path.last == end, comment)
        for (a, b) in zip(path, path.dropFirst()) {
            var isJoined = false
            document.visitEdges(of: a) { edge in
                let ends = document.edges.ends(edge)
                if edge != excluded && ends.source == a && ends.target == b { isJoined = true }
            }
            #expect(isJoined, comment)
        }
    }
}
