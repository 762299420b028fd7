import type { Report } from '@yunbiao/contract/gateway';
import { createHistory, HISTORY } from '../../apps/agent/src/daemon/history.ts';
import { heldUnits, unacknowledged } from '../../apps/agent/src/gateway/messages.ts';
import { openLedger } from '../../apps/agent/src/ledger/ledger.ts';
import { reportOf } from '../../apps/agent/src/printer/queue.ts';
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
  let begun: { label: Label; mayBegin: boolean | null } | null = null;
  let hasLeft = false;

  const end = async (label: Label, state: Report['state']): Promise<void> => {
    const evidence = state === 'printed' ? { evidence: 'printer-idle' as const } : {};
    const report = reportOf({ ...toUnit(label), fence: label.fence }, state, evidence, site.now());
    await ledger.commit([{ kind: 'final', report }]);
  };
  const lose = (): void => {
    fence = null;
    history.forgetConnection();
  };
  // What an earlier process began: what became of it is unknown.
  for (const { intent, final } of ledger.entries())
    if (!final) {
      const { detailId, attempt, fence: lease } = intent;
      await end({ id: Number(detailId), attempt, fence: lease }, 'uncertain');
    }

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
      const accepted = await site.hello({ ledgerId, ledgerSeq: seq(), tokens, held });
      if (loss === 'answer') return;
      fence = accepted;
      history.noteWelcome([HISTORY]);
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
      begun = { label, mayBegin: null };
      await ledger.commit([{ kind: 'intent', ...record }]);
      const one = begun;
      void history.cover().then((mayBegin) => Object.assign(one, { mayBegin }));
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
      const ack = loss === 'request' ? null : await site.report(sent);
      if (!ack || loss === 'answer') return lose();
      if (ack.token !== undefined) history.noteStored(ack.token);
      await ledger.acknowledge(ack.units);
      await Promise.resolve();
    },
    /** Answers the label that was begun, which is unknown by now. */
    kill: async (): Promise<Label | null> => {
      await ledger.close();
      return begun?.label ?? null;
    },
  };
};

export type Process = Awaited<ReturnType<typeof startProcess>>;
