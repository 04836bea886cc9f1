import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite("A list of edges") struct EdgeListTests {
    static let files = CountedFile.all(in: ["edgelist", "metis"])

    @Test(
        "has the nodes and edges that are counted in real files",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: files)
    func counts(file: CountedFile) throws {
        let (document, losses) = try drawing(file.bytes)
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count, document.edges.count] == file.counts && losses.isEmpty)
        let again = try drawing(written(document, .edgeList).text).document
        #expect([again.nodes.count, again.edges.count] == file.counts)
        file.damage(as: file.path.hasSuffix("csv") ? .edgeList : .metis)
    }

    /// The edges in short, with their ids and data.
    func edges(_ text: String, as format: Format? = nil) throws -> [String] {
        let document = try drawing(text, as: format).document
        let ends = links(document)
        return zip(ends, document.edgeSlots).map { link, slot in
            let json = document.edge(at: slot).json
            let id = json["id"]?.stringValue ?? ""
            return "\(id.hasPrefix("e") ? "" : id + ": ")\(link)\(json["data"].map { " \($0)" } ?? "")"
        }
    }

    @Test("has its columns by their names, whatever separates them, or by their places")
    func columns() throws {
        #expect(try edges("Source;Target;Label;w\na;b;x;1\n\"b;\";a;;\n") == ["a>b x {\"w\":1}", "b;>a"])
        #expect(
            try edges("~id\t~from\t~to\t~label\tdist:int\r\n7\ta\tb\troute\t09\r\n8\tb\tc\t\t-1.50\r\n")
                == ["7: a>b route {\"dist\":\"09\"}", "8: b>c {\"dist\":-1.50}"])
        #expect(try edges("a,b\nb,c", as: .edgeList) == ["a>b", "b>c"])
        #expect(try edges("a,b,0.5\nb,c,2,x", as: .edgeList) == ["a>b {\"weight\":0.5}", "b>c {\"weight\":2}"])
        #expect(try edges("a,b,is,1e9,x\n", as: .edgeList) == ["a>b is {\"column4\":1e9,\"column5\":\"x\"}"])
        let quoted = "from,to,label\n\"a \"\"1\"\"\",\"b\n2\",\"\"\nc,\n"
        let document = try drawing(quoted).document
        #expect(document.nodeSlots.map { document.nodeID($0).string } == ["a \"1\"", "b\n2", "c"])
        #expect(document.edge(at: document.edgeSlots[0]).json["label"] == "")
    }

    @Test("is written so that it is read again")
    func writing() throws {
        let text = #"""
            source,target,id,label,weight,note
            a,b,one,"x,y",2,"3"
            b,"c ""1""",two,,0.50,"[1,{}]"
            d,,,,,

            """#
        let document = try drawing(text).document
        let (again, losses) = written(document, .edgeList)
        #expect(again == text && losses.map(\.code) == ["place"])
        #expect(try edges(again) == edges(text))
    }

    @Test(
        "is recognised by its header and counts, and lines of words are none",
        arguments: [
            ("source,target\na,b", Format.edgeList), ("from\tto\tx\na\tb\tc\n", .edgeList), ("2 1\n2\n1\n", .metis),
            ("% c\n3 2 1\n2 5\n1 5 3 7\n2 7\n\n", .metis), ("2 1 11\n9 2 1\n9 1 1", .metis),
        ])
    func recognition(text: String, format: Format) throws {
        #expect(try readRecognized(text).format == format)
    }

    @Test(
        "that is something else is a list of lines",
        arguments: [
            "from,to", "from, to\nhome", "a,b\nc,d", "2 1\n2\n", "1 0\n", "3 4\n5 6", "2 1\n2 3\n1\n", "2 1 7\n2\n1",
        ])
    func lines(text: String) throws {
        let format = try Array(text.utf8).withUnsafeBufferPointer { try PastedText.read($0).format }
        #expect(format == nil)
    }

    @Test(
        "that is damaged is refused with its line",
        arguments: [
            ("source,target\n\"a,b", Format.edgeList, "line 2, column 1"),
            ("source,target\n\"a\"b,c", .edgeList, "line 2, column 4"),
            ("2 1\n2\n3\n", .metis, "line 3"), ("2 1\n2\nx\n", .metis, "line 3"),
            ("99999999999999 1\n2", .metis, "line"),
            ("2 1\n2\n", .metis, "line 3"), ("x", .metis, "line 1"), ("word", .edgeList, "line 1"),
        ])
    func damaged(text: String, format: Format, place: String) {
        do throws(EditError) {
            _ = try drawing(text, as: format)
            Issue.record("it was not refused")
        } catch {
            #expect(error.message.contains(place))
        }
    }

    @Test("of METIS has weights as data, and each edge once")
    func metis() throws {
        let (document, losses) = try drawing("3 2 111 2\n1 10 20 2 5\n1 11 21 1 5 3 6\n1 12 22\n", as: .metis)
        #expect(links(document) == ["1>2", "2>3"] && losses.isEmpty)
        #expect(document.node(at: document.nodeSlots[1]).json["data"] == ["size": 1, "weight": [11, 21]])
        let edge = document.edge(at: document.edgeSlots[1]).json
        #expect(edge["data"] == ["weight": 6] && edge["markerEnd"] == "none")
        #expect(try drawing("3 2\n\n1\n1 2\n", as: .metis).losses.map(\.code) == ["oneSided", "count"])
    }

    @Test func `an edge of Gephi's type Undirected has no heads`() throws {
        let (document, losses) = try drawing("Source,Target,Type\na,b,Undirected\nb,c,Directed\n")
        #expect(document.edgeSlots.map { document.edge(at: $0).json["markerEnd"] } == ["none", nil])
        #expect(document.edge(at: document.edgeSlots[0]).json["data"] == ["Type": "Undirected"] && losses.isEmpty)
    }
}
