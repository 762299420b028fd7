import type { Report, Unit } from '@yunbiao/contract/gateway';
import { lockDetails, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { type DetailChange, settleDetails } from '../label-state/details.ts';
import { drawableFailures } from './check-failures.ts';
import { lockClient } from '../client/lock-client.ts';
import { rawSizes } from '../printing/raw-contents.ts';
import { cancelForGone } from './printers.ts';
import { decideReport } from './rules.ts';

/**
 * Stores how labels ended, once each; a repeat changes nothing. Returns the units the agent may forget: all of them,
 * also those that came too late to count.
 */
export const storeReports = async ({
  ctx,
  clientId,
  fence,
  seq,
  reports,
}: {
  ctx: Context;
  clientId: number;
  /** Of the connection that brought them; the ledger's number is kept for the newest one only. */
  fence: number;
  seq: number;
  reports: readonly Report[];
}): Promise<Unit[]> => {
  const drawable = await drawableFailures({ ctx, clientId, reports });
  return transaction(ctx.db, async (tx) => {
    const client = await lockClient(tx, clientId);
    if (!client) return [];
    const ids = [...new Set(reports.map((report) => Number(report.detailId)))]
      .filter(Number.isSafeInteger)
      .sort((a, b) => a - b);
    const rows = ids.length > 0 ? await lockDetails(tx, ids) : [];
    const details = new Map(
      rows.filter((row) => row.client_id === clientId).map((row) => [row.id, row]),
    );
    const batches = [...new Set(rows.map((row) => row.batch_id))];
    const raw = batches.length > 0 ? await rawSizes(tx, batches) : new Map<number, number>();
    const changes: DetailChange[] = [];
    for (const report of reports) {
      const detail = details.get(Number(report.detailId));
      const is = detail && {
        isDrawable: drawable.has(detail.id),
        isRaw: raw.has(detail.batch_id),
      };
      const set = detail && is && decideReport(detail, report, ctx.now(), is);
      if (!set) continue;
      changes.push({ ids: [detail.id], set });
      Object.assign(detail, set);
    }
    if (changes.length > 0) await settleDetails({ ctx, tx, changes });
    if (changes.some(({ set }) => set.state === 'queued')) await cancelForGone({ ctx, tx, client });
    if (client.fence === fence && seq > client.ledger_seq) {
      await tx
        .updateTable('client')
        .set({ ledger_seq: seq, last_seen_at: ctx.now() })
        .where('id', '=', clientId)
        .execute();
    }
    return reports.map(({ detailId, attempt }) => ({ detailId, attempt }));
  });
};
