import Foundation
import Testing
import Wire

@testable import Schemas

/// The official tests of JSON Schema 2020-12 for the keywords that are checked here.
///
/// They stand in `OfficialSuite` as their authors publish them (https://github.com/json-schema-org/JSON-Schema-Test-Suite,
/// MIT; the licence stands beside them). What needs more than the subset is left out by name.
@Suite struct OfficialSuiteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let schema: JSON
        let tests: [(description: String, data: JSON, isValid: Bool)]
        var testDescription: String { name }
    }

    private static let leftOut = [
        String: String
    ](uniqueKeysWithValues: [(String, String)]())

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

    @Test func `the suite is there`() {
        #expect(OfficialSuiteTests.cases.count > 150)
        #expect(Set(OfficialSuiteTests.leftOut.keys).isSubset(of: OfficialSuiteTests.cases.map(\.name)))
    }

    @Test(arguments: OfficialSuiteTests.cases)
    func `what the suite calls valid is valid, and nothing else`(_ group: Case) {
        guard let schema = try? DataSchema(group.schema), schema.notChecked.isEmpty else {
            #expect(OfficialSuiteTests.leftOut[group.name] != nil, "\(group.schema)")
            return
        }
        #expect(OfficialSuiteTests.leftOut[group.name] == nil)
        for test in group.tests {
            let problems = test.data.text.bytes.withUnsafeBufferPointer { schema.problems(in: $0) }
            #expect(problems.isEmpty == test.isValid, "\(test.description): \(problems)")
        }
    }
}
