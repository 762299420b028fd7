import { createHmac } from 'node:crypto';
import { type Executor, runAsyncCommitTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getLargerNetwork } from '../network.ts';
import type { RateLimitRule, Count } from './rules.ts';
import { evictExcessCounters } from './delete-expired.ts';

/**
 * Maximum rows of a kind per address prefix. An IPv4 prefix has 256 networks; only made-up names
 * and IPv6 networks reach this limit.
 */
export const MAX_PER_PREFIX = 1_000;
/**
 * Shared rows of a kind for further keys of a prefix. Which key maps to which row is unpredictable.
 */
const SHARED_ROWS = 1_000;
/** Number of new rows after which this process checks the row limit. */
const TRIM_EVERY = 1_000;
/** Hexadecimal digits: 128 bits of a key, 64 bits of a prefix. */
const KEY_LENGTH = 32;
const PREFIX_LENGTH = 16;

/** Result of `consume`, needed for `restore`. */
export type Reservation = {
  /** 0, or the time until the next attempt is allowed, ms. Nothing was counted then. */
  waitMs: number;
  /** Tally of each rule before this attempt. */
  previousTallies: readonly Count[];
  keys: readonly string[];
};

/**
 * Counts rate-limited events: wrong passwords and codes, unknown client keys, sign-ups per address.
 * Stored in the database, so that restarts and other processes share the counts.
 */
export type Counter = {
  /**
   * Counts an attempt under each rule before it runs, so parallel attempts are limited like
   * sequential ones. Counts nothing if a rule requires waiting.
   */
  consume: (rules: readonly RateLimitRule[]) => Promise<Reservation>;
  /** Undoes a count that was not a failure. `resetRule` also resets that rule. */
  restore: (reservation: Reservation, resetRule?: RateLimitRule) => Promise<void>;
};

type Slot = { rule: RateLimitRule; key: string; prefix: string; isShared: boolean };
/** A slot and its row as read before locking. */
type LocatedSlot = { slot: Slot; waitMs: number; isNew: boolean };

const EMPTY_TALLY: Count = { count: 0, firstAt: 0, lastAt: 0 };
const createdCounts = new WeakMap<Context['bus'], number>();

class LimitReached extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('too many');
    this.waitMs = waitMs;
  }
}

type Row = { count: number; first_at: number; last_at: number; expires_at: number };

const getUnexpiredCount = (row: Row | undefined, now: number): Count =>
  row && row.count > 0 && row.expires_at > now
    ? { count: row.count, firstAt: row.first_at, lastAt: row.last_at }
    : EMPTY_TALLY;

const computeSlotWait = ({ rule, isShared }: Slot, tally: Count, now: number): number =>
  Math.max(0, ((isShared && rule.computeSharedWaitMs) || rule.computeWaitMs)(tally, now));

/** Locks the row until the end of the transaction; creates it if missing. */
const lockCounterRow = (tx: Tx, { key, prefix }: Slot, now: number): Promise<Row> =>
  tx
    .insertInto('counter')
    .values({ counter_key: key, prefix, count: 0, first_at: now, last_at: now, expires_at: now })
    .onConflict((conflict) =>
      conflict.column('counter_key').doUpdateSet((eb) => ({ count: eb.ref('counter.count') })),
    )
    .returning(['count', 'first_at', 'last_at', 'expires_at'])
    .executeTakeFirstOrThrow();

const countInSlotOrThrow = async (tx: Tx, slot: Slot, now: number): Promise<Count> => {
  const before = getUnexpiredCount(await lockCounterRow(tx, slot, now), now);
  const waitMs = computeSlotWait(slot, before, now);
  if (waitMs > 0) throw new LimitReached(waitMs);
  const firstAt = before.count === 0 ? now : before.firstAt;
  const tally = { count: before.count + 1, firstAt, lastAt: now };
  await tx
    .updateTable('counter')
    .set({
      count: tally.count,
      first_at: firstAt,
      last_at: now,
      expires_at: slot.rule.computeExpiry(tally),
    })
    .where('counter_key', '=', slot.key)
    .execute();
  return before;
};

