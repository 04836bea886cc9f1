// The space bar as a hand: a drag while it is down moves the view. Pressed alone it is the key that it is.

/** The primary button and the middle one, which moves the view wherever it is pressed: as events number them, and as bits. */
const PRIMARY = { number: 0, bit: 1 };
const MIDDLE = { number: 1, bit: 4 };

export class Hand {
  #element;
  #isDown = false;
  #isUsed = false;
  /** The pointers that move the view. */
  #pointers = new Set();

  /** `element` shows what a drag would do. */
  constructor(element) {
    this.#element = element;
    addEventListener("blur", () => this.#hold(false));
  }

  /** Takes the space bar, to be the hand or, when it is up and has moved nothing, itself: then `press()` sends it. */
  takesKey(event, phase, press) {
    if (event.key !== " " || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    if (phase === "down") {
      if (!this.#isDown) this.#isUsed = false;
      this.#hold(true);
      return true;
    }
    const isAlone = this.#isDown && !this.#isUsed;
    this.#hold(false);
    if (isAlone) press();
    return true;
  }

  /** What a pointer does, as the server is to hear it: `{button, buttons}`. */
  buttonsOf(phase, { pointerId, pointerType, button, buttons }) {
    if (phase === "down" && this.#isDown && pointerType === "mouse" && button === PRIMARY.number) {
      this.#isUsed = true;
      this.#pointers.add(pointerId);
    }
    if (!this.#pointers.has(pointerId)) return { button, buttons };
    if (phase === "up" || phase === "cancel") this.#pointers.delete(pointerId);
    const isHeld = (buttons & PRIMARY.bit) > 0;
    return { button: button === PRIMARY.number ? MIDDLE.number : button, buttons: (buttons & ~PRIMARY.bit) | (isHeld ? MIDDLE.bit : 0) };
  }

  #hold(isDown) {
    this.#isDown = isDown;
    this.#element.classList.toggle("hand", isDown);
  }
}
