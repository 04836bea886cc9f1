import Testing
import Values
import Wire

/// The values of expressions.
@Suite struct ExpressionTests {
    /// Returns the value of an expression, written as the protocol writes it; every path of one name is looked up in
    /// `names`.
    static func result(_ text: String, _ names: [String: Outcome] = [:]) -> String {
        var writer = JSONWriter()
        do {
            let expression = try Expression(text)
            let operands = expression.references.map { reference in
                guard case .path(let path) = reference.kind, path.count == 1 else {
                    return Outcome.failure(ValueError(.missingData))
                }
                return names[path[0].description] ?? .failure(ValueError(.missingVariable))
            }
            var evaluator = Evaluator()
            writer.outcome(.success(try evaluator.evaluate(expression, Operands(operands))))
        } catch let error as ValueError {
            writer.outcome(.failure(error))
        } catch let error as ExpressionError {
            return "\(error.position): \(error.message)"
        } catch {
            return "\(error)"
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("1", "1"), ("-2^2", "-4"), ("2^3^2", "512"), ("2^-1", "0.5"), ("--2", "2"), ("2 - 3 - 4", "-5"),
        ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"), ("7 % 3", "1"), ("-7 % 3", "-1"), ("7 % -3", "1"),
        ("1 < 2", "true"), ("1 >= 2", "false"), ("1 == 1.0", "true"), ("1 == '1'", "false"), ("1 != true", "true"),
        ("not true or true", "true"), ("not not true", "true"), ("true and false", "false"),
        ("false and 1", "false"), ("true or 1/0", "true"), ("1 < 2 and 2 < 3", "true"), ("not 1 == 2", "true"),
        ("'a' + \"b\"", "\"ab\""), ("'it\\'s \"q\" \\u00e9'", "\"it's \\\"q\\\" é\""), ("'a' < 'b'", "true"),
        ("[1, 'a', [true]]", "[1,\"a\",[true]]"), ("[] == []", "true"), ("[1, 2] == [1, 3]", "false"),
        ("if(1 < 2, 'y', 1/0)", "\"y\""), ("if(false, 1, 2) + 3", "5"), ("1e3 + 0.5", "1000.5"), ("0 * -1", "0"),
        ("rgb(1, 0.5, 2)", #"{"color":[1,0.5,2,1]}"#), ("rgba(1,0,0,0.5) * 2", #"{"color":[2,0,0,0.5]}"#),
        ("2 * rgb(1, 1, 0.5)", #"{"color":[2,2,1,1]}"#), ("rgb(1,1,1) / 2", #"{"color":[0.5,0.5,0.5,1]}"#),
        ("rgb(1,2,3) - rgb(1,1,1)", #"{"color":[0,1,2,1]}"#), ("hex(rgb(1.5, -1, 0.5))", "\"#ff0080\""),
        ("mix(rgb(0,0,0), rgba(1,1,1,0), 0.25)", #"{"color":[0.25,0.25,0.25,0.75]}"#),
    ])
    func `operators give what they should`(_ text: String, _ expected: String) {
        #expect(ExpressionTests.result(text) == expected)
    }

    @Test(arguments: [
        ("abs(-3)", "3"), ("sqrt(9)", "3"), ("floor(-1.5)", "-2"), ("ceil(-1.5)", "-1"), ("round(2.5)", "3"),
        ("round(-2.5)", "-3"), ("exp(0)", "1"), ("ln(1)", "0"), ("sin(0)", "0"), ("cos(0)", "1"), ("tan(0)", "0"),
        ("sum([1, 2, 3])", "6"), ("sum([])", "0"), ("count([1, [2]])", "2"), ("length('añ😀')", "3"),
        ("length([1,2])", "2"), ("upper('straße')", "\"STRASSE\""), ("lower('ÀB')", "\"àb\""), ("pow(2, 10)", "1024"),
        ("atan2(0, 1)", "0"), ("contains('banana', 'nan')", "true"), ("contains('banana', 'nab')", "false"),
        ("contains('', '')", "true"), ("contains([1, 'a'], 'a')", "true"), ("clamp(5, 0, 3)", "3"),
        ("clamp(-5, 0, 3)", "0"), ("lerp(10, 20, 0.5)", "15"), ("min(3, 1, 2)", "1"), ("max([3, 1, 2])", "3"),
        ("concat('a', 1.50, true)", "\"a1.5true\""), ("concat()", "\"\""), ("min(7)", "7"),
    ])
    func `functions give what they should`(_ text: String, _ expected: String) {
        #expect(ExpressionTests.result(text) == expected)
    }

    @Test(arguments: [
        ("1 / 0", "divisionByZero"), ("1 % 0", "divisionByZero"), ("rgb(1,1,1) / 0", "divisionByZero"),
        ("1e308 * 10", "overflow"), ("10 ^ 400", "overflow"), ("exp(1000)", "overflow"), ("1e999", "overflow"),
        ("-1e308 - 1e308", "overflow"), ("sum([1e308, 1e308])", "overflow"), ("sqrt(-1)", "domain"),
        ("ln(0)", "domain"), ("ln(-1)", "domain"), ("(-8) ^ (1 / 3)", "domain"), ("0 ^ -1", "domain"),
        ("min([])", "domain"), ("min()", "domain"), ("clamp(1, 3, 0)", "domain"), ("1 + 'a'", "type"),
        ("-'a'", "type"), ("-true", "type"), ("true + 1", "type"), ("1 and true", "type"), ("true and 1", "type"),
        ("false or 1", "type"), ("not 1", "type"), ("if(1, 2, 3)", "type"), ("1 < 'a'", "type"),
        ("true < false", "type"), ("[1] + [2]", "type"), ("rgb(1,1,1) % 2", "type"), ("2 / rgb(1,1,1)", "type"),
        ("sum(1)", "type"), ("sum(['a'])", "type"), ("min(1, [2])", "type"), ("concat([1])", "type"),
        ("hex(1)", "type"), ("length(1)", "type"), ("contains('a', 1)", "type"), ("abs('a')", "type"),
        ("x", "missingVariable"), ("data.a", "missingData"),
    ])
    func `what cannot be computed is a stated error`(_ text: String, _ code: String) {
        #expect(ExpressionTests.result(text) == #"{"error":"\#(code)"}"#)
    }

    @Test(arguments: [
        ("", 0, "the expression ends too early"), ("1 +", 3, "the expression ends too early"),
        ("1 < 2 < 3", 6, "\"<\" cannot stand here"), ("é", 0, "\"é\" cannot stand here"),
        ("'é' + €", 6, "\"€\" cannot stand here"), ("nope(1)", 0, "there is no function \"nope\""),
        ("1 + sqrt(1, 2)", 4, "\"sqrt\" takes 1 argument"), ("rgb(1, 2)", 0, "\"rgb\" takes 3 arguments"),
        ("if(true, 1)", 0, "\"if\" takes 3 arguments"), ("if()", 0, "\"if\" takes 3 arguments"),
        ("(1", 2, "the expression ends too early"), ("1)", 1, "\")\" cannot stand here"),
        ("[1,]", 3, "\"]\" cannot stand here"), ("01", 1, "\"1\" cannot stand here"),
        ("1 2", 2, "\"2\" cannot stand here"),
        ("'a", 0, "the string has no end"), ("'\\x'", 0, "a string is written as in JSON"),
        ("'\\ud800'", 0, "a string is written as in JSON"), ("a.", 2, "the expression ends too early"),
        ("and", 0, "\"and\" cannot stand here"), ("1.", 1, "\".\" cannot stand here"),
        ("!true", 0, "\"!\" cannot stand here"),
        ("input(x)", 6, "\"input\" takes the id of a handle in quotation marks"),
        ("a.1b", 3, "\"b\" cannot stand here"),
    ])
    func `a wrong expression says where it is wrong`(_ text: String, _ position: Int, _ message: String) {
        #expect(ExpressionTests.result(text) == "\(position): \(message)")
    }

    @Test func `references are listed once, in their order`() throws {
        let expression = try Expression("b + data.a.0 + b + input('é') + sum(inputs(\"h\")) + x.y")
        #expect(
            expression.references.map(\.kind) == [
                .path(["b"]), .path(["data", "a", "0"]), .input("é"), .inputs("h"), .path(["x", "y"]),
            ])
        #expect(expression.references.map(\.position) == [0, 4, 19, 36, 51])
    }

    @Test func `an operand in error is met only where it is used`() {
        let names: [String: Outcome] = ["x": .failure(ValueError(.input, "n1")), "y": .success(.number(2))]
        #expect(ExpressionTests.result("y + x", names) == #"{"error":"input","from":"n1"}"#)
        #expect(ExpressionTests.result("if(y > 1, y, x)", names) == "2")
        #expect(ExpressionTests.result("y == 2 or x", names) == "true")
        #expect(
            ExpressionTests.result("y", ["y": .failure(ValueError(.missingInput, "h"))])
                == #"{"error":"missingInput","handle":"h"}"#)
    }
}

/// The limits of expressions: none takes long, much memory, or the process with it.
@Suite struct ExpressionLimitTests {
    private func nested(_ open: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
    }

    @Test func `brackets are bounded, chains are not nested`() {
        #expect(ExpressionTests.result(nested("(", ")", 256)) == "1")
        #expect(ExpressionTests.result(nested("(", ")", 257)) == "256: at most 256 brackets are open at once")
        #expect(ExpressionTests.result(nested("if(true, ", ", 2)", 256)) == "1")
        #expect(
            ExpressionTests.result(String(repeating: "(", count: 4096)) == "256: at most 256 brackets are open at once")
        #expect(ExpressionTests.result(nested("[", "]", 64)).hasPrefix("[[["))
        #expect(ExpressionTests.result(nested("[", "]", 65)) == #"{"error":"limit"}"#)
        #expect(ExpressionTests.result(String(repeating: "-", count: 4094) + "1") == "1")
        #expect(ExpressionTests.result(String(repeating: "not ", count: 1000) + "true") == "true")
        #expect(ExpressionTests.result(String(repeating: "1^", count: 2000) + "2") == "1")
        #expect(ExpressionTests.result("a" + String(repeating: ".a", count: 2000)) == #"{"error":"missingData"}"#)
    }

    @Test func `bytes are bounded`() {
        let long = "1" + String(repeating: " ", count: 4095)
        #expect(ExpressionTests.result(long) == "1")
        #expect(ExpressionTests.result(long + " ") == "4096: an expression has at most 4096 bytes")
    }

    @Test func `strings, lists and steps are bounded`() throws {
        let half = Outcome.success(.string(String(repeating: "a", count: 32_768)))
        #expect(ExpressionTests.result("length(s + s)", ["s": half]) == "65536")
        #expect(ExpressionTests.result("s + s + 'a'", ["s": half]) == #"{"error":"limit"}"#)
        #expect(ExpressionTests.result("upper('ß' + s + s)", ["s": half]) == #"{"error":"limit"}"#)
        let items = Outcome.success(.list(try ValueList(Array(repeating: .number(1), count: 5000))))
        #expect(ExpressionTests.result("count([l])", ["l": items]) == "1")
        #expect(ExpressionTests.result("[l, l]", ["l": items]) == #"{"error":"limit"}"#)
        let sums = Array(repeating: "sum(l)", count: 19).joined(separator: "+")
        #expect(ExpressionTests.result(sums, ["l": items]) == "95000")
        #expect(ExpressionTests.result(sums + "+sum(l)+sum(l)", ["l": items]) == #"{"error":"limit"}"#)
        let equal = Array(repeating: "l == m", count: 25).joined(separator: " and ")
        let other = Outcome.success(.list(try ValueList(Array(repeating: .number(1), count: 5000))))
        #expect(ExpressionTests.result(equal, ["l": items, "m": other]) == #"{"error":"limit"}"#)
    }

    @Test func `data of any depth is read or refused`() throws {
        func read(_ text: String) -> String {
            var writer = JSONWriter()
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                var cursor = JSONCursor(bytes)
                do throws(ValueError) {
                    writer.outcome(.success(try Value(reading: &cursor)))
                } catch {
                    writer.outcome(.failure(error))
                }
            }
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        #expect(read("[1,\"a\",true,{\"color\":[1,0,0.5]}]") == #"[1,"a",true,{"color":[1,0,0.5,1]}]"#)
        #expect(read(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == #"{"error":"limit"}"#)
        #expect(read("null") == #"{"error":"missingData"}"#)
        for text in [
            "{}", "{\"a\":1}", "[null]", "{\"color\":[1]}", "{\"color\":[1,2,3,4,5]}", "{\"color\":[1,2,3],\"a\":1}",
        ] {
            #expect(read(text) == #"{"error":"type"}"#)
        }
        #expect(read("1e999") == #"{"error":"overflow"}"#)
        #expect(read("[" + String(repeating: "1,", count: 10_000) + "1]") == #"{"error":"limit"}"#)
    }
}
