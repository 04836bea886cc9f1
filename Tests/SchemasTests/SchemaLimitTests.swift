import Testing
import Wire

@testable import Schemas

/// Schemas and data that are made to take long.
@Suite struct SchemaLimitTests {
    private func chain(_ count: Int, _ step: (Int) -> String) -> String {
        let defs = (0..<count).map { #""d\#($0)":\#(step($0 + 1))"# }.joined(separator: ",")
        return ##"{"$ref":"#/$defs/d0","$defs":{\##(defs),"d\##(count)":{"minimum":5}}}"##
    }

    @Test func `alternatives that meet again are asked once`() throws {
        for keyword in ["anyOf", "allOf", "oneOf"] {
            let schema = chain(300) { ##"{"\##(keyword)":[{"$ref":"#/$defs/d\##($0)"},{"$ref":"#/$defs/d\##($0)"}]}"## }
            let valid = try problems(schema, "7")
            // Two of `oneOf` never hold.
            #expect(valid == (keyword == "oneOf" ? [" oneOf"] : []))
        }
        let invalid = try problems(
            chain(300) { ##"{"anyOf":[{"$ref":"#/$defs/d\##($0)"},{"$ref":"#/$defs/d\##($0)"}]}"## }, "3")
        #expect(invalid == [" anyOf"])
    }

    @Test func `thousands of schemas one inside the other are given up`() throws {
        let schema = chain(4096) { ##"{"anyOf":[{"$ref":"#/$defs/d\##($0)"}]}"## }
        #expect(try problems(schema, "7") == [" limit"])
    }

    @Test func `problems are listed up to their limit`() throws {
        let schema = chain(60) { ##"{"allOf":[{"$ref":"#/$defs/d\##($0)"},{"$ref":"#/$defs/d\##($0)"}]}"## }
        #expect(try problems(schema, "3").count == DataSchema.mostProblems)
        let list = "[" + Array(repeating: "1", count: 5000).joined(separator: ",") + "]"
        #expect(try problems(#"{"items":{"type":"string"}}"#, list).count == DataSchema.mostProblems)
    }

    @Test func `too many steps are given up`() throws {
        let schema =
            #"{"items":{"allOf":["# + Array(repeating: #"{"type":"number"}"#, count: 2000).joined(separator: ",")
            + "]}}"
        let list = "[" + Array(repeating: "1", count: 2000).joined(separator: ",") + "]"
        let found = try problems(schema, list)
        #expect(found.count == 1 && found[0].hasSuffix(" limit"))
    }

    @Test func `long names under many problems are not written again and again`() throws {
        let name = String(repeating: "x", count: 100_000)
        let wrong = Array(repeating: "1", count: 900).joined(separator: ",")
        let found = try problems(
            #"{"additionalProperties":{"items":{"type":"string"}}}"#, "{\"\(name)\":[\(wrong)]}")
        #expect(found.count == 11)
    }

    @Test func `large schemas are refused`() throws {
        let many = Array(repeating: "{}", count: DataSchema.mostRules).joined(separator: ",")
        #expect(try malformed(#"{"anyOf":[\#(many)]}"#) == "/anyOf/\(DataSchema.mostRules - 1)")
        let name = String(repeating: "x", count: 5000)
        #expect(try malformed("{\"properties\":{\"\(name)\":{}}}") == "")
    }

    @Test func `checks share their steps`() throws {
        let numbers = Array(repeating: #"{"type":"number"}"#, count: 20).joined(separator: ",")
        let schema = try DataSchema(try #require(JSON(parsing: #"{"items":{"allOf":[\#(numbers)]}}"#)))
        var steps = 100
        let list = Array(("[" + Array(repeating: "1", count: 50).joined(separator: ",") + "]").utf8)
        for _ in 0..<10 { _ = list.withUnsafeBufferPointer { schema.problems(in: $0, steps: &steps) } }
        #expect(steps == 0)
    }

    @Test func `a million items are compared with each other, and huge enums are looked up`() throws {
        let items = (0..<200_000).map { "{\"a\":\($0)}" }.joined(separator: ",")
        #expect(try problems(#"{"uniqueItems":true}"#, "[\(items)]") == [])
        #expect(try problems(#"{"uniqueItems":true}"#, #"[\#(items),{"a":7.0}]"#) == [" uniqueItems"])
        let names = (0..<100_000).map { "\"v\($0)\"" }.joined(separator: ",")
        #expect(try problems(#"{"items":{"enum":[\#(names)]}}"#, "[\(names)]") == [])
    }
}
