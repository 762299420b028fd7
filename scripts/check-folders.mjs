// Checks folders and files: no sibling folders import each other, no files import each other in a cycle (types
// included), and no folder has too many files.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/runtime.mjs';
import { findFileCycles } from './lint/file-cycles.mjs';
import { findFolderCycles } from './lint/folder-circles.mjs';
import { findLargeFolders } from './lint/large-folders.mjs';

const SOURCES = [
  '{packages,apps}/*/src',
  'apps/site/src/{kit,shell,features}',
  'packages/services/src/{platform,identity,commerce,community,printing}',
];

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  // The router's generated tree imports every route, and the router imports the tree.
  .filter((path) => !path.endsWith('.gen.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const findings = [
  ...globSync(SOURCES, { cwd: root }).flatMap((source) =>
    findFolderCycles(
      source,
      files.filter(({ path }) => path.startsWith(`${source}/`)),
    ),
  ),
  ...findFileCycles(files),
  ...findLargeFolders(files.map(({ path }) => path)),
];
for (const finding of findings) console.error(finding);
process.exit(findings.length === 0 ? 0 : 1);
