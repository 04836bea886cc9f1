import Formats
import Graph
import Wire

/// The description of the protocol in OpenRPC 1.4, made from the tables of its methods.
public enum OpenRPC {
    /// Writes the document as compact JSON.
    static func write(_ methods: [LoadedMethod], into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("openrpc")
        writer.string("1.4.0")
        writer.name("info")
        writer.beginObject()
        writer.name("title")
        writer.string("Nodewire")
        writer.name("version")
        writer.string(ProtocolVersion.latest.text)
        writer.name("description")
        writer.string("What a language server is to text editors, for node editors.")
        writer.endObject()
        writer.name("methods")
        writer.beginArray()
        for method in methods { write(method, into: &writer) }
        writer.endArray()
        writer.name("x-notifications")
        writer.beginArray()
        for notification in ServerNotification.all { write(notification, into: &writer) }
        writer.endArray()
        writer.name("x-requests")
        writer.beginArray()
        for request in ClientRequest.allCases { write(request, into: &writer) }
        writer.endArray()
        writeErrors(into: &writer)
        writeRules(into: &writer)
        writeLimits(into: &writer)
        writeSettings(into: &writer)
        writeFormats(into: &writer)
        writer.name("x-looks")
        PictureTable.json.write(into: &writer)
        writeComponents(of: methods, into: &writer)
        writer.endObject()
    }

