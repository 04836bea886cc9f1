import Graph

/// The colors and letters of a picture, as a style sheet whose variables have a value for light and one for dark.
enum SVGStyle {
    /// Accents of node types, light and dark.
    static let accents: [(light: String, dark: String)] = [
        ("#2563eb", "#6ea8fe"), ("#0d9488", "#4fd1c0"), ("#7c3aed", "#b79bff"), ("#c2410c", "#fb9a5b"),
        ("#be185d", "#f585b5"), ("#15803d", "#62d18a"), ("#0369a1", "#5bbdf0"), ("#a16207", "#e5b94b"),
        ("#b91c1c", "#fb8585"), ("#4f46e5", "#9b9ffc"), ("#a21caf", "#e283ee"), ("#4d7c0f", "#a8d65c"),
    ]

    /// The accent of a type: the same in every document (Fowler, Noll and Vo 1991, FNV-1a, from a seed under
    /// which common names of types differ).
    static func accent(ofType name: String) -> Int {
        var hash: UInt32 = seed
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 16) % UInt32(accents.count))
    }

    private static let seed: UInt32 = 34

    /// The color that a type names, if it is `#` with three or six hexadecimal digits; nothing else may come into a
    /// style.
    static func color(_ text: String) -> String? {
        let digits = text.utf8.dropFirst()
        func isHexadecimal(_ byte: UInt8) -> Bool {
            byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
        }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 3 || digits.count == 6 else { return nil }
        return digits.allSatisfy(isHexadecimal) ? text : nil
    }

    static func sheet(_ theme: SVGOptions.Theme) -> String {
        switch theme {
        case .light: variables(isDark: false) + rules
        case .dark: variables(isDark: true) + rules
        case .auto:
            variables(isDark: false) + "@media (prefers-color-scheme:dark){\n" + variables(isDark: true) + "}\n" + rules
        }
    }

    private static func variables(isDark: Bool) -> String {
        let colors =
            isDark
            ? "--page:#0f141b;--card:#1a212b;--line:#36404e;--text:#e8edf4;--soft:#9aa7b8;--edge:#7b8899;"
                + "--group:#8aa0bd;--grid:#232c38;--shade:#000"
            : "--page:#fff;--card:#fff;--line:#d5dbe4;--text:#1b2430;--soft:#5f6b7c;--edge:#8793a5;"
                + "--group:#64748b;--grid:#e6eaf0;--shade:#0f172a"
        var text = ".nodewire{\(colors);--type:var(--group)}\n"
        for (index, accent) in accents.enumerated() {
            text += ".nodewire .t\(index){--type:\(isDark ? accent.dark : accent.light)}\n"
        }
        return text
    }

    /// The colors of texts that are on a background which a node itself names.
    static func texts(on color: StyleColor) -> String {
        color.isDark ? "--text:#fff;--soft:#dde3ec" : "--text:#1b2430;--soft:#4a5566"
    }

    private static let rules = """
        .nodewire{font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
        color-scheme:light dark}
        .nodewire text{fill:var(--text);text-anchor:middle}
        .nodewire .page{fill:var(--page)}
        .nodewire .grid{fill:none;stroke:var(--grid);stroke-width:1}
        .nodewire .dot{fill:var(--grid)}
        .nodewire .shade{fill:var(--shade);fill-opacity:.07}
        .nodewire .card{fill:var(--card);stroke:var(--line);stroke-width:1}
        .nodewire .bar{fill:var(--type);fill-opacity:.14}
        .nodewire .group{fill:var(--group);fill-opacity:.06;stroke:var(--group);stroke-opacity:.45;stroke-dasharray:5 4}
        .nodewire .type{fill:var(--type);font-size:10px;font-weight:600;letter-spacing:.4px}
        .nodewire .name{font-size:13px;font-weight:600}
        .nodewire .line{font-size:13px}
        .nodewire .more{font-size:11px;fill:var(--soft)}
        .nodewire .title{fill:var(--soft);font-size:12px;font-weight:600;text-anchor:start}
        .nodewire .edge{fill:none;stroke:var(--edge);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
        .nodewire .flow{stroke-dasharray:5 5}
        .nodewire .tip{fill:var(--edge);stroke:var(--edge);stroke-width:1;stroke-linejoin:round}
        .nodewire .label{fill:var(--page);stroke:var(--line)}
        .nodewire .says{font-size:11px;fill:var(--soft)}
        .nodewire .handle{font-size:10px;fill:var(--soft);text-anchor:start;paint-order:stroke;stroke:var(--page);stroke-width:3px}
        .nodewire .end{text-anchor:end}
        .nodewire .source{fill:var(--edge);stroke:var(--card);stroke-width:1.5}
        .nodewire .target{fill:var(--card);stroke:var(--edge);stroke-width:1.5}

        """
}
