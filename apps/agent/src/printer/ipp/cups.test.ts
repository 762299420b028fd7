import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bitmap, isBlackDot } from '@yunbiao/label';
import { drawZpl, readZpl } from '@yunbiao/label/zpl';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TestContext } from 'vitest';
import { noCups, noDrawing, startCups } from '../../../../../e2e/support/cups.ts';
import type { TestCups } from '../../../../../e2e/support/cups.ts';
import type { PartialOptions } from '../../../../../e2e/printers/zpl/options.ts';
import { startZplPrinter } from '../../../../../e2e/printers/zpl/zpl.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Place } from '../../places.ts';
import {
  STARTED_JOB_CANCELLED_REASON,
  QUEUE_COMPLETED_REASON,
  EMPTY_JOB_CANCELLED_REASON,
} from '../jobs/reasons.ts';
import { encodeDocument } from '../../render/document.ts';
import { getLabelFonts } from '../../render/prepare.ts';
import { prepareRawLabel } from '../../render/raw.ts';
import { createDefaultSetup } from '../../render/default-setup.ts';
import { getDriver } from '../drivers.ts';
import {
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startTestWorker,
  waitUntil,
} from '../testing.ts';
import { ignoreRequest } from './testing.ts';

/** A page of the size of the label with one bar, dots. Encoded as another system would send it. */
const BAR = { x0: 40, y0: 60, x1: 240, y1: 100 };
const setup = {
  ...createDefaultSetup({ language: 'driver', dpi: 203, widthMm: 50, heightMm: 30 }),
  gapMm: 2,
  media: 'gap' as const,
};
const madeElsewhere = (): Uint8Array =>
  encodeDocument('pdf', setup, [
    {
      widthDots: 400,
      heightDots: 240,
      dpi: 203,
      ops: [{ kind: 'rect', elementId: 'bar', ...BAR }],
      codes: [],
      warnings: [],
    },
  ]);

/** Bounding box of the black dots: left, top, right, bottom. */
const inkBox = (bitmap: Bitmap): number[] => {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < bitmap.width; x += 1)
      if (isBlackDot(bitmap, x, y)) {
        xs.push(x);
        ys.push(y);
      }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
};

