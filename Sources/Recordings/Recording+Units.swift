import Wire

// Which entries belong together.

extension Recording {
    /// The messages that open the conversation, which every shorter recording keeps.
    var fixedEntries: [Int] {
        entries.indices.filter { index in
            let method = facts(of: index).method
            return method == "initialize" || method == "initialized"
        }
    }

    /// The entries as units that are left out together: each from its begin to its end, in one view or document.
    func groups(of indices: [Int]) -> [[Int]] {
        var units: [[Int]] = []
        var open: [String: Int] = [:]
        for index in indices {
            let facts = facts(of: index)
            guard let key = facts.key else {
                units.append([index])
                continue
            }
            if let place = open[key], facts.phase != .begin {
                units[place].append(index)
            } else {
                if facts.phase == .begin { open[key] = units.count }
                units.append([index])
            }
            if facts.phase == .end { open[key] = nil }
        }
        return units
    }

    /// Returns the ranges of only these entries in the text of a recording: the header and their lines, without
    /// outputs.
    public func lines(of indices: [Int]) -> [Range<Int>] { [header] + indices.flatMap { entries[$0].lines } }

    private enum Phase { case begin, middle, end }

    /// The method of a message, the unit that it belongs to, and whether it begins or ends it.
    private func facts(of index: Int) -> (method: String?, key: String?, phase: Phase) {
        let nothing: (String?, String?, Phase) = (nil, nil, .middle)
        guard let text = withBody(of: entries[index].event, { String(decoding: $0, as: UTF8.self) }),
            let message = JSON(parsing: text), let method = message["method"]?.stringValue
        else { return nothing }
        let params = message["params"]
        let view = params?["view"]?.stringValue ?? params?["document"]?.stringValue ?? ""
        switch method {
        case "input/pointer":
            let phase = params?["phase"]?.stringValue
            return (
                method, "pointer \(params?["id"].map(\.description) ?? "") \(view)",
                phase == "down" ? .begin : phase == "up" || phase == "cancel" ? .end : .middle
            )
        case "input/pinch":
            let phase = params?["phase"]?.stringValue
            return (
                method, "pinch \(view)",
                phase == "begin" ? .begin : phase == "end" || phase == "cancel" ? .end : .middle
            )
        case "gesture/begin": return (method, "gesture \(view)", .begin)
        case "gesture/update": return (method, "gesture \(view)", .middle)
        case "gesture/end", "gesture/cancel": return (method, "gesture \(view)", .end)
        case "history/begin": return (method, "history \(view)", .begin)
        case "history/end", "history/cancel": return (method, "history \(view)", .end)
        default: return (method, nil, .middle)
        }
    }
}
