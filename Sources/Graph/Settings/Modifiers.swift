/// The keys that are held while a person points or types.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit for each key.
    public let rawValue: UInt8

    /// A set from its bits; unknown bits are kept and mean nothing.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The left or the right shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// The left or the right control key.
    public static let control = Modifiers(rawValue: 2)
    /// Alt, or option on a Mac.
    public static let alt = Modifiers(rawValue: 4)
    /// Command on a Mac, the Windows key elsewhere.
    public static let meta = Modifiers(rawValue: 8)
}
