import Wire

/// The tools of an agent: a few, each with its requirements.
enum Tool: String, CaseIterable {
    case open, outline, find, edit, check, layout, render, undo, save, describe, explore

    private var summary: String {
        switch self {
        case .open:
            "Opens the graph of a file below the root folder, in any format that is read; create: true makes a new file. Returns the name of the document."
        case .outline:
            "Shows a graph as Mermaid, whole or the part around some nodes. Ids are the document's own but where a comment says so; the text on an arrow begins with the id of the edge."
        case .find: "Finds nodes and edges by words in ids, labels and data, by type or by values of data."
        case .edit:
            "Edits a graph: all edits of the list or none, as one step of undo. Later edits may use the ids that earlier ones give. Nodes need no position: call layout afterwards. Returns the difference and new problems."
        case .describe:
            "Describes what edit and layout take: all edits by their methods (constraints and lanes, types, items, order and more), one of them with its parameters, the options of layouts, what types of nodes may have, the roles and variables by which dialogs run."
        case .explore:
            "Finds where the runs of a dialog may come to: what is never reached, dead ends, loops without a choice."
        case .check: "Lists problems of a graph with their fixes. The edits of a fix can be given to edit as they are."
        case .layout: "Gives nodes places. With stable, what lies well stays where it is."
        case .render: "Draws a graph: SVG as text or image, or PNG where a browser is installed."
        case .undo: "Takes back the last steps, or performs them again with redo."
        case .save:
            "Saves a document to its file, or to another path. The ending says the format; .json is the document itself, others (.mmd, .dot, .graphml, .svg and more) are copies, and what they cannot hold is listed."
        }
    }

    private var isReadOnly: Bool {
        switch self {
        case .outline, .find, .check, .render, .describe, .explore: true
        case .open, .edit, .layout, .undo, .save: false
        }
    }

    /// The tool as `tools/list` returns it.
    func json(_ schema: JSONObject) -> JSON {
        [
            "name": .string(rawValue), "description": .string(summary), "inputSchema": .object(schema),
            "annotations": [
                "readOnlyHint": .boolean(isReadOnly), "destructiveHint": .boolean(self == .save),
                "openWorldHint": false,
            ],
        ]
    }

    /// The schema of its arguments (JSON Schema 2020-12). The schema of a method describes the arguments passed to it.
    func schema(from parts: SchemaParts) -> JSONObject {
        var properties: JSONObject =
            self == .open || self == .describe
            ? [:] : ["document": ["type": "string", "description": "its name or path; needed if several are open"]]
        var required: [JSON] = []
        func add(_ object: JSONObject) {
            for member in object.members { properties[member.name] = member.value }
        }
        switch self {
        case .open:
            add(["path": ["type": "string", "description": "below the root folder"]])
            add(parts.params(of: "document/open", ["format"]))
            add(["create": ["type": "boolean", "description": "makes a new, empty file"]])
            required = ["path"]
        case .outline:
            add([
                "around": [
                    "type": "array", "items": ["type": "string"], "description": "ids of nodes; if left out, all",
                ],
                "depth": Tool.integer(OutlinePart.depths, OutlinePart.depth, "edges away from these nodes"),
                "budget": Tool.integer(OutlinePart.budgets, OutlinePart.budget, "the most characters"),
            ])
        case .find:
            add(parts.params(of: "document/find", ["text"]))
            add(parts.members(of: "Query", ["kind", "type"]))
            add([
                "data": ["type": "object", "description": "values by JSON Pointers into data, as {\"/price\": 3}"],
                "near": parts.members(of: "Query", ["near"])["near"] ?? true,
                "limit": Tool.integer(FoundPart.limits, FoundPart.limit, "the most elements"),
            ])
            add(parts.params(of: "document/find", ["after"]))
        case .edit:
            add([
                "edits": [
                    "type": "array",
                    "items": [
                        "oneOf": .array(EditKind.allCases.map { $0.schema(from: parts) } + [EditKind.methodSchema])
                    ],
                ],
                "label": ["type": "string", "description": "of the step of undo"],
                "dryRun": ["type": "boolean", "description": "only tries"],
            ])
            required = ["edits"]
        case .check:
            add(["ids": NamedElements.schema("of nodes and edges; if left out, all")])
            add(parts.params(of: "document/check", ["after"]))
            add(["limit": Tool.integer(CheckPart.limits, CheckPart.limit, "the most problems")])
        case .layout:
            add(parts.params(of: "document/layout", ["algorithm", "ids"]))
            add(parts.members(of: "LayoutOptions", ["direction"]))
            add([
                "stable": ["type": "boolean"],
                "options": ["type": "object", "description": "more of the algorithm: describe lists them"],
            ])
        case .render:
            add(["as": Tool.choice(PictureKind.self, "text is SVG, which is the default")])
            add(["theme": Tool.choice(PictureTheme.self, "light if left out")])
        case .undo:
            add(["steps": Tool.integer(1...1000, 1, "how many"), "redo": ["type": "boolean"]])
        case .describe:
            add(["what": Tool.choice(DescribedPart.self, "methods if left out")])
            add(["method": ["type": "string", "description": "an edit, as constraint/add: its parameters"]])
        case .explore: break
        case .save:
            add(parts.params(of: "document/save", ["path", "overwrite", "acceptLosses"]))
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    static func integer(_ range: ClosedRange<Int>, _ standard: Int, _ doc: String) -> JSON {
        [
            "type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
            "default": .number(standard), "description": .string(doc),
        ]
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type, _ doc: String) -> JSON {
        [
            "type": "string", "enum": .array(Value.allCases.map { .string($0.rawValue) }),
            "description": .string(doc),
        ]
    }
}
