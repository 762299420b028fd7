import type { Report } from '@yunbiao/contract/gateway/gateway';
import { createTokenHistory, type History, HISTORY } from '../../apps/agent/src/daemon/history.ts';
import {
  listHeldLabelUnits,
  buildUnacknowledgedReportMessages,
} from '../../apps/agent/src/gateway/messages.ts';
import { type Ledger, openLedger } from '../../apps/agent/src/ledger/ledger.ts';
import { createLabelReport } from '../../apps/agent/src/printer/queue.ts';
import type { Label, Site } from './site.ts';

/** Where a message of an exchange, and its connection, is lost. */
export type Loss = 'nothing' | 'request' | 'answer';

const toUnit = ({ id, attempt }: Label) => ({ detailId: String(id), attempt });
const getLabelKey = ({ id, attempt }: Label): string => `${id}/${attempt}`;

/** What the parts of a client share. */
type Parts = {
  ledger: Ledger;
  history: History;
  site: Site;
  state: {
    fence: number | null;
    /** In memory only. */
    waiting: Label[];
    /** Its intent is on the disk. */
    begun: { label: Label; mayBegin: boolean | null; isKnown: boolean } | null;
    hasLeft: boolean;
  };
};

const commitEnd = async (
  { ledger, site }: Parts,
  label: Label,
  state: Report['state'],
): Promise<void> => {
  const evidence = state === 'printed' ? { evidence: 'printer-idle' as const } : {};
  const report = createLabelReport(
    { ...toUnit(label), fence: label.fence },
    state,
    evidence,
    site.now(),
  );
  await ledger.commit([{ kind: 'final', report }]);
};

/** The server has received the newest intent. */
const recordTold = ({ state }: Parts): void => {
  if (state.begun) state.begun.isKnown = true;
};

const loseConnection = ({ history, state }: Parts): void => {
  state.fence = null;
  history.clearConnection();
};

/**
 * Of the labels an earlier process left open, the server reports those not started; the others are
 * unknown.
 */
const settleOpen = async (parts: Parts): Promise<void> => {
  const { ledger, history } = parts;
  const unbegun = await history.waitForUnstartedTokens();
  if (!unbegun) return;
  for (const {
    intent: { detailId, attempt, fence: lease, token, early },
    final,
  } of ledger.listEntries()) {
    if (final) continue;
    const isUnbegun = !early && token !== undefined && unbegun.has(token);
    const label = { id: Number(detailId), attempt, fence: lease };
    await commitEnd(parts, label, isUnbegun ? 'sending' : 'uncertain');
  }
};

const listOpen = ({ ledger }: Parts): number[] =>
  ledger.listEntries().flatMap(({ intent, final }) => (final ? [] : Number(intent.detailId)));

/** The exchanges with the site. */
const createConnection = (parts: Parts) => {
  const { ledger, history, site, state } = parts;
  let settled: Promise<void> | null = null;
  return {
    isConnected: () => state.fence !== null,
    connect: async (loss: Loss): Promise<void> => {
      loseConnection(parts);
      if (loss === 'request') return;
      state.waiting = [];
      const { id: ledgerId, getSeq } = ledger;
      const held = listHeldLabelUnits(ledger);
      const tokens = history.startHello();
      recordTold(parts);
      const accepted = await site.hello({ ledgerId, ledgerSeq: getSeq(), tokens, held });
      if (loss === 'answer') {
        // The next welcome names the tokens from this hello, for labels that may not have been
        // started.
        if (!settled) for (const id of listOpen(parts)) site.doubt(id);
        return;
      }
      state.fence = accepted.fence;
      history.recordWelcome({ features: [HISTORY], stored: accepted.stored });
      settled ??= settleOpen(parts);
      await settled;
    },
    lease: async (room: number, isLost: boolean): Promise<void> => {
      if (state.fence === null) return;
      const labels = await site.lease(state.fence, room);
      if (isLost) return loseConnection(parts);
      const known = new Set([
        ...state.waiting.map(getLabelKey),
        ...ledger.listEntries().map(({ intent }) => `${intent.detailId}/${intent.attempt}`),
      ]);
      state.waiting.push(...labels.filter((label) => !known.has(getLabelKey(label))));
    },
    /** Sends pending messages and processes the response. */
    exchange: async (loss: Loss): Promise<void> => {
      if (state.fence === null) return;
      const reports = buildUnacknowledgedReportMessages(ledger, 0).flatMap(
        (message) => message.reports,
      );
      const token = history.claimToken();
      if (reports.length === 0 && token === undefined) return;
      const sent = { fence: state.fence, seq: ledger.getSeq(), reports, token };
      if (loss !== 'request' && token !== undefined) recordTold(parts);
      const ack = loss === 'request' ? null : await site.report(sent);
      if (!ack || loss === 'answer') return loseConnection(parts);
      if (ack.token !== undefined) history.recordStored(ack.token);
      await ledger.acknowledge(ack.units);
      await Promise.resolve();
    },
  };
};

/** The steps of one label at a time. */
const createPrinting = (parts: Parts) => {
  const { ledger, history, site, state } = parts;
  return {
    /** Writes the intent of the next label. */
    take: async (): Promise<void> => {
      if (state.begun || !history.canStart()) return;
      const label = state.waiting.shift();
      if (!label) return;
      const { fence: lease } = label;
      const record = { ...toUnit(label), fence: lease, localId: 'p1', base: null, at: '' };
      const isEarly = history.canStartBeforeTokenStored();
      state.begun = { label, mayBegin: null, isKnown: isEarly };
      await ledger.commit([{ kind: 'intent', ...record, ...(isEarly && { early: true }) }]);
      const one = state.begun;
      void history.waitUntilStored(isEarly).then((mayBegin) => Object.assign(one, { mayBegin }));
      await Promise.resolve();
    },
    /** The label may come out now; its end is recorded separately. */
    print: async (): Promise<void> => {
      if (!state.begun || state.begun.mayBegin === null || state.hasLeft) return;
      const { label, mayBegin } = state.begun;
      if (mayBegin) {
        state.hasLeft = true;
        site.paper(label.id);
      } else {
        state.begun = null;
        await commitEnd(parts, label, 'sending');
      }
    },
    end: async (): Promise<void> => {
      if (!state.begun || !state.hasLeft) return;
      const { label } = state.begun;
      await commitEnd(parts, label, 'printed');
      state.begun = null;
      state.hasLeft = false;
    },
    kill: async (): Promise<void> => {
      await ledger.close();
      if (state.begun?.isKnown) site.doubt(state.begun.label.id);
    },
  };
};

/**
 * A print client as specified in docs/printing.md: with the ledger and history rules of the real
 * one, and a printer without evidence.
 */
export const startProcess = async (home: string, site: Site) => {
  const ledger = await openLedger(home);
  const history = createTokenHistory({ ledger, onWaiting: () => undefined, now: site.now });
  const state: Parts['state'] = { fence: null, waiting: [], begun: null, hasLeft: false };
  const parts: Parts = { ledger, history, site, state };
  return { home, ...createConnection(parts), ...createPrinting(parts) };
};

export type Process = Awaited<ReturnType<typeof startProcess>>;
