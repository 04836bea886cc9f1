import Graph
import Host
import Interaction

// The rows about finding: a text, a text during typing, a query.

extension BenchRun {
    func measureFinding() throws(CommandError) -> [Figure] {
        var workspace = try BenchRun.open(sample(.clustered, options.nodes).text())
        return [
            try figure("find-text", "a text that few labels have", ["step 777777", "step 424242"], &workspace),
            try figure("find-text-common", "a text that all labels have", ["step", "tep"], &workspace),
            try typedFigure(&workspace),
            try queryFigure(&workspace),
        ]
    }

    /// Finds the first fifty by rank for texts of equal length, so that each is searched in all elements.
    private func figure(
        _ name: String, _ doc: String, _ texts: [String], _ workspace: inout Workspace
    ) throws(CommandError) -> Figure {
        var turn = 0
        var bytes = 0
        let comparison = try Comparison(batches: options.isQuick ? 1 : 5) { () throws(CommandError) in
            turn += 1
            return try BenchRun.time(of: texts[turn % texts.count], in: &workspace)
        } floor: { () throws(CommandError) in
            try timed { bytes = BenchRun.readTexts(of: workspace.document) }
        }
        return Figure(
            name, comparison.ratio, goal: 3, against: "reading every byte of the texts",
            shown: "\(doc): \(comparison.shown) for \(bytes / 1_000_000) MB")
    }

    /// Measures the slowest of the later keystrokes of a text; its first keystrokes find fewer and fewer elements.
    private func typedFigure(_ workspace: inout Workspace) throws(CommandError) -> Figure {
        let texts = ["step 77", "step 777", "step 7777", "step 77777"]
        var times = [[Double]](repeating: [], count: texts.count)
        for _ in 0..<(options.isQuick ? 1 : 5) {
            _ = try BenchRun.time(of: "agent", in: &workspace)
            for (place, text) in texts.enumerated() {
                times[place].append(try BenchRun.time(of: text, in: &workspace))
            }
        }
        let leasts = times.map(\.least)
        return Figure(
            "find-typed", (leasts.dropFirst().max() ?? 0) / 1e6, goal: 2.6, .milliseconds, against: "nothing",
            shown: "keystrokes from \"\(texts[0])\" on: " + leasts.map(\.asTime).joined(separator: ", "))
    }

    private func queryFigure(_ workspace: inout Workspace) throws(CommandError) -> Figure {
        var query = Query()
        query.type = Identifier("question")
        var degree = Query.Degree()
        degree.outgoing = Query.Count()
        degree.outgoing?.min = 3
        query.degree = degree
        var count = 0
        let comparison = try Comparison(batches: batches) { () throws(CommandError) in
            let start = workTime()
            guard let found = try? workspace.content.search(for: nil, query).all() else {
                throw CommandError("no such query")
            }
            count = found.nodes.count
            return (workTime() - start) * 1e6
        } floor: { () throws(CommandError) in
            try timed { _ = BenchRun.countEdges(of: workspace.document) }
        }
        return Figure(
            "find-query", comparison.ratio, goal: 3, against: "a pass over the types and edges of the nodes",
            shown: "\(count) nodes by type and degree: \(comparison.shown)")
    }

    private static func time(of text: String, in workspace: inout Workspace) throws(CommandError) -> Double {
        let start = workTime()
        guard let text = try? TextSearch(text), let search = try? workspace.content.search(for: text, nil),
            let page = try? search.page(after: nil, limit: 50)
        else {
            throw CommandError("no such text")
        }
        workspace.content.remember(page, of: search)
        return (workTime() - start) * 1e6
    }

    /// Reads the members of all elements, eight bytes at a time; returns their number of bytes.
    @inline(never)
    private static func readTexts(of document: Document) -> Int {
        var sum: UInt64 = 0
        var bytes = 0
        func read(_ text: UnsafeBufferPointer<UInt8>) {
            guard let base = UnsafeRawPointer(text.baseAddress) else { return }
            var index = 0
            while index &+ 8 <= text.count {
                sum &+= base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index &+= 8
            }
            bytes += text.count
        }
        var node = document.nodes.order.first
        while let slot = node {
            document.withNodeMembers(slot, read)
            node = document.nodes.order.next(slot)
        }
        var edge = document.edges.order.first
        while let slot = edge {
            document.withEdgeMembers(slot, read)
            edge = document.edges.order.next(slot)
        }
        return sum == 0 ? 0 : bytes
    }

    /// Counts the edges that begin at nodes of one type.
    @inline(never)
    private static func countEdges(of document: Document) -> Int {
        var count = 0
        var node = document.nodes.order.first
        while let slot = node {
            var edge = document.nodes.firstOut(slot)
            while let next = edge {
                if document.nodes.type(slot) != nil { count += 1 }
                edge = document.edges.nextOut(next)
            }
            node = document.nodes.order.next(slot)
        }
        return count
    }
}
