import Host
import Wire

extension Conversation {
    /// Draws the document of a file, or of none, with its differences from an open document.
    mutating func paint(_ path: String, since document: String, _ arguments: Arguments) throws(CommandError) {
        var look = try PictureLook(arguments)
        look.compared = document
        let drawn = try open(orEmpty: path)
        let ending = arguments.out.flatMap { $0.split(separator: ".").last.map(String.init) }
        let isPicture = ending == "svg" || ending.flatMap(Browser.Kind.init(rawValue:)) != nil
        let format = isPicture ? ending : arguments.has("--png") ? "png" : "svg"
        try write(drawn, to: arguments.out, as: format, look)
    }
}
