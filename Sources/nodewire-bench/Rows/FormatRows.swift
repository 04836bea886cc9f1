import Formats
import Graph
import Host
import Wire

// The rows about the texts of all formats: reading, compared with validating as many bytes of JSON, and writing.

extension BenchRun {
    /// The measured ratios plus a half: the more compact a format is, the greater they are.
    private static let goals: [String: (read: Double, write: Double)] = [
        "nodewire": (6, 3), "reactFlow": (15, 34), "swiftFlow": (15, 30), "jsonCanvas": (75, 95), "graphml": (34, 15),
        "drawio": (50, 30), "cytoscape": (42, 38), "comfyUI": (35, 65), "nodeRed": (80, 70), "n8n": (60, 60),
        "mermaid": (200, 215), "dot": (90, 75), "twee": (160, 160), "yarn": (190, 155), "edgeList": (370, 140),
        "gexf": (65, 0), "bpmn": (110, 0), "scxml": (125, 0), "twine": (130, 0), "rasa": (300, 0), "metis": (540, 0),
        "tree": (165, 0), "swiftType": (330, 0), "text": (0, 80), "svg": (0, 13),
    ]

    func measureFormats() throws(CommandError) -> [Figure] {
        let samples: [FormatSample]
        do throws(ShapeError) {
            samples = [try FormatSample(nodes: atMost(2000)), try FormatSample(nodes: atMost(20_000))]
        } catch {
            throw CommandError("the document of the row is none: \(error.description)")
        }
        var figures: [Figure] = []
        for format in Format.all {
            if format.isReadable { figures += try readingFigures(of: format, samples) }
            if format.isWritable { figures += try writingFigures(of: format, samples) }
        }
        return figures
    }

    /// The time of validating one byte of JSON, in nanoseconds.
    private func floor(_ sample: FormatSample) throws(CommandError) -> Double {
        let time = try timed {
            sample.own.withUnsafeBufferPointer { if JSONSyntax.validate($0) != nil { preconditionFailure() } }
        }
        return time / Double(sample.own.count)
    }

    private func readingFigures(of format: Format, _ samples: [FormatSample]) throws(CommandError) -> [Figure] {
        var leasts: [Double] = []
        var ratio = Double.nan
        var bytes = 0
        for sample in samples {
            guard let text = sample.text(of: format) else { return [] }
            bytes = text.count
            let comparison = try Comparison(batches: batches) { () throws(CommandError) in
                try timed {
                    text.withUnsafeBufferPointer {
                        // A refused text would not be a valid sample; its time is shown anyway.
                        _ = try? FileText.read($0, as: format)
                    }
                }
            } floor: { () throws(CommandError) in
                try floor(sample) * Double(text.count)
            }
            leasts.append(comparison.ours.least)
            ratio = comparison.ratio
        }
        return figures("read-\(format.name)", ratio, goal: Self.goals[format.name]?.read ?? 15, leasts, samples, bytes)
    }

    private func writingFigures(of format: Format, _ samples: [FormatSample]) throws(CommandError) -> [Figure] {
        var leasts: [Double] = []
        var ratio = Double.nan
        var bytes = 0
        for sample in samples {
            var writer = JSONWriter()
            let comparison = try Comparison(batches: batches) { () throws(CommandError) in
                writer.removeAll()
                return try timed { _ = format.write(sample.document, into: &writer) }
            } floor: { () throws(CommandError) in
                try floor(sample) * Double(writer.count)
            }
            bytes = writer.count
            leasts.append(comparison.ours.least)
            ratio = comparison.ratio
        }
        return figures(
            "write-\(format.name)", ratio, goal: Self.goals[format.name]?.write ?? 5, leasts, samples, bytes)
    }

    private func figures(
        _ name: String, _ ratio: Double, goal: Double, _ leasts: [Double], _ samples: [FormatSample], _ bytes: Int
    ) -> [Figure] {
        let sizes = samples.map { Double($0.nodes) }
        return [
            Figure(
                name, ratio, goal: goal, against: "validating as many bytes of JSON",
                shown: "\(samples[1].nodes) nodes, \(bytes) bytes, \(leasts[1].asTime)"),
            Figure(
                "\(name)-growth", leasts[1] / leasts[0], goal: 1.8 * sizes[1] / sizes[0],
                against: "\(samples[0].nodes) nodes", shown: "\(samples[1].nodes) nodes"),
        ]
    }
}
