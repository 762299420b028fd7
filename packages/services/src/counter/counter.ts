import { createHmac } from 'node:crypto';
import { type Executor, lazyTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getPrefix } from '../network.ts';
import type { Rule, Tally } from './rules.ts';
import { trimCounters } from './sweep.ts';

/**
 * Rows of a kind that one prefix of addresses may make. Networks of an IPv4 prefix are 256: only names that are made up,
 * and IPv6 networks, come to so many.
 */
export const MAX_PER_PREFIX = 1_000;
/** Rows of a kind that what else is done from a prefix shares: nobody knows which name falls on which. */
const SHARED_ROWS = 1_000;
/** New rows after which this process looks whether there are too many. */
const TRIM_EVERY = 1_000;
/** Hexadecimal digits: 128 bits of a key, 64 of a prefix. */
const KEY_LENGTH = 32;
const PREFIX_LENGTH = 16;

/** What was counted, so that it can be taken back. */
export type Taken = {
  /** 0, or ms until the next may be counted: nothing was. */
  waitMs: number;
  /** Of each rule before this one was counted. */
  before: readonly Tally[];
  keys: readonly string[];
};

/**
 * Counts what is limited: failures at passwords and codes, keys no client has, sign-ups of an address. Kept in the database,
 * so that neither a restart nor a second process begins again.
 */
export type Counter = {
  /**
   * Counts one more under each rule, before anything is done for it: however many come at once, no more are let through
   * than if they came one after another. Where a rule says to wait nothing is counted.
   */
  take: (rules: readonly Rule[]) => Promise<Taken>;
  /** Takes back what turned out to be no failure; `forget`: and everything that was counted under that rule. */
  giveBack: (taken: Taken, forget?: Rule) => Promise<void>;
};

type Slot = { rule: Rule; key: string; prefix: string; isShared: boolean };
/** A slot, and what its row says before it is locked. */
type Found = { slot: Slot; waitMs: number; isNew: boolean };

const NOTHING: Tally = { count: 0, firstAt: 0, lastAt: 0 };
const created = new WeakMap<Context['bus'], number>();

class Waiting extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('too many');
    this.waitMs = waitMs;
  }
}

type Row = { count: number; first_at: number; last_at: number; expires_at: number };

const readTally = (row: Row | undefined, now: number): Tally =>
  row && row.count > 0 && row.expires_at > now
    ? { count: row.count, firstAt: row.first_at, lastAt: row.last_at }
    : NOTHING;

const computeWait = ({ rule, isShared }: Slot, tally: Tally, now: number): number =>
  Math.max(0, ((isShared && rule.sharedWaitMs) || rule.waitMs)(tally, now));

/** The row as it is now, made where there is none; no other transaction changes it until this one ends. */
const lockRow = (tx: Tx, { key, prefix }: Slot, now: number): Promise<Row> =>
  tx
    .insertInto('counter')
    .values({ counter_key: key, prefix, count: 0, first_at: now, last_at: now, expires_at: now })
    .onConflict((conflict) =>
      conflict.column('counter_key').doUpdateSet((eb) => ({ count: eb.ref('counter.count') })),
    )
    .returning(['count', 'first_at', 'last_at', 'expires_at'])
    .executeTakeFirstOrThrow();

const addOne = async (tx: Tx, slot: Slot, now: number): Promise<Tally> => {
  const before = readTally(await lockRow(tx, slot, now), now);
  const waitMs = computeWait(slot, before, now);
  if (waitMs > 0) throw new Waiting(waitMs);
  const firstAt = before.count === 0 ? now : before.firstAt;
  const tally = { count: before.count + 1, firstAt, lastAt: now };
  await tx
    .updateTable('counter')
    .set({
      count: tally.count,
      first_at: firstAt,
      last_at: now,
      expires_at: slot.rule.expiresAt(tally),
    })
    .where('counter_key', '=', slot.key)
    .execute();
  return before;
};

const readRow = (executor: Executor, key: string): Promise<Row | undefined> =>
  executor
    .selectFrom('counter')
    .select(['count', 'first_at', 'last_at', 'expires_at'])
    .where('counter_key', '=', key)
    .executeTakeFirst();

const isFull = async (executor: Executor, prefix: string): Promise<boolean> => {
  const { count } = await executor
    .selectFrom('counter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('prefix', '=', prefix)
    .executeTakeFirstOrThrow();
  return Number(count) >= MAX_PER_PREFIX;
};

export const openCounter = (ctx: Context): Counter => {
  const hash = (text: string, length: number): string =>
    createHmac('sha256', ctx.settings.counterKey ?? '')
      .update(text)
      .digest('hex')
      .slice(0, length);
  const toKey = (rule: Rule, who: string): string => hash(`${rule.kind} ${who}`, KEY_LENGTH);

  const toFound = (slot: Slot, row: Row | undefined): Found => {
    const now = ctx.now();
    const isNew = !row && slot.prefix !== '';
    return { slot, waitMs: computeWait(slot, readTally(row, now), now), isNew };
  };

  const findSlot = async (rule: Rule): Promise<Found> => {
    const { kysely } = ctx.db;
    const key = toKey(rule, `of ${rule.who}`);
    const row = await readRow(kysely, key);
    if (rule.network === undefined) return toFound({ rule, key, prefix: '', isShared: false }, row);
    const near = getPrefix(rule.network);
    const prefix = hash(`${rule.kind} from ${near}`, PREFIX_LENGTH);
    if (row || !(await isFull(kysely, prefix)))
      return toFound({ rule, key, prefix, isShared: false }, row);
    const place = Number.parseInt(key.slice(0, 8), 16) % SHARED_ROWS;
    const sharedKey = toKey(rule, `near ${near} ${place}`);
    const shared = { rule, key: sharedKey, prefix: '', isShared: true };
    return toFound(shared, await readRow(kysely, sharedKey));
  };

  const noteCreated = async (count: number): Promise<void> => {
    const sum = (created.get(ctx.bus) ?? 0) + count;
    created.set(ctx.bus, sum % TRIM_EVERY);
    if (sum >= TRIM_EVERY) await trimCounters({ ctx });
  };

  return {
    take: async (rules) => {
      const found = [];
      for (const rule of rules) found.push(await findSlot(rule));
      const slots = found.map(({ slot }) => slot);
      const keys = slots.map(({ key }) => key);
      // An attempt that has to wait is refused by reading alone: a storm of refused guesses writes nothing.
      const waitMs = Math.max(...found.map((one) => one.waitMs));
      if (waitMs > 0) return { waitMs, before: [], keys };
      try {
        const before = await lazyTransaction(ctx.db, async (tx) => {
          const tallies: Tally[] = [];
          for (const slot of slots) tallies.push(await addOne(tx, slot, ctx.now()));
          return tallies;
        });
        await noteCreated(found.filter(({ isNew }) => isNew).length);
        return { waitMs: 0, before, keys };
      } catch (error) {
        if (error instanceof Waiting) return { waitMs: error.waitMs, before: [], keys };
        throw error;
      }
    },
    giveBack: ({ keys }, forget) =>
      lazyTransaction(ctx.db, async (tx) => {
        for (const key of keys)
          await tx
            .updateTable('counter')
            .set((eb) => ({ count: eb('count', '-', 1) }))
            .where('counter_key', '=', key)
            .execute();
        const over = tx.deleteFrom('counter').where('counter_key', 'in', keys);
        await over.where('count', '<=', 0).execute();
        if (forget)
          await tx
            .deleteFrom('counter')
            .where('counter_key', '=', toKey(forget, `of ${forget.who}`))
            .execute();
      }),
  };
};
