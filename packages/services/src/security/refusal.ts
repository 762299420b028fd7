import { actingAs, actorName, VISITOR } from '../actor.ts';
import type { Context } from '../context.ts';
import { getNetwork } from '../network.ts';
import { HOUR } from '../time.ts';
import { type Event, logEvent } from './event.ts';

/** Rows an hour takes of their own; what comes after them shares one row a kind. */
const MAX_ROWS = 300;
/** Counts kept by `among`. One pushed out begins again, and is written again: made-up names hide nothing. */
const MAX_AMONG = 1_000;
/** So many are counted one by one, more at every doubling: who sends a million costs twenty writes. */
const EXACT = 32;

type Seen = { count: number; written: number };
type Hour = { hour: number; rows: Map<string, Seen>; among: Map<string, Seen> };

const hours = new WeakMap<Context['bus'], Hour>();

const getHour = (ctx: Context): Hour => {
  const hour = Math.floor(ctx.now() / HOUR);
  const known = hours.get(ctx.bus);
  if (known?.hour === hour) return known;
  const made = { hour, rows: new Map<string, Seen>(), among: new Map<string, Seen>() };
  hours.set(ctx.bus, made);
  return made;
};

/** What was counted under a key, which is the youngest of at most `max` from now on. */
const touch = (seen: Map<string, Seen>, key: string, max = Infinity): Seen => {
  const mine = seen.get(key) ?? { count: 0, written: 0 };
  seen.delete(key);
  seen.set(key, mine);
  const [eldest] = seen.keys();
  if (seen.size > max && eldest !== undefined) seen.delete(eldest);
  return mine;
};

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/**
 * Counts a refusal, and writes it into the security log: those of one kind, from one network, about one thing, share a
 * row for an hour. `from` of them within the hour are nothing to write home about. `among` counts them apart within a
 * row by what must not be written down. Never throws: what is refused stays refused.
 */
export const noteRefusal = async ({
  ctx,
  from = 1,
  among = '',
  ...event
}: Event & { ctx: Context; from?: number; among?: string }): Promise<void> => {
  const { hour, rows, among: names } = getHour(ctx);
  const network = getNetwork(event.address ?? '');
  const row = [event.kind, actorName(ctx.actor), event.subject, network, hour].join(' ');
  const isOwn = rows.has(row) || rows.size < MAX_ROWS;
  const told: Event = isOwn ? event : { kind: event.kind, subject: '' };
  const teller = isOwn ? ctx : actingAs(ctx, VISITOR);
  const fold = isOwn ? row : [event.kind, 'others', hour].join(' ');
  const inRow = touch(rows, fold);
  const mine = among === '' ? inRow : touch(names, `${fold} ${among}`, MAX_AMONG);
  mine.count += 1;
  if (mine.count < from || (mine.count > EXACT && !isPowerOfTwo(mine.count))) return;
  const more = mine.count - mine.written;
  mine.written = mine.count;
  const { kind, subject, address = '', detail = {} } = told;
  const actor = actorName(teller.actor);
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
        count: more,
        fold,
      })
      .onConflict((conflict) =>
        conflict.column('fold').doUpdateSet((eb) => ({
          at: ctx.now(),
          count: eb('security_event.count', '+', more),
        })),
      )
      .execute();
    logEvent(teller, told, mine.count);
  } catch (error) {
    ctx.log.warn('the security log could not be written', { error });
  }
};
