import Graph
import Wire

/// The types of nodes that the passages of a story become, so that dialogs run them.
enum StoryType: String, CaseIterable {
    /// The passage where the story begins.
    case start
    /// A passage where one of its links is chosen.
    case passage
    /// A passage that goes on by itself, unless several links leave it.
    case line

    private var definition: JSON {
        switch self {
        case .start: ["label": "Start", "role": "start", "color": "#16a34a"]
        case .passage: ["label": "Passage", "role": "choice", "color": "#7c3aed"]
        case .line: ["label": "Line", "role": "message", "color": "#2563eb"]
        }
    }

    /// The member `types` of a document with these types.
    static func definitions(_ types: [StoryType]) -> JSONText {
        JSON.object(JSONObject(types.map { JSONObject.Member(name: JSONString($0.rawValue), value: $0.definition) }))
            .text
    }

    /// Returns true if the member `types` of a document has no others.
    static func areAll(of definitions: JSON) -> Bool {
        definitions.objectValue?.members.allSatisfy { StoryType(rawValue: $0.name.description)?.definition == $0.value }
            ?? true
    }
}
