import Graph
import Wire

/// The losses of a conversion between formats, grouped by kind, so that there is an entry for each kind, not for each
/// element.
struct ExportTally {
    private struct Entry {
        let kind: ExportLoss.Kind
        let code: String
        let message: String
        let grade: LossGrade?
        var count = 0
        var ids: [String] = []
    }

    private var entries: [Entry] = []

    /// Adds a loss of an element; elements with the same kind, code and message form one loss.
    ///
    /// - Parameter grade: the grade; nil for the grade of the code.
    mutating func add(
        _ kind: ExportLoss.Kind, _ id: Identifier?, _ code: String, _ message: String, grade: LossGrade? = nil
    ) {
        var index = entries.firstIndex { $0.kind == kind && $0.code == code && $0.message == message }
        if index == nil && entries.count < Limits.unshownKinds {
            index = entries.count
            entries.append(Entry(kind: kind, code: code, message: message, grade: grade))
        }
        guard let index else { return }
        entries[index].count += 1
        if let id, entries[index].ids.count < Limits.unshownElements { entries[index].ids.append(id.string) }
    }

    /// The losses in the order of their first element; a loss of a single element has its id.
    var losses: [ExportLoss] {
        entries.map { entry in
            if entry.count == 1 {
                return ExportLoss(
                    entry.kind, id: entry.ids.first, code: entry.code, message: entry.message, grade: entry.grade)
            }
            let elements =
                switch entry.kind {
                case .node: "nodes"
                case .edge: "edges"
                case .document: "times"
                }
            if entry.ids.isEmpty {
                return ExportLoss(
                    entry.kind, code: entry.code, message: "\(entry.message) (\(entry.count) \(elements))",
                    grade: entry.grade)
            }
            let names = entry.ids.map { "\"\($0)\"" }.joined(separator: ", ")
            let more = entry.count > entry.ids.count ? ", …" : ""
            return ExportLoss(
                entry.kind, code: entry.code, message: "\(entry.message) (\(entry.count) \(elements): \(names)\(more))",
                grade: entry.grade)
        }
    }
}
