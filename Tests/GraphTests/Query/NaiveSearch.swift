import Geometry
import Graph
import Wire

/// The same questions answered element by element from their JSON, slowly and without any index.
struct NaiveSearch {
    struct Thing {
        let element: Search.Element
        let isNode: Bool
        let json: JSON

        var id: String { json["id"]?.stringValue ?? "" }
        var label: String? { json["label"]?.stringValue ?? (isNode ? json["data"]?["label"]?.stringValue : nil) }
    }

    let document: Document
    let things: [Thing]

    init(_ document: Document) {
        self.document = document
        things =
            document.nodeSlots.map { Thing(element: .node($0), isNode: true, json: document.node(at: $0).json) }
            + document.edgeSlots.map { Thing(element: .edge($0), isNode: false, json: document.edge(at: $0).json) }
    }

    private var edges: [(source: String, target: String)] {
        things.filter { !$0.isNode }.map {
            ($0.json["source"]?.stringValue ?? "", $0.json["target"]?.stringValue ?? "")
        }
    }

    // MARK: Queries

    func fits(_ query: Query, _ thing: Thing) -> Bool {
        if let kind = query.kind, (kind == .node) != thing.isNode { return false }
        if let type = query.type, !hasType(type.string, thing) { return false }
        if let label = query.label, !hasLabel(label, thing) { return false }
        for condition in query.data ?? [] {
            guard let value = thing.json["data"]?[condition.pointer], fits(condition.value, value) else { return false }
        }
        if let rect = query.within {
            guard case .node(let slot) = thing.element, document.frame(slot).touches(rect) else { return false }
        }
        return fitsAsNode(query, thing) && fitsBetween(query, thing)
            && (query.any.map { $0.contains { fits($0, thing) } } ?? true)
            && !(query.not ?? []).contains { fits($0, thing) }
    }

    private func hasType(_ wanted: String, _ thing: Thing) -> Bool {
        let own = thing.json["type"]?.stringValue
        if thing.isNode || EdgeType(name: wanted) == nil { return own == wanted }
        return own.flatMap { EdgeType(name: $0) } == EdgeType(name: wanted)
    }

    private func hasLabel(_ wanted: Query.Label, _ thing: Thing) -> Bool {
        guard let label = thing.label else { return false }
        switch wanted {
        case .whole(let text): return label.utf8.elementsEqual(text.utf8)
        case .part(let text): return contains(label, text)
        }
    }

    private func fits(_ condition: Query.Value, _ value: JSON) -> Bool {
        if let equal = condition.equal, equal != value { return false }
        if let min = condition.min {
            guard let number = value.doubleValue, number >= min else { return false }
        }
        if let max = condition.max {
            guard let number = value.doubleValue, number <= max else { return false }
        }
        switch (condition.contains, value) {
        case (nil, _): return true
        case (let wanted?, .array(let elements)): return elements.contains(wanted)
        case (let wanted?, .string(let text)):
            guard let part = wanted.stringValue else { return false }
            return contains(text.description, part)
        default: return false
        }
    }

    private func fitsAsNode(_ query: Query, _ thing: Thing) -> Bool {
        if query.degree == nil && query.group == nil && query.near == nil && query.orphan == nil { return true }
        guard thing.isNode else { return false }
        let incoming = edges.count { $0.target == thing.id }
        let outgoing = edges.count { $0.source == thing.id }
        if let degree = query.degree {
            if let count = degree.incoming, !fits(count, incoming) { return false }
            if let count = degree.outgoing, !fits(count, outgoing) { return false }
        }
        if let orphan = query.orphan, orphan != (incoming + outgoing == 0) { return false }
        if let group = query.group, !parents(of: thing).contains(group.string) { return false }
        if let near = query.near {
            var reached: Set = [near.id.string]
            for _ in 0..<min(near.depth, things.count) { reached = step(reached, near.direction) }
            if thing.id == near.id.string || !reached.contains(thing.id) { return false }
        }
        return true
    }

    private func fits(_ range: Query.Count, _ count: Int) -> Bool {
        count >= range.min ?? 0 && count <= range.max ?? .max
    }

    private func parents(of thing: Thing) -> [String] {
        guard let parent = thing.json["parentId"]?.stringValue,
            let next = things.first(where: { $0.isNode && $0.id == parent })
        else { return [] }
        return [parent] + parents(of: next)
    }

