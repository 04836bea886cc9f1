import Wire

/// The prompts that a person may choose.
enum Prompt: String, CaseIterable {
    case buildDialog = "build_dialog"
    case reviewGraph = "review_graph"
    case explainGraph = "explain_graph"

    private var title: String {
        switch self {
        case .buildDialog: "Build a dialog"
        case .reviewGraph: "Review a graph"
        case .explainGraph: "Explain a graph"
        }
    }

    /// Its argument, with its meaning.
    private var argument: (name: String, doc: String) {
        switch self {
        case .buildDialog: ("topic", "what the dialog is about, and the file to write")
        case .reviewGraph, .explainGraph: ("path", "the file of the graph")
        }
    }

    var json: JSON {
        [
            "name": .string(rawValue), "title": .string(title), "description": .string(title),
            "arguments": [["name": .string(argument.name), "description": .string(argument.doc), "required": true]],
        ]
    }

    private func text(_ value: String) -> String {
        switch self {
        case .buildDialog:
            """
            Build a dialog as a node graph: \(value)
            Open a new file with create: true, and call describe with what: roles. Make types with roles by types/update. \
            Insert one node for each message, with its text in data.text, and one edge for each answer, with the answer as \
            its label; all in few calls of edit. Then call check and explore and repair what is wrong, call layout, look at \
            the outline, and save.
            """
        case .reviewGraph:
            """
            Review the graph in \(value). Open it, read its outline (in parts, if it is large) and call check. List what is \
            wrong or unclear: dead ends, what cannot be reached, missing answers, names that do not fit. Name nodes by \
            their ids. Change nothing before I agree.
            """
        case .explainGraph:
            """
            Explain the graph in \(value). Open it and read its outline. Say in a few sentences what it is for, then how it \
            runs from its beginnings to its ends, naming nodes by their labels.
            """
        }
    }

    /// The result of `prompts/get`.
    static func get(_ params: JSONObject) throws(MCPError) -> JSONObject {
        guard let name = params["name"]?.stringValue, let prompt = Prompt(rawValue: name) else {
            throw .invalidParams("name is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let value = params["arguments"]?[prompt.argument.name]?.stringValue else {
            throw .invalidParams("\(name) needs the argument \(prompt.argument.name)")
        }
        return [
            "description": .string(prompt.title),
            "messages": [["role": "user", "content": ["type": "text", "text": .string(prompt.text(value))]]],
        ]
    }
}
