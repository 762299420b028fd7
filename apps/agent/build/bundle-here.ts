// Bundles the print client for this machine's own Node; `npm run agent` starts the result. Usage:
// `node bundle-here.ts OUT`.
import { rename } from 'node:fs/promises';
import { bundlePrintClient } from './bundle.ts';

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('where to?');
// Writes atomically: another process may start the file at this moment.
const temporaryPath = `${out}.${process.pid}.cjs`;
await bundlePrintClient(temporaryPath);
await rename(temporaryPath, out);
