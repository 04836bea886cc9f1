import Testing
import Wire
import Seeding

@Suite struct ShapeTests {
    enum Side: String, CaseIterable, Sendable { case top, right, bottom, left }

    enum Reach: Equatable, Sendable {
        case both(Double)
        case each([Double])
    }

    struct Place: Equatable, Sendable {
        var x = 0.0
        var y = 0.0

        static let shape = Shape<Place>.object(
            "Place", "Where something is.", initial: Place(),
            members: [
                .required("x", \.x, .number, "To the right."),
                .required("y", \.y, .number, "Down."),
            ])
    }

    struct Params: Equatable, Sendable {
        var document = ""
        var at = Place()
        var side = Side.top
        var label: String?
        var zoom = 1.0
        var count = 3
        var extra: JSON?
        var places: [Place] = []
        var reach: Reach?
        var flag = false { didSet { _ = oldValue } }

        static let reach = Shape<Reach>.oneOf([
            Alternative(.number, make: Reach.both, match: { if case .both(let value) = $0 { value } else { nil } }),
            Alternative(
                .array(of: .number), make: Reach.each, match: { if case .each(let value) = $0 { value } else { nil } }),
        ])

        static let shape = Shape<Params>.object(
            "Params", "All kinds of members.", initial: Params(),
            members: [
                .required("document", \.document, .string, "The document."),
                .required("at", \.at, Place.shape, "Where."),
                .defaulted("side", \.side, .choice(of: Side.self), "Which side.", default: "`top`"),
                .optional("label", \.label, .string, "What it says."),
                .defaulted("zoom", \.zoom, .number(in: 0.1...4), "How large.", default: "1"),
                .defaulted("aLongNameOfAMember", \.count, .integer(in: 0...9), "How many.", default: "3"),
                .optional("extra", \.extra, .json, "Whatever."),
                .defaulted("places", \.places, .array(of: Place.shape), "More places.", default: "none"),
                .optional("reach", \.reach, reach, "How far."),
                .defaulted("flag", \.flag, .boolean, "Whether.", default: "false"),
            ])
    }

    @Test func everyValueReadsBack() throws {
        var random = Seeded(17)
        for _ in 0..<500 {
            var params = Params()
            params.document = .generated(&random)
            params.at = Place(x: .generated(&random), y: .generated(&random))
            params.side = Side.allCases.randomElement(using: &random) ?? .left
            params.label = Bool.random(using: &random) ? .generated(&random) : nil
            params.zoom = Double.random(in: 0.1...4, using: &random)
            params.count = Int.random(in: 0...9, using: &random)
            params.extra = Bool.random(using: &random) ? JSON.array([.generated(&random)]) : nil
            params.places = (0..<3).map { Place(x: Double($0), y: .generated(&random)) }
            params.reach = Bool.random(using: &random) ? .each([1, 2.5]) : .both(7)
            params.flag = Bool.random(using: &random)
            let text = Params.shape.text(of: params)
            #expect(JSONSyntax.validate(text.bytes) == nil)
            #expect(try Params.shape.value(from: text) == params)
        }
    }

    @Test func membersComeInAnyOrderAndNullMeansAbsent() throws {
        let text = #"{"aLongNameOf\u0041Member":4,"at":{"y":2,"x":1},"label":null,"side":null,"d\u006fcument":"d"}"#
        let params = try reading(text, Params.shape.read)
        #expect(params == Params(document: "d", at: Place(x: 1, y: 2), count: 4))
    }

