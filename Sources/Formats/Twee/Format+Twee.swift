import Graph
import Wire

extension Format {
    /// A story of Twine as text.
    public static let twee = Format(
        "twee", title: "Twee", "a story of Twine in the language Twee 3", suffixes: [".twee", ".tw"], keeps: .graph,
        from: .text(
            recognize: { TweeReader.recognizes($0) },
            read: { (text) throws(EditError) in try TweeReader.read(text) }),
        to: TweeWriter.self)

    /// A story of Twine as the page that its editor saves.
    public static let twine = Format(
        "twine", title: "Twine", "a story in a page that Twine 2 has saved", suffixes: [".html"], keeps: .graph,
        from: .text(
            recognize: { TwineReader.recognizes($0) },
            read: { (text) throws(EditError) in try TwineReader.read(text) }))
}
