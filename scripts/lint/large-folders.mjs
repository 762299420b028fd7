import { dirname } from 'node:path/posix';
import { isTest } from './arrows.mjs';

const MAX_FILES = 25;

/**
 * Tests, migrations, fixtures, fonts and generated files do not count. The router determines the contents of the routes
 * folder.
 */
const NOT_COUNTED = /\.gen\.ts$|\/(?:migrations|fixtures|fonts|routes)\/|\/testing[-\w]*\.ts$/;

/** Folders with too many production files, each as a sentence. */
export const findLargeFolders = (paths) => {
  const counts = new Map();
  for (const path of paths)
    if (!isTest(path) && !NOT_COUNTED.test(path))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} has ${count} files: at most ${MAX_FILES}, by subject`);
};