const readCounterRow = (executor: Executor, key: string): Promise<Row | undefined> =>
  executor
    .selectFrom('counter')
    .select(['count', 'first_at', 'last_at', 'expires_at'])
    .where('counter_key', '=', key)
    .executeTakeFirst();

const isCounterLimitOfPrefixReached = async (
  executor: Executor,
  prefix: string,
): Promise<boolean> => {
  const { count } = await executor
    .selectFrom('counter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('prefix', '=', prefix)
    .executeTakeFirstOrThrow();
  return Number(count) >= MAX_PER_PREFIX;
};

const computeHash = (ctx: Context, text: string, length: number): string =>
  createHmac('sha256', ctx.settings.counterKey ?? '')
    .update(text)
    .digest('hex')
    .slice(0, length);

const buildCounterKey = (ctx: Context, rule: RateLimitRule, subject: string): string =>
  computeHash(ctx, `${rule.kind} ${subject}`, KEY_LENGTH);

const computeSlotWithWait = (slot: Slot, row: Row | undefined, now: number): LocatedSlot => {
  const isNew = !row && slot.prefix !== '';
  return { slot, waitMs: computeSlotWait(slot, getUnexpiredCount(row, now), now), isNew };
};

const findCounterSlot = async (ctx: Context, rule: RateLimitRule): Promise<LocatedSlot> => {
  const { kysely } = ctx.db;
  const key = buildCounterKey(ctx, rule, `of ${rule.subject}`);
  const row = await readCounterRow(kysely, key);
  if (rule.network === undefined)
    return computeSlotWithWait({ rule, key, prefix: '', isShared: false }, row, ctx.now());
  const near = getLargerNetwork(rule.network);
  const prefix = computeHash(ctx, `${rule.kind} from ${near}`, PREFIX_LENGTH);
  if (row || !(await isCounterLimitOfPrefixReached(kysely, prefix)))
    return computeSlotWithWait({ rule, key, prefix, isShared: false }, row, ctx.now());
  const place = Number.parseInt(key.slice(0, 8), 16) % SHARED_ROWS;
  const sharedKey = buildCounterKey(ctx, rule, `near ${near} ${place}`);
  const sharedRow = await readCounterRow(kysely, sharedKey);
  return computeSlotWithWait(
    { rule, key: sharedKey, prefix: '', isShared: true },
    sharedRow,
    ctx.now(),
  );
};

/** Checks the row limit after every `TRIM_EVERY` new rows. */
const recordCreatedCounters = async (ctx: Context, count: number): Promise<void> => {
  const sum = (createdCounts.get(ctx.bus) ?? 0) + count;
  createdCounts.set(ctx.bus, sum % TRIM_EVERY);
  if (sum >= TRIM_EVERY) await evictExcessCounters({ ctx });
};

export const createRateLimitCounter = (ctx: Context): Counter => ({
  consume: async (rules) => {
    const foundSlots = [];
    for (const rule of rules) foundSlots.push(await findCounterSlot(ctx, rule));
    const slots = foundSlots.map(({ slot }) => slot);
    const keys = slots.map(({ key }) => key);
    // A rejected attempt only reads: a flood of rejected guesses writes nothing.
    const waitMs = Math.max(...foundSlots.map((foundSlot) => foundSlot.waitMs));
    if (waitMs > 0) return { waitMs, previousTallies: [], keys };
    try {
      const before = await runAsyncCommitTransaction(ctx.db, async (tx) => {
        const tallies: Count[] = [];
        for (const slot of slots) tallies.push(await countInSlotOrThrow(tx, slot, ctx.now()));
        return tallies;
      });
      await recordCreatedCounters(ctx, foundSlots.filter(({ isNew }) => isNew).length);
      return { waitMs: 0, previousTallies: before, keys };
    } catch (error) {
      if (error instanceof LimitReached) return { waitMs: error.waitMs, previousTallies: [], keys };
      throw error;
    }
  },
  restore: ({ keys }, forget) =>
    runAsyncCommitTransaction(ctx.db, async (tx) => {
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
          .where('counter_key', '=', buildCounterKey(ctx, forget, `of ${forget.subject}`))
          .execute();
    }),
});
