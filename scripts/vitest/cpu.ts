import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { readTreeCpuSeconds } from '../lib/cpu-seconds.mjs';

/**
 * Appends the CPU time of each test file, including its browser, to the file named by YUNBIAO_TEST_CPU, for `npm test
 * -- --cpu`.
 */
const path = process.env['YUNBIAO_TEST_CPU'];
const start = path ? readTreeCpuSeconds() : null;
if (path && start !== null)
  afterAll(() => {
    const seconds = (readTreeCpuSeconds() ?? 0) - start;
    const file = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(path, `${seconds.toFixed(2)} ${file}\n`);
  });
