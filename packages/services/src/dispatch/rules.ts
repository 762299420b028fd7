import type { Evidence } from '@yunbiao/contract/evidence';
import type { Report } from '@yunbiao/contract/gateway';
import type { DetailTable, Selectable } from '@yunbiao/db';
import { type DetailUpdate, NO_HOPS } from '../label-state/details.ts';

type Detail = Pick<
  Selectable<DetailTable>,
  | ('attempt' | 'fence' | 'state' | 'evidence' | 'cancel_requested' | 'recall')
  | ('expires_at' | 'leased_at')
>;

const RAN_OUT = '超过有效期没有发出';

/** What becomes of a leased label that is known not to have been started, or not to be printed. */
export const giveBack = (detail: Detail, attempt: number, now: number): DetailUpdate => {
  const base = { attempt, fence: null, ...NO_HOPS, leased_at: null, evidence: 'none' as const };
  if (detail.cancel_requested === 1) {
    return { ...base, state: 'cancelled', reason: '你取消了', cancel_requested: 0 };
  }
  if (detail.expires_at <= now) return { ...base, state: 'expired', reason: RAN_OUT };
  return { ...base, state: 'queued', reason: '' };
};

const UNFOUNDED = '打印客户端给的凭据和它说的对不上，不知道印没印';

/** What proves a label by itself. */
const PROOFS: readonly Evidence[] = ['printer-idle', 'printer-echo', 'ipp-completed'];

const isFounded = ({ state, evidence, counterFrom, counterTo }: Report): boolean => {
  if (state === 'sent') return evidence === 'consumed';
  if (state !== 'printed') return evidence === 'none' || evidence === 'consumed';
  if (evidence !== 'counter-moved') return PROOFS.includes(evidence);
  return counterFrom !== null && counterTo !== null && counterTo > counterFrom;
};

const RAW_SENT = '原样打印的内容，打印机收下了；印出来什么样要看一眼';

/** What comes out of bytes nobody here made, and how often, no counter and no idleness tells. */
const ofRaw = (report: Report): Report =>
  report.state === 'printed'
    ? {
        ...report,
        state: 'sent',
        evidence: 'consumed',
        reason: RAW_SENT,
        counterFrom: null,
        counterTo: null,
      }
    : report;

/** What is said of a label that may be on paper is believed by its evidence: without, nobody knows. */
const believed = (report: Report): Report => {
  if (isFounded(report)) return report;
  const evidence = report.evidence === 'consumed' ? 'consumed' : 'none';
  if (report.state !== 'printed' && report.state !== 'sent') return { ...report, evidence };
  return { ...report, state: 'uncertain', evidence, reason: UNFOUNDED };
};

/** Clocks of client and server may differ by this much before a time that is told is not shown, ms. */
const CLOCKS_APART_MS = 2_000;

/** The times of a report, as far as they can be true: in their order, between the lease and now. */
const listHops = (
  { leased_at }: Pick<Detail, 'leased_at'>,
  { startedAt, consumedAt, at }: Report,
  now: number,
): Pick<DetailUpdate, 'started_at' | 'consumed_at' | 'ended_at'> => {
  let least = (leased_at ?? now) - CLOCKS_APART_MS;
  const [started_at = null, consumed_at = null, ended_at = null] = [
    startedAt,
    consumedAt,
    startedAt ? at : null,
  ].map((text) => {
    const time = text ? Date.parse(text) : Number.NaN;
    if (!(time >= least && time <= now + CLOCKS_APART_MS)) return null;
    least = time;
    return time;
  });
  return { started_at, consumed_at, ended_at };
};

/** `hasLeft`: the printer may have had the label, whatever the report calls its end. */
const ending = (detail: Detail, report: Report, now: number, hasLeft: boolean): DetailUpdate => {
  const state = report.state === 'sending' ? 'uncertain' : report.state;
  const ranOut = state === 'cancelled' && detail.cancel_requested === 0 && detail.expires_at <= now;
  return {
    state: ranOut ? 'expired' : state,
    evidence: report.evidence,
    reason: ranOut ? RAN_OUT : report.reason,
    counter_from: report.counterFrom,
    counter_to: report.counterTo,
    ...listHops(detail, report, now),
    cancel_requested: 0,
    ...(hasLeft ? { charge_spent: 1 } : {}),
  };
};

/**
 * What a report changes; null when it changes nothing: of an earlier attempt, of a lease that was taken back, or of a
 * label that has its final state. Only proof may still turn "uncertain" into "printed"; the member's word stands.
 * `isDrawable`: nothing is wrong with the label itself, so that a failure of it may have been on paper; so may be what
 * was "cancelled" and nobody asked for. `isRaw`: it is printed as it came.
 */
export const decideReport = (
  detail: Detail,
  said: Report,
  now: number,
  { isDrawable, isRaw = false }: { isDrawable: boolean; isRaw?: boolean },
): DetailUpdate | null => {
  const report = isRaw ? ofRaw(believed(said)) : believed(said);
  if (report.attempt !== detail.attempt || report.fence !== detail.fence) return null;
  if (detail.state === 'sending') {
    // "sending" reported back: known not to be printed, to be leased again as the next attempt.
    if (report.state === 'sending') return giveBack(detail, detail.attempt + 1, now);
    const unasked = detail.cancel_requested === 0 && detail.expires_at > now;
    // Asked back for another printer, and not begun: it waits to be moved. What may have been begun is not moved.
    if (report.state === 'cancelled' && unasked && detail.recall === 1) {
      if (report.evidence === 'none') return giveBack(detail, detail.attempt + 1, now);
      return ending(detail, { ...report, state: 'uncertain', reason: UNFOUNDED }, now, false);
    }
    const hasLeft =
      (report.state === 'failed' && isDrawable) || (report.state === 'cancelled' && unasked);
    return ending(detail, report, now, hasLeft);
  }
  if (detail.state === 'uncertain' && report.state === 'printed') {
    return ending(detail, report, now, false);
  }
  return null;
};

/** Why a label of a client whose ledger is another one, or an older one, is not known to be printed. */
export const FORKED = '打印客户端的账本换过、还原过或者被复制过，不知道印没印';

/**
 * What the client says of a label that it got under another lease than the last: the server took that lease back because
 * another copy of the ledger did not know it.
 */
export const reportAcrossLeases = (detail: Detail, report: Report): Report => {
  const isSame = report.attempt === detail.attempt && report.fence !== detail.fence;
  if (!isSame || detail.state !== 'sending' || detail.fence === null) return report;
  const unknown = { state: 'uncertain', evidence: 'none', reason: FORKED } as const;
  return { ...report, ...unknown, fence: detail.fence };
};

/**
 * Whether the ledger behind a hello goes on from what was stored of it, and is not an older copy or one that went another
 * way. No label is begun before a token of its intent is stored, so a client that holds the last one knows of every label begun.
 * Clients from before there were tokens are compared by a number, which a copy reaches by itself.
 */
export const isKnownLedger = (
  client: { ledger_id: string | null; ledger_seq: number; ledger_token: string | null },
  hello: { ledgerId: string; ledgerSeq: number; tokens?: readonly string[] | undefined },
): boolean => {
  if (client.ledger_id === null) return true;
  if (client.ledger_token !== null && hello.tokens)
    return hello.tokens.includes(client.ledger_token);
  return client.ledger_id === hello.ledgerId && hello.ledgerSeq >= client.ledger_seq;
};
