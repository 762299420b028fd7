import type { Evidence } from '@yunbiao/contract/evidence';
import type { Report } from '@yunbiao/contract/gateway/gateway';
import type { DetailTable, Selectable } from '@yunbiao/db';
import { type DetailUpdate, NO_TIMESTAMPS } from '../label-state/details.ts';

type Detail = Pick<
  Selectable<DetailTable>,
  | ('attempt' | 'fence' | 'state' | 'evidence' | 'cancel_requested' | 'recall')
  | ('expires_at' | 'leased_at')
>;

const EXPIRED_REASON = '超过有效期没有发出';

/** Change for a leased label that was not started, or that will not be printed. */
export const buildLabelReleaseUpdate = (
  detail: Detail,
  attempt: number,
  now: number,
): DetailUpdate => {
  const base = {
    attempt,
    fence: null,
    ...NO_TIMESTAMPS,
    leased_at: null,
    evidence: 'none' as const,
  };
  if (detail.cancel_requested === 1) {
    return { ...base, state: 'cancelled', reason: '你取消了', cancel_requested: 0 };
  }
  if (detail.expires_at <= now) return { ...base, state: 'expired', reason: EXPIRED_REASON };
  return { ...base, state: 'queued', reason: '' };
};

const UNPROVEN_REASON = '打印客户端给的凭据和它说的对不上，不知道是否已打印';

/** Evidence that proves printing without a counter. */
const SUFFICIENT_EVIDENCE: readonly Evidence[] = ['printer-idle', 'printer-echo', 'ipp-completed'];

const isReportBackedByEvidence = ({ state, evidence, counterFrom, counterTo }: Report): boolean => {
  if (state === 'sent') return evidence === 'consumed';
  if (state !== 'printed') return evidence === 'none' || evidence === 'consumed';
  if (evidence !== 'counter-moved') return SUFFICIENT_EVIDENCE.includes(evidence);
  return counterFrom !== null && counterTo !== null && counterTo > counterFrom;
};

const RAW_SENT = '原样打印的内容，打印机收下了；打印出来什么样要看一眼';

/** Changes printed raw content to sent: neither counters nor idle states prove what it printed. */
const limitRawReportToSent = (report: Report): Report =>
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

/** A claim about a label that may be on paper needs evidence. Without it the state is uncertain. */
const makeUnprovenReportUncertain = (report: Report): Report => {
  if (isReportBackedByEvidence(report)) return report;
  const evidence = report.evidence === 'consumed' ? 'consumed' : 'none';
  if (report.state !== 'printed' && report.state !== 'sent') return { ...report, evidence };
  return { ...report, state: 'uncertain', evidence, reason: UNPROVEN_REASON };
};

/** Tolerated clock difference between client and server, ms. Times outside it are not shown. */
const MAX_CLOCK_SKEW_MS = 2_000;

/** Plausible times of a report: ascending, between the lease and now. Others become null. */
const nullImplausibleReportTimes = (
  { leased_at }: Pick<Detail, 'leased_at'>,
  { startedAt, consumedAt, at }: Report,
  now: number,
): Pick<DetailUpdate, 'started_at' | 'consumed_at' | 'ended_at'> => {
  let minTime = (leased_at ?? now) - MAX_CLOCK_SKEW_MS;
  const [started_at = null, consumed_at = null, ended_at = null] = [
    startedAt,
    consumedAt,
    startedAt ? at : null,
  ].map((text) => {
    const time = text ? Date.parse(text) : Number.NaN;
    if (!(time >= minTime && time <= now + MAX_CLOCK_SKEW_MS)) return null;
    minTime = time;
    return time;
  });
  return { started_at, consumed_at, ended_at };
};

/** `hasLeft`: the printer may have received the label, regardless of the reported state. */
const buildLabelEndUpdate = (
  detail: Detail,
  report: Report,
  now: number,
  hasLeft: boolean,
): DetailUpdate => {
  const state = report.state === 'sending' ? 'uncertain' : report.state;
  const ranOut = state === 'cancelled' && detail.cancel_requested === 0 && detail.expires_at <= now;
  return {
    state: ranOut ? 'expired' : state,
    evidence: report.evidence,
    reason: ranOut ? EXPIRED_REASON : report.reason,
    counter_from: report.counterFrom,
    counter_to: report.counterTo,
    ...nullImplausibleReportTimes(detail, report, now),
    cancel_requested: 0,
    ...(hasLeft ? { charge_spent: 1 } : {}),
  };
};

/**
 * Returns the change for a report; null if it changes nothing because it belongs to an earlier
 * attempt or a released lease, or the label has its final state. Only proof turns "uncertain" into
 * "printed" later; a decision of the member stands. `isDrawable`: the label itself is valid, so a
 * reported failure may still be on paper. The same applies to "cancelled" without a cancel request.
 * `isRaw`: raw content.
 */
export const computeReportUpdate = (
  detail: Detail,
  rawReport: Report,
  now: number,
  { isDrawable, isRaw = false }: { isDrawable: boolean; isRaw?: boolean },
): DetailUpdate | null => {
  const report = isRaw
    ? limitRawReportToSent(makeUnprovenReportUncertain(rawReport))
    : makeUnprovenReportUncertain(rawReport);
  if (report.attempt !== detail.attempt || report.fence !== detail.fence) return null;
  if (detail.state === 'sending') {
    // "sending" in a report: known not to be printed, so lease it again as the next attempt.
    if (report.state === 'sending') return buildLabelReleaseUpdate(detail, detail.attempt + 1, now);
    const isUnrequested = detail.cancel_requested === 0 && detail.expires_at > now;
    // Recalled for another printer. Not started: queue it for the move. Possibly started: do not
    // move it.
    if (report.state === 'cancelled' && isUnrequested && detail.recall === 1) {
      if (report.evidence === 'none')
        return buildLabelReleaseUpdate(detail, detail.attempt + 1, now);
      return buildLabelEndUpdate(
        detail,
        { ...report, state: 'uncertain', reason: UNPROVEN_REASON },
        now,
        false,
      );
    }
    const mayBeOnPaper =
      (report.state === 'failed' && isDrawable) || (report.state === 'cancelled' && isUnrequested);
    return buildLabelEndUpdate(detail, report, now, mayBeOnPaper);
  }
  if (detail.state === 'uncertain' && report.state === 'printed') {
    return buildLabelEndUpdate(detail, report, now, false);
  }
  return null;
};

/** Reason for uncertain labels when the client's ledger was replaced, restored or copied. */
export const FORKED_LEDGER_REASON = '打印客户端的账本换过、还原过或者被复制过，不知道是否已打印';

/**
 * Handles a report for an earlier lease of the same attempt. The server released that lease because
 * another copy of the ledger did not contain it. The label becomes uncertain.
 */
export const makeReportOfEarlierLeaseUncertain = (detail: Detail, report: Report): Report => {
  const isSame = report.attempt === detail.attempt && report.fence !== detail.fence;
  if (!isSame || detail.state !== 'sending' || detail.fence === null) return report;
  const unknown = { state: 'uncertain', evidence: 'none', reason: FORKED_LEDGER_REASON } as const;
  return { ...report, ...unknown, fence: detail.fence };
};

/**
 * True when the ledger in a hello continues the stored history and is not an older copy or a fork.
 * No label starts before a token of its intent is stored, so a client with the last token knows
 * every started label. Clients without tokens are compared by sequence number, which a copy can
 * also reach.
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
