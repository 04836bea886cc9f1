/// The reasons of errors of files that a caller may treat differently.
public enum FileErrorKind: CaseIterable, Sendable {
    case system
    /// The file was found, and is longer than the limit.
    case limit
    /// The file has more fences than are read.
    case fences
    /// The file has changed since this version.
    case changed
    /// There is a file that the document neither was read from nor written to.
    case taken
    /// There is a journal that cannot be read; it is left as it is.
    case left
    /// Journals and locks are kept there.
    case reserved
    /// A name on the way begins with a dot.
    case hidden
    /// It is the file of an open document, of this process or another.
    case open
    /// It is a file of another format.
    case format
    /// It would not hold all of the document.
    case losses

    /// The name that a client reads, of a path that the gate refuses.
    var reason: String? {
        switch self {
        case .reserved: "reserved"
        case .hidden: "hidden"
        case .open: "open"
        case .format: "format"
        case .losses: "losses"
        case .system, .limit, .fences, .changed, .taken, .left: nil
        }
    }

    /// The reasons of the refusals of the gate.
    static let reasons = allCases.compactMap(\.reason)
}
