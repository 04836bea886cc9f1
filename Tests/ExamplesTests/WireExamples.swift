import Testing
import Wire

@Suite struct WireExamples {
    @Test func json() {
        let value: JSON = ["name": "a", "sizes": [1, 2.50]]
        assert(value["sizes"]?[1]?.doubleValue == 2.5)
        assert(JSON(parsing: #"{"a":1,"a":2}"#) == nil)
    }

    @Test func cursor() throws {
        let text = try JSONText(validating: #"{"x": 1, "y": 2}"#)
        let sum = try text.withCursor { (cursor) throws(ShapeError) in
            var sum = 0.0
            try cursor.enterObject()
            while cursor.nextMember() != nil { sum += try cursor.readDouble() }
            return sum
        }
        assert(sum == 3)
    }

    @Test func writer() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("done")
        writer.boolean(true)
        writer.endObject()
        assert(String(decoding: writer.bytes, as: UTF8.self) == #"{"done":true}"#)
    }

    @Test func shape() throws {
        let numbers = Shape<[Double]>.array(of: .number)
        let value = try numbers.value(from: JSONText(validating: "[1, 2]"))
        assert(value == [1, 2])
    }

    @Test func readme() throws {
        struct Circle: Sendable {
            var x = 0.0
            var y = 0.0
            var radius = 1.0
        }
        let shape = Shape<Circle>.object(
            "Circle", "A circle on the canvas.", initial: Circle(),
            members: [
                .required("x", \.x, .number, "The middle."),
                .required("y", \.y, .number, "The middle."),
                .defaulted("radius", \.radius, .positiveNumber, "From the middle to the line.", default: "1"),
            ])
        let circle = try shape.value(from: JSONText(validating: #"{"y": 2, "x": 1}"#))
        assert(String(decoding: shape.text(of: circle).bytes, as: UTF8.self) == #"{"x":1,"y":2,"radius":1}"#)
        do {
            _ = try shape.value(from: JSONText(validating: #"{"x": 1, "y": "2"}"#))
        } catch let error as ShapeError {
            assert(error.pointer == "/y")
        }
    }
}