    /// The document on one line.
    static func text(_ methods: [LoadedMethod]) -> String {
        var writer = JSONWriter(capacity: 256 << 10)
        write(methods, into: &writer)
        writer.append("\n")
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static let prefix = "#/components/schemas/"

    private static func writeErrors(into writer: inout JSONWriter) {
        writer.name("x-errors")
        writer.beginArray()
        for entry in FailureEntry.all {
            writer.beginObject()
            writer.name("code")
            writer.integer(entry.code)
            writer.name("name")
            writer.string(entry.name)
            writer.name("meaning")
            writer.string(entry.meaning)
            writer.name("remedy")
            writer.string(entry.remedy)
            writer.name("data")
            entry.data.writeJSONSchema(into: &writer, references: prefix)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeRules(into writer: inout JSONWriter) {
        writer.name("x-rules")
        writer.beginArray()
        for entry in RuleEntry.all {
            writer.beginObject()
            writer.name("name")
            writer.string(entry.name)
            writer.name("meaning")
            writer.string(entry.meaning)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeLimits(into writer: inout JSONWriter) {
        writer.name("x-limits")
        writer.beginArray()
        for entry in Limits.all {
            writer.beginObject()
            writer.name("name")
            writer.string(entry.name)
            writer.name("value")
            writer.integer(entry.value)
            if let least = SessionLimits.least(of: entry.name) {
                writer.name("least")
                writer.integer(least)
            }
            writer.name("description")
            writer.string(entry.doc)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeFormats(into writer: inout JSONWriter) {
        writer.name("x-formats")
        JSON.array(Format.all.map(\.capability)).write(into: &writer)
    }

    private static func writeSettings(into writer: inout JSONWriter) {
        writer.name("x-settings")
        writer.beginArray()
        for setting in Setting.all {
            writer.beginObject()
            writer.name("name")
            writer.string(setting.name)
            writer.name("description")
            writer.string(setting.doc)
            writer.name("schema")
            setting.schema.writeJSONSchema(into: &writer, references: prefix)
            if let value = setting.value(Settings()) {
                writer.name("default")
                value.write(into: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ method: LoadedMethod, into writer: inout JSONWriter) {
        writer.beginObject()
        writeHead(method.name, method.summary, method.params, into: &writer)
        if method.isEdit {
            writer.name("x-edit")
            writer.boolean(true)
        }
        // Readers of older descriptions want a result of every method.
        if method.isNotification {
            writer.name("x-notification")
            writer.boolean(true)
        }
        writeResult(method.isNotification ? .null : method.result, into: &writer)
        if !method.failures.isEmpty {
            writer.name("errors")
            writer.beginArray()
            for entry in FailureEntry.entries(of: method.failures) {
                writer.beginObject()
                writer.name("code")
                writer.integer(entry.code)
                writer.name("message")
                writer.string(entry.name)
                writer.name("data")
                entry.data.writeJSONSchema(into: &writer, references: prefix)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func write(_ notification: ServerNotification, into writer: inout JSONWriter) {
        writer.beginObject()
        writeHead(notification.name, notification.summary, notification.params, into: &writer)
        if case .named = notification.params {
            writer.name("x-params")
            notification.params.writeJSONSchema(into: &writer, references: prefix)
        }
        if let part = notification.watched {
            writer.name("x-watch")
            writer.string(part)
        }
        writer.endObject()
    }

    private static func write(_ request: ClientRequest, into writer: inout JSONWriter) {
        writer.beginObject()
        writeHead(request.name, request.summary, request.params, into: &writer)
        writeResult(ClientRequest.answer.schema, into: &writer)
        writer.endObject()
    }

    private static func writeResult(_ schema: Schema, into writer: inout JSONWriter) {
        writer.name("result")
        writer.beginObject()
        writer.name("name")
        writer.string("result")
        writer.name("schema")
        schema.writeJSONSchema(into: &writer, references: prefix)
        writer.endObject()
    }

    private static func writeHead(
        _ name: String, _ summary: String, _ params: Schema, into writer: inout JSONWriter
    ) {
        var members: [Schema.Member] = []
        switch params {
        case .object(let list, _): members = list
        case .named(_, _, .object(let list, _)): members = list
        default: break
        }
        writer.name("name")
        writer.string(name)
        writer.name("summary")
        writer.string(summary)
        writer.name("tags")
        writer.beginArray()
        writer.beginObject()
        writer.name("name")
        writer.string(tag(of: name))
        writer.endObject()
        writer.endArray()
        writer.name("paramStructure")
        writer.string("by-name")
        if let scope = scope(of: members) {
            writer.name("x-scope")
            writer.string(scope)
        }
        writeParams(members, into: &writer)
    }

    /// The noun of a name; `conversation` for a message that has none.
    private static func tag(of name: String) -> String {
        let parts = name.split(separator: "/")
        return parts.count == 2 && parts[0] != "$" ? String(parts[0]) : "conversation"
    }

    /// The parameter for the subject of a message: a required view or document, else an optional view.
    private static func scope(of members: [Schema.Member]) -> String? {
        let required = members.lazy.filter(\.isRequired).map(\.name)
        if let name = ["view", "document"].first(where: required.contains) { return name }
        let names = members.map(\.name)
        return names.contains("view") && !names.contains("document") ? "view" : nil
    }

    private static func writeParams(_ members: [Schema.Member], into writer: inout JSONWriter) {
        writer.name("params")
        writer.beginArray()
        for member in members.filter(\.isRequired) + members.filter({ !$0.isRequired }) {
            writer.beginObject()
            writer.name("name")
            writer.string(member.name)
            writer.name("description")
            writer.string(member.fullDoc)
            writer.name("required")
            writer.boolean(member.isRequired)
            if let earlier = member.earlierName {
                writer.name("x-earlier")
                writer.string(earlier)
            }
            writer.name("schema")
            member.writeJSONSchema(into: &writer, references: prefix)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeComponents(of methods: [LoadedMethod], into writer: inout JSONWriter) {
        let definitions = Definitions.all(of: methods)
        // Validators refuse the keyword where it stands in a schema.
        writer.name("x-discriminators")
        writer.beginObject()
        for definition in definitions { definition.writeDiscriminator(into: &writer, references: prefix) }
        writer.endObject()
        writer.name("components")
        writer.beginObject()
        writer.name("schemas")
        writer.beginObject()
        for definition in definitions {
            writer.name(definition.name)
            definition.writeJSONSchema(into: &writer, references: prefix)
        }
        writer.endObject()
        writer.endObject()
    }
}
