import Wire

/// A passage of a Twine story, as a node or for another purpose.
struct TweePassage {
    var name: String
    var tags: [String] = []
    /// An object with `position`, `size` and other members.
    var metadata: JSONObject?
    var text: String

    /// The passage names that story formats reserve for other purposes.
    private static let specialNames: Set<String> = [
        "StoryTitle", "StoryData", "StoryAuthor", "StorySubtitle", "StoryMenu", "StorySettings", "StoryIncludes",
        "StoryBanner", "StoryCaption", "StoryDisplayTitle", "StoryInit", "StoryInterface", "StoryShare", "PassageDone",
        "PassageFooter", "PassageHeader", "PassageReady",
    ]

    /// Is true if it is not part of the story itself.
    var isSpecial: Bool {
        TweePassage.specialNames.contains(name) || tags.contains("script") || tags.contains("stylesheet")
    }

    /// Reads a passage from the object that `json` returns.
    init?(_ json: JSON) {
        guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue else { return nil }
        (self.name, self.text) = (name, text)
        tags = json["tags"]?.arrayValue?.compactMap { $0.stringValue } ?? []
        metadata = json["metadata"]?.objectValue
    }

    init(name: String, tags: [String] = [], metadata: JSONObject? = nil, text: String) {
        (self.name, self.tags, self.metadata, self.text) = (name, tags, metadata, text)
    }

    /// An object with all parts of the passage.
    var json: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
        if let metadata { object["metadata"] = .object(metadata) }
        object["text"] = .string(text)
        return object
    }
}
