import Host
import Wire

/// A browser without a window, which makes pictures of pixels and pages to print of a picture in SVG.
struct Browser {
    /// The kinds of pictures, by their names and the endings of files.
    enum Kind: String, CaseIterable { case png, pdf }

    private let program: String

    /// In milliseconds: starting a browser takes seconds, drawing a large picture some more.
    private static let patience = 120_000.0
    /// Browsers make no larger pictures, in pixels of a side and in all.
    private static let (longest, most) = (16_384.0, 100e6)

    private static let names = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ]

    /// - Parameter path: the browser, or nil for one that is found.
    /// - Throws: if there is none.
    init(_ path: String?) throws(CommandError) {
        guard let found = (path.map { [$0] } ?? Browser.names).lazy.compactMap({ Platform.find($0) }).first else {
            throw CommandError(
                path.map { "\($0) is no program" }
                    ?? "pictures of the kinds png and pdf are made by Chromium or Chrome, and there is neither; --browser names one, and svg needs none"
            )
        }
        program = found
    }

    /// The default number of pixels for each canvas unit, if the picture does not become too large.
    static let standardScale = 2.0

    /// The scale at which a picture is not too large, at most the standard one; to a hundredth, except for huge ones.
    static func fittingScale(of svg: Picture) -> Double {
        let (width, height) = (svg.width.rounded(.up), svg.height.rounded(.up))
        let greatest = min(longest / max(width, height, 1), (most / max(width * height, 1)).squareRoot())
        if greatest >= standardScale { return standardScale }
        return greatest > 0.01 ? (greatest * 100).rounded(.down) / 100 : greatest
    }

    /// Makes a picture and returns its bytes.
    ///
    /// - Parameter scale: pixels for each canvas unit.
    func render(_ svg: Picture, as kind: Kind, scale: Double) throws(CommandError) -> [UInt8] {
        let (width, height) = (svg.width.rounded(.up), svg.height.rounded(.up))
        if kind == .png, max(width, height) * scale > Browser.longest || width * height * scale * scale > Browser.most {
            throw CommandError(
                "the picture would have \(pixels(width * scale)) × \(pixels(height * scale)) pixels: give a smaller --scale, or make an svg"
            )
        }
        let folder = try Platform.makeTemporaryFolder()
        defer { Platform.removeFolder(folder) }
        let page = """
            <!doctype html><meta charset="utf-8"><style>@page{size:\(pixels(width))px \(pixels(height))px;margin:0}\
            html,body{margin:0}svg{display:block}</style>\n
            """
        let bytes = Array((page + svg.text).utf8)
        try bytes.withUnsafeBufferPointer { (bytes) throws(CommandError) in
            try Platform.writeFile(folder + "/picture.html", [UnsafeRawBufferPointer(bytes)])
        }
        let made = folder + "/picture." + kind.rawValue
        var arguments = [
            "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
            "--user-data-dir=\(folder)/profile",
        ]
        // The sandbox of browsers does not run as root; the page has no script and no link.
        if Platform.isRoot { arguments.append("--no-sandbox") }
        switch kind {
        case .png:
            arguments += [
                "--force-device-scale-factor=\(scale)", "--window-size=\(pixels(width)),\(pixels(height))",
                "--screenshot=\(made)",
            ]
        case .pdf: arguments += ["--no-pdf-header-footer", "--print-to-pdf=\(made)"]
        }
        let child = try ChildProcess(program, arguments + ["file://\(folder)/picture.html"], isQuiet: true)
        guard child.finish(within: Browser.patience) else {
            throw CommandError("\(program) made no picture within \(Int(Browser.patience / 1000)) seconds")
        }
        do throws(CommandError) {
            return try Platform.readFile(made, limit: 1 << 30)
        } catch {
            throw CommandError("\(program) made no picture")
        }
    }

    private func pixels(_ length: Double) -> Int { Int(min(max(length, 1), 1e9)) }
}

/// The look of a picture that a command makes.
struct PictureLook {
    /// Its colors; nil for colors that follow the reader, or light ones if the picture cannot.
    var theme: String?
    /// The pixels for each canvas unit; nil for two, or fewer if a picture would be too large.
    var scale: Double?
    /// The browser; nil is one that is found.
    var browser: String?
    /// The open document with which the picture compares; nil for none.
    var compared: String?
}

/// A picture in SVG with its size in canvas units.
struct Picture {
    let text: String
    let width: Double
    let height: Double

    /// - Throws: if the text does not begin as the pictures of `document/export` do.
    init(_ text: String) throws(CommandError) {
        func length(_ name: String) -> Double? {
            let head = text.prefix { $0 != ">" }
            guard let start = head.firstRange(of: " \(name)=\"") else { return nil }
            return Double(head[start.upperBound...].prefix { $0 != "\"" })
        }
        guard let width = length("width"), let height = length("height") else {
            throw CommandError("the picture has no size")
        }
        (self.text, self.width, self.height) = (text, width, height)
    }
}
