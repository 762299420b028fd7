import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMessage, Report } from '@yunbiao/contract/gateway';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import { reportOf } from '../printer/queue.ts';
import { createHistory } from './history.ts';
import { createReporter } from './reporter.ts';

const reportFor = (n: number): Report =>
  reportOf({ detailId: String(n), attempt: 1, fence: 1 }, 'cancelled', {}, 0);

const open = async () => {
  const home = mkdtempSync(join(tmpdir(), 'yb-reporter-'));
  const ledger = await openLedger(home);
  const told: string[][] = [];
  const history = createHistory({ ledger, onWaiting: () => reporter.hurry() });
  const reporter = createReporter(ledger, history, (message: AgentMessage) => {
    if (message.type === 'reports') told.push(message.reports.map(({ detailId }) => detailId));
  });
  onTestFinished(async () => {
    reporter.stop();
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    told,
    reporter,
    end: async (n: number) => {
      await ledger.commit([{ kind: 'final', report: reportFor(n) }]);
      reporter.nudge();
    },
    acknowledge: (...all: number[]) =>
      reporter.noteAcknowledged(all.map((n) => ({ detailId: String(n), attempt: 1 }))),
  };
};

it('tells what ends while an answer is on its way in one message, once that is there', async () => {
  const { told, end, acknowledge } = await open();
  await end(1);
  await vi.waitUntil(() => told.length === 1);
  await end(2);
  await end(3);
  await acknowledge(1);
  await vi.waitUntil(() => told.length > 1);
  expect(told).toEqual([['1'], ['2', '3']]);
});

it('tells all of it again on a new connection, whatever was on its way', async () => {
  const { told, end, reporter } = await open();
  await end(1);
  await vi.waitUntil(() => told.length === 1);
  await end(2);
  reporter.restart();
  await vi.waitUntil(() => told.length > 1);
  expect(told).toEqual([['1'], ['1', '2']]);
});

it('repeats nothing while an answer is slow, and all of it once the answer is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { told, end } = await open();
  await end(1);
  await vi.waitUntil(() => told.length === 1);
  await end(2);
  vi.advanceTimersByTime(25_000);
  await new Promise((resolve) => void setTimeout(resolve, 30));
  expect(told).toEqual([['1']]);
  vi.advanceTimersByTime(10_000);
  await new Promise((resolve) => void setTimeout(resolve, 30));
  expect(told).toEqual([['1'], ['1', '2']]);
});
