import Wire

/// The icons of node types, 24 by 24, as path data for strokes.
enum TypeIcons {
    /// The icons by the name of a type or a dialog role; the last is the default.
    static let all: [(name: JSONString, path: StaticString)] = [
        ("start", "M8 5.5v13l10.5-6.5z"),
        ("end", "M7 7h10v10H7z"),
        ("message", "M5 6.5h14a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-7l-4.5 3.5V16.5H5a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1z"),
        ("question", "M9 9.2a3.1 3.1 0 1 1 4.6 2.7c-1.1.6-1.6 1.2-1.6 2.3M12 17.8v.01"),
        ("condition", "M12 4l8 8-8 8-8-8z"),
        ("action", "M13 3.5L6 13.5h5.5L10.5 20.5 18 10h-5.5z"),
        ("handoff", "M12 11.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5"),
        ("choice", "M5 7.5h.01M5 12h.01M5 16.5h.01M9 7.5h10M9 12h10M9 16.5h10"),
        ("text", "M6 7.5V6h12v1.5M12 6v12M10 18h4"),
        ("person", "M12 11.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5"),
        ("service", "M5 5.5h14v5.5H5zM5 13h14v5.5H5zM8 8.2v.01M8 15.7v.01"),
        (
            "store",
            "M5.5 7c0-1.4 2.9-2.5 6.5-2.5s6.5 1.1 6.5 2.5v10c0 1.4-2.9 2.5-6.5 2.5S5.5 18.4 5.5 17zM5.5 7c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5"
        ),
        ("queue", "M4.5 8h4v8h-4zM10 8h4v8h-4zM15.5 8h4v8h-4z"),
        ("page", "M6.5 4.5h7.5l4 4v11H6.5zM14 4.5v4h4"),
        ("number", "M9.5 4.5L7.5 19.5M16.5 4.5l-2 15M5 9.5h15M4 14.5h15"),
        ("value", "M9.5 4.5L7.5 19.5M16.5 4.5l-2 15M5 9.5h15M4 14.5h15"),
        ("add", "M12 5.5v13M5.5 12h13"),
        ("subtract", "M5.5 12h13"),
        ("multiply", "M7 7l10 10M17 7L7 17"),
        ("divide", "M5.5 12h13M12 6.5v.01M12 17.5v.01"),
        ("result", "M6 9.5h12M6 14.5h12"),
        ("group", "M4.5 7V4.5H7M17 4.5h2.5V7M19.5 17v2.5H17M7 19.5H4.5V17M8 8h5v4H8zM11 14.5h5v-4"),
        ("node", "M6 6h12v12H6z"),
    ]

    /// The icon of a type: by its name, its lowercase name, or its role.
    static func path(type: String, role: String?) -> StaticString {
        for name in [type, type.lowercased(), role] {
            guard let name = name.map({ JSONString($0) }) else { continue }
            if let icon = all.first(where: { $0.name == name }) { return icon.path }
        }
        return all[all.count - 1].path
    }
}
