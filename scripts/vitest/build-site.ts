import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isQuick } from './quick.ts';

/** Builds the site for a file that runs by itself: `npm test` has built it before. */
export const buildSiteForTests = (): void => {
  execFileSync(process.execPath, ['scripts/build.mjs', ...(isQuick ? ['--quick'] : [])], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
  });
};
