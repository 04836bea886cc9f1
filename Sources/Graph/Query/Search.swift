import Storage

/// What a document is searched for: elements that fit a query and have the words of a text.
///
/// The elements are looked at in blocks, in the order of the document. What has the order of its result ends the search
/// as soon as the page is full; a text has to be looked for in all of them, for the best may come last.
public struct Search: Sendable {
    /// The text; nil for any.
    public var text: TextSearch?
    /// The query; nil for any.
    public var plan: QueryPlan?

    /// A search for the elements that fit both.
    public init(_ text: TextSearch?, _ plan: QueryPlan?) {
        self.text = text
        self.plan = plan
    }

    /// An element that was found, and how well the text fits it.
    public struct Match: Sendable, Equatable {
        /// Where in the order of matches it is; nodes come before edges of the same rank.
        public var rank: TextSearch.Rank
        /// The element.
        public var element: Element

        /// A match of an element.
        public init(_ rank: TextSearch.Rank, _ element: Element) {
            self.rank = rank
            self.element = element
        }
    }

    /// A node or an edge.
    public enum Element: Sendable, Equatable {
        /// The node in a slot.
        case node(Node.Slot)
        /// The edge in a slot.
        case edge(Edge.Slot)
    }

    /// Some of the matches, in their order.
    public struct Page: Sendable {
        /// The matches, the best first, then in the order of the document.
        public var matches: [Match] = []
        /// Whether there are more behind them.
        public var hasMore = false
        /// All elements that a text was found in; empty without a text.
        public var found = ElementSet()
    }

    /// The matches behind one of them, at most so many.
    ///
    /// - Parameter candidates: among which all of them are known to be; nil for all elements.
    /// - Complexity: O(the elements or candidates looked at, and their texts).
    public func page(
        of document: Document, after last: Match? = nil, limit: Int, among candidates: ElementSet? = nil
    ) -> Page {
        var pass = SearchPass(search: self, document: document, last: last, limit: limit)
        pass.visitNodes(candidates?.nodes)
        pass.visitEdges(candidates?.edges)
        return pass.page
    }

    /// All elements that are found.
    ///
    /// - Complexity: O(the elements and their texts).
    public func all(in document: Document) -> ElementSet {
        var set = ElementSet()
        var nodes = SlotBlocks(document.nodes.order)
        while let block = nodes.next() {
            for slot in fitting(block, in: document) where rank(slot, in: document) != nil { set.nodes.insert(slot) }
        }
        var edges = SlotBlocks(document.edges.order)
        while let block = edges.next() {
            for slot in fitting(block, in: document) where rank(slot, in: document) != nil { set.edges.insert(slot) }
        }
        return set
    }

    fileprivate func fitting(_ slots: [Node.Slot], in document: Document) -> [Node.Slot] {
        plan?.fitting(slots, in: document) ?? slots
    }

    fileprivate func fitting(_ slots: [Edge.Slot], in document: Document) -> [Edge.Slot] {
        plan?.fitting(slots, in: document) ?? slots
    }

    /// Nil if the text is not in the node; without a text every node has the same rank.
    fileprivate func rank(_ slot: Node.Slot, in document: Document) -> TextSearch.Rank? {
        guard let text else { return .whole }
        return document.withStrings(ofNode: slot) { text.rank(of: $0) }
    }

    fileprivate func rank(_ slot: Edge.Slot, in document: Document) -> TextSearch.Rank? {
        guard let text else { return .whole }
        return document.withStrings(ofEdge: slot) { text.rank(of: $0) }
    }
}

/// The state of one search for a page: for each rank the first matches behind the last page.
private struct SearchPass {
    let search: Search
    let document: Document
    let last: Search.Match?
    let limit: Int
    private var nodes = [[Node.Slot]](repeating: [], count: TextSearch.Rank.allCases.count)
    private var edges = [[Edge.Slot]](repeating: [], count: TextSearch.Rank.allCases.count)
    private var found = ElementSet()

    init(search: Search, document: Document, last: Search.Match?, limit: Int) {
        self.search = search
        self.document = document
        self.last = last
        self.limit = limit
    }

