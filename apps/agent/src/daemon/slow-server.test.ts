import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import { createLabelReport } from '../printer/queue.ts';
import { createTokenHistory, HISTORY } from './history.ts';
import { createReporter } from './reporter.ts';

const realWait = setTimeout;
const STEP_MS = 50;

/** A client of a server that answers each message after `roundTripMs`. */
const openClient = async (roundTripMs: number) => {
  const home = mkdtempSync(join(tmpdir(), 'yb-slow-'));
  const ledger = await openLedger(home);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const history = createTokenHistory({ ledger, onWaiting: () => reporter.requestFlush() });
  const reporter = createReporter(ledger, history, (message: AgentMessage) => {
    if (message.type !== 'reports') return;
    const { reports, token } = message;
    const units = reports.map(({ detailId, attempt }) => ({ detailId, attempt }));
    setTimeout(() => void reporter.recordAcknowledged(units, token), roundTripMs);
  });
  let isOpen = true;
  onTestFinished(async () => {
    isOpen = false;
    history.close();
    reporter.stop();
    vi.useRealTimers();
    await new Promise((resolve) => realWait(resolve, 50));
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });
  history.startHello();
  history.recordWelcome({ features: [HISTORY] });
  const counts = { begun: 0, givenBack: 0 };
  let number = 0;
  const print = async (localId: string): Promise<void> => {
    while (isOpen) {
      const unit = { detailId: String((number += 1)), attempt: 1, fence: 1 };
      const early = history.canStartBeforeTokenStored();
      await ledger.commit([{ kind: 'intent', ...unit, localId, base: null, at: '', early }]);
      const mayBegin = await history.waitUntilStored(early);
      if (!isOpen) return;
      counts[mayBegin ? 'begun' : 'givenBack'] += 1;
      const report = createLabelReport(unit, mayBegin ? 'sent' : 'sending', {}, 0);
      await ledger.commit([{ kind: 'final', report }]);
      reporter.requestFlush();
    }
  };
  /** Lets a label write its final record and the next intent while the clock stands still. */
  const settle = async (): Promise<void> => {
    for (let writes = 0; writes < 3; writes += 1) {
      await ledger.commit([]);
      await new Promise((resolve) => void setImmediate(resolve));
    }
  };
  return {
    counts,
    print,
    pass: async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= STEP_MS) {
        vi.advanceTimersByTime(STEP_MS);
        await settle();
      }
    },
  };
};

it.each([
  [10, 3_000, 100],
  [1, 7_000, 5],
])(
  'begins labels at %i printers whose server takes %i ms to answer, and gives none back',
  async (printers, roundTripMs, min) => {
    const { counts, print, pass } = await openClient(roundTripMs);
    for (let n = 1; n <= printers; n += 1) void print(`p${n}`);
    await pass(60_000);
    expect(counts.givenBack).toBe(0);
    expect(counts.begun).toBeGreaterThanOrEqual(min);
  },
);
