import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { makeCertificate, noCertificate } from '../../../../../e2e/printers/ipp/certificate.ts';
import { startIppPrinter } from '../../../../../e2e/printers/ipp/ipp.ts';
import type { IppPrinter } from '../../../../../e2e/printers/ipp/ipp.ts';
import type { Options } from '../../../../../e2e/printers/ipp/options.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { PrinterSettings } from '../../settings.ts';
import { getDriver } from '../drivers.ts';
import * as why from '../jobs/reasons.ts';
import {
  prepareBytes,
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  sleepFor,
  startTestWorker,
  waitUntil,
} from '../testing.ts';
import type { WorkerEvents } from '../worker.ts';
import { OPERATION } from './constants.ts';
import { ignoreRequest } from './testing.ts';

/** A label 30 mm long: feeding it takes at least 84 ms. */
const prepare: WorkerEvents['prepare'] = (item, _, { defaultFormat }) => ({
  ok: true,
  bytes: Buffer.from(`label ${item.data['n']} as ${defaultFormat}`),
  page: { format: defaultFormat, widthMm: 50, heightMm: 30 },
});
const prepareCommands: WorkerEvents['prepare'] = (item) => prepareBytes(item.data['n'] ?? '');

const reasonsIn = (ledger: Ledger): string[] =>
  ledger.listEntries().map(({ final }) => final?.reason ?? '');

const setUp = async (ctx: TestContext, options: Partial<Options> = {}) => {
  const printer = await startIppPrinter(options);
  ctx.onTestFinished(() => printer.close());
  const ledger = await createLedger(ctx);
  const begin = (change: Partial<PrinterSettings> = {}, drawn = prepare) =>
    startTestWorker(
      ctx,
      ledger,
      0,
      { language: 'ipp', at: { kind: 'ipp', uri: printer.uri }, ...change },
      drawn,
    );
  return { printer, ledger, begin };
};
const readPaper = (printer: IppPrinter): string[] =>
  printer.paper().map(({ document }) => String(document));

