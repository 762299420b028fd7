import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@yunbiao/db';
import { onTestFinished } from 'vitest';
import { actingAs, SYSTEM } from './actor.ts';
import { createBus, type BusEvents } from './bus.ts';
import type { Context } from './context.ts';
import { createDiskStore } from './files/store.ts';
import { createPresence } from './presence.ts';

/** 2026-11-21 10:00 in China. */
export const TEST_NOW = Date.UTC(2026, 10, 21, 2);

export type TestContext = Context & {
  /** Moves the clock on. */
  pass: (ms: number) => void;
  /** Everything the bus carried, in order. */
  heard: { [K in keyof BusEvents]: [K, BusEvents[K]] }[keyof BusEvents][];
  folder: string;
};

/** A context on a real database and a private folder, with a clock the test moves. */
export const testContext = (db: Database): TestContext => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-ctx-'));
  let now = TEST_NOW;
  const bus = createBus((error) => {
    throw error;
  });
  const heard: TestContext['heard'] = [];
  const listen = <K extends keyof BusEvents>(name: K): void => {
    bus.on(name, (event) => heard.push([name, event] as TestContext['heard'][number]));
  };
  listen('client-work');
  listen('client-revoked');
  listen('session-ended');
  listen('print');
  listen('webhook-work');
  listen('content-changed');
  return {
    db,
    bus,
    files: createDiskStore(join(folder, 'files')),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => now,
    sleep: (ms) => {
      now += Math.max(0, ms);
      return Promise.resolve();
    },
    settings: {
      mode: 'demo',
      publicUrl: 'http://127.0.0.1:3000',
      icpNo: null,
      psbNo: null,
      // As if nothing had been counted before, whatever other tests did on the same database.
      counterKey: randomUUID(),
    },
    presence: createPresence(),
    // A hundredth of what it takes in a program: no test but those of passwords is about it.
    passwordWork: { memoryCost: 64, timeCost: 1 },
    actor: SYSTEM,
    pass: (ms) => {
      now += ms;
    },
    heard,
    folder,
  };
};

/** A test context whose folder goes with the test. */
export const contextForTest = (db: Database): TestContext => {
  const ctx = testContext(db);
  onTestFinished(() => rmSync(ctx.folder, { recursive: true, force: true }));
  return ctx;
};
export { raisedKinds } from './cache/generation.ts';

/** The same test with a member acting, as the API has it. */
export const asMember = (ctx: TestContext, id: number): TestContext =>
  actingAs(ctx, { kind: 'member', id });

/** The same test with an operator at the machine. */
export const asOperator = (ctx: TestContext, user = '', why = ''): TestContext =>
  actingAs(ctx, { kind: 'operator', user, why });

export * from './testing-contact.ts';
export * from './testing-world.ts';
