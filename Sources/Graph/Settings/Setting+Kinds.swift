import Geometry
import Wire

// The kinds of settings by their values.

extension Setting {
    /// Lends a setting's value for reading or writing. It is a closure, not a key path: sixty key paths would take
    /// most of the start (the bench's row `start`).
    typealias Place<Value> = @Sendable (inout Settings, (inout Value) -> Void) -> Void

    /// - Parameters:
    ///   - set: sets the value if the JSON is possible, and reports whether it is.
    ///   - value: nil if there is no value by default.
    init<Value>(
        _ name: String, _ place: @escaping Place<Value>, _ doc: String, _ schema: Schema,
        set: @escaping @Sendable (inout Value, JSON) -> Bool, value: @escaping @Sendable (Value) -> JSON?
    ) {
        self.init(name: name, doc: doc, schema: schema) { settings, json in
            var isPossible = false
            place(&settings) { isPossible = set(&$0, json) }
            return isPossible
        } value: { settings in
            var settings = settings
            var json: JSON?
            place(&settings) { json = value($0) }
            return json
        }
    }

    static func flag(_ name: String, _ place: @escaping Place<Bool>, _ doc: String) -> Setting {
        Setting(name, place, doc, .boolean) { setting, json in
            guard case .boolean(let value) = json else { return false }
            setting = value
            return true
        } value: {
            .boolean($0)
        }
    }

    static func number(
        _ name: String, _ place: @escaping Place<Double>, _ range: ClosedRange<Double>, _ doc: String
    ) -> Setting {
        Setting(name, place, doc, .number(minimum: range.lowerBound, maximum: range.upperBound)) {
            setting, json in
            guard let value = json.doubleValue, range.contains(value) else { return false }
            setting = value
            return true
        } value: {
            .number($0)
        }
    }

    static func count(
        _ name: String, _ place: @escaping Place<Int>, _ range: ClosedRange<Int>, _ doc: String
    ) -> Setting {
        Setting(name, place, doc, .integer(minimum: range.lowerBound, maximum: range.upperBound)) { setting, json in
            guard let value = json.integerValue, range.contains(value) else { return false }
            setting = value
            return true
        } value: {
            .number($0)
        }
    }

    /// A number, or `auto` for a computed one.
    static func limit(
        _ name: String, _ place: @escaping Place<Double?>, _ range: ClosedRange<Double>, _ doc: String
    ) -> Setting {
        let number = Schema.number(minimum: range.lowerBound, maximum: range.upperBound)
        return Setting(name, place, doc, .oneOf([number, .choice(["auto"])])) { setting, json in
            let value = json.doubleValue
            guard json.stringValue == "auto" || value.map(range.contains) == true else { return false }
            setting = value
            return true
        } value: {
            $0.map { .number($0) } ?? "auto"
        }
    }

    /// A flag that may be `"auto"`, which is nil.
    static func automatic(_ name: String, _ place: @escaping Place<Bool?>, _ doc: String) -> Setting {
        Setting(name, place, doc, .oneOf([.choice(["auto"]), .boolean])) { setting, json in
            if json.stringValue == "auto" {
                setting = nil
            } else if let value = json.booleanValue {
                setting = value
            } else {
                return false
            }
            return true
        } value: {
            $0.map { .boolean($0) } ?? .string("auto")
        }
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ place: @escaping Place<Choice>, _ doc: String
    ) -> Setting {
        Setting(name, place, doc, .choice(Choice.allCases.map { $0.rawValue })) { setting, json in
            guard let value = json.stringValue.flatMap(Choice.init(rawValue:)) else { return false }
            setting = value
            return true
        } value: {
            .string($0.rawValue)
        }
    }

    static func edgeType(_ name: String, _ place: @escaping Place<EdgeType>, _ doc: String) -> Setting {
        Setting(name, place, doc, .choice(EdgeType.names)) { setting, json in
            guard let value = json.stringValue.flatMap(EdgeType.init(name:)) else { return false }
            setting = value
            return true
        } value: {
            .string($0.rawValue)
        }
    }