describe.concurrent('a printer that speaks IPP', { timeout: PATIENCE_MS }, () => {
  it.for([true, false])(
    'prints labels, each proven by its word (jobs first: %s)',
    async (createsJobs, ctx) => {
      const { printer, ledger, begin } = await setUp(ctx, { createsJobs });
      const worker = begin();
      worker.offer([createLease(1), createLease(2)]);
      await waitUntil(() =>
        expect(listEnds(ledger)).toEqual(['1 printed ipp-completed', '2 printed ipp-completed']),
      );
      expect(readPaper(printer)).toEqual(['label 1 as pwg-black', 'label 2 as pwg-black']);
      expect(printer.paper()[0]).toMatchObject({
        name: `yunbiao-${ledger.id.slice(0, 12)}-1-1`,
        format: 'image/pwg-raster',
        // The printer's own width for 50 mm wide paper: two inches.
        media: { widthMm: 50.8, heightMm: 30 },
      });
      expect(worker.listEvidence()).toEqual(['consumed', 'ipp-completed']);
      await waitUntil(() => expect(worker.view()).toMatchObject({ state: 'idle', stateText: '' }));
    },
  );

  it('is given a raster of its resolution where it takes no PDF, and nothing where it takes neither', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, {
      formats: ['image/pwg-raster', 'image/urf'],
      dpi: 300,
    });
    const wrong = begin();
    wrong.offer([createLease(1)]);
    await waitUntil(() =>
      expect(wrong.view().stateText).toBe('打印不了：它收 300 dpi 的图，设的是 203 dpi'),
    );
    await wrong.stop(0);
    expect(ledger.listEntries()).toEqual([]);
    const worker = begin({ dpi: 300 });
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
    await worker.stop(0);
    // A client that starts asks what the printer takes; one that runs may not know yet.
    printer.set({ formats: ['image/urf'] });
    const next = begin({ dpi: 300 });
    next.offer([createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 printed ipp-completed', '2 printed ipp-completed']),
    );
    printer.set({ formats: ['image/jpeg'] });
    next.offer([createLease(3)]);
    await waitUntil(() =>
      expect(next.view().stateText).toBe('打印不了：它不收 PDF，也不收认得的光栅图'),
    );
    expect(readPaper(printer)).toEqual(['label 1 as pwg-black', 'label 2 as urf']);
    expect(printer.paper().map(({ format }) => format)).toEqual(['image/pwg-raster', 'image/urf']);
  });

  it('gets no test label as something it does not take', async (ctx) => {
    const { printer } = await setUp(ctx, { formats: ['image/jpeg'] });
    const at = { kind: 'ipp', uri: printer.uri } as const;
    const settings = { ...createPrinterSettings(0), language: 'ipp', at } as const;
    const page = { format: 'pdf', widthMm: 50, heightMm: 30 } as const;
    const driver = getDriver(settings);
    await expect(
      driver.send(settings, { ok: true, bytes: Buffer.from('a page'), page }),
    ).rejects.toThrow('测试标签被退回：它不收 PDF，也不收认得的光栅图');
    expect(printer.asked()).toEqual([OPERATION.getPrinterAttributes]);
    expect(printer.paper()).toEqual([]);
  });

  it('gets a test label in one request: killed under way, it leaves no empty job nobody looks after', async (ctx) => {
    const { printer } = await setUp(ctx);
    const at = { kind: 'ipp', uri: printer.uri } as const;
    const settings = { ...createPrinterSettings(0), language: 'ipp', at } as const;
    const page = { format: 'pdf', widthMm: 50, heightMm: 30 } as const;
    await getDriver(settings).send(settings, { ok: true, bytes: Buffer.from('a page'), page });
    expect(printer.asked()).toContain(OPERATION.printJob);
    expect(printer.asked()).not.toContain(OPERATION.createJob);
    expect(readPaper(printer)).toEqual(['a page']);
  });

  it('is not told of paper that it does not know, and its page says so', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { sizes: [[21_000, 29_700]] });
    const worker = begin();
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
    expect(printer.paper()[0]?.media).toBeNull();
    await waitUntil(() => expect(worker.view().stateText).toContain('没有 50 × 30 mm 的纸'));
  });

  it('proves nothing where it hands labels on', async (ctx) => {
    const server = await setUp(ctx, { server: true });
    server.begin().offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(server.ledger)).toEqual(['1 sent consumed']));
    expect(reasonsIn(server.ledger)).toEqual([why.QUEUE_COMPLETED_REASON]);
    const queue = await setUp(ctx, { path: '/printers/label' });
    queue.begin().offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(queue.ledger)).toEqual(['1 sent consumed']));
    const forwards = await setUp(ctx, { forwards: true });
    forwards.begin().offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(forwards.ledger)).toEqual(['1 sent consumed']));
    expect(reasonsIn(forwards.ledger)).toEqual([why.JOB_FORWARDED_REASON]);
  });

  it('proves nothing of what was given it in its own language', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx);
    const worker = begin({ language: 'zpl' }, prepareCommands);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(printer.paper()[0]?.format).toBe('application/octet-stream');
    expect(worker.listEvidence()).toEqual(['consumed']);
  });

  it('is not believed when it says completed sooner than paper can move, nor ever after that', async (ctx) => {
    const { ledger, begin, printer } = await setUp(ctx, { early: true });
    // A label so long that it cannot be printed in time, even on a slow machine.
    const worker = begin({}, (item, labels, formats) => ({
      ...prepare(item, labels, formats),
      page: { format: formats.defaultFormat, widthMm: 50, heightMm: 90_000 },
    }));
    await waitUntil(() => expect(worker.listEvidence()).toEqual(['consumed', 'ipp-completed']));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(reasonsIn(ledger)).toEqual([why.COMPLETED_TOO_EARLY_REASON]);
    expect(worker.listEvidence()).toEqual(['consumed']);
    printer.set({ early: false });
    worker.offer([createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
  });

  it('is believed by its sheets: none of one that counts, and two for one, are a contradiction', async (ctx) => {
    const { ledger, begin, printer } = await setUp(ctx, { sheets: 'none' });
    const worker = begin();
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    printer.set({ sheets: 'right' });
    worker.offer([createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)[1]).toBe('2 printed ipp-completed'));
    printer.set({ sheets: 'none' });
    worker.offer([createLease(3)]);
    await waitUntil(() => expect(listEnds(ledger)[2]).toBe('3 uncertain consumed'));
    printer.set({ sheets: 'double' });
    worker.offer([createLease(4)]);
    await waitUntil(() => expect(listEnds(ledger)[3]).toBe('4 uncertain consumed'));
    expect(reasonsIn(ledger)).toEqual([
      why.NEVER_COUNTS_REASON,
      '',
      why.COUNTED_ZERO_REASON,
      why.describeExtraSheets(2),
    ]);
  });

  it('says what stops it, and is waited for', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { printMs: 600 });
    const worker = begin();
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(printer.jobs()).toHaveLength(1));
    printer.setPaper(false);
    await waitUntil(() =>
      expect(worker.view()).toMatchObject({ state: 'stopped', stateText: '缺纸' }),
    );
    expect(worker.view().stateReasons).toEqual(['media-empty-error']);
    printer.setPaper(true);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 printed ipp-completed', '2 printed ipp-completed']),
    );
    printer.hold(true);
    worker.offer([createLease(3)]);
    await waitUntil(() => expect(worker.view().stateText).toBe('作业被挂起'));
    printer.hold(false);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(3));
    expect(readPaper(printer)).toHaveLength(3);
  });

  it('leaves uncertain what was cancelled or given up under way, and nothing else', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { printMs: 400 });
    const worker = begin();
    const endFirst = async (n: number, end: () => void): Promise<void> => {
      worker.offer([createLease(n)]);
      await waitUntil(() => expect(printer.jobs()[n - 1]?.begunAt).toBeTypeOf('number'));
      end();
      await waitUntil(() => expect(listEnds(ledger)).toHaveLength(n));
    };
    await endFirst(1, () => printer.end('canceled', ['job-canceled-at-device']));
    await endFirst(2, () => printer.end('aborted', ['aborted-by-system']));
    printer.hold(true);
    worker.offer([createLease(3)]);
    await waitUntil(() => expect(printer.jobs()).toHaveLength(3));
    worker.cancel([{ detailId: '3', attempt: 1 }]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(3));
    expect(listEnds(ledger)).toEqual([
      '1 uncertain consumed',
      '2 uncertain consumed',
      '3 cancelled none',
    ]);
    expect(reasonsIn(ledger)[1]).toBe(why.describeAbortedJob('被系统放弃'));
    expect(readPaper(printer)).toEqual([]);
  });

  it('is asked by name for a job whose answer was lost', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { createsJobs: false });
    printer.strike(OPERATION.printJob, () => 'cut');
    begin().offer([createLease(1)]);
    // The printer has the job, but did not confirm that it received all of it.
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    expect(reasonsIn(ledger)).toEqual([why.SUBMISSION_CUT_REASON]);
    expect(readPaper(printer)).toHaveLength(1);
  });

  it('is not sent again what may have come, and sent again what cannot have', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx);
    const worker = begin();
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    // No answer to Create-Job: no label was sent.
    printer.strike(OPERATION.createJob, () => 'cut');
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    // No answer to Send-Document: the label may have arrived.
    printer.strike(OPERATION.sendDocument, () => 'cut');
    worker.offer([createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none', '2 uncertain none']));
    expect(readPaper(printer)).toEqual(['label 2 as pwg-black']);
  });

  it('that lost a label between its job and its document gives the job back, and gets it again', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { isBusyWhileOpen: true });
    const worker = begin();
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    printer.drop(OPERATION.sendDocument);
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 sending none', '2 printed ipp-completed']),
    );
    expect(reasonsIn(ledger)[0]).toBe(why.EMPTY_JOB_CANCELLED_REASON);
    worker.offer([createLease(1, { attempt: 2 })]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(3));
    expect(printer.jobs().map(({ state }) => state)).toEqual([7, 9, 9]);
    expect(readPaper(printer)).toEqual(['label 2 as pwg-black', 'label 1 as pwg-black']);
  });

  it('that gets a document after its connection was lost is not sent the label again', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { printMs: 100 });
    const worker = begin();
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    printer.delay(OPERATION.sendDocument, 400);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    expect(printer.asked()).not.toContain(OPERATION.cancelJob);
    expect(readPaper(printer)).toEqual(['label 1 as pwg-black']);
  });

  it('prints nothing of a document that comes once its empty job was given back', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { printMs: 100 });
    const worker = begin();
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    printer.delay(OPERATION.sendDocument, 4000);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    worker.offer([createLease(1, { attempt: 2 })]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 sending none', '1 printed ipp-completed']),
    );
    await sleepFor(4500);
    expect(readPaper(printer)).toEqual(['label 1 as pwg-black']);
  });

  it.for([{ tellsDocuments: false }, { hidesTimes: true }])(
    'that does not say whether the job of a lost label is empty keeps it until it gives it up (%o)',
    async (options, ctx) => {
      const { printer, ledger, begin } = await setUp(ctx, { ...options, openMs: 4000 });
      const worker = begin();
      await waitUntil(() => expect(worker.view().state).toBe('idle'));
      printer.drop(OPERATION.sendDocument);
      worker.offer([createLease(1)]);
      await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
      expect(printer.asked()).not.toContain(OPERATION.cancelJob);
    },
  );

  it('is relieved of an empty job once it can be reached again', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { isBusyWhileOpen: true });
    const worker = begin();
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    // The printer refuses the document and never receives Cancel-Job.
    printer.refuse(OPERATION.sendDocument, 0x040a);
    printer.drop(OPERATION.cancelJob);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    printer.refuse(OPERATION.sendDocument, null);
    worker.offer([createLease(1, { attempt: 2 })]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 sending none', '1 printed ipp-completed']),
    );
    expect(printer.jobs().map(({ state }) => state)).toEqual([7, 9]);
  });

  it('turns labels away, and is asked again after a while', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx);
    const worker = begin();
    printer.refuse(OPERATION.sendDocument, 0x040a);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    await waitUntil(() => expect(worker.view().stateText).toBe('打印队列不收标签：不认这种文件'));
    expect(reasonsIn(ledger)).toEqual([why.describeRefusedLabel('不认这种文件')]);
    // The empty job is canceled and does not block the queue.
    expect(printer.jobs().map(({ state }) => state)).toEqual([7]);
    printer.refuse(OPERATION.sendDocument, null);
    worker.offer([createLease(1, { attempt: 2 })]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 sending none', '1 printed ipp-completed']),
    );
  });

  it('is asked after a restart of the client, and has the label once', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { printMs: 800 });
    const first = begin();
    first.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(ledger.listEntries()[0]?.consumed).toBe(true));
    await first.stop(0);
    expect(listEnds(ledger)).toEqual([]);
    begin();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
    expect(readPaper(printer)).toHaveLength(1);
  });

  it('gets no label of a client that was killed before it sent it, and the label is sent again', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx);
    const { sendLate } = await ignoreRequest(printer.uri, ledger);
    printer.foreignJob('another sender');
    const worker = begin();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    expect(reasonsIn(ledger)).toEqual([why.EMPTY_JOB_CANCELLED_REASON]);
    worker.offer([createLease(1, { attempt: 2 })]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 sending none', '1 printed ipp-completed']),
    );
    // Jobs of other senders are untouched, and the late document is not printed.
    await sendLate();
    expect(printer.jobs().map(({ state }) => state)).toEqual([7, 9, 9]);
    expect(readPaper(printer)).toEqual(['another sender', 'label 1 as pwg-black']);
  });

  it.for([{ tellsDocuments: false }, { hidesTimes: true }])(
    'that does not say whether a job is empty keeps it, and the label waits for its word (%o)',
    async (options, ctx) => {
      const { printer, ledger, begin } = await setUp(ctx, options);
      await ignoreRequest(printer.uri, ledger);
      begin();
      await waitUntil(() => expect(printer.asked()).toContain(OPERATION.getJobAttributes));
      expect(printer.asked()).not.toContain(OPERATION.cancelJob);
      printer.end('aborted', ['aborted-by-system']);
      await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    },
  );

  it('that has the document of a job is not believed to have nothing', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx);
    printer.setPaper(false);
    const { sendLate } = await ignoreRequest(printer.uri, ledger);
    await sendLate();
    begin();
    await waitUntil(() => expect(printer.asked()).toContain(OPERATION.getJobAttributes));
    expect(printer.asked()).not.toContain(OPERATION.cancelJob);
    printer.setPaper(true);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    expect(readPaper(printer)).toEqual(['late']);
  });

  it.for(['answer', 'request'] as const)(
    'gives an empty job back though no answer to that came (lost: the %s)',
    async (lost, ctx) => {
      const { printer, ledger, begin } = await setUp(ctx);
      await ignoreRequest(printer.uri, ledger);
      if (lost === 'answer') printer.strike(OPERATION.cancelJob, () => 'cut');
      else printer.drop(OPERATION.cancelJob);
      // The next query of the job is not answered either.
      printer.strike(OPERATION.getJobAttributes, (answer) => answer);
      printer.strike(OPERATION.getJobAttributes, () => 'cut');
      begin();
      await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
      expect(reasonsIn(ledger)).toEqual([why.EMPTY_JOB_CANCELLED_REASON]);
      expect(printer.jobs().map(({ state }) => state)).toEqual([7]);
    },
  );

  it('gives an empty job back though that takes its time', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { cancelMs: 700 });
    await ignoreRequest(printer.uri, ledger);
    begin();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    expect(reasonsIn(ledger)).toEqual([why.EMPTY_JOB_CANCELLED_REASON]);
  });

  it('that gets the document while it cancels the job is not sent the label again', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { cancelMs: PATIENCE_MS, printMs: 100 });
    const { sendLate } = await ignoreRequest(printer.uri, ledger);
    begin();
    await waitUntil(() => expect(printer.asked()).toContain(OPERATION.cancelJob));
    await sendLate();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    expect(readPaper(printer)).toEqual(['late']);
  });

  it.for([
    [{}, '1 sending none'],
    [{ tellsDocuments: false }, '1 uncertain none'],
    [{ hidesTimes: true }, '1 uncertain none'],
  ] as const)(
    'has given an empty job back to a client that was killed before it wrote that down (%o)',
    async ([options, end], ctx) => {
      const { printer, ledger, begin } = await setUp(ctx, options);
      await ignoreRequest(printer.uri, ledger);
      printer.end('canceled', ['job-canceled-by-user']);
      begin();
      await waitUntil(() => expect(listEnds(ledger)).toEqual([end]));
      expect(printer.asked()).not.toContain(OPERATION.cancelJob);
    },
  );

  it('gives an empty job back to the client after one that was killed while it waited for that', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { cancelMs: PATIENCE_MS });
    await ignoreRequest(printer.uri, ledger);
    const killed = begin();
    await waitUntil(() => expect(printer.asked()).toContain(OPERATION.cancelJob));
    await killed.stop(0);
    expect(listEnds(ledger)).toEqual([]);
    printer.end('canceled', ['job-canceled-by-user']);
    begin();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    expect(reasonsIn(ledger)).toEqual([why.EMPTY_JOB_CANCELLED_REASON]);
  });

  it('that does not say any more that a job it gave back is empty leaves its label uncertain', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { forgetsDocuments: true });
    await ignoreRequest(printer.uri, ledger);
    begin();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
    expect(reasonsIn(ledger)).toEqual([why.JOB_MAYBE_CANCELLED_BY_US_REASON]);
    expect(printer.asked()).toContain(OPERATION.cancelJob);
  });

  it('has cancelled what the member cancelled after the restart', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { tellsDocuments: false });
    await ignoreRequest(printer.uri, ledger);
    const worker = begin();
    await waitUntil(() => expect(printer.asked()).toContain(OPERATION.getJobAttributes));
    worker.cancel([{ detailId: '1', attempt: 1 }]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 cancelled none']));
  });

  it('that does not give an empty job back is asked for it on and on', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx);
    await ignoreRequest(printer.uri, ledger);
    printer.refuse(OPERATION.cancelJob, 0x0404);
    begin();
    await waitUntil(() => expect(printer.asked()).toContain(OPERATION.cancelJob));
    printer.end('aborted');
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
  });

  it('that has forgotten a job proves nothing, and another of its number is not taken for it', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { printMs: 3000 });
    const worker = begin();
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(ledger.listEntries()[0]?.consumed).toBe(true));
    printer.setPaper(false);
    await waitUntil(() => expect(worker.view().stateText).toBe('缺纸'));
    printer.powerCut();
    printer.set({ printMs: 100 });
    printer.foreignJob('another sender');
    printer.setPaper(true);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    await waitUntil(() => expect(readPaper(printer)).toEqual(['another sender']));
  });

  it('that keeps no list of jobs which are over leaves uncertain how one ended', async (ctx) => {
    const { ledger, begin } = await setUp(ctx, { forgetsJobs: true });
    begin().offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    expect(reasonsIn(ledger)).toEqual([why.JOB_GONE_UNSEEN_REASON]);
  });

  it('that aborts a job and forgets it at once has not taken its label', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { forgetsAborted: true, printMs: 3000 });
    begin().offer([createLease(1)]);
    await waitUntil(() => expect(printer.jobs()[0]?.begunAt).toBeTypeOf('number'));
    printer.end('aborted', ['aborted-by-system']);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    expect(reasonsIn(ledger)).toEqual([why.JOB_GONE_UNSEEN_REASON]);
    expect(readPaper(printer)).toEqual([]);
  });

  it('answers late, old and nonsense, and is understood all the same', async (ctx) => {
    const { printer, ledger, begin } = await setUp(ctx, { lagMs: 60, staleMs: 500 });
    const worker = begin();
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    const noise = [
      () => Buffer.from('HTTP/1.1 200 OK'),
      () => Buffer.alloc(3_000_000, 0x02),
      (answer: Buffer) => answer.subarray(0, answer.length / 2),
      () => 'cut' as const,
      () => Buffer.alloc(0),
    ];
    for (const one of noise) printer.strike(OPERATION.getJobAttributes, one);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
    expect(readPaper(printer)).toHaveLength(1);
  });

  it('that is no printer is left alone, and its page says so', async (ctx) => {
    const { ledger, begin, printer } = await setUp(ctx, { path: '/somewhere/else' });
    const uri = printer.uri.replace('/somewhere/else', '/ipp/print');
    const worker = begin({ at: { kind: 'ipp', uri } });
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toContain('这个地址上没有打印机'));
    expect(ledger.listEntries()).toEqual([]);
  });

  it('is known by the first certificate it shows, and by another only when the member says so', async (ctx) => {
    if (noCertificate) ctx.skip(noCertificate);
    const [first, second] = [await makeCertificate(), await makeCertificate()];
    const { ledger, begin, printer } = await setUp(ctx, { tls: first });
    const worker = begin();
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
    await waitUntil(() =>
      expect(worker.view().stateText).toMatch(/认第一次连接时的证书 [\dA-F:]{23}…$/),
    );
    await printer.close();
    const other = await startIppPrinter({ tls: second, port: printer.port });
    ctx.onTestFinished(() => other.close());
    // Wait for this state before offering a label: a label that is starting when the worker stops
    // is correctly uncertain.
    await waitUntil(() => expect(worker.view().stateText).toContain('--new-certificate'));
    worker.offer([createLease(2)]);
    expect(readPaper(other)).toEqual([]);
    await worker.stop(0);
    const settings = createPrinterSettings(0, {
      language: 'ipp',
      at: { kind: 'ipp', uri: other.uri },
    });
    const certificate = await getDriver(settings).queryCertificate?.(settings);
    const trusting = begin({ certificate: certificate ?? '' });
    trusting.offer([createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(readPaper(other)).toHaveLength(1);
  });

  it('is not met where nothing is encrypted, or nothing speaks HTTP', async (ctx) => {
    const { begin, printer } = await setUp(ctx);
    const worker = begin({ at: { kind: 'ipp', uri: printer.uri.replace('ipp:', 'ipps:') } });
    await waitUntil(() => expect(worker.view().stateText).toContain('地址改用 ipp://'));
  });
});
