import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/vitest/longest-first.ts';
import { isQuick, QUICK_JOURNEYS } from './scripts/vitest/quick.ts';

/** Workers that compute: one a core. A third on two cores cost a fifth more CPU, and ended later. */
const WORKERS = Math.max(2, availableParallelism());

/** A test ends long before: the limit is for one that hangs, on the slowest machine. */
const TEST_MS = 300_000;

const shared = {
  environment: 'node' as const,
  // A program takes half the time to start, and tests start hundreds.
  env: {
    NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node'),
    // Print clients of the tests do not search the network of this machine for printers.
    YUNBIAO_AGENT_MDNS: 'off',
  },
  setupFiles: ['./scripts/vitest/cpu.ts', './scripts/vitest/console.ts'],
  // A test that expects a console message takes the method over with vi.spyOn; this gives it back.
  restoreMocks: true,
  // Files of one worker share its globals, too: what one puts in their place is gone before the next test.
  unstubGlobals: true,
  // On a busy machine what is waited for may take long, and is seen soon after it is there.
  expect: { poll: { interval: 20, timeout: 120_000 } },
  // node:sqlite announces itself as experimental in every worker.
  execArgv: ['--disable-warning=ExperimentalWarning'],
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
          setupFiles: [...shared.setupFiles, './scripts/vitest/property.ts'],
          include: [
            '{packages,apps,bench}/**/*.test.{ts,tsx}',
            'e2e/{printers,channels}/**/*.test.ts',
            'scripts/**/*.test.{mjs,ts}',
          ],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            '**/*.alone.test.ts',
            // Of PostgreSQL alone.
            ...(isQuick ? ['**/*.postgres.test.ts'] : []),
          ],
          globalSetup: ['./packages/db/src/testing/template-database.ts'],
          // Files of one worker share their modules: importing the same tree again was half of all CPU.
          isolate: false,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          ...shared,
          // Files that replace a module need a module registry of their own.
          name: 'alone',
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
          include: ['{packages,apps}/**/*.alone.test.ts'],
          globalSetup: ['./packages/db/src/testing/template-database.ts'],
          testTimeout: TEST_MS,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          // One more than compute: journeys wait half of the time.
          maxWorkers: WORKERS + 1,
          sequence: { groupOrder: 0 },
          include: isQuick ? QUICK_JOURNEYS : ['e2e/**/*.test.ts'],
          globalSetup: ['./e2e/support/demo-data.ts'],
          // Closes at the end of a worker what its files share.
          environment: './e2e/support/environment.ts',
          setupFiles: [...shared.setupFiles, './e2e/support/end-of-file.ts'],
          exclude: ['**/node_modules/**', 'e2e/{printers,channels}/**'],
          isolate: false,
          // A look is a call of a browser or a server, in another process.
          expect: { poll: { ...shared.expect.poll, interval: 50 } },
          testTimeout: 2 * TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
    ],
  },
});
