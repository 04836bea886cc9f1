// The nodes or the edges of a flow: a list that is another one when it changes, of objects that stay while they do not.

/** @template Item */
export class Items {
  /**
   * The items as they were read last.
   *
   * @type {Item[]}
   */
  list = [];
  /** @type {Map<string, number>} */
  #places = new Map();
  /** @type {Set<string>} */
  #stale = new Set();
  #isOrderStale = true;
  #order;
  #make;

  /**
   * @param {() => string[]} order the ids of all items
   * @param {(id: string) => Item} make
   */
  constructor(order, make) {
    this.#order = order;
    this.#make = make;
  }

  /** @param {string} id of an item that is to be made again, if there is one */
  touch(id) {
    this.#stale.add(id);
  }

  /**
   * An item as it was read last.
   *
   * @param {string} id
   */
  get(id) {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.list[place];
  }

  /** Items have come or gone, or have another place. */
  reorder() {
    this.#isOrderStale = true;
  }

  /** All items are to be made again. */
  clear() {
    this.#places.clear();
    this.#isOrderStale = true;
  }

  /** The list as it is now; the same as before if nothing has changed. Costs a copy of the list, and what changed. */
  read() {
    if (this.#isOrderStale) {
      const ids = this.#order();
      this.list = ids.map((id) => {
        const place = this.#stale.has(id) ? undefined : this.#places.get(id);
        return place === undefined ? this.#make(id) : this.list[place];
      });
      this.#places = new Map(ids.map((id, place) => [id, place]));
      this.#isOrderStale = false;
    } else if (this.#stale.size > 0) {
      this.list = this.list.slice();
      for (const id of this.#stale) {
        const place = this.#places.get(id);
        if (place !== undefined) this.list[place] = this.#make(id);
      }
    }
    this.#stale.clear();
    return this.list;
  }
}
