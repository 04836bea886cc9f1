import Graph
import Wire

/// The member `foreign` of an element or a document: a part for each format that keeps something there.
enum KeptParts {
    /// Returns true if no other format has a part.
    static func areAll(_ json: JSON?, of format: Format) -> Bool {
        json?.objectValue?.members.allSatisfy { $0.name == JSONString(format.name) } ?? true
    }

    /// Returns true if only directions of drawing are kept.
    static func areDirections(_ json: JSON) -> Bool {
        json.objectValue?.members.allSatisfy { kept in
            kept.value.objectValue?.members.allSatisfy { $0.name == "direction" || $0.name == "rankdir" } ?? false
        } ?? false
    }
}

extension Document {
    /// Its `title`; nil without one.
    var title: String? { content["title"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

    /// The name `title` if it is a text, else nothing: formats with a title cannot hold anything else there.
    var titleMember: Set<JSONString> { content["title"]?.stringValue == nil ? [] : ["title"] }

    /// The name `foreign` if only this format has a part there, else nothing.
    func keptAlone(by format: Format) -> Set<JSONString> {
        KeptParts.areAll(content["foreign"], of: format) ? ["foreign"] : []
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
            case "settings" where [TextGraph.allEdges, TextGraph.loops].contains(member.value): break
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
