// The steps of a document as VS Code counts them: each of its entries of undo is one step of the server's history.

/**
 * @typedef {object} Hears
 * @property {(step: { label: string, undo(): Promise<void>, redo(): Promise<void> }) => void} step hears of each new step
 * @property {() => void} unsaved hears that what was saved cannot be reached any more
 */

/**
 * The places of a document's history, in step with those of VS Code.
 *
 * VS Code keeps a line of edits, the server its own. An edit leads to a place by number, not by one step, so that both are
 * together again whatever happened in between: a merge with what others have written is a step of the server only.
 */
export class Steps {
  /** The place of what is shown, and that of what the file holds; undefined if no place is known to be that. */
  position = 0;
  /** @type {number | undefined} */
  saved = 0;
  #ask;
  #hears;
  #viewOf;
  /** The place at which the server's history begins: it starts from nothing when the server does. */
  #base = 0;
  /** The first place that can be reached. */
  #floor = 0;
  /** True if the server counts the saved place as saved, too: it does not know of files that VS Code has written itself. */
  #isMarked = true;

  /**
   * @param {(method: string, params?: object) => Promise<any>} ask asks about the document
   * @param {Hears} hears
   * @param {() => string | undefined} viewOf the one view in which the steps are seen
   */
  constructor(ask, hears, viewOf) {
    this.#ask = ask;
    this.#hears = hears;
    this.#viewOf = viewOf;
  }

  get isDirty() {
    return this.position !== this.saved;
  }

  /** Begins again behind all that VS Code has, with a history of the server that has `count` steps. */
  restart(count = 0) {
    this.#base = this.position - count;
    this.#floor = this.position;
  }

  /** Announces the steps that are new. Where the server keeps no more of them, an edit is one all the same. */
  async follow() {
    const { labels, position, saved } = await this.#ask("history/list");
    const last = this.#base + position;
    const isUnnoticed = last === this.position && !this.isDirty && this.#isMarked && saved !== position;
    // New steps take the place of those that led to what was saved.
    const isLost = last > this.position && this.saved !== undefined && this.saved > this.position;
    if (isLost) this.saved = undefined;
    for (let place = isUnnoticed ? last : this.position + 1; place <= last; place += 1) {
      this.position = place;
      this.#hears.step({
        label: labels[place - this.#base - 1] ?? "Edit",
        undo: () => this.#lead(place - 1),
        redo: () => this.#lead(place),
      });
    }
    this.position = last;
    // VS Code counts its edits only, and would find as many as were saved.
    if (isLost) this.#hears.unsaved();
  }

  /** Takes the present place without a word: what led there is no edit of the user. It is the saved one if that is said. */
  async take({ isSaved = false } = {}) {
    const { position, saved } = await this.#ask("history/list");
    this.position = this.#base + position;
    if (isSaved) Object.assign(this, { saved: this.position });
    this.#isMarked = saved === position;
  }

  /** Goes to the place of what was saved; false if it cannot be reached. */
  async goToSaved() {
    if (this.saved === undefined || this.saved < this.#floor) return false;
    try {
      await this.#go(this.saved);
    } catch {
      return false;
    }
    return true;
  }

  /** Goes to a place at which VS Code already is. If that fails, VS Code must not take what is shown for what was saved.
   * @param {number} place */
  async #lead(place) {
    try {
      await this.#go(place);
    } catch (failure) {
      this.#hears.unsaved();
      throw failure;
    }
  }

  /** @param {number} place */
  async #go(place) {
    if (place < this.#floor) throw new Error("What was done before the server ended cannot be taken back");
    const { position } = await this.#ask("history/list");
    const by = place - this.#base - position;
    if (by !== 0) {
      const view = this.#viewOf();
      const { steps } = await this.#ask(by < 0 ? "history/undo" : "history/redo", {
        steps: Math.abs(by), ...(view !== undefined && { view }),
      });
      if (steps < Math.abs(by)) throw new Error("The history does not reach back so far");
    }
    this.position = place;
  }
}
