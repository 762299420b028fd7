import type { Evidence } from '@yunbiao/contract/evidence';
import type { Unit } from '@yunbiao/contract/gateway/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import type { Change, Intent, Ledger } from '../ledger/ledger.ts';
import type { IntentRecord } from '../ledger/record.ts';
import { formatPrinterAddress } from '../places.ts';
import type { PrinterSettings } from '../settings.ts';
import { type Job, createLabelReport } from './queue.ts';
import { NEVER_SENT_REASON, ADDRESS_CHANGED_REASON } from './reasons.ts';

/** A started label or row of labels without a result. The first label's unit identifies a row. */
export type OpenLabel = {
  detailId: string;
  attempt: number;
  fence: number;
  /** The printer's counter as expected before this label; null when it does not count. */
  base: number | null;
  consumed: boolean;
  /** Maximum paper time, ms. */
  paperMs: number;
  /** Number of labels. */
  labelCount: number;
  /** The label may start before the server has stored the token of its intent. */
  isEarly: boolean;
};

/** Creates the intent of a job: one record for all its labels, so that none starts alone. */
export const createJobIntent = (
  { lease: { fence }, labels: [{ detailId, attempt }, ...otherLabels] }: Job,
  { localId, at: place }: PrinterSettings,
  intentFields: Pick<IntentRecord, 'base' | 'at' | 'paperMs' | 'early'>,
): Intent => {
  const otherUnits = otherLabels.map((label): Unit => ({
    detailId: label.detailId,
    attempt: label.attempt,
  }));
  return {
    kind: 'intent',
    detailId,
    attempt,
    fence,
    localId,
    place: formatPrinterAddress(place),
    ...intentFields,
    ...(otherUnits.length > 0 && { beside: otherUnits }),
  };
};

export const toOpenLabel = ({
  detailId,
  attempt,
  fence,
  base,
  paperMs = 0,
  beside = [],
  early = false,
}: Omit<IntentRecord, 'kind' | 'seq'>): OpenLabel => ({
  detailId,
  attempt,
  fence,
  base,
  consumed: false,
  paperMs,
  labelCount: 1 + beside.length,
  isEarly: early,
});

/** Lists a printer's started labels without a result, oldest first. */
export const listStartedUnresolvedLabels = (ledger: Ledger, localId: string): OpenLabel[] =>
  ledger
    .listEntries()
    .filter((entry) => entry.intent.localId === localId && !entry.final)
    .sort((a, b) => a.intent.seq - b.intent.seq)
    .map(({ intent, consumed }) => ({ ...toOpenLabel(intent), consumed }));

/**
 * Ends labels that were started at another address of the printer as uncertain. Another printer may
 * be at the new address, so neither its counter nor its jobs tell anything about them.
 */
export const resolveLabelsOfOldAddress = (
  ledger: Ledger,
  printer: PrinterSettings,
  now: number,
): Change[] => {
  const currentAddress = formatPrinterAddress(printer.at);
  const noEvidence = { evidence: 'none', counterFrom: null, counterTo: null } as const;
  return ledger
    .listEntries()
    .filter(({ intent: { localId, place = currentAddress }, final }) => {
      return localId === printer.localId && !final && place !== currentAddress;
    })
    .map(({ intent }) =>
      createResultLedgerChange(
        toOpenLabel(intent),
        { ...noEvidence, state: 'uncertain', reason: ADDRESS_CHANGED_REASON },
        now,
      ),
    );
};

const listIntentsWithUnstartedTokens = (
  ledger: Ledger,
  localId: string,
  unstartedTokens: ReadonlySet<string>,
): IntentRecord[] =>
  ledger
    .listEntries()
    .filter(({ intent: { localId: at, token, early }, final }) => {
      return (
        at === localId && !final && !early && token !== undefined && unstartedTokens.has(token)
      );
    })
    .map(({ intent }) => intent);

/**
 * Whether labels of a printer may have stopped between their intent and their first byte. Only the
 * server can tell.
 */
export const mayHaveLabelsWithoutFirstByte = (ledger: Ledger, localId: string): boolean =>
  listIntentsWithUnstartedTokens(ledger, localId, new Set(ledger.listTokens().slice(1))).length > 0;

/**
 * Returns labels that were not sent, neither here nor by a copy of the ledger. `unbegun`: tokens of
 * such intents.
 */
export const createUnstartedReturnChanges = (
  ledger: Ledger,
  localId: string,
  { unbegun, now }: { unbegun: ReadonlySet<string>; now: number },
): Change[] =>
  listIntentsWithUnstartedTokens(ledger, localId, unbegun).map((intent) =>
    createReturnToServerChange(toOpenLabel(intent), now),
  );

/** The result of a label, by its evidence. */
export type LabelResult = {
  state: 'printed' | 'sent' | 'uncertain' | 'cancelled' | 'failed';
  evidence: Evidence;
  reason: string;
  counterFrom: number | null;
  counterTo: number | null;
};

/** Prefixes the reason with the number of labels of the row, which share one result. */
const prefixReasonWithRowCount = ({ labelCount }: OpenLabel, { reason }: LabelResult): string =>
  labelCount > 1 && reason !== ''
    ? `同一排 ${labelCount} 张：${reason}`.slice(0, REASON_LENGTH)
    : reason;

/** Creates the ledger record of a result: one record for all labels of a row. */
export const createResultLedgerChange = (
  label: OpenLabel,
  result: LabelResult,
  now: number,
): Change => ({
  kind: 'final',
  report: createLabelReport(
    label,
    result.state,
    { ...result, reason: prefixReasonWithRowCount(label, result) },
    now,
  ),
});

/**
 * Returns a label to the server as `sending`, because no byte was sent or it was rejected
 * completely. The server leases it again as the next attempt. Nothing else is ever sent again
 * without a person's decision.
 */
export const createReturnToServerChange = (
  label: OpenLabel,
  now: number,
  reason = NEVER_SENT_REASON,
): Change => ({
  kind: 'final',
  report: createLabelReport(label, 'sending', { reason }, now),
});
