import type { FoundMessage } from '@yunbiao/contract/gateway/discovery';
import { MAX_DISCOVERED_PRINTERS } from '@yunbiao/contract/limits/client';
import { onCommit, runTransaction } from '@yunbiao/db';
import { lockClientRow } from '../client/lock-client.ts';
import type { Context } from '../../platform/context.ts';
import { DAY } from '../../platform/time.ts';
import { parseDiscoveredPrinters, type StoredDiscovery } from './stored.ts';

/** Retention of printers that are no longer seen. */
const RETENTION_MS = 7 * DAY;

/** Compares two lists without their times. */
const isSameDiscovery = (a: readonly StoredDiscovery[], b: readonly StoredDiscovery[]): boolean => {
  const serializeWithoutTimes = (list: readonly StoredDiscovery[]): string =>
    JSON.stringify(list.map((printer) => ({ ...printer, lastSeenAt: 0 })));
  return serializeWithoutTimes(a) === serializeWithoutTimes(b);
};

/** Stores the printers a client discovered. Printers no longer seen are retained for a week. */
export const saveDiscoveredPrinters = ({
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
  runTransaction(ctx.db, async (tx) => {
    // Two connections of a client may report at once.
    if (!(await lockClientRow(tx, clientId))) return;
    const row = await tx
      .selectFrom('client_found')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    const now = ctx.now();
    const before = row ? parseDiscoveredPrinters(row.printers) : [];
    const seenPrinters = new Map(
      message.printers.map((printer) => [printer.id, { ...printer, lastSeenAt: now }]),
    );
    const missingPrinters = before
      .filter((printer) => !seenPrinters.has(printer.id) && now - printer.lastSeenAt < RETENTION_MS)
      // Only the client can match an absent printer to a configured one. It reports that again when
      // the printer is back.
      .map((printer) => ({ ...printer, localId: null, movedFrom: null }));
    const printers = [...seenPrinters.values(), ...missingPrinters].slice(
      0,
      MAX_DISCOVERED_PRINTERS,
    );
    const addresses = JSON.stringify(message.addresses);
    const set = { printers: JSON.stringify(printers), addresses, told_at: now };
    await tx
      .insertInto('client_found')
      .values({ ...set, client_id: clientId })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(set))
      .execute();
    if (row?.addresses === addresses && isSameDiscovery(before, printers)) return;
    onCommit(tx, () =>
      ctx.bus.emit('print', { memberId, event: { type: 'found', clientId: String(clientId) } }),
    );
  });
