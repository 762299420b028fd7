// What `npm run agent` starts: the print client bundled for this machine's own Node. `node bundle-here.ts OUT`.
import { rename } from 'node:fs/promises';
import { bundle } from './bundle.ts';

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('where to?');
// Whole or not at all: somebody may start it at this moment.
const made = `${out}.${process.pid}.cjs`;
await bundle(made);
await rename(made, out);
