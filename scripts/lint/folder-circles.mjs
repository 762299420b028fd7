import { dirname, join, relative } from 'node:path/posix';
import { isTest } from './arrows.mjs';

/**
 * Static and dynamic imports by relative path, including types. Code that two folders share belongs in a folder below
 * both.
 */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** First segment of a path: `forum/find.ts` → `forum`. A file beside the folders stands for itself. */
const getTopFolder = (path) => path.split('/')[0];

/** Import graph: folder → the folders it imports from, each with the first such import. */
const buildImportGraph = (source, files) => {
  const graph = new Map();
  for (const { path, text } of files) {
    if (isTest(path)) continue;
    const from = getTopFolder(relative(source, path));
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = join(dirname(path), specifier);
      const to = getTopFolder(relative(source, target));
      if (to === from || to === '..') continue;
      const edges = graph.get(from) ?? new Map();
      graph.set(from, edges);
      if (!edges.has(to)) edges.set(to, `${path} → ${target}`);
    }
  }
  return graph;
};

/** Shortest path along imports, without `from`; null when there is none. */
const findShortestPath = (graph, from, to) => {
  const paths = [[from]];
  const visited = new Set();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1))?.keys() ?? []) {
      if (next === to) return [...path.slice(1), to];
      if (visited.has(next)) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
};

/**
 * Import cycles between the folders directly in `source`, each as a sentence with the imports that form it.
 * @param {string} source a folder, e.g. `packages/services/src`
 * @param {{ path: string, text: string }[]} files those under it, by their paths in the repository
 */
export const findFolderCycles = (source, files) => {
  const graph = buildImportGraph(source, files);
  const reportedPlaces = new Set();
  const circles = [];
  for (const place of graph.keys()) {
    if (reportedPlaces.has(place)) continue;
    const cyclePath = findShortestPath(graph, place, place);
    if (cyclePath === null || [place, ...cyclePath].every((step) => step.includes('.'))) continue;
    for (const step of cyclePath) reportedPlaces.add(step);
    const steps = [place, ...cyclePath.slice(0, -1)].map((from, i) =>
      graph.get(from).get(cyclePath[i]),
    );
    circles.push(`${source}: ${[place, ...cyclePath].join(' → ')}\n    ${steps.join('\n    ')}`);
  }
  return circles;
};
