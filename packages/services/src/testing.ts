import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@yunbiao/db';
import { onTestFinished } from 'vitest';
import { copyContextWithActor, SYSTEM } from './identity/actor.ts';
import { createBus, type BusEvents } from './platform/bus.ts';
import type { Context } from './platform/context.ts';
import { createDiskStore } from './platform/files/store.ts';
import { createClientPresence } from './platform/presence.ts';

/** 2026-11-21 10:00 in China. */
export const TEST_NOW = Date.UTC(2026, 10, 21, 2);

export type TestContext = Context & {
  /** Advances the clock. */
  pass: (ms: number) => void;
  /** All events of the bus, in order. */
  heard: { [K in keyof BusEvents]: [K, BusEvents[K]] }[keyof BusEvents][];
  folder: string;
};

/** Stores whether a client is connected to the process of the context. */
export const setTestClientOnline = async (
  { db, presence }: Context,
  clientId: number,
  isOnline: boolean,
): Promise<void> => {
  await db.kysely
    .updateTable('client')
    .set({ node_id: isOnline ? presence.nodeId : null })
    .where('id', '=', clientId)
    .execute();
};

/** A context with a database, a private folder, and a clock controlled by the test. */
export const testContext = (db: Database): TestContext => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-ctx-'));
  let now = TEST_NOW;
  const bus = createBus((error) => {
    throw error;
  });
  const heard: TestContext['heard'] = [];
  const listenTo = <K extends keyof BusEvents>(name: K): void => {
    bus.on(name, (event) => heard.push([name, event] as TestContext['heard'][number]));
  };
  listenTo('client-work');
  listenTo('client-revoked');
  listenTo('session-ended');
  listenTo('print');
  listenTo('webhook-work');
  listenTo('content-changed');
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
      // A unique key: counts of other tests in the same database do not apply.
      counterKey: randomUUID(),
    },
    presence: createClientPresence(),
    // A hundredth of the production cost: only tests of passwords need the full cost.
    passwordWork: { memoryCost: 64, timeCost: 1 },
    actor: SYSTEM,
    pass: (ms) => {
      now += ms;
    },
    heard,
    folder,
  };
};

/** A test context whose folder is removed after the test. */
export const createTestContext = (db: Database): TestContext => {
  const ctx = testContext(db);
  onTestFinished(() => rmSync(ctx.folder, { recursive: true, force: true }));
  return ctx;
};
export { listInvalidatedTagKinds } from './platform/cache/generation.ts';

/** The context with a member as the actor, as the API provides it. */
export const runAsMember = (ctx: TestContext, id: number): TestContext =>
  copyContextWithActor(ctx, { kind: 'member', id });

/** The context with an operator at the machine as the actor. */
export const createOperatorContext = (ctx: TestContext, user = '', reason = ''): TestContext =>
  copyContextWithActor(ctx, { kind: 'operator', user, why: reason });

export * from './testing-contact.ts';
export * from './testing-world.ts';
export { addTestPicture, createFlatPng } from './printing/picture/testing.ts';