/** A printer that accepts and stores all data. */
const startSink = async (ctx: TestContext) => {
  const chunks: Buffer[] = [];
  const server = createServer((socket) => socket.on('data', (chunk) => chunks.push(chunk)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ctx.onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, taken: () => Buffer.concat(chunks).toString('latin1') };
};

const placeAtQueue = (name: string): { at: Place } => ({ at: { kind: 'cups-queue', name } });
const listReasons = (ledger: Ledger): string[] =>
  ledger.listEntries().map(({ final }) => final?.reason ?? '');

describe('a queue of CUPS', { timeout: PATIENCE_MS }, () => {
  let cups: TestCups;

  beforeAll(async () => {
    if (noCups) return;
    cups = await startCups();
    vi.stubEnv('CUPS_SERVER', cups.server);
  });
  beforeEach((ctx) => {
    if (noCups) ctx.skip(noCups);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await cups?.close();
  });

  /** Starts a printer with a counter behind a CUPS queue. */
  const startQueuedPrinter = async (
    ctx: TestContext,
    queue: string,
    options: PartialOptions = {},
  ) => {
    const printer = await startZplPrinter({ instant: true, ...options });
    ctx.onTestFinished(() => printer.close());
    await cups.addQueue(queue, `socket://127.0.0.1:${printer.port}`);
    return printer;
  };
  /** Prints a job of another program that blocks the printer. */
  const occupyQueue = async (queue: string): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'yb-cups-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'job.zpl');
    writeFileSync(file, '^XA^XZ');
    await cups.command('lp', '-d', queue, '-o', 'raw', file);
  };

  it('hands labels to the printer untouched, and ends them as sent', async (ctx) => {
    const printer = await startQueuedPrinter(ctx, 'raw');
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, placeAtQueue('raw'));
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    await waitUntil(() => expect(printer.paper()).toHaveLength(2));
    expect(worker.listEvidence()).toEqual(['consumed']);
    expect(listReasons(ledger)).toEqual([QUEUE_COMPLETED_REASON, QUEUE_COMPLETED_REASON]);
  });

  it('hands on a PDF another system made, which the driver of a label printer draws', async (ctx) => {
    if (noDrawing) ctx.skip(noDrawing);
    const sink = await startSink(ctx);
    await cups.addQueue('drawn', `socket://127.0.0.1:${sink.port}`, 'drv:///sample.drv/zebra.ppd');
    const ledger = await createLedger(ctx);
    const made = prepareRawLabel({ format: 'pdf', bytes: madeElsewhere(), setup });
    const worker = startTestWorker(ctx, ledger, 0, placeAtQueue('drawn'), () => made);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    await waitUntil(() => expect(sink.taken()).toMatch(/\^XZ\s*$/));
    expect(listReasons(ledger)).toEqual([QUEUE_COMPLETED_REASON]);
    const stream = readZpl(sink.taken(), { dpi: 203, widthDots: 400, heightDots: 240 });
    expect(stream.labels).toHaveLength(1);
    const [label] = stream.labels;
    if (!label) throw new Error('no label');
    const [left = 0, top = 0, right = 0, bottom = 0] = inkBox(
      drawZpl(label, { fonts: getLabelFonts(), lines: stream.lines }).bitmap,
    );
    // The bar has its original size, wherever the driver places the page on the stock.
    expect([right - left, bottom - top]).toEqual([
      BAR.x1 - BAR.x0,
      expect.toSatisfy((high: number) => Math.abs(high - (BAR.y1 - BAR.y0)) <= 1),
    ]);
  });

  it('keeps a label when it is killed, and is asked for it after a restart of the client', async (ctx) => {
    const printer = await startQueuedPrinter(ctx, 'restart');
    await cups.addQueue('restart', 'socket://127.0.0.1:9');
    const ledger = await createLedger(ctx);
    const first = startTestWorker(ctx, ledger, 0, placeAtQueue('restart'));
    first.offer([createLease(1)]);
    await waitUntil(() => expect(first.view().stateText).toBe('系统打印队列连不上打印机'));
    await cups.kill();
    await waitUntil(() => expect(first.view().stateText).toContain('CUPS 没有开着'));
    await first.stop(0);
    expect(listEnds(ledger)).toEqual([]);
    await cups.start();
    startTestWorker(ctx, ledger, 0, placeAtQueue('restart'));
    await cups.addQueue('restart', `socket://127.0.0.1:${printer.port}`);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    await waitUntil(() => expect(printer.paper()).toHaveLength(1));
  });

  it('has no uncertain label when it is off: none is sent', async (ctx) => {
    await startQueuedPrinter(ctx, 'off');
    const ledger = await createLedger(ctx);
    await cups.kill();
    const worker = startTestWorker(ctx, ledger, 0, placeAtQueue('off'));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toContain('CUPS 没有开着'));
    expect(ledger.listEntries()).toEqual([]);
    await cups.start();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  });

  it('cancels a label that was not begun when the member, or an operator, says so', async (ctx) => {
    await startQueuedPrinter(ctx, 'busy');
    await cups.addQueue('busy', 'socket://127.0.0.1:9');
    await occupyQueue('busy');
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, placeAtQueue('busy'));
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(ledger.listEntries()[0]?.consumed).toBe(true));
    worker.cancel([{ detailId: '1', attempt: 1 }]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 cancelled none']));
    await waitUntil(() => expect(ledger.listEntries()[1]?.consumed).toBe(true));
    await cups.command('cancel', '-a', 'busy');
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 cancelled none', '2 cancelled none']),
    );
  });

  it('leaves uncertain what was cancelled after it had begun', async (ctx) => {
    await startQueuedPrinter(ctx, 'begun');
    await cups.addQueue('begun', 'socket://127.0.0.1:9');
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, placeAtQueue('begun'));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toBe('系统打印队列连不上打印机'));
    await cups.command('cancel', '-a', 'begun');
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    expect(listReasons(ledger)).toEqual([STARTED_JOB_CANCELLED_REASON]);
  });

  it('gives back the job of a client that was killed before it sent its label', async (ctx) => {
    const printer = await startQueuedPrinter(ctx, 'between');
    const ledger = await createLedger(ctx);
    const uri = `${cups.address}/printers/between`;
    const { sendLate, state } = await ignoreRequest(uri, ledger);
    const worker = startTestWorker(ctx, ledger, 0, { at: { kind: 'ipp', uri } });
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    expect(listReasons(ledger)).toEqual([EMPTY_JOB_CANCELLED_REASON]);
    // The late document is accepted, but the job stays canceled: the printer never gets it.
    await sendLate('application/vnd.cups-raw');
    expect(await state()).toBe('canceled');
    worker.offer([createLease(1, { attempt: 2 })]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none', '1 sent consumed']));
    await waitUntil(() => expect(printer.paper()).toHaveLength(1));
    expect(await state()).toBe('canceled');
  });

  it('waits while it is paused or takes no jobs, and says so', async (ctx) => {
    const printer = await startQueuedPrinter(ctx, 'paused');
    await cups.command('cupsdisable', 'paused');
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, placeAtQueue('paused'));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toBe('已暂停'));
    expect(worker.view()).toMatchObject({ state: 'stopped', stateReasons: ['paused'] });
    await cups.command('cupsreject', 'paused');
    await cups.command('cupsenable', 'paused');
    await waitUntil(() => expect(worker.view()).toMatchObject({ stateText: '打印队列不收新作业' }));
    expect(ledger.listEntries()).toEqual([]);
    await cups.command('cupsaccept', 'paused');
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    await waitUntil(() => expect(printer.paper()).toHaveLength(1));
  });

  it('says that a queue is gone', async (ctx) => {
    const worker = startTestWorker(ctx, await createLedger(ctx), 0, placeAtQueue('nowhere'));
    await waitUntil(() =>
      expect(worker.view().stateText).toBe('这台电脑上没有叫 nowhere 的打印队列'),
    );
  });

  it('names the queues there are to anyone who misspells one', async () => {
    await cups.addQueue('warehouse', 'socket://127.0.0.1:9');
    const printer = createPrinterSettings(0, placeAtQueue('wherehouse'));
    await expect(getDriver(printer).queryView(printer)).rejects.toMatchObject({
      hint: expect.stringContaining('warehouse'),
    });
  });
});
