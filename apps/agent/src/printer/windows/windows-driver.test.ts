import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import type { Ledger } from '../../ledger/ledger.ts';
import { PRINTER_STATUS, WORK_OFFLINE } from './winspool.ts';
import type { Winspool } from './winspool.ts';
import {
  JOB_GONE_REASON,
  JOB_GONE_AFTER_SILENCE_REASON,
  JOB_GONE_UNSEEN_REASON,
  QUEUE_COMPLETED_REASON,
  JOB_NOT_FOUND_REASON,
} from '../jobs/reasons.ts';
import {
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  sleepFor,
  waitUntil,
} from '../testing.ts';
import { startPrinterWorker } from '../worker.ts';
import type { Worker } from '../worker.ts';
import { createSpooler } from './testing.ts';
import type { Spooler } from './testing.ts';
import { createWindowsDriver, windowsDriver } from './windows-driver.ts';

const QUEUE = 'TSC TTP-244 (仓库)';
const settings = createPrinterSettings(0, { at: { kind: 'windows-queue', name: QUEUE } });

const startWorkerForTest = (
  ctx: TestContext,
  ledger: Ledger,
  spooler: Winspool,
  { waitUntilStored } = EVENTS,
): Worker => {
  const worker = startPrinterWorker(
    settings,
    ledger,
    { ...EVENTS, waitUntilStored },
    createWindowsDriver(() => spooler),
  );
  ctx.onTestFinished(() => worker.stop(0));
  return worker;
};
const stage = async (ctx: TestContext) => {
  const spooler = createSpooler(QUEUE);
  const ledger = await createLedger(ctx);
  return { spooler, ledger, worker: startWorkerForTest(ctx, ledger, spooler) };
};
const listReasons = (ledger: Ledger): string[] =>
  ledger.listEntries().map(({ final }) => final?.reason ?? '');
/** Numbers of the printed labels. */
const listPrintedNames = ({ out }: Spooler): string[] =>
  out.map(({ text }) => /0(\d)\^FS/.exec(text)?.[1] ?? text);
pauseTime();

