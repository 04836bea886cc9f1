import Host
import Schemas
import Wire

// The row that checks data by a schema.

extension BenchRun {
    /// Checks the data of a message with six members in this process, compared with reading them into a tree.
    func measureSchemas() throws(CommandError) -> [Figure] {
        guard let json = JSON(parsing: BenchRun.messageSchema), let schema = try? DataSchema(json) else {
            throw CommandError("the schema of the benchmark is malformed")
        }
        let data = JSONText(trusted: Array(BenchRun.messageData.utf8))
        let count = turns(20_000)
        var found = 0
        let pace = try Comparison(batches: batches) { () throws(CommandError) in
            try timed { () throws(CommandError) in
                data.bytes.withUnsafeBufferPointer { bytes in
                    for _ in 0..<count { found += schema.problems(in: bytes).count }
                }
            } / Double(count)
        } floor: { () throws(CommandError) in
            try timed { () throws(CommandError) in
                for _ in 0..<count where (try? JSON(data)) == nil { found += 1 }
            } / Double(count)
        }
        if found > 0 { throw CommandError("the data of the benchmark do not fit") }
        return [Figure("data-check", pace.ratio, goal: 1.5, against: "reading a tree", shown: pace.shown)]
    }

    private static let messageSchema = ##"""
        {"type":"object","required":["text","author"],"additionalProperties":false,"properties":{
        "text":{"type":"string","minLength":1,"maxLength":400},"author":{"type":"string"},
        "rank":{"type":"integer","minimum":0,"maximum":100},"kind":{"enum":["say","ask","think"]},
        "seen":{"type":"boolean"},"buttons":{"type":"array","maxItems":8,"items":{"$ref":"#/$defs/button"}}},
        "$defs":{"button":{"type":"object","required":["label"],"properties":{"label":{"type":"string"}}}}}
        """##

    private static let messageData =
        #"{"text":"Good morning, what can I do for you?","author":"Ada","rank":7,"kind":"ask","seen":true,"#
        + #""buttons":[{"label":"Coffee"},{"label":"Tea"}]}"#
}