    @Test(arguments: [
        ("[]", "expected an object, found an array"), (#"{"at":{"x":1,"y":2}}"#, "missing member \"document\""),
        (#"{"document":"d","at":{"x":1}}"#, #"/at: missing member "y""#),
        (#"{"document":"d","at":{"x":1,"y":"2"}}"#, "/at/y: expected a number, found a string"),
        (#"{"document":"d","at":{"x":1,"y":2,"z":3}}"#, "/at/z: unknown member"),
        (#"{"document":"d","document":"d"}"#, "/document: duplicate member"),
        (#"{"document":"d","d\u006fcument":"d"}"#, "/document: duplicate member"),
        (#"{"documenT":"d"}"#, #"/documenT: unknown member; did you mean "document"?"#),
        (#"{"":1}"#, "/: unknown member"),
        (#"{"document":null}"#, "/document: expected a string, found null"),
        (#"{"side":"middle"}"#, #"/side: expected one of "top", "right", "bottom", "left""#),
        (#"{"side":1}"#, "/side: expected a string, found a number"),
        (#"{"zoom":5}"#, "/zoom: expected a number from 0.1 to 4.0"),
        (#"{"aLongNameOfAMember":10}"#, "/aLongNameOfAMember: expected an integer from 0 to 9"),
        (#"{"aLongNameOFAMember":1}"#, "/aLongNameOFAMember: unknown member; did you mean \"aLongNameOfAMember\"?"),
        (#"{"document":"d","place":{"x":1,"y":2}}"#, "/place: unknown member; did you mean \"places\"?"),
        (#"{"document":"d","corner":{"x":1,"y":2}}"#, "/corner: unknown member; did you mean \"at\"?"),
        (#"{"document":"d","corner":1}"#, "/corner: unknown member"),
        (#"{"corner":{"x":1,"y":2},"at":{"x":1,"y":2}}"#, "/corner: unknown member"),
        (#"{"places":[{"x":1,"y":2},{"x":1,"y":2,"x":3}]}"#, "/places/1/x: duplicate member"),
        (#"{"extra":[{"a":1,"a":2}]}"#, "/extra/0/a: duplicate member"),
        (#"{"reach":true}"#, "/reach: expected an array or a number, found a boolean"),
        (#"{"flag":0}"#, "/flag: expected a boolean, found a number"),
    ])
    func anErrorSaysWhereAndWhy(text: String, message: String) {
        #expect(failure(text, Params.shape.read) == message)
    }

    @Test func aDictionaryKeepsOrderAndDistinguishesNamesByBytes() throws {
        let shape = Shape<[(String, Int)]>.dictionary(of: .integer)
        let text = "{\"b\":1,\"\u{e9}\":2,\"e\u{301}\":3,\"a\":4}"
        let members = try reading(text, shape.read)
        #expect(members.map(\.1) == [1, 2, 3, 4])
        #expect(String(decoding: shape.text(of: members).bytes, as: UTF8.self).utf8.elementsEqual(text.utf8))
        #expect(failure(#"{"a":1,"\u0061":1}"#, shape.read) == "/a: duplicate member")
        #expect(failure(#"{"a":true}"#, shape.read) == "/a: expected an integer, found a boolean")
    }

    @Test func unknownMembersAreIgnoredWhereTheyMayBe() throws {
        let shape = Shape<Place>.object(
            "", "", initial: Place(), members: [.required("x", \.x, .positiveNumber, "")], unknown: .ignored)
        #expect(try reading(#"{"a":{"b":[1]},"x":2,"a":3}"#, shape.read) == Place(x: 2))
        #expect(failure(#"{"x":0}"#, shape.read) == "/x: expected a number above 0")
    }

    @Test func aMappedShapeMayRefuse() throws {
        let even = Shape<Int>.integer.mapped(
            { (value) throws(ShapeError) in
                if value % 2 == 1 { throw ShapeError("expected an even integer") }
                return value / 2
            }, from: { $0 * 2 })
        #expect(try reading("8", even.read) == 4)
        #expect(failure("[7]", Shape.array(of: even.optional).read) == "/0: expected an even integer")
        #expect(String(decoding: Shape.array(of: even.optional).text(of: [4, nil]).bytes, as: UTF8.self) == "[8,null]")
    }

    @Test func theSchemaIsJSONSchema() {
        let text = written { Params.shape.schema.writeJSONSchema(into: &$0, references: "#/components/schemas/") }
        #expect(text == ##"{"$ref":"#/components/schemas/Params"}"##)
        var definitions: [Schema.Definition] = []
        Params.shape.schema.collectDefinitions(into: &definitions)
        #expect(definitions.map(\.name) == ["Place", "Params"])
        let params = written { definitions[1].writeJSONSchema(into: &$0) }
        let expected = ##"""
            {"type":"object","properties":{"document":{"type":"string","description":"The document."},
            "at":{"allOf":[{"$ref":"#/definitions/Place"}],"description":"Where."},
            "side":{"type":"string","enum":["top","right","bottom","left"],"description":"Which side. Default: `top`."},
            "label":{"type":"string","description":"What it says."},
            "zoom":{"type":"number","minimum":0.1,"maximum":4,"default":1,"description":"How large."},
            "aLongNameOfAMember":{"type":"integer","minimum":0,"maximum":9,"default":3,"description":"How many."},
            "extra":{"description":"Whatever."},
            "places":{"type":"array","items":{"$ref":"#/definitions/Place"},
            "description":"More places. Default: none."},
            "reach":{"oneOf":[{"type":"number"},{"type":"array","items":{"type":"number"}}],"description":"How far."},
            "flag":{"type":"boolean","default":false,"description":"Whether."}},
            "required":["document","at"],"additionalProperties":false,"description":"All kinds of members."}
            """##
        #expect(params == expected.split(separator: "\n").joined())
    }

    @Test(
        arguments: [
            (
                .oneOf([kind("A", "a"), kind("B", "b")]),
                ##""C":{"propertyName":"kind","mapping":{"a":"#/definitions/A","b":"#/definitions/B"}}"##
            ),
            (
                .oneOf([kind("A", "a", "c"), kind("B", "b")]),
                ##""C":{"propertyName":"kind","mapping":{"a":"#/definitions/A","##
                    + ##""c":"#/definitions/A","b":"#/definitions/B"}}"##
            ),
            (.oneOf([kind("A", "a"), kind("B", "b", "a")]), ""), (.null, ""),
        ] as [(Schema, String)])
    func aChoiceIsToldApartByAMember(schema: Schema, text: String) {
        var definitions: [Schema.Definition] = []
        Schema.named("C", "", schema).collectDefinitions(into: &definitions)
        let found = written {
            for one in definitions { one.writeDiscriminator(into: &$0, references: "#/definitions/") }
        }
        #expect(found == text)
    }

    @Test(
        arguments: [
            (.null, #"{"type":"null"}"#), (.number(above: 0), #"{"type":"number","exclusiveMinimum":0}"#),
            (.string(comment: "uri", minimumLength: 1), #"{"type":"string","$comment":"uri","minLength":1}"#),
            (
                .array(of: .any, minimumCount: 2, maximumCount: 2),
                #"{"type":"array","items":{},"minItems":2,"maxItems":2}"#
            ),
            (.dictionary(of: .boolean), #"{"type":"object","additionalProperties":{"type":"boolean"}}"#),
            (.object([], isOpen: true), #"{"type":"object","properties":{}}"#),
            (.oneOf([.reference("A"), .null]), ##"{"oneOf":[{"$ref":"#/definitions/A"},{"type":"null"}]}"##),
            (.choice(["a"]), #"{"type":"string","const":"a"}"#),
            (.choice(["a", "b"]), #"{"type":"string","enum":["a","b"]}"#),
            (
                .oneOf([kind("A", "a"), kind("B", "b")]),
                ##"{"oneOf":[{"$ref":"#/definitions/A"},{"$ref":"#/definitions/B"}]}"##
            ),
        ] as [(Schema, String)])
    func eachSchemaHasItsText(schema: Schema, text: String) {
        let result = written { schema.writeJSONSchema(into: &$0) }
        #expect(result == text)
    }

    /// A named object with a member that has one of some values.
    private static func kind(_ name: String, _ kinds: String...) -> Schema {
        .named(
            name, "", .object([.init(name: "kind", schema: .choice(kinds), isRequired: true, doc: "")], isOpen: false))
    }

    @Test func aMemberIsWrittenByItselfAndMayBecomeOneThatMustBeThere() throws {
        let label = Member<Params>.optional("label", \.label, .string, "")
        var writer = JSONWriter()
        writer.beginObject()
        label.write(of: Params(), into: &writer)
        label.write(of: Params(label: "a"), into: &writer)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"label":"a"}"#)
        let shape = Shape.object("", "", initial: Params(), members: [label.asRequired])
        #expect(throws: ShapeError("missing member \"label\"")) {
            _ = try shape.value(from: JSONText(validating: "{}"))
        }
    }

    @Test func aMemberWithAnEarlierNameIsReadByBothThereAndByItsOwnAlone() throws {
        let place = Shape.object(
            "Place", "", initial: Place(),
            members: [
                .required("across", earlier: "x", \.x, .number, ""),
                .defaulted("down", earlier: "y", \.y, .number, "", default: "0"),
            ])
        let earlier = try #require(place.earlier?())
        let (new, old) = (#"{"across":1,"down":2}"#, #"{"x":1,"y":2}"#)
        let value = Place(x: 1, y: 2)
        #expect(try place.value(from: JSONText(validating: new)) == value)
        #expect(throws: ShapeError("unknown member; did you mean \"across\"?", path: [.member("x")])) {
            _ = try place.value(from: JSONText(validating: old))
        }
        #expect(try earlier.value(from: JSONText(validating: new)) == value)
        #expect(try earlier.value(from: JSONText(validating: old)) == value)
        #expect(throws: ShapeError("duplicate member", path: [.member("across")])) {
            _ = try earlier.value(from: JSONText(validating: #"{"x":1,"across":2}"#))
        }
        #expect(place.text(of: value) == (try JSONText(validating: new)))
        #expect(earlier.text(of: value) == (try JSONText(validating: old)))
        #expect(Place.shape.earlier == nil)
    }

    @Test(
        arguments: [
            (.number(), "1", "1"), (.boolean, "false", "false"), (.array(of: .any), "[]", "[]"),
            (.choice(["top", "left"]), "top", "\"top\""), (.oneOf([.string(), .number()]), "24", "24"),
            (.choice(["top", "left"]), "stays", nil), (.number(), "stays", nil), (.string(), "1", nil),
        ] as [(Schema, String, String?)])
    func aDefaultIsAValueIfItsTextIsOne(schema: Schema, text: String, value: String?) {
        let member = Schema.Member(name: "a", schema: schema, isRequired: false, doc: "A.", defaultText: text)
        #expect(member.defaultValue?.description == value)
        #expect(member.fullDoc == (value == nil ? "A. Default: \(text)." : "A."))
    }

    @Test func nullIsAddedOnceToWhatMayBeAbsent() {
        #expect(Schema.boolean.orNull == .oneOf([.boolean, .null]))
        #expect(Schema.boolean.orNull.orNull == Schema.boolean.orNull)
        #expect(Schema.any.orNull == .any && Schema.null.orNull == .null)
    }

    @Test(
        arguments: [
            (.number(minimum: 0), true), (.number(above: 0), true), (.integer(maximum: 9), true),
            (.array(of: .integer(minimum: 1)), true), (.oneOf([.string(), .number(maximum: 1)]), true),
            (
                .named(
                    "N", "",
                    .object([.init(name: "n", schema: .number(minimum: 0), isRequired: false, doc: "")], isOpen: false)),
                true
            ),
            (.number(), false), (.integer(), false), (.choice(["a"]), false), (.dictionary(of: .any), false),
        ] as [(Schema, Bool)])
    func aRangeIsFoundAtAnyDepth(schema: Schema, hasRange: Bool) {
        #expect(schema.hasRange == hasRange)
    }
}
