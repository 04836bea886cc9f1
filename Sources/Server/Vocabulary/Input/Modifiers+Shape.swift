import Graph
import Wire

extension Shape where Value == Modifiers {
    /// A list of held keys.
    static let modifiers = Shape<[Modifiers.Name]>.array(of: .choice(of: Modifiers.Name.self)).mapped(
        { (names) throws(ShapeError) in names.reduce(into: Modifiers()) { $0.formUnion($1.modifier) } },
        from: { modifiers in Modifiers.Name.allCases.filter { modifiers.contains($0.modifier) } })
}

extension Modifiers {
    /// The keys as they are named on the wire.
    enum Name: String, CaseIterable, Sendable {
        case shift, control, alt, meta

        var modifier: Modifiers {
            switch self {
            case .shift: .shift
            case .control: .control
            case .alt: .alt
            case .meta: .meta
            }
        }
    }
}
