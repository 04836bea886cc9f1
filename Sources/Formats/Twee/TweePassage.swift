import Wire

/// A passage of a story of Twine, whether it is a node or of another use.
struct TweePassage {
    var name: String
    var tags: [String] = []
    /// An object with `position` and `size` and others.
    var metadata: JSONObject?
    var text: String

    /// Names of passages that the story formats of Twine use for other things than the story.
    private static let specialNames: Set<String> = [
        "StoryTitle", "StoryData", "StoryAuthor", "StorySubtitle", "StoryMenu", "StorySettings", "StoryIncludes",
        "StoryBanner", "StoryCaption", "StoryDisplayTitle", "StoryInit", "StoryInterface", "StoryShare", "PassageDone",
        "PassageFooter", "PassageHeader", "PassageReady",
    ]

    /// Is true if it is no part of the story itself.
    var isSpecial: Bool {
        TweePassage.specialNames.contains(name) || tags.contains("script") || tags.contains("stylesheet")
    }

    /// The passage with the members of an object that `json` has made.
    init?(_ json: JSON) {
        guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue else { return nil }
        (self.name, self.text) = (name, text)
        tags = json["tags"]?.arrayValue?.compactMap { $0.stringValue } ?? []
        metadata = json["metadata"]?.objectValue
    }

    init(name: String, tags: [String] = [], metadata: JSONObject? = nil, text: String) {
        (self.name, self.tags, self.metadata, self.text) = (name, tags, metadata, text)
    }

    /// An object with all that the passage has.
    var json: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
        if let metadata { object["metadata"] = .object(metadata) }
        object["text"] = .string(text)
        return object
    }
}
