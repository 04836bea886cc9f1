// What pictures are drawn with, and so the page: the table of the protocol's description.

import LOOKS from "./looks.json" with { type: "json" };

export const MEASURES = LOOKS.measures;
export const COLORS = LOOKS.colors;
export const ACCENTS = LOOKS.accents;
export const TYPE_ICONS = LOOKS.icons;
export const GROUNDS = LOOKS.textsOn;
export const SHAPES = LOOKS.shapes;
export const FONT = LOOKS.font;
export const CODE_FONT = LOOKS.codeFont;
