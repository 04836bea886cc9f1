// The space bar as a hand: a drag while it is down moves the view. Pressed alone it is the key that it is.

export class Hand {
  #hold;
  #isDown = false;
  #isUsed = false;

  /** `element` is the canvas; `hold(isDown)` lets the view take the tool, or gives back the one that was held. */
  constructor(element, hold) {
    this.#hold = hold;
    element.addEventListener("pointerdown", () => (this.#isUsed = true), true);
    addEventListener("blur", () => this.#set(false));
  }

  /** Takes the space bar, to be the hand or, when it is up and has moved nothing, itself: then `press()` sends it. */
  takesKey(event, phase, press) {
    if (event.key !== " " || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const isAlone = this.#isDown && !this.#isUsed;
    this.#set(phase === "down");
    if (phase === "up" && isAlone) press();
    return true;
  }

  #set(isDown) {
    if (this.#isDown === isDown) return;
    this.#isUsed = false;
    this.#isDown = isDown;
    this.#hold(isDown);
  }
}
