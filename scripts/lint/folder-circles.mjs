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
  const ways = [[from]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1))?.keys() ?? []) {
      if (next === to) return [...way.slice(1), to];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
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
  const told = new Set();
  const circles = [];
  for (const place of graph.keys()) {
    if (told.has(place)) continue;
    const way = findShortestPath(graph, place, place);
    if (way === null || [place, ...way].every((one) => one.includes('.'))) continue;
    for (const one of way) told.add(one);
    const steps = [place, ...way.slice(0, -1)].map((from, i) => graph.get(from).get(way[i]));
    circles.push(`${source}: ${[place, ...way].join(' → ')}\n    ${steps.join('\n    ')}`);
  }
  return circles;
};
