import Wire

/// The named schemas of the protocol.
enum Definitions {
    /// Every schema that has a name, in the order of the names.
    static func all(of methods: [LoadedMethod]) -> [Schema.Definition] {
        var definitions: [Schema.Definition] = []
        for method in methods {
            method.params.collectDefinitions(into: &definitions)
            method.result.collectDefinitions(into: &definitions)
        }
        EditSchema.schema(methods).collectDefinitions(into: &definitions)
        for notification in ServerNotification.all { notification.params.collectDefinitions(into: &definitions) }
        for request in ClientRequest.allCases { request.params.collectDefinitions(into: &definitions) }
        ClientRequest.answer.schema.collectDefinitions(into: &definitions)
        return definitions.sorted { $0.name < $1.name }
    }
}
