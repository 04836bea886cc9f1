// Lays out the graph of standard input by the package that it names, and prints middles of nodes and lines of edges.
"use strict";

const { performance } = require("perf_hooks");
const task = JSON.parse(require("fs").readFileSync(0, "utf8"));
const { nodes, edges, nodeSpacing, layerSpacing } = task;

function timed(work) {
  const start = performance.now();
  const result = work();
  return [result, (performance.now() - start) / 1000];
}

function dagre(package_) {
  const graph = new package_.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: nodeSpacing, ranksep: layerSpacing });
  for (const [id, width, height] of nodes) graph.setNode(id, { width, height });
  for (const [id, source, target] of edges) graph.setEdge(source, target, {}, id);
  const [, seconds] = timed(() => package_.layout(graph));
  const places = {}, lines = {};
  for (const [id] of nodes) places[id] = [graph.node(id).x, graph.node(id).y];
  for (const [id, source, target] of edges)
    lines[id] = graph.edge(source, target, id).points.map(({ x, y }) => [x, y]);
  return { places, lines, seconds };
}

async function elkjs(package_) {
  const children = nodes.map(([id, width, height]) => ({ id, width, height }));
  const layoutOptions = {
    "elk.algorithm": "layered", "elk.direction": "DOWN", "elk.edgeRouting": "POLYLINE",
    "elk.spacing.nodeNode": String(nodeSpacing), "elk.layered.spacing.nodeNodeBetweenLayers": String(layerSpacing),
  };
  const parts = edges.map(([id, source, target]) => ({ id: "edge " + id, sources: [source], targets: [target] }));
  const elk = new package_();
  const start = performance.now();
  const laid = await elk.layout({ id: "the whole graph", layoutOptions, children, edges: parts });
  const seconds = (performance.now() - start) / 1000;
  const places = {}, lines = {};
  for (const { id, x, y, width, height } of laid.children) places[id] = [x + width / 2, y + height / 2];
  for (const { id, sections } of laid.edges) {
    const { startPoint, bendPoints = [], endPoint } = sections[0];
    lines[id.slice(5)] = [startPoint, ...bendPoints, endPoint].map(({ x, y }) => [x, y]);
  }
  return { places, lines, seconds };
}

function hierarchy(package_) {
  const parents = new Map(edges.map(([, source, target]) => [target, source]));
  const stratify = package_.stratify().id(([id]) => id).parentId(([id]) => parents.get(id) || "");
  const across = Math.max(...nodes.map(([, width]) => width)) + nodeSpacing;
  const down = Math.max(...nodes.map(([, , height]) => height)) + layerSpacing;
  const root = stratify(nodes);
  const [, seconds] = timed(() => package_.tree().nodeSize([across, down])(root));
  const places = {};
  for (const { id, x, y } of root.descendants()) places[id] = [x, y];
  return { places, lines: {}, seconds };
}

const ways = { dagre, elkjs, "d3-hierarchy": hierarchy };

(async () => {
  const answer = await ways[task.package](require(task.package));
  process.stdout.write(JSON.stringify(answer));
})();
