import { actingAs, actorName, VISITOR } from '../actor.ts';
import type { Context } from '../context.ts';
import { networkOf } from '../network.ts';
import { HOUR } from '../time.ts';
import { type Event, logEvent } from './event.ts';

/** Places and names that are told apart within an hour; what comes from more of them shares one row. */
const MAX_KEYS = 300;
/** So many are counted one by one, more at every doubling: who sends a million costs twenty writes. */
const EXACT = 32;

type Seen = { count: number; written: number };
type Hour = { hour: number; seen: Map<string, Seen> };

const hours = new WeakMap<Context['bus'], Hour>();

const hourOf = (ctx: Context): Hour => {
  const hour = Math.floor(ctx.now() / HOUR);
  const known = hours.get(ctx.bus);
  if (known?.hour === hour) return known;
  const made = { hour, seen: new Map<string, Seen>() };
  hours.set(ctx.bus, made);
  return made;
};

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/**
 * Counts a refusal, and writes it into the security log: those of one kind, from one network, about one thing, share a
 * row for an hour. `from` of them within the hour are nothing to write home about. `among` counts them apart within a
 * row by what must not be written down. Never throws: what is refused stays
 * refused.
 */
export const noteRefusal = async ({
  ctx,
  from = 1,
  among = '',
  ...event
}: Event & { ctx: Context; from?: number; among?: string }): Promise<void> => {
  const { hour, seen } = hourOf(ctx);
  const network = networkOf(event.address ?? '');
  const row = [event.kind, actorName(ctx.actor), event.subject, network, hour].join(' ');
  const own = `${row} ${among}`;
  const isOwn = seen.has(own) || seen.size < MAX_KEYS;
  const told: Event = isOwn ? event : { kind: event.kind, subject: '' };
  const teller = isOwn ? ctx : actingAs(ctx, VISITOR);
  const others = [event.kind, 'others', hour].join(' ');
  const fold = isOwn ? row : others;
  const mine = seen.get(isOwn ? own : others) ?? { count: 0, written: 0 };
  seen.set(isOwn ? own : others, mine);
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
