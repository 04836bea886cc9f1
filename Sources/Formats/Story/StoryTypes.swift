import Graph
import Wire

/// The node types of a story's passages, so that dialogs can run them.
enum StoryType: String, CaseIterable {
    /// The first passage of the story.
    case start
    /// A passage at which the reader chooses a link.
    case passage
    /// A passage that continues automatically, unless it has several links.
    case line

    private var definition: JSON {
        switch self {
        case .start: ["label": "Start", "role": "start", "color": "#16a34a"]
        case .passage: ["label": "Passage", "role": "choice", "color": "#7c3aed"]
        case .line: ["label": "Line", "role": "message", "color": "#2563eb"]
        }
    }

    /// The member `types` of a document with some of these types.
    static func definitions(_ types: [StoryType]) -> JSONText {
        JSON.object(JSONObject(types.map { JSONObject.Member(name: JSONString($0.rawValue), value: $0.definition) }))
            .text
    }

    /// Returns true if the member `types` of a document has only these types.
    static func areAll(of definitions: JSON) -> Bool {
        definitions.objectValue?.members.allSatisfy { StoryType(rawValue: $0.name.description)?.definition == $0.value }
            ?? true
    }
}
