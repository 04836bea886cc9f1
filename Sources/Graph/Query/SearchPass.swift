import Storage

/// The state of one search for a page: for each rank the first matches after the last page.
struct SearchPass {
    let search: Search
    let document: Document
    let last: Search.Match?
    let limit: Int
    private var nodes = [[Node.Slot]](repeating: [], count: TextSearch.Rank.allCases.count)
    private var edges = [[Edge.Slot]](repeating: [], count: TextSearch.Rank.allCases.count)
    private var found = ElementSet()
    private var texts: FoundTexts? = FoundTexts()

    init(search: Search, document: Document, last: Search.Match?, limit: Int) {
        self.search = search
        self.document = document
        self.last = last
        self.limit = limit
    }

    /// Is true if nothing that comes later in the order of the document can be on the page.
    private var isFull: Bool { search.text == nil && nodes[0].count + edges[0].count > limit }

    // MARK: Nodes

    /// Looks at all nodes, or at some.
    mutating func visitNodes(_ candidates: SlotSet<Node>?) {
        var last: Node.Slot?
        if search.text == nil {
            switch self.last?.element {
            case .node(let slot): last = slot
            case .edge: return
            case nil: break
            }
        }
        // What is the same for all nodes is taken out of the pass once, so that none of them counts it.
        let (search, document) = (search, document)
        var blocks = SlotBlocks(
            document.nodes.order, after: last, among: candidates.map { document.nodesInOrder($0) })
        guard let text = search.text else {
            while !isFull, let block = blocks.next() {
                for slot in search.fitting(block, in: document) { keep(slot, .whole) }
            }
            return
        }
        while let block = blocks.next() {
            for slot in search.fitting(block, in: document) {
                document.withStrings(ofNode: slot) { if let rank = text.rank(of: &$0) { note(slot, rank, $0) } }
            }
        }
    }

    /// Notes how well the text fits a node.
    mutating func note(_ slot: Node.Slot, _ rank: TextSearch.Rank, _ strings: ElementStrings) {
        found.nodes.insert(slot)
        if texts?.add(slot, strings) == false { texts = nil }
        keep(slot, rank)
    }

    private mutating func keep(_ slot: Node.Slot, _ rank: TextSearch.Rank) {
        if nodes[rank.rawValue].count <= limit, isBehindLast(slot, rank) { nodes[rank.rawValue].append(slot) }
    }

    private func isBehindLast(_ slot: Node.Slot, _ rank: TextSearch.Rank) -> Bool {
        guard let last, rank <= last.rank else { return true }
        guard rank == last.rank, case .node(let other) = last.element else { return false }
        return document.nodes.order.key(slot) > document.nodes.order.key(other)
    }

    // MARK: Edges

    /// Looks at all edges, or at some.
    mutating func visitEdges(_ candidates: SlotSet<Edge>?) {
        var last: Edge.Slot?
        if search.text == nil, case .edge(let slot) = self.last?.element { last = slot }
        let (search, document) = (search, document)
        var blocks = SlotBlocks(
            document.edges.order, after: last, among: candidates.map { document.edgesInOrder($0) })
        guard let text = search.text else {
            while !isFull, let block = blocks.next() {
                for slot in search.fitting(block, in: document) { keep(slot, .whole) }
            }
            return
        }
        while let block = blocks.next() {
            for slot in search.fitting(block, in: document) {
                document.withStrings(ofEdge: slot) { if let rank = text.rank(of: &$0) { note(slot, rank, $0) } }
            }
        }
    }

    /// Notes how well the text fits an edge.
    mutating func note(_ slot: Edge.Slot, _ rank: TextSearch.Rank, _ strings: ElementStrings) {
        found.edges.insert(slot)
        if texts?.add(slot, strings) == false { texts = nil }
        keep(slot, rank)
    }

    private mutating func keep(_ slot: Edge.Slot, _ rank: TextSearch.Rank) {
        if edges[rank.rawValue].count <= limit, isBehindLast(slot, rank) { edges[rank.rawValue].append(slot) }
    }

    private func isBehindLast(_ slot: Edge.Slot, _ rank: TextSearch.Rank) -> Bool {
        guard let last, rank <= last.rank else { return true }
        guard rank == last.rank else { return false }
        guard case .edge(let other) = last.element else { return true }
        return document.edges.order.key(slot) > document.edges.order.key(other)
    }

    // MARK: The page

    /// The matches that were found so far, as a page.
    var page: Search.Page {
        var matches: [Search.Match] = []
        for rank in TextSearch.Rank.allCases where matches.count <= limit {
            matches += nodes[rank.rawValue].map { Search.Match(rank, .node($0)) }
            matches += edges[rank.rawValue].map { Search.Match(rank, .edge($0)) }
        }
        return Search.Page(
            matches: Array(matches.prefix(limit)), hasMore: matches.count > limit,
            found: Search.Candidates(elements: found, texts: texts))
    }
}
