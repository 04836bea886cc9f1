// What pictures are drawn with, and so the page: the table of the protocol's description.

import LOOKS from "./looks.json" with { type: "json" };

export const { measures: MEASURES, colors: COLORS, accents: ACCENTS, icons: TYPE_ICONS, textsOn: GROUNDS, shapes: SHAPES, font: FONT, codeFont: CODE_FONT } = LOOKS;
