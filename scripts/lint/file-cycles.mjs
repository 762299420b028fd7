import { dirname, join } from 'node:path/posix';
import { isTest } from './arrows.mjs';

/** Static and dynamic imports of own files, types too. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const buildImportGraph = (files) => {
  const sources = files.filter(({ path }) => !isTest(path));
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, text }) => {
      const targets = [...text.matchAll(IMPORT)].map(([, to]) => join(dirname(path), to));
      return [path, targets.filter((target) => paths.has(target))];
    }),
  );
};

/** Removes files that import no remaining file, until every file imports one. */
const removeLeaves = (graph) => {
  for (let size = -1; size !== graph.size;) {
    size = graph.size;
    for (const [path, targets] of graph)
      if (!targets.some((target) => graph.has(target))) graph.delete(path);
  }
};

/**
 * Cycles of imports between files, types included, each as a sentence. Repeatedly removes files that import no
 * remaining file; the rest contains the cycles.
 * @param {{ path: string, text: string }[]} files by their paths in the repository
 */
export const findFileCycles = (files) => {
  const graph = buildImportGraph(files);
  removeLeaves(graph);
  const cycles = [];
  while (graph.size > 0) {
    const steps = [graph.keys().next().value];
    for (;;) {
      const next = graph.get(steps.at(-1)).find((target) => graph.has(target));
      const at = steps.indexOf(next);
      if (at !== -1) {
        cycles.push([...steps.slice(at), next].join(' → '));
        break;
      }
      steps.push(next);
    }
    for (const path of steps) graph.delete(path);
    removeLeaves(graph);
  }
  return cycles;
};
