// A path or npm script named in the documents must exist, and each package and app opens with a short README.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadReferences, documents, unintroduced } from './lib/docs.mjs';
import { root } from './lib/runtime.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const scripts = new Set(Object.keys(manifest.scripts ?? {}));
const dead = documents(root).flatMap((file) =>
  deadReferences({ root, file, text: readFileSync(join(root, file), 'utf8'), scripts }),
);
const found = [...dead, ...unintroduced(root)];
for (const one of found) console.error(one);
process.exit(found.length === 0 ? 0 : 1);
