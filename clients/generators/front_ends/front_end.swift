// A front end without a screen: it prints the nodes of a view, drags one, connects two, says why an edge is refused.
// `front_end SERVER`; Protocol.swift beside it is generated.
import Foundation

struct Refused: Error { let error: ResponseError }

final class FrontEnd {
    private let (process, input, output) = (Process(), Pipe(), Pipe())
    private var unread = Data()
    private var count = 0
    private var nodes: [String: NodeItem] = [:]

    private struct Head: Decodable {
        let id: Int?
        let method: String?
        let error: ResponseError?
    }
    private struct Notified<Params: Decodable>: Decodable { let params: Params }
    private struct Answer<Result: Decodable>: Decodable { let result: Result }

    init(_ server: String) throws {
        (process.standardInput, process.standardOutput) = (input, output)
        process.executableURL = URL(fileURLWithPath: server)
        try process.run()
    }

    func call<Params: Call>(_ params: Params) throws -> Params.Result {
        count += 1
        let text = String(decoding: try JSONEncoder().encode(params), as: UTF8.self)
        let line = #"{"jsonrpc":"2.0","id":\#(count),"method":"\#(Params.method)","params":\#(text)}"# + "\n"
        input.fileHandleForWriting.write(Data(line.utf8))
        while true {
            let line = readLine()
            let head = try JSONDecoder().decode(Head.self, from: line)
            if head.method == Frame.method {
                show(try JSONDecoder().decode(Notified<Frame>.self, from: line).params)
            } else if head.id == count {
                if let error = head.error { throw Refused(error: error) }
                return try JSONDecoder().decode(Answer<Params.Result>.self, from: line).result
            }
        }
    }

    private func readLine() -> Data {
        while !unread.contains(UInt8(ascii: "\n")) { unread += output.fileHandleForReading.availableData }
        let line = unread.prefix { $0 != UInt8(ascii: "\n") }
        unread = Data(unread.dropFirst(line.count + 1))
        return line
    }

    private func show(_ frame: Frame) {
        for name in frame.leave?.nodes ?? [] { nodes[name] = nil }
        for (name, item) in frame.enter?.nodes ?? [:] { nodes[name] = item }
        for (name, patch) in frame.update?.nodes ?? [:] {
            if let x = patch.x { nodes[name]?.x = x }
            if let y = patch.y { nodes[name]?.y = y }
        }
        if case .value(.drag(let drag)) = frame.gesture { print("dragged by \(Int(drag.by.x)),\(Int(drag.by.y))") }
    }

    func printNodes() {
        for (name, node) in nodes.sorted(by: { $0.key < $1.key }) {
            let frame = [node.x, node.y, node.width, node.height].map { Int($0) }
            print("\(name): \(node.label ?? "no label") at \(frame[0]),\(frame[1]), \(frame[2]) by \(frame[3])")
        }
    }
}

@main struct Main {
    static func main() throws {
        let frontEnd = try FrontEnd(CommandLine.arguments[1])
        _ = try frontEnd.call(Initialize(clientInfo: ["name": .string("front_end.swift")]))
        let document = try frontEnd.call(DocumentCreate()).document
        let first = NewNode(id: "a", position: GraphPoint(x: 0, y: 0), label: "First")
        for node in [first, NewNode(id: "b", position: GraphPoint(x: 0, y: 200))] {
            _ = try frontEnd.call(NodeInsert(document: document, node: node))
        }
        let view = try frontEnd.call(ViewOpen(document: document, width: 800, height: 600, scene: .svg)).view
        frontEnd.printNodes()
        _ = try frontEnd.call(GestureBegin(view: view, kind: .drag, at: GraphPoint(x: 10, y: 10), nodes: ["a"]))
        _ = try frontEnd.call(GestureUpdate(view: view, at: GraphPoint(x: 210, y: 60)))
        _ = try frontEnd.call(GestureEnd(view: view))
        frontEnd.printNodes()
        let edge = NewEdge(source: "a", target: "b")
        print("connected by \(try frontEnd.call(EdgeConnect(document: document, edge: edge)).id)")
        do { _ = try frontEnd.call(EdgeConnect(document: document, edge: edge)) } catch let refusal as Refused {
            print("refused: \(refusal.error.data.reason)")
        }
    }
}
