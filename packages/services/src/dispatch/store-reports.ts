import type { Report, Unit } from '@yunbiao/contract/gateway';
import { type DetailTable, lockDetails, type Selectable, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { type DetailChange, type DetailUpdate, settleDetails } from '../label-state/details.ts';
import { drawableFailures } from './check-failures.ts';
import { lockClient } from '../client/lock-client.ts';
import { rawSizes } from '../printing/raw-contents.ts';
import { cancelForGone } from './printers.ts';
import { decideReport, reportAcrossLeases } from './rules.ts';

const MAY_BE_ON_PAPER: ReadonlySet<DetailUpdate['state']> = new Set([
  'sent',
  'printed',
  'uncertain',
]);

export type StoredReports = {
  /** What the agent may forget: all of them, also those that came too late to count. */
  units: Unit[];
  /** When it was stored: never an overtaken connection's. */
  token: string | undefined;
  /** Labels whose place in the quota was used up by these reports. Each place is counted once. */
  placesUsed: number;
  /** Attempts that ended by these reports, in whatever way; one that was given back has not. Each is counted once. */
  attemptsEnded: number;
};

/** A label that may be on paper keeps its place; sent again, it takes another one or is marked as spent. */
const usesPlace = (
  detail: Pick<Selectable<DetailTable>, 'state' | 'charge_spent'>,
  set: DetailUpdate,
): boolean =>
  detail.state === 'sending' &&
  detail.charge_spent === 0 &&
  (set.charge_spent === 1 || MAY_BE_ON_PAPER.has(set.state));

/** Stores how labels ended, once each; a repeat changes nothing. */
export const storeReports = async ({
  ctx,
  clientId,
  fence,
  seq,
  reports,
  token,
}: {
  ctx: Context;
  clientId: number;
  /** Of the connection that brought them; the ledger's number is kept for the newest one only. */
  fence: number;
  seq: number;
  reports: readonly Report[];
  /** Of the ledger's history, the newest. */
  token?: string | undefined;
}): Promise<StoredReports> => {
  const drawable = await drawableFailures({ ctx, clientId, reports });
  return transaction(ctx.db, async (tx) => {
    const client = await lockClient(tx, clientId);
    if (!client) return { units: [], token: undefined, placesUsed: 0, attemptsEnded: 0 };
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
    let placesUsed = 0;
    let attemptsEnded = 0;
    const isNewest = client.fence === fence;
    for (const said of reports) {
      const detail = details.get(Number(said.detailId));
      const report = detail && isNewest ? reportAcrossLeases(detail, said) : said;
      const is = detail && {
        isDrawable: drawable.has(detail.id),
        isRaw: raw.has(detail.batch_id),
      };
      const set = detail && is && decideReport(detail, report, ctx.now(), is);
      if (!set) continue;
      changes.push({ ids: [detail.id], set });
      if (usesPlace(detail, set)) placesUsed += 1;
      if (detail.state === 'sending' && set.state !== 'queued') attemptsEnded += 1;
      Object.assign(detail, set);
    }
    if (changes.length > 0) await settleDetails({ ctx, tx, changes });
    if (changes.some(({ set }) => set.state === 'queued')) await cancelForGone({ ctx, tx, client });
    if (isNewest && (seq > client.ledger_seq || token !== undefined)) {
      await tx
        .updateTable('client')
        .set({
          ledger_seq: Math.max(seq, client.ledger_seq),
          last_seen_at: ctx.now(),
          ...(token !== undefined && { ledger_token: token }),
        })
        .where('id', '=', clientId)
        .execute();
    }
    const units = reports.map(({ detailId, attempt }) => ({ detailId, attempt }));
    return { units, token: isNewest ? token : undefined, placesUsed, attemptsEnded };
  });
};
