import Storage

/// A search of a document: for elements that fit a query and have the words of a text.
///
/// The elements are searched in blocks, in document order. A search without a text ends as soon as the page is full. A
/// text must be searched in all elements, since the best may come last.
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
        /// The rank in the order of matches; nodes come before edges of the same rank.
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
        /// Is true if there are more behind them.
        public var hasMore = false
        /// All elements that a text was found in; empty without a text.
        public var found = Candidates()
    }

    /// Elements that include all results of a longer text, in document order.
    public struct Candidates: Sendable {
        /// The elements.
        public var elements = ElementSet()
        /// Their texts, if they are not too long.
        public var texts: FoundTexts?

        /// Elements without their texts.
        public init(elements: ElementSet = ElementSet(), texts: FoundTexts? = nil) {
            self.elements = elements
            self.texts = texts
        }
    }

    /// The matches after one of them, up to a number.
    ///
    /// - Parameter candidates: among which all of them are known to be; nil for all elements.
    /// - Complexity: O(the checked elements or candidates, and their texts).
    public func page(
        of document: Document, after last: Match? = nil, limit: Int, among candidates: Candidates? = nil
    ) -> Page {
        var pass = SearchPass(search: self, document: document, last: last, limit: limit)
        let candidates = candidates ?? plan?.bound.map { Candidates(elements: $0) }
        if let text, let texts = candidates?.texts {
            texts.visitNodes(mayHave: text) { slot, strings in
                if let rank = text.rank(of: &strings) { pass.note(slot, rank, strings) }
            }
            texts.visitEdges(mayHave: text) { slot, strings in
                if let rank = text.rank(of: &strings) { pass.note(slot, rank, strings) }
            }
        } else {
            pass.visitNodes(candidates?.elements.nodes)
            pass.visitEdges(candidates?.elements.edges)
        }
        return pass.page
    }

    /// All elements that are found.
    ///
    /// - Complexity: O(the elements and their texts).
    public func all(in document: Document) -> ElementSet {
        var set = ElementSet()
        let bound = plan?.bound
        var nodes = SlotBlocks(document.nodes.order, among: bound?.nodes.slots)
        while let block = nodes.next() {
            for slot in fitting(block, in: document) where isFound(slot, in: document) { set.nodes.insert(slot) }
        }
        var edges = SlotBlocks(document.edges.order, among: bound?.edges.slots)
        while let block = edges.next() {
            for slot in fitting(block, in: document) where isFound(slot, in: document) { set.edges.insert(slot) }
        }
        return set
    }

    func fitting(_ slots: [Node.Slot], in document: Document) -> [Node.Slot] {
        plan?.fitting(slots, in: document) ?? slots
    }

    func fitting(_ slots: [Edge.Slot], in document: Document) -> [Edge.Slot] {
        plan?.fitting(slots, in: document) ?? slots
    }

    private func isFound(_ slot: Node.Slot, in document: Document) -> Bool {
        text.map { text in document.withStrings(ofNode: slot) { text.rank(of: &$0) != nil } } ?? true
    }

    private func isFound(_ slot: Edge.Slot, in document: Document) -> Bool {
        text.map { text in document.withStrings(ofEdge: slot) { text.rank(of: &$0) != nil } } ?? true
    }
}
