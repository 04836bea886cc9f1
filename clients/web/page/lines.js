// What the forms of lines are called, wherever one is chosen.

/** By the type of an edge. */
export const FORMS = {
  __proto__: null,
  bezier: "Curve", simpleBezier: "Soft curve", horizontalBezier: "Level curve", straight: "Straight", step: "Steps",
  smoothStep: "Rounded steps", orthogonal: "Around nodes",
};

/** React Flow's names of forms that have another one here. */
export const ALIASES = { __proto__: null, default: "bezier", simplebezier: "simpleBezier", smoothstep: "smoothStep" };
