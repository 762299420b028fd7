import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The tests that need a built site, by their paths in the repository. */
export const journeysIn = (root) =>
  readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('printers'))
    .map((name) => `e2e/${name}`);

const isWord = (arg) => arg !== undefined && !arg.startsWith('-');

/** The paths among what vitest is called with. What follows an option may be its value and is none. */
export const listPaths = (args) =>
  args.filter((arg, at) => isWord(arg) && (at === 0 || isWord(args[at - 1])));

/**
 * Whether vitest, called with `args` in `root`, may run one of the journeys: as it matches them, a path is any part of a
 * file's path. What follows an option may be its value, and then asks for nothing and leaves nothing out.
 */
export const asksForJourney = (root, args, journeys) => {
  const part = (arg) => relative(root, resolve(root, arg.replace(/:\d+$/, ''))).toLowerCase();
  const isAsked = (arg) => journeys.some((path) => path.toLowerCase().includes(part(arg)));
  return journeys.length > 0 && (listPaths(args).length === 0 || args.filter(isWord).some(isAsked));
};
