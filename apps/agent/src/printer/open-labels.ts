import type { Evidence } from '@yunbiao/contract/evidence';
import type { Unit } from '@yunbiao/contract/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import type { Change, Intent, Ledger } from '../ledger/ledger.ts';
import type { IntentRecord } from '../ledger/record.ts';
import { placeAddress } from '../places.ts';
import type { PrinterSettings } from '../settings.ts';
import type { Desk } from './desk.ts';
import { type Job, getReport } from './queue.ts';
import { CANCELLED, NEVER_SENT, OTHER_PLACE } from './reasons.ts';

/** A started label that has no result yet, or a row of them: its first one's name stands for it. */
export type OpenLabel = {
  detailId: string;
  attempt: number;
  fence: number;
  /** The printer's counter as expected before this label; null when it does not count. */
  base: number | null;
  consumed: boolean;
  /** Longest its paper takes, ms. */
  paperMs: number;
  /** How many labels it is. */
  labels: number;
  /** It may be begun before the server has stored the token of its intent. */
  isEarly: boolean;
};

/** What a job begins with in the ledger: one record for all of its labels, so that none of them begins alone. */
export const createIntent = (
  { lease: { fence }, labels: [{ detailId, attempt }, ...others] }: Job,
  { localId, at: place }: PrinterSettings,
  begun: Pick<IntentRecord, 'base' | 'at' | 'paperMs' | 'early'>,
): Intent => {
  const beside = others.map((label): Unit => ({
    detailId: label.detailId,
    attempt: label.attempt,
  }));
  return {
    kind: 'intent',
    detailId,
    attempt,
    fence,
    localId,
    place: placeAddress(place),
    ...begun,
    ...(beside.length > 0 && { beside }),
  };
};

export const findOpenLabel = ({
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
  labels: 1 + beside.length,
  isEarly: early,
});

/** Labels of a printer that were started and have no result, oldest first. */
export const listOpenLabels = (ledger: Ledger, localId: string): OpenLabel[] =>
  ledger
    .entries()
    .filter((entry) => entry.intent.localId === localId && !entry.final)
    .sort((a, b) => a.intent.seq - b.intent.seq)
    .map(({ intent, consumed }) => ({ ...findOpenLabel(intent), consumed }));

/**
 * Ends what was started while the printer was at another address: now another printer may be there, and neither its
 * counter nor its jobs tell of labels the one before had.
 */
export const endElsewhere = (ledger: Ledger, printer: PrinterSettings, now: number): Change[] => {
  const here = placeAddress(printer.at);
  const settled = { evidence: 'none', counterFrom: null, counterTo: null } as const;
  return ledger
    .entries()
    .filter(({ intent: { localId, place = here }, final }) => {
      return localId === printer.localId && !final && place !== here;
    })
    .map(({ intent }) =>
      getChange(
        findOpenLabel(intent),
        { ...settled, state: 'uncertain', reason: OTHER_PLACE },
        now,
      ),
    );
};

const listIntents = (
  ledger: Ledger,
  localId: string,
  unbegun: ReadonlySet<string>,
): IntentRecord[] =>
  ledger
    .entries()
    .filter(({ intent: { localId: at, token, early }, final }) => {
      return at === localId && !final && !early && token !== undefined && unbegun.has(token);
    })
    .map(({ intent }) => intent);

/** Whether labels of a printer may have stopped between their intent and their first byte; only the server can tell. */
export const mayHaveUnbegun = (ledger: Ledger, localId: string): boolean =>
  listIntents(ledger, localId, new Set(ledger.tokens().slice(1))).length > 0;

/** Gives back labels of which no byte was sent, here or by a copy; `unbegun`: tokens of such intents. */
export const endUnbegun = (
  ledger: Ledger,
  localId: string,
  { unbegun, now }: { unbegun: ReadonlySet<string>; now: number },
): Change[] =>
  listIntents(ledger, localId, unbegun).map((intent) => neverSent(findOpenLabel(intent), now));

/** The result of a label, as decided on the evidence. */
export type Settled = {
  state: 'printed' | 'sent' | 'uncertain' | 'cancelled' | 'failed';
  evidence: Evidence;
  reason: string;
  counterFrom: number | null;
  counterTo: number | null;
};

/** One result is the result of each label in a row, and so is its reason. */
const getReason = ({ labels }: OpenLabel, { reason }: Settled): string =>
  labels > 1 && reason !== '' ? `同一排 ${labels} 张：${reason}`.slice(0, REASON_LENGTH) : reason;

/** The result of a label as the ledger writes it: one record, of all labels of a row. */
export const getChange = (label: OpenLabel, settled: Settled, now: number): Change => ({
  kind: 'final',
  report: getReport(label, settled.state, { ...settled, reason: getReason(label, settled) }, now),
});

/**
 * A label of which no byte was sent, or that was turned away as a whole, goes back to the server as `sending`, which leases it again as the next attempt.
 * Nothing else is ever sent again without a person's word.
 */
export const neverSent = (label: OpenLabel, now: number, reason = NEVER_SENT): Change => ({
  kind: 'final',
  report: getReport(label, 'sending', { reason }, now),
});

/** Ends a label whose intent is on the disk and of which no byte was sent: the server leases it again if it is wanted. */
export const giveBack = (desk: Desk, label: OpenLabel): Promise<void> => {
  const cancelled = { evidence: 'none', counterFrom: null, counterTo: null } as const;
  return desk.commit([
    desk.isUnwanted(label)
      ? getChange(label, { ...cancelled, state: 'cancelled', reason: CANCELLED }, desk.now())
      : neverSent(label, desk.now()),
  ]);
};
