// Runs after `npm install`. Adds the packages for other operating systems that npm omitted from package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock } from './lib/complete-lock.mjs';
import { root } from './lib/runtime.mjs';

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const addedEntries = completeLock(lock);
if (addedEntries.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(addedEntries.length > 0 ? `added: ${addedEntries.join(', ')}` : 'complete');