    private var hasText: Bool { search.text != nil }

    /// Whether nothing that comes later in the order of the document can be on the page.
    private var isFull: Bool { !hasText && nodes[0].count + edges[0].count > limit }

    mutating func visitNodes(_ candidates: SlotSet<Node>?) {
        var blocks = SlotBlocks(document.nodes.order)
        if let candidates { blocks = SlotBlocks(document.nodes.order, among: document.nodesInOrder(candidates)) }
        if !hasText {
            switch last?.element {
            case .node(let slot): blocks = SlotBlocks(document.nodes.order, after: slot)
            case .edge: return
            case nil: break
            }
        }
        while !isFull, let block = blocks.next() {
            for slot in search.fitting(block, in: document) {
                guard let rank = search.rank(slot, in: document) else { continue }
                if hasText { found.nodes.insert(slot) }
                if nodes[rank.rawValue].count <= limit, isBehindLast(slot, rank) { nodes[rank.rawValue].append(slot) }
            }
        }
    }

    mutating func visitEdges(_ candidates: SlotSet<Edge>?) {
        var blocks = SlotBlocks(document.edges.order)
        if let candidates { blocks = SlotBlocks(document.edges.order, among: document.edgesInOrder(candidates)) }
        if !hasText, case .edge(let slot) = last?.element { blocks = SlotBlocks(document.edges.order, after: slot) }
        while !isFull, let block = blocks.next() {
            for slot in search.fitting(block, in: document) {
                guard let rank = search.rank(slot, in: document) else { continue }
                if hasText { found.edges.insert(slot) }
                if edges[rank.rawValue].count <= limit, isBehindLast(slot, rank) { edges[rank.rawValue].append(slot) }
            }
        }
    }

    private func isBehindLast(_ slot: Node.Slot, _ rank: TextSearch.Rank) -> Bool {
        guard let last, rank <= last.rank else { return true }
        guard rank == last.rank, case .node(let other) = last.element else { return false }
        return document.nodes.order.key(slot) > document.nodes.order.key(other)
    }

    private func isBehindLast(_ slot: Edge.Slot, _ rank: TextSearch.Rank) -> Bool {
        guard let last, rank <= last.rank else { return true }
        guard rank == last.rank else { return false }
        guard case .edge(let other) = last.element else { return true }
        return document.edges.order.key(slot) > document.edges.order.key(other)
    }

    /// What was found so far, as a page.
    var page: Search.Page {
        var matches: [Search.Match] = []
        for rank in TextSearch.Rank.allCases where matches.count <= limit {
            matches += nodes[rank.rawValue].map { Search.Match(rank, .node($0)) }
            matches += edges[rank.rawValue].map { Search.Match(rank, .edge($0)) }
        }
        return Search.Page(matches: Array(matches.prefix(limit)), hasMore: matches.count > limit, found: found)
    }
}

/// Slots in the order of the document, some hundred at a time.
private struct SlotBlocks<Element> {
    private static var size: Int { 1024 }

    private let order: ElementOrder<Element>
    private var following: Slot<Element>?
    private var listed: ArraySlice<Slot<Element>>?

    /// All of them; or those behind one.
    init(_ order: ElementOrder<Element>, after slot: Slot<Element>? = nil) {
        self.order = order
        following = slot.map { order.next($0) } ?? order.first
    }

    /// Those of a list.
    init(_ order: ElementOrder<Element>, among slots: [Slot<Element>]) {
        self.order = order
        listed = slots[...]
    }

    /// The next of them; nil when there are no more.
    mutating func next() -> [Slot<Element>]? {
        if let list = listed {
            listed = list.dropFirst(SlotBlocks.size)
            return list.isEmpty ? nil : Array(list.prefix(SlotBlocks.size))
        }
        var block: [Slot<Element>] = []
        block.reserveCapacity(SlotBlocks.size)
        while let slot = following, block.count < SlotBlocks.size {
            block.append(slot)
            following = order.next(slot)
        }
        return block.isEmpty ? nil : block
    }
}
