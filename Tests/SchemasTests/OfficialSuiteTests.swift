import Foundation
import Testing
import Wire

@testable import Schemas

/// The official tests of JSON Schema 2020-12 for the keywords that are checked here.
///
/// They are in `OfficialSuite` as their authors publish them
/// (https://github.com/json-schema-org/JSON-Schema-Test-Suite, MIT; the license is beside them).
/// Tests that need more than the subset are left out by name.
@Suite struct OfficialSuiteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let schema: JSON
        let tests: [(description: String, data: JSON, isValid: Bool)]
        var testDescription: String { name }
    }

    /// Cases that need more than the subset, by the reason.
    private static let leftOut: [String: [String]] = [
        "patternProperties is not checked": [
            "additionalProperties: additionalProperties being false does not allow other properties",
            "additionalProperties: non-ASCII pattern with additionalProperties",
            "properties: properties, patternProperties, additionalProperties interaction",
        ],
        "propertyNames is not checked": [
            "additionalProperties: additionalProperties with propertyNames"
        ],
        "prefixItems is not checked": [
            "items: items and subitems",
            "items: prefixItems with no additional items allowed",
            "items: prefixItems validation adjusts the starting index for items",
            "items: items with heterogeneous array",
            "items: items does not look in applicators, valid case",
            "ref: relative pointer ref to array",
            "uniqueItems: uniqueItems with an array of items and additionalItems=false",
            "uniqueItems: uniqueItems=false with an array of items and additionalItems=false",
        ],
        "unevaluatedProperties is not checked": [
            "not: collect annotations inside a 'not', even if collection is disabled",
            "ref: ref creates new scope when adjacent to keywords",
        ],
        "a reference leads out of the schema, to an $id or to an $anchor": [
            "ref: remote ref, containing refs itself",
            "ref: Recursive references between schemas",
            "ref: refs with relative uris and defs",
            "ref: relative refs with absolute uris and defs",
            "ref: $id must be resolved against nearest parent, not just immediate parent",
            "ref: order of evaluation: $id and $ref",
            "ref: order of evaluation: $id and $anchor and $ref",
            "ref: simple URN base URI with $ref via the URN",
            "ref: URN base URI with URN and JSON pointer ref",
            "ref: URN base URI with URN and anchor ref",
            "ref: URN ref with nested pointer ref",
            "ref: ref to if",
            "ref: ref to then",
            "ref: ref to else",
            "ref: ref with absolute-path-reference",
        ],
    ]

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("OfficialSuite")

    static let cases: [Case] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().flatMap { read($0) }
    }()

    private static func read(_ file: String) -> [Case] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8),
            let groups = JSON(parsing: text)?.arrayValue
        else { return [] }
        return groups.map { group in
            Case(
                name: "\(file.dropLast(5)): \(group["description"]?.stringValue ?? "")",
                schema: group["schema"] ?? .null,
                tests: (group["tests"]?.arrayValue ?? []).map { test in
                    (
                        test["description"]?.stringValue ?? "", test["data"] ?? .null,
                        test["valid"]?.booleanValue ?? false
                    )
                })
        }
    }

    @Test func `the suite is there, and what is left out is in it`() {
        let names = Set(OfficialSuiteTests.cases.map(\.name))
        #expect(names.count > 180)
        #expect(Set(OfficialSuiteTests.leftOut.values.joined()).isSubset(of: names))
    }

    @Test(arguments: OfficialSuiteTests.cases)
    func `what the suite calls valid is valid, and nothing else`(_ group: Case) throws {
        if OfficialSuiteTests.leftOut.values.contains(where: { $0.contains(group.name) }) { return }
        let schema = try DataSchema(group.schema)
        for test in group.tests {
            let problems = test.data.text.bytes.withUnsafeBufferPointer { schema.problems(in: $0) }
            #expect(problems.isEmpty == test.isValid, "\(test.description): \(problems)")
        }
    }
}
