// Writes src/routes.gen.ts: method and path of every call, without the schemas, for the browser's
// first load.
import { writeFileSync } from 'node:fs';
import { generateRoutesSource } from './src/api/routes-source.ts';

writeFileSync(new URL('./src/api/routes.gen.ts', import.meta.url), generateRoutesSource());
