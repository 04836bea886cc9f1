import Graph

extension Format {
    /// Stories of Rasa.
    public static let rasa = Format(
        "rasa", title: "Rasa", "stories and rules of Rasa", suffixes: [".yml"], keeps: .structure,
        from: .text(
            recognize: { RasaReader.recognizes($0) },
            read: { (text) throws(EditError) in try RasaReader.read(text) }))
}
