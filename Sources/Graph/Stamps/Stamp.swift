import Wire

/// The time and the replica that gave a field its value: a hybrid logical clock (Kulkarni et al. 2014, "Logical
/// Physical Clocks").
///
/// The later stamp of two wins. Fields that no replica has written have the stamp `unwritten`, which is before all others.
public struct Stamp: Hashable, Comparable, Sendable {
    /// The clock's milliseconds, or later ones that were seen.
    public var milliseconds: Int
    /// Counts the changes of one millisecond.
    public var counter: Int
    /// The name of the replica that wrote it.
    public var replica: String

    /// The stamp of a field that no replica has written.
    public static let unwritten = Stamp(milliseconds: 0, counter: 0, replica: "")
    /// Greater numbers are refused, so that clocks can go on after them.
    static let greatest = 1 << 52

    /// A stamp from its parts.
    public init(milliseconds: Int, counter: Int, replica: String) {
        (self.milliseconds, self.counter, self.replica) = (milliseconds, counter, replica)
    }

    /// Compares by time, then by counter, then by the bytes of the replica's name.
    public static func < (a: Stamp, b: Stamp) -> Bool {
        if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds }
        if a.counter != b.counter { return a.counter < b.counter }
        return a.replica.utf8.lexicographicallyPrecedes(b.replica.utf8)
    }

    /// Returns true if a replica may have this name: letters of ASCII, digits and underscores.
    ///
    /// - Parameter longest: the greatest length; a given name gets a suffix.
    public static func isReplica(_ name: String, longest: Int = 64) -> Bool {
        let bytes = name.utf8
        return (1...longest).contains(bytes.count)
            && bytes.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte &- 48 < 10 || byte &- 65 < 26 || byte &- 97 < 26
            }
    }

    /// The stamp as `[ms, counter, replica]`.
    public var json: JSON { [.number(milliseconds), .number(counter), .string(replica)] }

    /// A stamp as it is written.
    ///
    /// - Throws: `invalidValue`.
    public init(_ json: JSON?) throws(EditError) {
        guard let parts = json?.arrayValue, parts.count == 3, let replica = parts[2].stringValue,
            let moment = Moment(Array(parts[..<2])), Stamp.isReplica(replica) || replica.isEmpty && moment == Moment()
        else { throw .invalid("a stamp is [ms, counter, replica]") }
        self.init(milliseconds: moment.milliseconds, counter: moment.counter, replica: replica)
    }

    /// The stamp without its replica.
    public var moment: Moment { Moment(milliseconds: milliseconds, counter: counter) }
}

/// The last that was seen of a replica: all of its stamps up to this one.
public struct Moment: Hashable, Comparable, Sendable {
    /// The milliseconds of the clock.
    public var milliseconds = 0
    /// Counts the changes of one millisecond.
    public var counter = 0

    /// The moment before all others.
    public init() {}

    init(milliseconds: Int, counter: Int) { (self.milliseconds, self.counter) = (milliseconds, counter) }

    init?(_ parts: [JSON]) {
        guard parts.count == 2, let milliseconds = parts[0].integerValue, let counter = parts[1].integerValue,
            (0...Stamp.greatest).contains(milliseconds), (0...Stamp.greatest).contains(counter)
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter)
    }

    /// Compares by time, then by counter.
    public static func < (a: Moment, b: Moment) -> Bool {
        a.milliseconds == b.milliseconds ? a.counter < b.counter : a.milliseconds < b.milliseconds
    }
}

/// The latest stamps that were seen, by replica.
public struct SeenStamps: Sendable, Equatable {
    /// The moments, by the name of the replica.
    public private(set) var moments: [String: Moment] = [:]

    /// Makes an empty set: nothing was seen.
    public init() {}

    /// Returns true if a change was seen.
    public func contains(_ stamp: Stamp) -> Bool {
        stamp == .unwritten || moments[stamp.replica].map { stamp.moment <= $0 } == true
    }

    /// Returns true if all was seen that the other has.
    public func contains(_ other: SeenStamps) -> Bool {
        other.moments.allSatisfy { replica, moment in moments[replica].map { moment <= $0 } == true }
    }

    /// Notes that all stamps of a replica were seen up to this one.
    public mutating func insert(_ stamp: Stamp) {
        if stamp == .unwritten { return }
        moments[stamp.replica] = max(moments[stamp.replica] ?? Moment(), stamp.moment)
    }

    /// Adopts everything that the other one has.
    public mutating func formUnion(_ other: SeenStamps) {
        for (replica, moment) in other.moments { moments[replica] = max(moments[replica] ?? Moment(), moment) }
    }

    /// The stamps as `{replica: [ms, counter]}`, sorted.
    public var json: JSON {
        .object(
            JSONObject(
                moments.sorted { $0.key < $1.key }.map { replica, moment in
                    JSONObject.Member(
                        name: JSONString(replica), value: [.number(moment.milliseconds), .number(moment.counter)])
                }))
    }

    /// Reads stamps.
    ///
    /// - Throws: `invalidValue`.
    public init(_ json: JSON) throws(EditError) {
        guard let object = json.objectValue else { throw .invalid("what was seen is an object") }
        for member in object.members {
            guard let replica = member.name.string, Stamp.isReplica(replica),
                let moment = Moment(member.value.arrayValue ?? [])
            else { throw .invalid("what was seen of a replica is [ms, counter]", path: [member.name.description]) }
            moments[replica] = moment
        }
    }
}
