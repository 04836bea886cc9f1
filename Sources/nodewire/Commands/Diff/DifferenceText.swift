import Wire

/// A difference in words: a line for each element, nodes before edges, sorted by id; then the changes of the order.
struct DifferenceText {
    private(set) var lines: [String] = []

    init(_ difference: Difference) {
        for (elements, title) in [(difference.nodes, "node"), (difference.edges, "edge")] {
            for (id, parts) in elements.changed {
                lines.append("\(title) \(JSON.string(id)) is \(DifferenceText.words(parts, whole: "added:"))")
            }
            for (id, next) in elements.placed {
                let site = next.map { "before \(JSON.string($0))" } ?? "at the end"
                lines.append("\(title) \(JSON.string(id)) stands \(site) in the order")
            }
        }
        for (member, title) in [("settings", "settings are"), ("types", "types are"), ("content", "the document is")] {
            let parts = difference.members(member)
            if !parts.isEmpty { lines.append("\(title) \(DifferenceText.words(parts, whole: "now"))") }
        }
    }

    /// Returns the change of an element, or of a member of the document, in words.
    ///
    /// - Parameter word: the word for a whole one.
    private static func words(_ parts: [JSON], whole word: String) -> String {
        guard let last = parts.last, last != .null else { return "removed" }
        if let whole = last["whole"] { return "\(word) \(short(whole))" }
        let (set, gone) = Difference.members(of: parts)
        let changed = set.members.map { "\($0.name.description) \(short($0.value))" }
        return "changed: " + (changed + gone.map { "no \($0.description)" }).joined(separator: "; ")
    }

    private static func short(_ value: JSON) -> String {
        let text = value.description
        return text.count > 100 ? text.prefix(100) + "…" : text
    }
}
