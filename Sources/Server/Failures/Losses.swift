import Formats
import Graph
import Wire

extension Loss {
    static let shape = Shape.object(
        "Loss", "Something that was left out, as it was written.",
        initial: Loss(kind: .document, id: nil, code: "", message: "", element: JSONText(trusted: Array("null".utf8))),
        members: [
            .required("kind", \.kind, .choice(of: Loss.Kind.self), "what kind of element"),
            .optional("id", \.id, .string, "of the element, if it has one"),
            .required("code", \.code, .string, "the name of the error"),
            .required("message", \.message, .string, "what is wrong"),
            .required("grade", \.grade, .choice(of: LossGrade.self), "what of the document it concerns"),
            .required("element", \.element, .text, "as it was written"),
        ])
}

extension Shape where Value == ExportLoss {
    static let exportLoss = Shape(
        schema: .named(
            "ExportLoss", "Something a format does not hold.",
            .object(
                [
                    Schema.Member(
                        name: "kind", schema: .choice(ExportLoss.Kind.allCases.map(\.rawValue)), isRequired: true,
                        doc: "what kind of element"),
                    Schema.Member(name: "id", schema: .string(), isRequired: false, doc: "of the element"),
                    Schema.Member(name: "code", schema: .string(), isRequired: true, doc: "what is lost"),
                    Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "the same in words"),
                    Schema.Member(
                        name: "grade", schema: .choice(LossGrade.allCases.map(\.rawValue)), isRequired: true,
                        doc: "what of the document it concerns"),
                ], isOpen: false)),
        read: { (cursor) throws(ShapeError) in
            cursor.skipValue()
            return ExportLoss(.document, code: "", message: "")
        },
        write: { loss, writer in
            writer.beginObject()
            writer.name("kind")
            writer.string(loss.kind.rawValue)
            if let id = loss.id {
                writer.name("id")
                writer.string(id)
            }
            writer.name("code")
            writer.string(loss.code)
            writer.name("message")
            writer.string(loss.message)
            writer.name("grade")
            writer.string(loss.grade.rawValue)
            writer.endObject()
        })
}
