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

extension ExportTally {
    /// Adds losses for the members of a document that a file cannot hold.
    ///
    /// - Parameters:
    ///   - file: the name of the file's kind, such as `an edge list`.
    ///   - known: the names of members that the file holds, or that are no loss.
    mutating func addContent(of document: Document, _ file: String, besides known: Set<JSONString>) {
        for member in document.content.members {
            switch member.name {
            case "nodes", "edges", "viewport", "nodewire", "counters": break
            // All other programs have these settings.
            case "settings" where member.value == TextGraph.settings: break
            // The places show the direction.
            case "foreign" where KeptParts.areDirections(member.value): break
            default:
                if !known.contains(member.name) { add(.document, nil, "member", "\(file) has no `\(member.name)`") }
            }
        }
    }

    /// Adds losses for the members of a document that another program cannot hold; settings are editor state and no
    /// loss.
    mutating func addContent(of document: Document, _ program: Format, besides known: Set<JSONString> = []) {
        addContent(of: document, program.title, besides: known.union(["foreign", "stamps", "settings"]))
    }
}
