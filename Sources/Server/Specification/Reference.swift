import Graph
import Wire

/// The reference of the protocol as Markdown, made from the same tables as the OpenRPC document.
public enum Reference {
    /// Returns the whole page.
    static func text(_ methods: [LoadedMethod]) -> String {
        var page = """
            # Reference

            Every method, notification, type, error, limit and setting of the protocol. This page is printed by
            `nodewire spec --reference`; the pages beside it explain the words.

            ## Methods


            """
        page += table(["method", "summary"], methods.map { [link($0.name), $0.summary] })
        for method in methods { page += section(method) }
        page += "\n## Notifications\n"
        for notification in ServerNotification.all { page += section(notification) }
        page += "\n## Requests of the server\n\nA client that has the capability answers them; ids are `s1`, `s2`, ….\n"
        for request in ClientRequest.allCases { page += section(request) }
        page += "\n## Types\n"
        for definition in Definitions.all(of: methods) { page += section(definition) }
        page += "\n## Errors\n\nEach error has `data.reason`, its name here unless the row says otherwise.\n\n"
        page += table(
            ["code", "name", "what happened", "what to do", "data"],
            FailureEntry.all.map { ["\($0.code)", "`\($0.name)`", $0.meaning, $0.remedy, typeText($0.data)] })
        page +=
            "\n## Rules of connections\n\nThe reasons of a refused connection, in the order in which the rules are asked.\n\n"
        page += table(["rule", "explanation"], RuleEntry.all.map { ["`\($0.name)`", $0.meaning] })
        page += "\n## Limits\n\n"
        page += "A client may lower those with a least value for its conversation, by `limits` of `initialize`.\n\n"
        page += table(
            ["limit", "value", "least", "meaning"],
            Limits.all.map { limit in
                let least = SessionLimits.least(of: limit.name)
                return ["`\(limit.name)`", "\(limit.value)", least.map { "\($0)" } ?? "", limit.doc]
            })
        page += "\n## Settings\n\n"
        page += table(["setting", "type", "default", "meaning"], Setting.all.map(row))
        return page
    }

    private static func row(_ setting: Setting) -> [String] {
        let standard = setting.value(Settings()).map { "`\($0.description)`" } ?? ""
        return ["`\(setting.name)`", typeText(setting.schema), standard, setting.doc]
    }

    // MARK: Sections

    private static func section(_ method: LoadedMethod) -> String {
        var text = "\n### `\(method.name)`\n\n\(method.summary)\n"
        if method.isNotification { text += "\nSent without an id; there is no response.\n" }
        if method.edit != nil { text += "\nAn edit: allowed inside `document/edit`, there without `document`.\n" }
        text += "\nParameters" + described(method.params, none: "none")
        if !method.isNotification { text += "\nResult" + described(method.result, none: "null") }
        if !method.failures.isEmpty {
            text += "\nErrors: " + method.failures.map { "\($0.rawValue) `\($0.name)`" }.joined(separator: ", ") + ".\n"
        }
        return text
    }

    private static func section(_ notification: ServerNotification) -> String {
        "\n### `\(notification.name)`\n\n\(notification.summary)\n\nParameters"
            + described(notification.params, none: "none")
    }

    private static func section(_ request: ClientRequest) -> String {
        "\n### `\(request.name)`\n\n\(request.summary)\n\nParameters" + described(request.params, none: "none")
            + "\nResult" + described(ClientRequest.answer.schema, none: "null")
    }

    private static func section(_ definition: Schema.Definition) -> String {
        "\n### \(definition.name)\n\n\(definition.doc)\n\nValue" + described(definition.schema, none: "an empty object")
    }

    /// The text after a heading: a table of the members of an object, else the type.
    private static func described(_ schema: Schema, none: String) -> String {
        switch schema {
        case .object(let members, let isOpen):
            if members.isEmpty { return isOpen ? ": an object.\n" : ": \(none).\n" }
            let more = isOpen ? " (others are kept or ignored)" : ""
            return "\(more):\n\n" + table(["member", "type", "", "meaning"], members.map(row))
        case .null: return ": \(none).\n"
        default: return ": \(typeText(schema)).\n"
        }
    }

    private static func row(_ member: Schema.Member) -> [String] {
        let presence = member.isRequired ? "required" : member.defaultText.map { "default `\($0)`" } ?? "optional"
        let earlier = member.earlierName.map { "; in version 1 `\($0)`" } ?? ""
        return ["`\(member.name)`", typeText(member.schema), presence, member.doc + earlier]
    }
}

extension Reference {
    // MARK: Markdown

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String {
            "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
        }
        return line(head) + "|" + String(repeating: "---|", count: head.count) + "\n" + rows.map(line).joined()
    }

    private static func escaped(_ cell: String) -> String {
        cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    /// A link to the section of a method, as Markdown renderers name it.
    private static func link(_ name: String) -> String {
        "[`\(name)`](#" + name.lowercased().filter { $0.isLetter || $0.isNumber } + ")"
    }

    /// A type in a few words; named ones are links.
    private static func typeText(_ schema: Schema) -> String {
        switch schema {
        case .any: "any value"
        case .null: "null"
        case .boolean: "boolean"
        case .integer(let minimum, let maximum): "integer" + range(minimum.map { "\($0)" }, maximum.map { "\($0)" })
        case .number(let minimum, let maximum, let above):
            above.map { "number > " + short($0) } ?? "number" + range(minimum.map(short), maximum.map(short))
        case .string: "string"
        case .choice(let values): values.map { "`\"\($0)\"`" }.joined(separator: " | ")
        case .array(let element, let minimum, let maximum): list(element, minimum, maximum)
        case .dictionary(let element): "object of " + typeText(element)
        case .oneOf(let schemas): schemas.map(typeText).joined(separator: " or ")
        case .object(let members, _):
            members.isEmpty ? "object" : "{" + members.map(memberText).joined(separator: ", ") + "}"
        case .named(let name, _, _), .reference(let name): "[\(name)](#\(name.lowercased()))"
        }
    }

    private static func memberText(_ member: Schema.Member) -> String {
        "`\(member.name)`\(member.isRequired ? "" : "?"): \(typeText(member.schema))"
    }

    private static func list(_ element: Schema, _ minimum: Int?, _ maximum: Int?) -> String {
        if let minimum, minimum == maximum { return "list of \(minimum): \(typeText(element))" }
        return "list of " + typeText(element)
    }

    private static func short(_ number: Double) -> String {
        number == .greatestFiniteMagnitude ? "" : JSON.number(number).description
    }

    private static func range(_ low: String?, _ high: String?) -> String {
        let high = high == "" ? nil : high
        switch (low, high) {
        case (nil, nil): return ""
        case (let low?, nil): return " ≥ \(low)"
        case (nil, let high?): return " ≤ \(high)"
        case (let low?, let high?): return " \(low)…\(high)"
        }
    }
}
