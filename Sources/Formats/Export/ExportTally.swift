import Graph
import Wire

/// The losses on the way from one format to another, by kind of loss: as many entries as kinds, not as elements.
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

    /// Notes that an element loses something; elements with one kind, code and message are one loss.
    ///
    /// - Parameter grade: by default that of the code.
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

    /// The losses in the order in which the first of each was noted; with the id of the element where it is one alone.
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
    /// Notes the members of a document that have no place in a file.
    ///
    /// - Parameters:
    ///   - file: what the file is called, such as `an edge list`.
    ///   - known: the names of the members that have a place, or are no loss.
    mutating func addContent(of document: Document, _ file: String, besides known: Set<JSONString>) {
        for member in document.content.members {
            switch member.name {
            case "nodes", "edges", "viewport", "nodewire", "counters": break
            // What every other program allows needs no place.
            case "settings" where member.value == TextGraph.settings: break
            // The direction shows in the places.
            case "foreign" where KeptParts.areDirections(member.value): break
            default:
                if !known.contains(member.name) { add(.document, nil, "member", "\(file) has no `\(member.name)`") }
            }
        }
    }

    /// Notes the members of a document that another program has no place for; its settings are those of an editor.
    mutating func addContent(of document: Document, _ program: Format, besides known: Set<JSONString> = []) {
        addContent(of: document, program.title, besides: known.union(["foreign", "stamps", "settings"]))
    }
}
