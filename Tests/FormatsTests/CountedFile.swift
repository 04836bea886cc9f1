import Formats
import Foundation
import Graph
import Seeding
import Testing
import Wire

/// A real file of the corpus with the counts of nodes and edges in the list beside it.
struct CountedFile: CustomTestStringConvertible, Sendable {
    let path: String
    let counts: [Int]
    var testDescription: String { path }

    /// The files of some folders; none without a corpus.
    static func all(in folders: [String]) -> [CountedFile] {
        guard let corpus = RealDrawing.corpus,
            let list = try? String(contentsOfFile: corpus + "/SOURCES.md", encoding: .utf8)
        else { return [] }
        var folder = ""
        var found: [CountedFile] = []
        for line in list.split(separator: "\n") {
            if line.hasPrefix("## ") { folder = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard folders.contains(folder), cells.count > 5 else { continue }
            let counts = cells[1...2].compactMap { Int($0) }
            if counts.count == 2 { found.append(CountedFile(path: "\(folder)/\(cells[0])", counts: counts)) }
        }
        return found
    }

    var bytes: [UInt8] { RealDrawing(path: path, counts: counts).bytes }

    /// Reads the file cut at 200 places, and with changed bytes; whatever comes of it, it is no trap.
    ///
    /// - Parameter size: the number of bytes of the file that are used.
    func damage(as format: Format, size: Int = 4096) {
        var random = Seeded(7)
        let bytes = Array(bytes.prefix(size))
        for step in 0..<200 {
            _ = try? drawing(Array(bytes[..<(bytes.count * step / 200)]), as: format)
            var damaged = bytes
            for _ in 0..<3 where !damaged.isEmpty {
                damaged[random.below(damaged.count)] = UInt8(random.below(256))
            }
            _ = try? drawing(damaged, as: format)
        }
    }
}

/// The document with another list of elements, as its own text would say it.
func changed(_ document: Document, _ list: String, _ body: (inout [JSON]) -> Void) throws -> Document {
    let text = written(document, .nodewire).text
    guard case .object(var object)? = JSON(parsing: text), var elements = object[list]?.arrayValue else {
        throw CocoaError(.coderInvalidValue)
    }
    body(&elements)
    object[list] = .array(elements)
    return try read(JSON.object(object).description).document
}
