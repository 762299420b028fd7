import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The tests that need a built site, by their paths in the repository. */
export const journeysIn = (root) =>
  readdirSync(join(root, 'e2e'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('printers'))
    .map((name) => `e2e/${name}`);

/**
 * Whether vitest, called with `args` in `root`, may run one of the journeys: as it matches them, a path is any part of a
 * file's path. What follows an option may be its value, and then asks for nothing and leaves nothing out.
 */
export const asksForJourney = (root, args, journeys) => {
  const isWord = (arg) => arg !== undefined && !arg.startsWith('-');
  const part = (arg) => relative(root, resolve(root, arg.replace(/:\d+$/, ''))).toLowerCase();
  const isAsked = (arg) => journeys.some((path) => path.toLowerCase().includes(part(arg)));
  const paths = args.filter((arg, at) => isWord(arg) && (at === 0 || isWord(args[at - 1])));
  return journeys.length > 0 && (paths.length === 0 || args.filter(isWord).some(isAsked));
};
