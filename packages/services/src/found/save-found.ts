import type { FoundMessage } from '@yunbiao/contract/found';
import { MAX_FOUND } from '@yunbiao/contract/limits/client';
import { onCommit, transaction } from '@yunbiao/db';
import { lockClient } from '../client/lock-client.ts';
import type { Context } from '../context.ts';
import { DAY } from '../time.ts';
import { readFound, type StoredFound } from './stored.ts';

/** One that is switched off is remembered so long. */
const KEPT_MS = 7 * DAY;

/** The same but for when it was seen. */
const isSame = (a: readonly StoredFound[], b: readonly StoredFound[]): boolean => {
  const bare = (list: readonly StoredFound[]): string =>
    JSON.stringify(list.map((one) => ({ ...one, lastSeenAt: 0 })));
  return bare(a) === bare(b);
};

/** Stores what a client has found; what it does not see any more is remembered for a week. */
export const saveFound = ({
  ctx,
  clientId,
  memberId,
  message,
}: {
  ctx: Context;
  clientId: number;
  memberId: number;
  message: FoundMessage;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    // Two connections of a client may tell at once.
    if (!(await lockClient(tx, clientId))) return;
    const row = await tx
      .selectFrom('client_found')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    const now = ctx.now();
    const before = row ? readFound(row.printers) : [];
    const seen = new Map(message.printers.map((one) => [one.id, { ...one, lastSeenAt: now }]));
    const away = before
      .filter((one) => !seen.has(one.id) && now - one.lastSeenAt < KEPT_MS)
      // Only the client knows which of its printers an absent one is; it says so again when it is back.
      .map((one) => ({ ...one, localId: null, movedFrom: null }));
    const printers = [...seen.values(), ...away].slice(0, MAX_FOUND);
    const addresses = JSON.stringify(message.addresses);
    const set = { printers: JSON.stringify(printers), addresses, told_at: now };
    await tx
      .insertInto('client_found')
      .values({ ...set, client_id: clientId })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(set))
      .execute();
    if (row?.addresses === addresses && isSame(before, printers)) return;
    onCommit(tx, () =>
      ctx.bus.emit('print', { memberId, event: { type: 'found', clientId: String(clientId) } }),
    );
  });