describe.concurrent('a queue of Windows', { timeout: PATIENCE_MS }, () => {
  it('gets labels as they are, each under the name of its attempt, and ends them as sent', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    expect(listPrintedNames(spooler)).toEqual(['1', '2']);
    expect(spooler.out[0]?.text).toMatch(/^\^XA.*\^XZ\n$/s);
    const begin = `yunbiao-${ledger.id.slice(0, 12)}`;
    expect(spooler.out.map(({ document }) => document)).toEqual([`${begin}-1-1`, `${begin}-2-1`]);
    expect(listReasons(ledger)).toEqual([JOB_GONE_REASON, JOB_GONE_REASON]);
    expect(worker.listEvidence()).toEqual(['consumed']);
  });

  it('is not believed more where it keeps what it has printed', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.keeps = true;
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    expect(listReasons(ledger)).toEqual([QUEUE_COMPLETED_REASON, QUEUE_COMPLETED_REASON]);
    expect(spooler.queue).toHaveLength(2);
  });

  it('has its label found again by name after a restart of the client, and gets it once', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.takes = false;
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toBe('打印机停着'));
    await worker.stop(0);
    expect(listEnds(ledger)).toEqual([]);
    startWorkerForTest(ctx, ledger, spooler);
    spooler.takes = true;
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(listPrintedNames(spooler)).toEqual(['1']);
  });

  it('takes a job that was never seen at work for handed on, however long the server took to cover it', async (ctx) => {
    const ledger = await createLedger(ctx);
    const spooler = createSpooler(QUEUE);
    const blind: Winspool = {
      ...spooler,
      getJob: async (handle, id) => {
        const job = await spooler.getJob(handle, id);
        return job && { ...job, status: 0 };
      },
    };
    const waitForCover = (): Promise<boolean> => sleepFor(2500).then(() => true);
    startWorkerForTest(ctx, ledger, blind, { ...EVENTS, waitUntilStored: waitForCover }).offer([
      createLease(1),
    ]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(listReasons(ledger)).toEqual([JOB_GONE_REASON]);
  });

  it('leaves uncertain what was deleted while it waited behind others', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    // Another program's job that never ends, at the head of the queue.
    const handle = (await spooler.open(QUEUE)) ?? 0;
    await spooler.startJob(handle, 'another program’s');
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(ledger.listEntries()[0]?.consumed).toBe(true));
    await sleepFor(3000);
    spooler.remove(`yunbiao-${ledger.id.slice(0, 12)}-1-1`);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    expect(listReasons(ledger)).toEqual([JOB_GONE_UNSEEN_REASON]);
    expect(spooler.out).toEqual([]);
  });

  it('leaves uncertain what it lost in a restart of its own, and takes nothing for ours by its number', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.takes = false;
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toBe('打印机停着'));
    spooler.stop();
    await waitUntil(() => expect(worker.view().stateText).toContain('Print Spooler'));
    spooler.remove(spooler.queue[0]?.document ?? '');
    await waitUntil(() => expect(spooler.queue).toEqual([]));
    spooler.restart();
    const handle = (await spooler.open(QUEUE)) ?? 0;
    expect(await spooler.startJob(handle, 'another program’s')).toBe(1);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    expect(listReasons(ledger)).toEqual([JOB_GONE_AFTER_SILENCE_REASON]);
  });

  it('has no uncertain label while its spooler is off, and begins when it is back', async (ctx) => {
    const spooler = createSpooler(QUEUE);
    const ledger = await createLedger(ctx);
    spooler.stop();
    const worker = startWorkerForTest(ctx, ledger, spooler);
    worker.offer([createLease(1)]);
    await waitUntil(() =>
      expect(worker.view().stateText).toBe('Windows 的打印服务（Print Spooler）没有开着'),
    );
    expect(ledger.listEntries()).toEqual([]);
    spooler.restart();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  });

  it('gets a label again of which it took no byte, and not one of which it took some', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.failWriteAfter = 0;
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    expect(listReasons(ledger)).toEqual([
      '打印队列没有收这张标签（Windows 打印服务没有收数据），重新排队',
    ]);
    spooler.failWriteAfter = 1;
    worker.offer([createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toContain('2 uncertain none'));
    expect(listReasons(ledger)[1]).toBe(JOB_NOT_FOUND_REASON);
    worker.offer([createLease(3)]);
    await waitUntil(() => expect(listEnds(ledger)).toContain('3 sent consumed'));
    expect(listPrintedNames(spooler)).toEqual(['3']);
  });

  it('is not sent a label again when the answer to the end of it is lost', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.loseEnd = true;
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    expect(listPrintedNames(spooler)).toEqual(['1']);
  });

  it('cancels what it had not begun, and leaves uncertain what it had', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.takes = false;
    const handle = (await spooler.open(QUEUE)) ?? 0;
    await spooler.startJob(handle, 'another program’s');
    await spooler.endJob(handle);
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(ledger.listEntries()[0]?.consumed).toBe(true));
    await waitUntil(() => expect(worker.view().state).toBe('processing'));
    worker.cancel([{ detailId: '1', attempt: 1 }]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 cancelled none']));
    spooler.remove('another program’s');
    await waitUntil(() => expect(worker.view().stateText).toBe('打印机停着'));
    worker.cancel([{ detailId: '2', attempt: 1 }]);
    await waitUntil(() => expect(listEnds(ledger)).toContain('2 uncertain consumed'));
    expect(spooler.out).toEqual([]);
  });

  it('gets nothing while it is paused, offline or open, and says which', async (ctx) => {
    const { spooler, ledger, worker } = await stage(ctx);
    spooler.facts.status = PRINTER_STATUS.paused;
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateReasons).toEqual(['paused']));
    spooler.facts.status = PRINTER_STATUS.doorOpen | PRINTER_STATUS.tonerLow;
    await waitUntil(() =>
      expect(worker.view()).toMatchObject({
        state: 'stopped',
        stateReasons: ['cover-open', 'marker-supply-low-warning'],
        stateText: '盖子开着、碳带快用完了',
      }),
    );
    spooler.facts.status = 0;
    spooler.facts.attributes = WORK_OFFLINE;
    await waitUntil(() => expect(worker.view().stateText).toBe('离线'));
    expect(ledger.listEntries()).toEqual([]);
    spooler.facts.attributes = 0;
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  });

  it('says that it is gone, and names those there are to anyone who misspells one', async (ctx) => {
    const spooler = createSpooler('GP-1324D');
    const worker = startWorkerForTest(ctx, await createLedger(ctx), spooler);
    await waitUntil(() =>
      expect(worker.view().stateText).toBe(`这台电脑上没有叫 ${QUEUE} 的打印机`),
    );
    await expect(createWindowsDriver(() => spooler).queryView(settings)).rejects.toMatchObject({
      hint: '现有：GP-1324D',
    });
  });

  it('is not to be had elsewhere', async (ctx) => {
    if (process.platform === 'win32') ctx.skip('这里就是 Windows');
    await expect(windowsDriver.queryView(settings)).rejects.toThrow('只有 Windows 版');
  });
});

it.for([
  ['paused', (worker: Worker) => worker.setEnabled(false), '1 sending none'],
  [
    'cancelled',
    (worker: Worker) => worker.cancel([{ detailId: '1', attempt: 1 }]),
    '1 cancelled none',
  ],
] as const)(
  'gets no label that is %s while it waits for the server',
  { timeout: PATIENCE_MS },
  async ([, act, end], ctx) => {
    const spooler = createSpooler(QUEUE);
    const ledger = await createLedger(ctx);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isAsked = false;
    const waitForCover = (): Promise<boolean> => {
      isAsked = true;
      return promise;
    };
    const driver = createWindowsDriver(() => spooler);
    const worker = startPrinterWorker(
      settings,
      ledger,
      { ...EVENTS, waitUntilStored: waitForCover },
      driver,
    );
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(isAsked).toBe(true));
    act(worker);
    resolve(true);
    await waitUntil(() => expect(listEnds(ledger)).toEqual([end]));
    await sleepFor(500);
    expect(spooler.queue.length + spooler.out.length).toBe(0);
  },
);
