import Graph

/// The changes to the links in the text of a passage that make them those of its edges.
///
/// The text is the truth: a link in it that was written after the file was read stays, and an edge whose link was deleted
/// from it goes. Edges that were removed, added, led elsewhere or given another label change the links.
struct StoryChanges {
    enum Change {
        case keep, remove
        case set(target: String, text: String?)
    }

    /// An edge that leaves the passage.
    struct Way {
        let edge: Edge.Slot
        let target: Node.Slot
        /// The id of the node it leads to, which is the name that a link to it had when the file was read.
        let id: Identifier
        /// The name of the passage it leads to.
        let name: String
        var text: String?
        var isDetour = false
    }

    /// The change of each link.
    private(set) var changes: [Change]
    /// The edges that have no link yet.
    private(set) var added: [Way] = []
    /// The edges whose links were deleted from the text.
    private(set) var dropped: [Way] = []

    private struct Key: Hashable {
        let target: Node.Slot
        let text: Identifier?
    }

    /// Compares links and edges.
    ///
    /// - Parameters:
    ///   - made: the names of the passages to which the links led that became edges when the file was read.
    ///   - resolve: the node of a name in the text.
    /// - Complexity: O(*n*) in the links and the edges.
    init(_ links: [StoryLink], _ ways: [Way], made: [String], resolve: (String) -> Node.Slot?) {
        changes = links.map { _ in .keep }
        var known: [Identifier: Int] = [:]
        for name in made { known[Identifier(name), default: 0] += 1 }
        let targets = links.map { resolve($0.target) }
        let partners = StoryChanges.partners(links, targets, ways)
        var free = [Bool](repeating: true, count: ways.count)
        for (index, partner) in partners.enumerated() {
            guard let partner else { continue }
            free[partner] = false
            known[Identifier(links[index].target), default: 0] -= 1
            let way = ways[partner]
            let isSame =
                way.text == links[index].text || way.text == nil && links[index].text == links[index].target
                || links[index].text == nil && way.text == way.name
            if !isSame || way.name != links[index].target {
                changes[index] = .set(target: way.name, text: isSame ? links[index].text : way.text)
            }
        }
        for index in links.indices where partners[index] == nil {
            let name = Identifier(links[index].target)
            guard known[name, default: 0] > 0 else { continue }
            known[name, default: 0] -= 1
            changes[index] = .remove
        }
        for (index, way) in ways.enumerated() where free[index] {
            if known[way.id, default: 0] > 0 {
                known[way.id, default: 0] -= 1
                dropped.append(way)
            } else {
                added.append(way)
            }
        }
        leadElsewhere(links)
    }

    /// The edge of each link: one to the same passage with the same text, else one to the same passage.
    private static func partners(_ links: [StoryLink], _ targets: [Node.Slot?], _ ways: [Way]) -> [Int?] {
        var partners = [Int?](repeating: nil, count: links.count)
        var free = [Bool](repeating: true, count: ways.count)
        func match(_ isSame: Bool) {
            var waiting: [Key: [Int]] = [:]
            for (index, way) in ways.enumerated().reversed() where free[index] {
                waiting[Key(target: way.target, text: isSame ? way.text.map { Identifier($0) } : nil), default: []]
                    .append(index)
            }
            for (index, link) in links.enumerated() where partners[index] == nil {
                guard let target = targets[index] else { continue }
                let key = Key(target: target, text: isSame ? link.text.map { Identifier($0) } : nil)
                guard let way = waiting[key]?.popLast() else { continue }
                partners[index] = way
                free[way] = false
            }
        }
        match(true)
        match(false)
        return partners
    }

    /// Makes of a link that goes and an edge that comes, both with one text, a link that leads elsewhere.
    private mutating func leadElsewhere(_ links: [StoryLink]) {
        var waiting: [Identifier?: [Int]] = [:]
        for index in links.indices.reversed() {
            if case .remove = changes[index] {
                waiting[links[index].text.map { Identifier($0) }, default: []].append(index)
            }
        }
        if waiting.isEmpty { return }
        added = added.filter { way in
            guard let index = waiting[way.text.map { Identifier($0) }]?.popLast() else { return true }
            changes[index] = .set(target: way.name, text: way.text)
            return false
        }
    }
}