    /// A text with a greatest length in bytes.
    static func text(_ name: String, _ place: @escaping Place<String?>, bytes: Int = .max, _ doc: String) -> Setting {
        Setting(name, place, doc, .string()) { setting, json in
            guard let value = json.stringValue, value.utf8.count <= bytes else { return false }
            setting = value
            return true
        } value: {
            $0.map { .string($0) }
        }
    }

    static func rules(_ name: String, _ place: @escaping Place<[DropRule]?>, _ doc: String) -> Setting {
        Setting(name, place, doc, .array(of: DropRule.schema)) { setting, json in
            guard case .array(let elements) = json else { return false }
            let rules = elements.compactMap { DropRule($0) }
            guard rules.count == elements.count else { return false }
            setting = rules
            return true
        } value: {
            $0.map { .array($0.map(\.json)) }
        }
    }

    static func layout(_ name: String, _ place: @escaping Place<OwnLayout?>, _ doc: String) -> Setting {
        Setting(name, place, doc, OwnLayout.dragSchema) { setting, json in
            guard let layout = OwnLayout(forDrags: json) else { return false }
            setting = layout
            return true
        } value: {
            $0?.json
        }
    }

    static func pair(_ name: String, _ place: @escaping Place<Point>, _ doc: String) -> Setting {
        Setting(name, place, doc, .array(of: .number(above: 0), minimumCount: 2, maximumCount: 2)) {
            setting, json in
            guard let point = Point(pair: json), point.x > 0, point.y > 0 else { return false }
            setting = point
            return true
        } value: {
            $0.pair
        }
    }

    static func point(_ name: String, _ place: @escaping Place<Point>, _ doc: String) -> Setting {
        Setting(name, place, doc, .array(of: .number(), minimumCount: 2, maximumCount: 2)) {
            setting, json in
            guard let point = Point(pair: json) else { return false }
            setting = point
            return true
        } value: {
            $0.pair
        }
    }

    static func extent(_ name: String, _ place: @escaping Place<Rect?>, _ doc: String) -> Setting {
        let corner = Schema.array(of: .number(), minimumCount: 2, maximumCount: 2)
        let schema = Schema.array(of: corner, minimumCount: 2, maximumCount: 2)
        return Setting(name, place, doc, schema) { setting, json in
            guard let rect = Rect(extent: json) else { return false }
            setting = rect
            return true
        } value: {
            $0.map { .array([$0.origin.pair, Point(x: $0.maxX, y: $0.maxY).pair]) }
        }
    }

    static func reach(_ name: String, _ place: @escaping Place<Reach>, _ doc: String) -> Setting {
        let points = Schema.object(
            [
                Schema.Member(
                    name: "mouse", schema: .number(), isRequired: false, doc: "mouse, and pen without its own"),
                Schema.Member(name: "touch", schema: .number(), isRequired: false, doc: "finger"),
                Schema.Member(name: "pen", schema: .number(), isRequired: false, doc: "pen"),
            ], isOpen: false)
        return Setting(name, place, doc + ", in screen points", .oneOf([.number(), points])) { reach, json in
            guard let new = Reach(json, default: reach) else { return false }
            reach = new
            return true
        } value: {
            var reach: JSONObject = ["mouse": .number($0.mouse), "touch": .number($0.touch)]
            if let pen = $0.pen { reach["pen"] = .number(pen) }
            return .object(reach)
        }
    }
}

extension Reach {
    /// A number for all pointers, or an object with one for each kind; an omitted kind keeps its value.
    fileprivate init?(_ json: JSON, default stored: Reach) {
        if let value = json.doubleValue {
            self.init(value)
        } else if case .object(let object) = json {
            self = stored
            for member in object.members {
                guard let value = member.value.doubleValue else { return nil }
                switch member.name.description {
                case "mouse": mouse = value
                case "touch": touch = value
                case "pen": pen = value
                default: return nil
                }
            }
        } else {
            return nil
        }
        if ![mouse, touch, pen ?? mouse].allSatisfy({ $0 >= 0 && $0 <= 10_000 }) { return nil }
    }
}

extension Setting {
    static func grades(_ name: String, _ place: @escaping Place<DiagnosticGrades>, _ doc: String) -> Setting {
        Setting(name, place, doc, DiagnosticGrades.schema) { grades, json in
            guard case .object(let object) = json else { return false }
            return grades.read(object)
        } value: { _ in
            .object([:])
        }
    }
}
