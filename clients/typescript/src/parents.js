// Which nodes lie in which.

/**
 * The nodes in which a node lies, the inmost first. A circle, which no document has, ends it.
 *
 * @param {import("./replica.js").Elements<any>} nodes
 * @param {string} id
 */
export function ancestors(nodes, id) {
  /** @type {Set<any>} */
  const found = new Set();
  for (let node = nodes.get(nodes.get(id)?.parentId); node && !found.has(node); node = nodes.get(node.parentId)) found.add(node);
  return [...found];
}

/**
 * The ids of all nodes, each after those in which it lies, else in the order of the document. Linear.
 *
 * @param {import("./replica.js").Elements<any>} nodes
 */
export function parentsFirst(nodes) {
  /** @type {Set<string>} */
  const order = new Set();
  for (const node of nodes) {
    /** @type {string[]} */
    const chain = [];
    for (let one = /** @type {any} */ (node); one && !order.has(one.id) && chain.length < nodes.size; one = nodes.get(one.parentId)) chain.push(one.id);
    for (const id of chain.reverse()) order.add(id);
  }
  return [...order];
}
