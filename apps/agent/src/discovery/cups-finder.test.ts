import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noCups, startCups } from '../../../../e2e/support/cups.ts';
import type { TestCups } from '../../../../e2e/support/cups.ts';
import { createCupsFinder } from './cups-finder.ts';

let cups: TestCups | undefined;

beforeAll(async () => {
  if (noCups) return;
  cups = await startCups();
  vi.stubEnv('CUPS_SERVER', cups.server);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cups?.close();
});

const find = () => createCupsFinder().find(AbortSignal.timeout(10_000));

it('finds nothing where no CUPS runs', async () => {
  vi.stubEnv('CUPS_SERVER', '/nowhere/cups.sock');
  expect(await find()).toEqual([]);
  if (cups) vi.stubEnv('CUPS_SERVER', cups.server);
});

it('finds the queues of CUPS, with where they lead and how they are', async (ctx) => {
  if (noCups) return ctx.skip(noCups);
  await cups?.addQueue('label', 'socket://127.0.0.1:9123');
  expect(await find()).toMatchObject([
    {
      place: { kind: 'cups-queue', name: 'label' },
      targetPlace: { kind: 'tcp', host: '127.0.0.1', port: 9123 },
      state: { state: 'idle', stateReasons: [] },
      keys: [],
    },
  ]);
});
