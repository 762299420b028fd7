import { dirname, join, relative } from 'node:path/posix';
import { isTest } from './arrows.mjs';

/** Static and dynamic imports of own files, types too: what two folders share belongs below both. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** `forum/find.ts` → `forum`; a file that lies beside the folders is a place of its own. */
const getPlace = (path) => path.split('/')[0];

/** Place → the places it imports from, each with the first import that does. */
const getGraph = (source, files) => {
  const graph = new Map();
  for (const { path, text } of files) {
    if (isTest(path)) continue;
    const from = getPlace(relative(source, path));
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = join(dirname(path), specifier);
      const to = getPlace(relative(source, target));
      if (to === from || to === '..') continue;
      const edges = graph.get(from) ?? new Map();
      graph.set(from, edges);
      if (!edges.has(to)) edges.set(to, `${path} → ${target}`);
    }
  }
  return graph;
};

/** The shortest way along imports, as the places after `from`; null when there is none. */
const wayBetween = (graph, from, to) => {
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
 * Circles of imports between the folders right under `source`: every one as a sentence with the imports that close it.
 * @param {string} source a folder, e.g. `packages/services/src`
 * @param {{ path: string, text: string }[]} files those under it, by their paths in the repository
 */
export const folderCircles = (source, files) => {
  const graph = getGraph(source, files);
  const told = new Set();
  const circles = [];
  for (const place of graph.keys()) {
    if (told.has(place)) continue;
    const way = wayBetween(graph, place, place);
    if (way === null || [place, ...way].every((one) => one.includes('.'))) continue;
    for (const one of way) told.add(one);
    const steps = [place, ...way.slice(0, -1)].map((from, i) => graph.get(from).get(way[i]));
    circles.push(`${source}: ${[place, ...way].join(' → ')}\n    ${steps.join('\n    ')}`);
  }
  return circles;
};
