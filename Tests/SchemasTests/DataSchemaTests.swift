import Testing
import Wire

@testable import Schemas

/// Returns the problems of a value, as `path code` lines.
func problems(_ schema: String, _ data: String) throws -> [String] {
    let schema = try DataSchema(try #require(JSON(parsing: schema)))
    return Array(data.utf8).withUnsafeBufferPointer { schema.problems(in: $0) }.map { "\($0.path) \($0.code)" }
}

/// The place and the message of what is malformed in a schema; nil if nothing is.
func malformed(_ schema: String) throws -> String? {
    do throws(SchemaError) {
        _ = try DataSchema(JSON(parsing: schema) ?? .null)
        return nil
    } catch {
        return error.path.map { "/" + $0 }.joined()
    }
}

@Suite struct DataSchemaTests {
    @Test(
        arguments: [
            (##"{"type":"object","required":["a","b"]}"##, ##"{"b":1}"##, ["/a required"]),
            (
                ##"{"additionalProperties":false,"properties":{"a~/b":true}}"##, ##"{"a~/b":1,"c/d":2}"##,
                ["/c~1d additionalProperties"]
            ),
            (##"{"additionalProperties":{"type":"null"}}"##, ##"{"a":1,"b":null}"##, ["/a type"]),
            (##"{"properties":{"a":false}}"##, ##"{"a":1}"##, ["/a false"]),
            (##"{"items":false}"##, "[1,2]", ["/0 false", "/1 false"]),
            ("false", "1", [" false"]),
            (##"{"type":"string","minimum":5,"enum":[]}"##, "3", [" type", " enum", " minimum"]),
            (
                ##"{"allOf":[{"minimum":5},{"$ref":"#/$defs/a"}],"$defs":{"a":{"multipleOf":2}}}"##, "3",
                [" minimum", " multipleOf"]
            ),
            (
                ##"{"anyOf":[{"minimum":5},{"type":"string"}],"oneOf":[true,true],"not":{"const":3.0}}"##, "3",
                [" anyOf", " oneOf", " not"]
            ),
            (##"{"uniqueItems":true}"##, #"[{"a":1,"b":"x"},2,{"b":"\u0078","a":1.0e0}]"#, [" uniqueItems"]),
            (##"{"uniqueItems":true}"##, #"["1",1,"\ud800","\\ud800",[1],true,null]"#, []),
            (##"{"minLength":3,"maxLength":3}"##, #""\ud83d\udc4d\ud800👍""#, []),
            (##"{"type":["integer","null"]}"##, "1e300", []),
            (##"{"type":"integer"}"##, "1.50", [" type"]),
            (##"{"properties":{"":{"const":{"a":[1,2]}}}}"##, ##"{"":{"a":[1.0,20e-1]}}"##, []),
        ] as [(String, String, [String])])
    func `a problem is named by its place and its keyword`(_ schema: String, _ data: String, _ found: [String]) throws {
        #expect(try problems(schema, data) == found)
    }

    @Test(arguments: [
        ("3", ""), (##"{"type":"text"}"##, "/type"), (##"{"type":[]}"##, "/type"), (##"{"enum":{}}"##, "/enum"),
        (##"{"required":["a","a"]}"##, "/required/1"), (##"{"properties":{"a":3}}"##, "/properties/a"),
        (##"{"minItems":-1}"##, "/minItems"), (##"{"maxLength":1.5}"##, "/maxLength"),
        (##"{"multipleOf":0}"##, "/multipleOf"),
        (##"{"multipleOf":1234567890123456789}"##, "/multipleOf"), (##"{"minimum":"3"}"##, "/minimum"),
        (##"{"anyOf":[]}"##, "/anyOf"), (##"{"not":[]}"##, "/not"), (##"{"uniqueItems":1}"##, "/uniqueItems"),
        (##"{"$defs":{"a":1}}"##, "/$defs/a"), (##"{"$ref":"#/a"}"##, "/$ref"), (##"{"$ref":"#a"}"##, "/$ref"),
        (##"{"$ref":"b.json"}"##, "/$ref"), (##"{"$ref":"#/%zz"}"##, "/$ref"), (##"{"$ref":3}"##, "/$ref"),
        (##"{"$ref":"#"}"##, ""), (##"{"not":{"$ref":"#"}}"##, "/not"),
        (
            ##"{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}}}"##,
            "/$defs/b"
        ),
        (
            ##"{"properties":{"a":{"$ref":"#/properties/a/oneOf/0","oneOf":[{"$ref":"#/properties/a"}]}}}"##,
            "/properties/a/oneOf/0"
        ),
    ]) func `what is malformed in a schema is named`(_ schema: String, _ place: String) throws {
        #expect(try malformed(schema) == place)
    }

    @Test func `a schema may lead back to itself inside of the value`() throws {
        let tree =
            ##"{"type":"object","required":["v"],"properties":{"l":{"$ref":"#"},"r":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}"##
        #expect(try problems(tree, ##"{"v":1,"l":{"v":2,"r":null},"r":{"v":3,"l":{"v":4}}}"##) == [])
        #expect(try problems(tree, ##"{"v":1,"l":{"r":null},"r":{"v":3,"l":{}}}"##) == ["/l/v required", "/r anyOf"])
    }

    @Test func `keywords that are not checked are named once, at their first place`() throws {
        let text =
            ##"{"pattern":"x","properties":{"a":{"pattern":"y","format":"uri","title":3,"$id":"z"}},"$comment":1}"##
        let schema = try DataSchema(try #require(JSON(parsing: text)))
        #expect(schema.notChecked.map(\.keyword) == ["pattern", "$id"])
        #expect(schema.notChecked.map(\.path) == ["/pattern", "/properties/a/$id"])
    }

    @Test(
        arguments: [
            ("[1,\"x\"]", "[\"x\",1]", []), ("[1,\"x\"]", "[\"x\",\"x\"]", ["/0 type"]),
            ("[1,\"x\"]", "[\"y\",1]", ["/0 type"]), ("[1,\"x\"]", "[1,\"y\"]", []), ("[\"x\"]", "[]", []),
        ] as [(String, String, [String])])
    func `only problems that were not there are added`(_ old: String, _ new: String, _ added: [String]) throws {
        let schema = try DataSchema(try #require(JSON(parsing: ##"{"items":{"type":"number"}}"##)))
        func found(_ text: String) -> [DataProblem] {
            Array(text.utf8).withUnsafeBufferPointer { schema.problems(in: $0) }
        }
        #expect(found(new).added(since: found(old)).map { "\($0.path) \($0.code)" } == added)
    }
}
