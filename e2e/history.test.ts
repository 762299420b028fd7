import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { EARLY_START_MS } from '../apps/agent/src/daemon/history.ts';
import { type Loss, type Process, startProcess } from './history/process.ts';
import { openSite, type Site } from './history/site.ts';
import { rounds } from '../scripts/vitest/rounds.ts';

/** Homes of one client, and one process in each. */
type World = {
  site: Site;
  homes: { path: string; process: Process | null }[];
  copies: string[];
  hasForked: boolean;
  folders: number;
};

const newFolder = (world: World): string => {
  world.folders += 1;
  return join(world.site.folder, `home-${world.folders}`);
};

const kill = async (home: World['homes'][number]): Promise<void> => {
  await home.process?.kill();
  home.process = null;
};

/** Older than the period in which labels may start without the server. */
const copyHome = (world: World, from: string): string => {
  world.site.pass(EARLY_START_MS + 1);
  const copy = newFolder(world);
  cpSync(from, copy, { recursive: true });
  return copy;
};

type Step = { name: string; run: (world: World) => Promise<unknown> };

const LOSSES: Loss[] = ['nothing', 'nothing', 'nothing', 'request', 'answer'];

const act = (
  weight: number,
  name: string,
  run: (process: Process, n: number) => Promise<unknown>,
): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.tuple(fc.nat(7), fc.nat(19)).map(([which, n]) => ({
    name: `${name} ${which} ${n}`,
    run: async ({ homes, site }) => {
      site.pass(n);
      const process = homes[which % homes.length]?.process;
      if (process) await run(process, n);
    },
  })),
});

const addEvent = (
  weight: number,
  name: string,
  run: (world: World, home: World['homes'][number], n: number) => Promise<unknown> | void,
): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.tuple(fc.nat(7), fc.nat(19)).map(([which, n]) => ({
    name: `${name} ${which} ${n}`,
    run: async (world) => {
      const home = world.homes[which % world.homes.length];
      if (home) await run(world, home, n);
    },
  })),
});

const lossFor = (n: number): Loss => LOSSES[n % LOSSES.length] ?? 'nothing';

/** As far as possible without a fault. */
const printOne = async (process: Process): Promise<void> => {
  if (!process.isConnected()) await process.connect('nothing');
  await process.lease(2, false);
  await process.take();
  await process.exchange('nothing');
  await process.print();
  await process.end();
};

const EVERYDAY = [
  act(6, 'print one', printOne),
  act(3, 'connect', (process, n) => process.connect(lossFor(n))),
  act(4, 'lease', (process, n) => process.lease(1 + (n % 4), n === 19)),
  act(8, 'take', (process) => process.take()),
  act(8, 'exchange', (process, n) => process.exchange(lossFor(n))),
  act(8, 'print', (process) => process.print()),
  act(6, 'end', (process) => process.end()),
  addEvent(2, 'kill', (_, home) => kill(home)),
  addEvent(4, 'start', async ({ site }, home) => {
    home.process ??= await startProcess(home.path, site);
  }),
];

const FORKS = [
  addEvent(2, 'back up', (world, { path }) => {
    world.copies.push(copyHome(world, path));
  }),
  addEvent(2, 'restore', async (world, home, n) => {
    const copy = world.copies[n % Math.max(1, world.copies.length)];
    if (copy === undefined) return;
    await kill(home);
    world.hasForked = true;
    rmSync(home.path, { recursive: true });
    cpSync(copy, home.path, { recursive: true });
  }),
  addEvent(2, 'copy', async (world, { path }) => {
    if (world.homes.length >= 3) return;
    world.hasForked = true;
    const copy = copyHome(world, path);
    world.homes.push({ path: copy, process: await startProcess(copy, world.site) });
  }),
];

/** A copy causes two alternating connections; one process is left at the end, of either home. */
const finish = async (world: World): Promise<void> => {
  const { site, homes } = world;
  for (const home of homes) {
    await home.process?.end();
    await kill(home);
  }
  const last = homes.at(-1);
  if (!last) return;
  const process = await startProcess(last.path, site);
  last.process = process;
  await process.connect('nothing');
  for (let round = 0; round < 60; round += 1) {
    await process.lease(3, false);
    await process.take();
    await process.exchange('nothing');
    await process.print();
    await process.end();
    const details = await site.details();
    if (details.every(({ state }) => state !== 'queued' && state !== 'sending')) break;
  }
  await process.kill();
};

const LABELS = 8;

const checkLabels = async ({ site, hasForked }: World): Promise<void> => {
  for (const { id, state, reason } of await site.details()) {
    const said = `${id} ${state} ${reason}`;
    expect(['printed', 'uncertain'], said).toContain(state);
    expect(site.printed(id), said).toBeLessThanOrEqual(1);
    if (state === 'printed') expect(site.printed(id), said).toBe(1);
    if (state === 'uncertain' && !hasForked) expect(site.isDoubtful(id), said).toBe(true);
  }
};

const runModel = async (steps: fc.WeightedArbitrary<Step>[], runs: number): Promise<void> => {
  const site = await openSite();
  onTestFinished(site.remove);
  let folders = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...steps), { minLength: 30, maxLength: 120, size: 'max' }),
      async (plan) => {
        const world: World = {
          site,
          homes: [],
          copies: [],
          hasForked: false,
          folders,
        };
        const path = newFolder(world);
        await site.begin(LABELS);
        world.homes.push({ path, process: await startProcess(path, site) });
        for (const step of plan) await step.run(world);
        await finish(world);
        ({ folders } = world);
        await checkLabels(world);
      },
    ),
    { numRuns: rounds(runs), endOnFailure: true },
  );
};

it('prints each label once when messages are lost and clients killed, and asks about those under way only', () =>
  runModel(EVERYDAY, 60));

it('prints no label twice when homes are put back and copied', () =>
  runModel([...EVERYDAY, ...FORKS], 120));
