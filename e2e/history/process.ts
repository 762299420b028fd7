import type { Report } from '@yunbiao/contract/gateway';
import { createHistory, HISTORY } from '../../apps/agent/src/daemon/history.ts';
import { heldUnits, unacknowledged } from '../../apps/agent/src/gateway/messages.ts';
import { openLedger } from '../../apps/agent/src/ledger/ledger.ts';
import { getReport } from '../../apps/agent/src/printer/queue.ts';
import type { Label, Site } from './site.ts';

/** Where a message of an exchange is lost, and with it the connection. */
export type Loss = 'nothing' | 'request' | 'answer';

const toUnit = ({ id, attempt }: Label) => ({ detailId: String(id), attempt });
const labelKey = ({ id, attempt }: Label): string => `${id}/${attempt}`;

/**
 * A print client as docs/printing.md says it is, in a home: with the ledger and the rules about its history that the real one
 * has, and a printer that proves nothing.
 */
export const startProcess = async (home: string, site: Site) => {
  const ledger = await openLedger(home);
  const history = createHistory({ ledger, onWaiting: () => undefined, now: site.now });
  let fence: number | null = null;
  /** In memory only. */
  let waiting: Label[] = [];
  /** Its intent is on the disk. */
  let begun: { label: Label; mayBegin: boolean | null; isKnown: boolean } | null = null;
  let hasLeft = false;

  const end = async (label: Label, state: Report['state']): Promise<void> => {
    const evidence = state === 'printed' ? { evidence: 'printer-idle' as const } : {};
    const report = getReport({ ...toUnit(label), fence: label.fence }, state, evidence, site.now());
    await ledger.commit([{ kind: 'final', report }]);
  };
  /** The server is told of the newest intent. */
  const noteTold = (): void => {
    if (begun) begun.isKnown = true;
  };
  const lose = (): void => {
    fence = null;
    history.forgetConnection();
  };
  /** Of what an earlier process left open, the server tells what was not begun; of the others it is unknown. */
  const settle = async (): Promise<void> => {
    const unbegun = await history.findUnbegun();
    if (!unbegun) return;
    for (const {
      intent: { detailId, attempt, fence: lease, token, early },
      final,
    } of ledger.entries()) {
      if (final) continue;
      const isUnbegun = !early && token !== undefined && unbegun.has(token);
      const label = { id: Number(detailId), attempt, fence: lease };
      await end(label, isUnbegun ? 'sending' : 'uncertain');
    }
  };
  let settled: Promise<void> | null = null;
  const listOpen = (): number[] =>
    ledger.entries().flatMap(({ intent, final }) => (final ? [] : Number(intent.detailId)));

  return {
    home,
    isConnected: () => fence !== null,
    connect: async (loss: Loss): Promise<void> => {
      lose();
      if (loss === 'request') return;
      waiting = [];
      const { id: ledgerId, seq } = ledger;
      const held = heldUnits(ledger);
      const tokens = history.greet();
      noteTold();
      const accepted = await site.hello({ ledgerId, ledgerSeq: seq(), tokens, held });
      if (loss === 'answer') {
        // The next welcome names the tokens of this hello, of labels that may not have been begun.
        if (!settled) for (const id of listOpen()) site.doubt(id);
        return;
      }
      fence = accepted.fence;
      history.noteWelcome({ features: [HISTORY], stored: accepted.stored });
      settled ??= settle();
      await settled;
    },
    lease: async (room: number, isLost: boolean): Promise<void> => {
      if (fence === null) return;
      const labels = await site.lease(fence, room);
      if (isLost) return lose();
      const known = new Set([
        ...waiting.map(labelKey),
        ...ledger.entries().map(({ intent }) => `${intent.detailId}/${intent.attempt}`),
      ]);
      waiting.push(...labels.filter((label) => !known.has(labelKey(label))));
    },
    /** Writes the intent of the next label. */
    take: async (): Promise<void> => {
      if (begun || !history.mayBegin()) return;
      const label = waiting.shift();
      if (!label) return;
      const { fence: lease } = label;
      const record = { ...toUnit(label), fence: lease, localId: 'p1', base: null, at: '' };
      const isEarly = history.mayBeginEarly();
      begun = { label, mayBegin: null, isKnown: isEarly };
      await ledger.commit([{ kind: 'intent', ...record, ...(isEarly && { early: true }) }]);
      const one = begun;
      void history.cover(isEarly).then((mayBegin) => Object.assign(one, { mayBegin }));
      await Promise.resolve();
    },
    /** The label may come out now; its end is another matter. */
    print: async (): Promise<void> => {
      if (!begun || begun.mayBegin === null || hasLeft) return;
      const { label, mayBegin } = begun;
      if (mayBegin) {
        hasLeft = true;
        site.paper(label.id);
      } else {
        begun = null;
        await end(label, 'sending');
      }
    },
    end: async (): Promise<void> => {
      if (!begun || !hasLeft) return;
      const { label } = begun;
      await end(label, 'printed');
      begun = null;
      hasLeft = false;
    },
    /** Tells what there is to tell, and hears the answer. */
    exchange: async (loss: Loss): Promise<void> => {
      if (fence === null) return;
      const reports = unacknowledged(ledger, 0).flatMap((message) => message.reports);
      const token = history.take();
      if (reports.length === 0 && token === undefined) return;
      const sent = { fence, seq: ledger.seq(), reports, token };
      if (loss !== 'request' && token !== undefined) noteTold();
      const ack = loss === 'request' ? null : await site.report(sent);
      if (!ack || loss === 'answer') return lose();
      if (ack.token !== undefined) history.noteStored(ack.token);
      await ledger.acknowledge(ack.units);
      await Promise.resolve();
    },
    kill: async (): Promise<void> => {
      await ledger.close();
      if (begun?.isKnown) site.doubt(begun.label.id);
    },
  };
};

export type Process = Awaited<ReturnType<typeof startProcess>>;
