import type { Report, Unit } from '@yunbiao/contract/gateway/gateway';
import {
  type ClientTable,
  type DetailTable,
  lockDetailRows,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import {
  type DetailChange,
  type DetailUpdate,
  applyDetailChanges,
} from '../label-state/details.ts';
import { findFalseDrawFailures } from './drawable-failures.ts';
import { lockClientRow } from '../client/lock-client.ts';
import { readRawSizes } from '../printing/submission/raw-contents.ts';
import { cancelLabelsOfGonePrinters } from './printers.ts';
import { computeReportUpdate, makeReportOfEarlierLeaseUncertain } from './report-rules.ts';

const MAY_BE_ON_PAPER: ReadonlySet<DetailUpdate['state']> = new Set([
  'sent',
  'printed',
  'uncertain',
]);

export type StoredReports = {
  /** Labels the agent may delete from its ledger: all reported ones, including late reports. */
  units: Unit[];
  /** Set if the token was stored. Never for an outdated connection. */
  token: string | undefined;
  /** Number of attempts charged to the monthly quota by these reports. Each is counted once. */
  chargedAttempts: number;
  /**
   * Attempts finished by these reports. Released labels are not counted. Each attempt is counted
   * once.
   */
  attemptsEnded: number;
};

/**
 * A label that may be on paper uses its quota unit. When it is sent again, it needs another unit or
 * is marked as spent.
 */
const usesQuotaUnit = (
  detail: Pick<Selectable<DetailTable>, 'state' | 'charge_spent'>,
  set: DetailUpdate,
): boolean =>
  detail.state === 'sending' &&
  detail.charge_spent === 0 &&
  (set.charge_spent === 1 || MAY_BE_ON_PAPER.has(set.state));

/**
 * Locks the reported labels. `details`: those of the client, by id. `raw`: sizes of raw contents,
 * by batch.
 */
const lockReportedDetails = async (tx: Tx, clientId: number, reports: readonly Report[]) => {
  const ids = [...new Set(reports.map((report) => Number(report.detailId)))]
    .filter(Number.isSafeInteger)
    .sort((a, b) => a - b);
  const rows = ids.length > 0 ? await lockDetailRows(tx, ids) : [];
  const details = new Map(
    rows.filter((row) => row.client_id === clientId).map((row) => [row.id, row]),
  );
  const batches = [...new Set(rows.map((row) => row.batch_id))];
  const raw = batches.length > 0 ? await readRawSizes(tx, batches) : new Map<number, number>();
  return { details, raw };
};

const storeLedgerPosition = async (
  tx: Tx,
  client: Pick<Selectable<ClientTable>, 'id' | 'ledger_seq'>,
  { seq, token, now }: { seq: number; token: string | undefined; now: number },
): Promise<void> => {
  await tx
    .updateTable('client')
    .set({
      ledger_seq: Math.max(seq, client.ledger_seq),
      last_seen_at: now,
      ...(token !== undefined && { ledger_token: token }),
    })
    .where('id', '=', client.id)
    .execute();
};

/** Stores the results of labels. Idempotent. */
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
  /**
   * Fence of the reporting connection. The ledger position is stored only for the newest
   * connection.
   */
  fence: number;
  seq: number;
  reports: readonly Report[];
  /** Newest history token of the ledger. */
  token?: string | undefined;
}): Promise<StoredReports> => {
  const drawable = await findFalseDrawFailures({ ctx, clientId, reports });
  return runTransaction(ctx.db, async (tx) => {
    const client = await lockClientRow(tx, clientId);
    if (!client) return { units: [], token: undefined, chargedAttempts: 0, attemptsEnded: 0 };
    const { details, raw } = await lockReportedDetails(tx, clientId, reports);
    const changes: DetailChange[] = [];
    let chargedAttempts = 0;
    let attemptsEnded = 0;
    const isNewest = client.fence === fence;
    for (const originalReport of reports) {
      const detail = details.get(Number(originalReport.detailId));
      const report =
        detail && isNewest
          ? makeReportOfEarlierLeaseUncertain(detail, originalReport)
          : originalReport;
      const is = detail && {
        isDrawable: drawable.has(detail.id),
        isRaw: raw.has(detail.batch_id),
      };
      const set = detail && is && computeReportUpdate(detail, report, ctx.now(), is);
      if (!set) continue;
      changes.push({ ids: [detail.id], set });
      if (usesQuotaUnit(detail, set)) chargedAttempts += 1;
      if (detail.state === 'sending' && set.state !== 'queued') attemptsEnded += 1;
      Object.assign(detail, set);
    }
    if (changes.length > 0) await applyDetailChanges({ ctx, tx, changes });
    if (changes.some(({ set }) => set.state === 'queued'))
      await cancelLabelsOfGonePrinters({ ctx, tx, client });
    if (isNewest && (seq > client.ledger_seq || token !== undefined))
      await storeLedgerPosition(tx, client, { seq, token, now: ctx.now() });
    const units = reports.map(({ detailId, attempt }) => ({ detailId, attempt }));
    return { units, token: isNewest ? token : undefined, chargedAttempts, attemptsEnded };
  });
};
