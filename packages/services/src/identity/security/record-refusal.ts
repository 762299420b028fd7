import { copyContextWithActor, formatActorName, VISITOR } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import { getRateLimitNetwork } from '../../platform/network.ts';
import { HOUR } from '../../platform/time.ts';
import { type Event, logSecurityEvent } from './event.ts';

/** Maximum number of separate rows per hour; further events share one row per kind. */
const MAX_ROWS = 300;
/**
 * Maximum number of separate counters by `among`. An evicted counter restarts at zero and writes
 * again, so invented names cannot hide anything.
 */
const MAX_SEPARATE_COUNTERS = 1_000;
/**
 * Events up to this count are written one by one, later ones at each power of two: a million events
 * cost about fifty writes.
 */
const EXACT_COUNT = 32;

type Counter = { count: number; written: number };
type Hour = { hour: number; rows: Map<string, Counter>; among: Map<string, Counter> };

const hours = new WeakMap<Context['bus'], Hour>();

const getCurrentHourCounters = (ctx: Context): Hour => {
  const hour = Math.floor(ctx.now() / HOUR);
  const knownHour = hours.get(ctx.bus);
  if (knownHour?.hour === hour) return knownHour;
  const newHour = { hour, rows: new Map<string, Counter>(), among: new Map<string, Counter>() };
  hours.set(ctx.bus, newHour);
  return newHour;
};

/** Returns the counter of a key and makes it the most recent of at most `max`. */
const getCounterAndMarkRecent = (
  counters: Map<string, Counter>,
  key: string,
  max = Infinity,
): Counter => {
  const counter = counters.get(key) ?? { count: 0, written: 0 };
  counters.delete(key);
  counters.set(key, counter);
  const [eldest] = counters.keys();
  if (counters.size > max && eldest !== undefined) counters.delete(eldest);
  return counter;
};

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/**
 * Counts a rejection in the security log. Rejections of one kind, actor, network and subject share
 * a row per hour. Nothing is written below `from` rejections in the hour. `among` separates
 * counters within a row by a value that must not be logged. Never throws, so the rejection itself
 * always takes effect.
 */
export const recordRefusal = async ({
  ctx,
  from = 1,
  among = '',
  ...event
}: Event & { ctx: Context; from?: number; among?: string }): Promise<void> => {
  const { hour, rows, among: names } = getCurrentHourCounters(ctx);
  const network = getRateLimitNetwork(event.address ?? '');
  const row = [event.kind, formatActorName(ctx.actor), event.subject, network, hour].join(' ');
  const hasOwnRow = rows.has(row) || rows.size < MAX_ROWS;
  const recordedEvent: Event = hasOwnRow ? event : { kind: event.kind, subject: '' };
  const loggedActorContext = hasOwnRow ? ctx : copyContextWithActor(ctx, VISITOR);
  const rowKey = hasOwnRow ? row : [event.kind, 'others', hour].join(' ');
  const inRow = getCounterAndMarkRecent(rows, rowKey);
  const counter =
    among === ''
      ? inRow
      : getCounterAndMarkRecent(names, `${rowKey} ${among}`, MAX_SEPARATE_COUNTERS);
  counter.count += 1;
  if (counter.count < from || (counter.count > EXACT_COUNT && !isPowerOfTwo(counter.count))) return;
  const unwrittenCount = counter.count - counter.written;
  counter.written = counter.count;
  const { kind, subject, address = '', detail = {} } = recordedEvent;
  const actor = formatActorName(loggedActorContext.actor);
  try {
    await ctx.db.kysely
      .insertInto('security_event')
      .values({
        at: ctx.now(),
        kind,
        actor,
        subject,
        address,
        detail: JSON.stringify(detail),
        count: unwrittenCount,
        fold: rowKey,
      })
      .onConflict((conflict) =>
        conflict.column('fold').doUpdateSet((eb) => ({
          at: ctx.now(),
          count: eb('security_event.count', '+', unwrittenCount),
        })),
      )
      .execute();
    logSecurityEvent(loggedActorContext, recordedEvent, counter.count);
  } catch (error) {
    ctx.log.warn('the security log could not be written', { error });
  }
};
