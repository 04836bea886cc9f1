import Graph

/// The losses on the way from one format to another, by kind of loss: as many entries as kinds, not as elements.
struct ExportTally {
    private struct Entry {
        let kind: ExportLoss.Kind
        let code: String
        let message: String
        var count = 0
        var ids: [String] = []
    }

    private var entries: [Entry] = []

    /// Notes that an element loses something; elements with one kind, code and message are one loss.
    mutating func add(_ kind: ExportLoss.Kind, _ id: Identifier?, _ code: String, _ message: String) {
        var index = entries.firstIndex { $0.kind == kind && $0.code == code && $0.message == message }
        if index == nil && entries.count < Limits.unshownKinds {
            index = entries.count
            entries.append(Entry(kind: kind, code: code, message: message))
        }
        guard let index else { return }
        entries[index].count += 1
        if let id, entries[index].ids.count < Limits.unshownElements { entries[index].ids.append(id.string) }
    }

    /// The losses in the order in which the first of each was noted; with the id of the element where it is one alone.
    var losses: [ExportLoss] {
        entries.map { entry in
            if entry.count == 1 {
                return ExportLoss(entry.kind, id: entry.ids.first, code: entry.code, message: entry.message)
            }
            let elements =
                switch entry.kind {
                case .node: "nodes"
                case .edge: "edges"
                case .document: "times"
                }
            if entry.ids.isEmpty {
                return ExportLoss(
                    entry.kind, code: entry.code, message: "\(entry.message) (\(entry.count) \(elements))")
            }
            let names = entry.ids.map { "\"\($0)\"" }.joined(separator: ", ")
            let more = entry.count > entry.ids.count ? ", …" : ""
            return ExportLoss(
                entry.kind, code: entry.code, message: "\(entry.message) (\(entry.count) \(elements): \(names)\(more))")
        }
    }
}
