import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMessage, Report } from '@yunbiao/contract/gateway/gateway';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import { createLabelReport } from '../printer/queue.ts';
import { createTokenHistory, HISTORY } from './history.ts';
import { createReporter } from './reporter.ts';

const reportFor = (n: number): Report =>
  createLabelReport({ detailId: String(n), attempt: 1, fence: 1 }, 'cancelled', {}, 0);

type Reports = Extract<AgentMessage, { type: 'reports' }>;

const openReporter = async () => {
  const home = mkdtempSync(join(tmpdir(), 'yb-reporter-'));
  const ledger = await openLedger(home);
  const messages: Reports[] = [];
  const history = createTokenHistory({ ledger, onWaiting: () => reporter.requestFlush() });
  const reporter = createReporter(ledger, history, (message: AgentMessage) => {
    if (message.type === 'reports') messages.push(message);
  });
  onTestFinished(async () => {
    history.close();
    reporter.stop();
    vi.useRealTimers();
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { ledger, messages, history, reporter };
};

const open = async () => {
  const { ledger, messages, reporter } = await openReporter();
  return {
    told: () => messages.map(({ reports }) => reports.map(({ detailId }) => detailId)),
    reporter,
    end: async (n: number) => {
      await ledger.commit([{ kind: 'final', report: reportFor(n) }]);
      reporter.requestFlush();
    },
    acknowledge: (...all: number[]) =>
      reporter.recordAcknowledged(all.map((n) => ({ detailId: String(n), attempt: 1 }))),
  };
};

it('tells what ends while an answer is on its way in one message, once that is there', async () => {
  const { told, end, acknowledge } = await open();
  await end(1);
  await vi.waitUntil(() => told().length === 1);
  await end(2);
  await end(3);
  await acknowledge(1);
  await vi.waitUntil(() => told().length > 1);
  expect(told()).toEqual([['1'], ['2', '3']]);
});

it('tells all of it again on a new connection, whatever was on its way', async () => {
  const { told, end, reporter } = await open();
  await end(1);
  await vi.waitUntil(() => told().length === 1);
  await end(2);
  reporter.restart();
  await vi.waitUntil(() => told().length > 1);
  expect(told()).toEqual([['1'], ['1', '2']]);
});

it('tells on a new connection before anything else can be sent, also what was to go together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { told, end, reporter } = await open();
  await end(1);
  expect(told()).toEqual([]);
  reporter.restart();
  expect(told()).toEqual([['1']]);
  vi.advanceTimersByTime(50);
  expect(told()).toEqual([['1']]);
});

it('repeats nothing while an answer is slow, and all of it once the answer is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { told, end } = await open();
  await end(1);
  await vi.waitUntil(() => told().length === 1);
  await end(2);
  vi.advanceTimersByTime(25_000);
  await new Promise((resolve) => void setTimeout(resolve, 30));
  expect(told()).toEqual([['1']]);
  vi.advanceTimersByTime(10_000);
  await new Promise((resolve) => void setTimeout(resolve, 30));
  expect(told()).toEqual([['1'], ['1', '2']]);
});

it('tells of labels that are begun early together, and of one that waits at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { ledger, messages, reporter, history } = await openReporter();
  history.recordWelcome({ features: [HISTORY] });
  const begin = async (detailId: string): Promise<void> => {
    const early = history.canStartBeforeTokenStored();
    const unit = { detailId, attempt: 1, fence: 1 };
    await ledger.commit([{ kind: 'intent', ...unit, localId: 'a', base: null, at: '', early }]);
    void history.waitUntilStored(early);
  };
  await begin('1');
  expect(messages.length).toBe(1);
  await reporter.recordAcknowledged([], messages[0]?.token);
  for (const id of ['2', '3', '4']) await begin(id);
  expect(messages.length).toBe(1);
  vi.advanceTimersByTime(50);
  expect(messages.map(({ token }) => token)).toEqual([
    expect.any(String),
    ledger.listTokens().at(-1),
  ]);
});
