import Wire

extension AgentSession {
    private static let scheme = "nodewire://document/"
    private static let jsonEnding = "/json"
    /// The greatest number of characters of an outline that is read as a resource.
    private static let outlineBudget = 100_000

    /// The resources of a document: its outline and its contents.
    static func uris(of document: String) -> [String] { [scheme + document, scheme + document + jsonEnding] }

    /// The open documents, each as an outline and as its contents.
    var resources: [JSON] {
        documents.flatMap { document -> [JSON] in
            let uris = AgentSession.uris(of: document.name)
            return [
                [
                    "uri": .string(uris[0]), "name": .string(document.name), "title": .string(document.path),
                    "description": "The graph as Mermaid, with ids", "mimeType": "text/vnd.mermaid",
                ],
                [
                    "uri": .string(uris[1]), "name": .string(document.name + " (JSON)"),
                    "title": .string(document.path),
                    "description": "The document as its file holds it", "mimeType": "application/json",
                ],
            ]
        }
    }

    static let resourceTemplates: [JSON] = [
        [
            "uriTemplate": .string(scheme + "{document}"), "name": "outline",
            "description": "An open document as Mermaid, with ids", "mimeType": "text/vnd.mermaid",
        ],
        [
            "uriTemplate": .string(scheme + "{document}" + jsonEnding), "name": "content",
            "description": "An open document as its file holds it", "mimeType": "application/json",
        ],
    ]

    /// The document of a resource, and whether its contents are meant; nil if there is none.
    func document(ofResource uri: String) -> (name: String, isJSON: Bool)? {
        for document in documents {
            let uris = AgentSession.uris(of: document.name)
            if let index = uris.firstIndex(of: uri) { return (document.name, index == 1) }
        }
        return nil
    }

    /// Reads a resource.
    mutating func read(_ uri: String) throws(MCPError) -> JSON {
        guard let (name, isJSON) = document(ofResource: uri) else { throw .unknownResource(uri) }
        do throws(ToolError) {
            let text: String
            if isJSON {
                let written = try call("document/export", ["document": .string(name), "format": "nodewire"])
                text = written["text"]?.stringValue ?? ""
            } else {
                text = try outline(of: name, around: nil, depth: 1, budget: AgentSession.outlineBudget).text
            }
            return [
                "uri": .string(uri), "mimeType": isJSON ? "application/json" : "text/vnd.mermaid",
                "text": .string(text),
            ]
        } catch {
            throw MCPError(code: -32603, message: error.message)
        }
    }
}
