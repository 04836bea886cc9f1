import Schemas
import Testing
import Wire

@Suite struct SchemasExamples {
    @Test func dataSchema() throws {
        let schema = try DataSchema(["type": "object", "required": ["name"]])
        let problems = Array("{}".utf8).withUnsafeBufferPointer { schema.problems(in: $0) }
        assert(problems.map(\.path) == ["/name"])
    }

    @Test func readme() throws {
        let schema = try DataSchema([
            "type": "object",
            "properties": ["age": ["type": "integer", "minimum": 0], "mail": ["type": "string", "pattern": "@"]],
        ])
        let data = try JSONText(validating: #"{"age": -1, "mail": "a"}"#)
        let problems = data.bytes.withUnsafeBufferPointer { schema.problems(in: $0) }
        assert(problems.map(\.path) == ["/age"] && problems.map(\.code) == ["minimum"])

        // Keywords that are not checked are listed, not refused.
        assert(schema.notChecked.map(\.keyword) == ["pattern"])

        do {
            _ = try DataSchema(["minimum": "0"])
        } catch {
            assert(error.path == ["minimum"])
        }
    }
}
