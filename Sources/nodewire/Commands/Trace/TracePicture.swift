import Host
import Recordings
import Wire

/// Draws the document after the last message, and on it the pointers that are down or lead a gesture.
func drawDocument(_ trace: Trace, _ limits: TraceLimits, _ arguments: Arguments) throws(CommandError) {
    var trace = trace
    var tracker = TraceTracker()
    var active = TracedDocument()
    while let step = trace.next(until: limits.until) {
        tracker.follow(step)
        active.follow(step)
    }
    guard let name = arguments.value("--document") ?? active.name else {
        throw CommandError("no document is open after message \(trace.number)")
    }
    guard let picture = trace.picture(ofDocument: name) else {
        throw CommandError("there is no open document \(name) after message \(trace.number)")
    }
    let drawn = TracePicture(picture, tracker.ways(inDocument: name))
    var output = try CommandOutput(arguments)
    try output.write { drawn.write(into: &$0) }
    try output.end()
}

/// The document of a traced conversation: the one that a message named last, directly or by its view.
struct TracedDocument {
    private(set) var name: String?
    private var open: [String] = []

    mutating func follow(_ step: Trace.Step) {
        if step.documents != open {
            let known = Set(open)
            name = step.documents.last { !known.contains($0) } ?? name
            open = step.documents
        }
        for message in step.input {
            let view = message.string(message.find("view", in: message.params))
            let document = message.string(message.find("document", in: message.params))
            if let shown = step.views.first(where: { $0.name == view }) {
                name = shown.document
            } else if let document, open.contains(document) {
                name = document
            }
        }
        if let name, !open.contains(name) { self.name = step.views.last?.document ?? open.last }
    }
}

/// A picture of a document with the ways of pointers over it.
///
/// A path is a line through the points of the canvas under the pointer, by the viewport of each moment; so the path of
/// a pan, which carries the canvas along, is short. A ring is a press, a disc the last position. The document is drawn
/// as it is at that moment; no gesture changes it before its end.
private struct TracePicture {
    private let picture: [UInt8]
    private let ways: [(path: TracedGesture.Path, zoom: Double)]
    private static let end = Array("</svg>".utf8)
    private static let viewBox = Array(" viewBox=\"".utf8)
    /// The picture is enlarged for paths outside it, up to this many units on each side.
    private static let mostGrowth = 2000.0

    init(_ picture: [UInt8], _ ways: [(path: TracedGesture.Path, zoom: Double)]) {
        (self.picture, self.ways) = (picture, ways.filter { !$0.path.places.isEmpty })
    }

    func write(into writer: inout JSONWriter) {
        guard !ways.isEmpty, let end = TracePicture.last(TracePicture.end, in: picture) else {
            return picture.withUnsafeBufferPointer { writer.append($0) }
        }
        let body = grownHead(&writer)
        picture[body..<end].withUnsafeBufferPointer { writer.append($0) }
        writer.append("<g fill=\"none\" stroke=\"#d6336c\" stroke-linejoin=\"round\" data-trace=\"pointers\">\n")
        for (path, zoom) in ways { write(path, 1 / max(zoom, 1e-6), into: &writer) }
        writer.append("</g>\n")
        picture[end...].withUnsafeBufferPointer { writer.append($0) }
    }

    private func write(_ path: TracedGesture.Path, _ point: Double, into writer: inout JSONWriter) {
        var points = ""
        for place in path.places { points += (points.isEmpty ? "" : " ") + TracePicture.text(place) }
        let (first, last) = (path.places.first?.number ?? 0, path.places.last?.number ?? 0)
        var text = "<g stroke-width=\"\(JSON.number(2 * point))\">"
        // The id of a pointer is a JSON value of the client's.
        let pointer = path.pointer.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? path.pointer : "?"
        text += "<title>pointer \(pointer), messages \(first) to \(last)</title><polyline points=\"\(points)\"/>"
        for place in path.places where place.kind == .press { text += TracePicture.circle(place, 8 * point, "") }
        if let place = path.places.last { text += TracePicture.circle(place, 4 * point, " fill=\"#d6336c\"") }
        text += "</g>\n"
        text.withUTF8 { writer.append($0) }
    }

    private static func circle(_ place: TracedGesture.Place, _ radius: Double, _ look: String) -> String {
        "<circle cx=\"\(rounded(place.canvas.x))\" cy=\"\(rounded(place.canvas.y))\" r=\"\(JSON.number(radius))\"\(look)/>"
    }

    private static func text(_ place: TracedGesture.Place) -> String {
        "\(rounded(place.canvas.x)),\(rounded(place.canvas.y))"
    }

    private static func rounded(_ value: Double) -> JSON { .number((value * 100).rounded() / 100) }

    /// Writes the start of the picture with a view box that contains the paths; returns the number of bytes that it
    /// replaces.
    private func grownHead(_ writer: inout JSONWriter) -> Int {
        guard let start = TracePicture.first(TracePicture.viewBox, in: picture),
            let line = picture[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return 0 }
        let attributes = String(decoding: picture[start..<line], as: UTF8.self).split(separator: "\"", maxSplits: 6)
        let numbers = attributes.count > 1 ? attributes[1].split(separator: " ").compactMap { Double($0) } : []
        guard numbers.count == 4, attributes.count == 7 else { return 0 }
        var (minX, minY, maxX, maxY) = (numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3])
        for place in ways.flatMap(\.path.places) {
            minX = min(minX, max(place.canvas.x - 20, numbers[0] - TracePicture.mostGrowth))
            minY = min(minY, max(place.canvas.y - 20, numbers[1] - TracePicture.mostGrowth))
            maxX = max(maxX, min(place.canvas.x + 20, numbers[0] + numbers[2] + TracePicture.mostGrowth))
            maxY = max(maxY, min(place.canvas.y + 20, numbers[1] + numbers[3] + TracePicture.mostGrowth))
        }
        let (width, height) = (JSON.number(maxX - minX), JSON.number(maxY - minY))
        picture[..<start].withUnsafeBufferPointer { writer.append($0) }
        var text = " viewBox=\"\(JSON.number(minX)) \(JSON.number(minY)) \(width) \(height)\" width=\"\(width)\""
        text += " height=\"\(height)\"" + attributes[6]
        text.withUTF8 { writer.append($0) }
        return line
    }

    private static func first(_ word: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(word.count - 1).first { bytes[$0..<$0 + word.count].elementsEqual(word) }
    }

    private static func last(_ word: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(word.count - 1).last { bytes[$0..<$0 + word.count].elementsEqual(word) }
    }
}
