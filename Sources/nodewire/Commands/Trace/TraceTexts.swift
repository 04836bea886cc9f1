/// The texts of a page, each stored once and separated from its numbers: messages of one kind differ in little but
/// numbers.
///
/// A text is stored as the number of its template, and the numbers that go into its gaps, separated by commas. So a hundred
/// thousand movements of a pointer take a few bytes each.
struct TraceTexts {
    /// The templates: a gap is the character U+0001, which no JSON text holds.
    private(set) var templates: [String] = []
    /// The texts.
    private(set) var texts: [String] = []
    /// The numbers of texts that were shortened, and that are left out.
    private(set) var shortened = 0, leftOut = 0
    /// The longest text that is stored whole, in bytes.
    let longest: Int

    private var templateIndexes: [String: Int] = [:]
    private var textIndexes: [String: Int] = [:]
    private var bytes = 0
    private let mostBytes: Int
    private static let gap: UInt8 = 1

    /// - Parameters:
    ///   - longest: the longest text that is stored whole, in bytes.
    ///   - bytes: the approximate greatest size of all of them in the page.
    init(longest: Int, bytes: Int) { (self.longest, mostBytes) = (longest, bytes) }

    /// Stores a text; returns its index, or -1 if there is no space left.
    ///
    /// - Complexity: O(*n*) in its bytes, of which at most `longest` are examined.
    mutating func add(_ text: some Collection<UInt8>) -> Int {
        if bytes > mostBytes {
            leftOut += 1
            return -1
        }
        var template: [UInt8] = []
        var numbers: [UInt8] = []
        var isInNumber = false
        for byte in text.prefix(longest) {
            let isPart = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: ".")
            if isPart {
                if !isInNumber {
                    template.append(TraceTexts.gap)
                    numbers.append(UInt8(ascii: ","))
                }
                numbers.append(byte)
            } else {
                template.append(byte == TraceTexts.gap ? UInt8(ascii: " ") : byte)
            }
            isInNumber = isPart
        }
        if text.count > longest {
            template += Array(" …".utf8)
            shortened += 1
        }
        let key = String(decoding: template, as: UTF8.self)
        let index = TraceTexts.index(of: key, &templates, &templateIndexes, &bytes)
        return TraceTexts.index(
            of: "\(index)" + String(decoding: numbers, as: UTF8.self), &texts, &textIndexes, &bytes)
    }

    private static func index(
        of text: String, _ list: inout [String], _ indexes: inout [String: Int], _ bytes: inout Int
    ) -> Int {
        if let known = indexes[text] { return known }
        indexes[text] = list.count
        list.append(text)
        // Quotes are written with a backslash, and with two more around the text and a comma behind it.
        bytes += text.utf8.count + text.utf8.count { $0 == UInt8(ascii: "\"") } + 3
        return list.count - 1
    }
}

/// The pictures of a page: few and spread evenly, however many moments there are that could have one.
///
/// Every picture is kept until there are too many; then every second one is dropped, and from then on every second
/// moment is skipped, and so on. Lines that several pictures share are stored once.
struct TracePictures {
    /// A picture: the document and the row after which it shows it.
    private(set) var kept: [(row: Int, document: String, moment: Int, svg: [UInt8])] = []
    /// The number of moments at which a document changed.
    private(set) var moments = 0
    private var stride = 1
    private var bytes = 0
    private static let mostPictures = 240
    private static let mostBytes = 24 << 20
    /// A document with a larger picture has none.
    private static let mostPictureBytes = 1 << 20
    private var tooLarge: Set<String> = []

    /// Notes a moment after which a document looks otherwise; `draw` makes the picture, if it is wanted.
    mutating func note(_ document: String, row: Int, _ draw: () -> [UInt8]?) {
        moments += 1
        if (moments - 1) % stride != 0 || tooLarge.contains(document) { return }
        guard let svg = draw() else { return }
        if svg.count > TracePictures.mostPictureBytes {
            tooLarge.insert(document)
            return
        }
        if let last = kept.last(where: { $0.document == document }), last.svg == svg { return }
        kept.append((row, document, moments - 1, svg))
        bytes += svg.count
        while kept.count > TracePictures.mostPictures || bytes > TracePictures.mostBytes {
            stride *= 2
            kept.removeAll { $0.moment % stride != 0 }
            bytes = kept.reduce(0) { $0 + $1.svg.count }
        }
    }
}