    private func step(_ ids: Set<String>, _ direction: Query.Direction) -> Set<String> {
        edges.reduce(into: ids) { reached, edge in
            if direction != .in && ids.contains(edge.source) { reached.insert(edge.target) }
            if direction != .out && ids.contains(edge.target) { reached.insert(edge.source) }
        }
    }

    private func fitsBetween(_ query: Query, _ thing: Thing) -> Bool {
        guard let ends = query.between else { return true }
        var (after, before): (Set, Set) = ([ends[0].string], [ends[1].string])
        for _ in things {
            after = step(after, .out)
            before = step(before, .in)
        }
        let both = after.intersection(before)
        if thing.isNode { return both.contains(thing.id) }
        return both.contains(thing.json["source"]?.stringValue ?? "")
            && both.contains(thing.json["target"]?.stringValue ?? "")
    }

    // MARK: Texts

    static func folded(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.map { scalar in
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            let raised = upper.count == 1 ? upper.first ?? scalar : scalar
            let lower = raised.properties.lowercaseMapping.unicodeScalars
            let result = lower.count == 1 ? lower.first ?? raised : raised
            return result.isASCII == scalar.isASCII ? result : scalar
        }
    }

    private func places(of word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> [Int] {
        if word.count > text.count { return [] }
        return (0...text.count - word.count).filter { text[$0..<$0 + word.count].elementsEqual(word) }
    }

    private func contains(_ text: String, _ part: String) -> Bool {
        !places(of: NaiveSearch.folded(part), in: NaiveSearch.folded(text)).isEmpty
    }

    private func strings(in value: JSON, _ path: String) -> [(path: String, text: String)] {
        switch value {
        case .string(let text): [(path, text.description)]
        case .array(let elements):
            elements.enumerated().flatMap { strings(in: $1, path + "/\($0)") }
        case .object(let object):
            object.members.flatMap { strings(in: $0.value, path + "/" + JSONPointer.escaped($0.name.description)) }
        default: []
        }
    }

    /// Rank and best places of the words; nil if a word is nowhere.
    func match(_ text: String, _ thing: Thing) -> (rank: TextSearch.Rank, matches: [TextMatch])? {
        var words: [[Unicode.Scalar]] = []
        for part in text.split(whereSeparator: \.isWhitespace) {
            let word = NaiveSearch.folded(String(part))
            if !words.contains(word) { words.append(word) }
        }
        let phrase = Array(words.joined(separator: [" "]))
        let best = words.compactMap { bestPlace(of: $0, in: thing) }
        if best.count < words.count { return nil }
        var rank = best.map(\.rank).max() ?? .whole
        let label = thing.label.map { NaiveSearch.folded($0) }
        if label?.starts(with: phrase) == true { rank = min(rank, .labelStart) }
        if label == phrase || NaiveSearch.folded(thing.id) == phrase { rank = .whole }
        return (rank, best.map(\.match))
    }

    private func bestPlace(
        of word: [Unicode.Scalar], in thing: Thing
    ) -> (rank: TextSearch.Rank, match: TextMatch)? {
        var found: [(rank: TextSearch.Rank, match: TextMatch)] = []
        func look(_ path: String, _ text: String, isLabel: Bool, isData: Bool) {
            let text = NaiveSearch.folded(text)
            for place in places(of: word, in: text) {
                let before = place > 0 ? text[place - 1].properties : nil
                let startsWord = before.map { !$0.isAlphabetic && $0.numericType == nil } ?? true
                let rank: TextSearch.Rank =
                    isData ? .data : isLabel && place == 0 ? .labelStart : startsWord ? .wordStart : .inside
                found.append((rank, TextMatch(path: path, from: place, to: place + word.count)))
            }
        }
        if let own = thing.json["label"]?.stringValue {
            look("/label", own, isLabel: true, isData: false)
        } else if let label = thing.label {
            look("/data/label", label, isLabel: true, isData: false)
        }
        look("/id", thing.id, isLabel: false, isData: false)
        for (path, text) in strings(in: thing.json["data"] ?? .null, "/data") {
            look(path, text, isLabel: false, isData: true)
        }
        // The first of those of the best rank.
        guard let rank = found.map(\.rank).min() else { return nil }
        return found.first { $0.rank == rank }
    }
}
