import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Tests that need a built site, as paths in the repository. */
export const listJourneys = (root) =>
  readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('printers'))
    .map((name) => `e2e/${name}`);

const isPositional = (arg) => arg !== undefined && !arg.startsWith('-');

/**
 * Test paths among the arguments of vitest. An argument after an option may be its value, so it does not count as a
 * path.
 */
export const listTestPaths = (args) =>
  args.filter((arg, at) => isPositional(arg) && (at === 0 || isPositional(args[at - 1])));

/**
 * Whether vitest, called with `args` in `root`, may run one of the journeys: as it matches them, a path is any part of a
 * file's path. An argument after an option may be its value, and then selects nothing.
 */
export const mayRunJourney = (root, args, journeys) => {
  const toRelativePath = (arg) =>
    relative(root, resolve(root, arg.replace(/:\d+$/, ''))).toLowerCase();
  const isAsked = (arg) =>
    journeys.some((path) => path.toLowerCase().includes(toRelativePath(arg)));
  return (
    journeys.length > 0 &&
    (listTestPaths(args).length === 0 || args.filter(isPositional).some(isAsked))
  );
};
