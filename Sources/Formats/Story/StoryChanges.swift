import Graph

/// The changes to the links in a passage's text that make them match its edges.
///
/// The text has priority: a link that was written into it later stays, and an edge whose link was deleted from it goes.
/// Edges that were removed, added, reconnected or relabeled change the links.
struct StoryChanges {
    enum Change {
        case keep, remove
        case set(target: String, text: String?)
    }

    /// An edge that leaves the passage.
    struct Way {
        let edge: Edge.Slot
        let target: Node.Slot
        /// The id of its target node, which was the passage's name when the file was read.
        let id: Identifier
        /// The name of its target passage.
        let name: String
        var text: String?
        var isDetour = false
    }

    /// The change of each link.
    private(set) var changes: [Change]
    /// The edges without a link.
    private(set) var added: [Way] = []
    /// The edges whose links were deleted from the text.
    private(set) var dropped: [Way] = []

    /// The key by which links and edges are matched.
    private struct Key: Hashable {
        var target: Node.Slot?
        var text: Identifier?
    }

    /// Compares links and edges.
    ///
    /// - Parameters:
    ///   - made: the target names of the links that became edges when the file was read.
    ///   - resolve: returns the node with a name in the text.
    /// - Complexity: O(*n*) in the links and edges.
    init(_ links: [StoryLink], _ ways: [Way], made: [String], resolve: (String) -> Node.Slot?) {
        changes = links.map { _ in .keep }
        if links.isEmpty && made.isEmpty {
            added = ways
            return
        }
        var known: [Identifier: Int] = [:]
        for name in made { known[Identifier(name), default: 0] += 1 }
        let partners = StoryChanges.partners(links, links.map { resolve($0.target) }, ways, &known)
        var free = [Bool](repeating: true, count: ways.count)
        for (index, link) in links.enumerated() {
            guard let partner = partners[index] else {
                if StoryChanges.take(link, from: &known) { changes[index] = .remove }
                continue
            }
            free[partner] = false
            let way = ways[partner]
            let isSame =
                way.text == link.text || way.text == nil && link.text == link.target
                || link.text == nil && way.text == way.name
            if !isSame || way.name != link.target {
                changes[index] = .set(target: way.name, text: isSame ? link.text : way.text)
            }
        }
        for (index, way) in ways.enumerated() where free[index] {
            if known[way.id, default: 0] > 0 {
                known[way.id, default: 0] -= 1
                dropped.append(way)
            } else {
                added.append(way)
            }
        }
    }

    /// Takes a link from those that became edges; false if it was not one.
    private static func take(_ link: StoryLink, from known: inout [Identifier: Int]) -> Bool {
        let name = Identifier(link.target)
        guard let count = known[name], count > 0 else { return false }
        known[name] = count - 1
        return true
    }

    /// The edge of each link. The first match of these counts: the same passage and text; the same text and another
    /// passage; the same passage; and last, without texts, another passage.
    private static func partners(
        _ links: [StoryLink], _ targets: [Node.Slot?], _ ways: [Way], _ known: inout [Identifier: Int]
    ) -> [Int?] {
        var partners = [Int?](repeating: nil, count: links.count)
        var free = [Bool](repeating: true, count: ways.count)
        let texts = links.map { $0.text.map { Identifier($0) } }
        let wayTexts = ways.map { $0.text.map { Identifier($0) } }
        func match(_ isMoved: Bool, link: (Int) -> Key?, way: (Int) -> Key?) {
            var waiting: [Key: [Int]] = [:]
            for index in ways.indices.reversed() where free[index] {
                if let key = way(index) { waiting[key, default: []].append(index) }
            }
            if waiting.isEmpty { return }
            for index in links.indices where partners[index] == nil {
                guard let key = link(index), let partner = waiting[key]?.last else { continue }
                let isKnown = take(links[index], from: &known)
                if isMoved && !isKnown { continue }
                waiting[key]?.removeLast()
                partners[index] = partner
                free[partner] = false
            }
        }
        match(false) { index in
            targets[index].map { Key(target: $0, text: texts[index]) }
        } way: { index in
            Key(target: ways[index].target, text: wayTexts[index])
        }
        match(true) { index in
            texts[index].map { Key(text: $0) }
        } way: { index in
            wayTexts[index].map { Key(text: $0) }
        }
        match(false) { index in
            targets[index].map { Key(target: $0) }
        } way: { index in
            Key(target: ways[index].target)
        }
        match(true) { index in
            texts[index] == nil ? Key() : nil
        } way: { index in
            wayTexts[index] == nil ? Key() : nil
        }
        return partners
    }
}
