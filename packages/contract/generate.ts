// Writes src/routes.gen.ts: method and path of every call, without the schemas, for the browser's first load.
import { writeFileSync } from 'node:fs';
import { routesSource } from './src/routes-source.ts';

writeFileSync(new URL('./src/routes.gen.ts', import.meta.url), routesSource());
