import { bitmapToEscpos } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { startEscposPrinter } from '../../../../../e2e/printers/escpos/escpos.ts';
import type { PartialOptions } from '../../../../../e2e/printers/escpos/options.ts';
import { dialPrinter } from '../../../../../e2e/printers/works/testing.ts';
import {
  pauseTime,
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startTestWorker,
  waitUntil,
} from '../testing.ts';
import { escposDriver } from './driver.ts';

const ROWS = 120;
/** A label of 15 mm with `n` black rows; its last row is black, too. */
const getJob = (n: string, height = ROWS): Uint8Array => {
  const bitmap = { width: 80, height, stride: 10, data: new Uint8Array(height * 10) };
  bitmap.data.fill(0xff, 0, Number(n) * 10);
  bitmap.data.fill(0xff, height * 10 - 10);
  return bitmapToEscpos(bitmap, { finishing: 'cut' });
};

/** Starts a printer and a worker. `out` returns what was printed. */
const beginWith = async (
  context: TestContext,
  options: PartialOptions,
  change = {},
  before: (port: number) => Promise<unknown> = () => Promise.resolve(),
  rows = ROWS,
) => {
  const printer = await startEscposPrinter({
    stock: 'roll, cut',
    ...options,
    identify: ({ bitmap, defects, text }) => {
      const ink = bitmap.ink();
      // An unknown command whose text was cleared does no harm.
      const spoilt = defects.some((defect) => !defect.startsWith('no such command')) || text !== '';
      return spoilt || ink.height !== rows ? 'spoilt' : String(ink.blackDots() / 80 - 1);
    },
  });
  context.onTestFinished(() => printer.close());
  await before(printer.port);
  const ledger = await createLedger(context);
  const prepare = (item: { data: Record<string, unknown> }) => ({
    ok: true as const,
    bytes: getJob(String(item.data['n']), rows),
  });
  const worker = startTestWorker(
    context,
    ledger,
    printer.port,
    { language: 'escpos', ...change },
    prepare,
  );
  const listPaper = (): string[] =>
    printer
      .paper()
      .filter(({ source }) => source !== 'feed')
      .map(({ key, whole }) => key + (whole ? '' : '/ruined'));
  return { printer, worker, ledger, out: listPaper };
};

/** Sends half an image and disconnects. */
const leaveHalf = async (port: number): Promise<void> => {
  const half = await dialPrinter(port);
  half.socket.end(Buffer.from(getJob('7')).subarray(0, 400));
  await half.closed;
};

pauseTime();

describe.concurrent('a worker of an ESC/POS printer', { timeout: PATIENCE_MS }, () => {
  for (const [words, options] of Object.entries<PartialOptions>({
    'as in the manual': {},
    'that prints what it does not know, status included': { statuses: [1, 4], unknown: 'printed' },
    'that sends its status unasked': { statusBackAtPowerUp: 255, drawerHigh: true },
  }))
    it(`prints in order, each proven by what the printer gave back: one ${words}`, async (ctx) => {
      const { worker, ledger, out } = await beginWith(ctx, options);
      expect(worker.listEvidence()).toEqual(['consumed']);
      worker.offer([createLease(1), createLease(2)]);
      await waitUntil(() =>
        expect(listEnds(ledger)).toEqual(['1 printed printer-echo', '2 printed printer-echo']),
      );
      expect(out()).toEqual(['1', '2']);
      expect(worker.listEvidence()).toEqual(['consumed', 'printer-echo']);
      expect(ledger.getTraits('p1').echoes).toBe(true);
    });

  it('says what it cannot prove on a printer that prints what it does not know', async (ctx) => {
    const options = { processIds: 'unknown', unknown: 'printed' } as const;
    const { worker, ledger, out } = await beginWith(ctx, options);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('不会逐张回报');
    expect(out()).toEqual(['1']);
  });

  it('takes no ID for proof that was given back when the label was only read', async (ctx) => {
    // A label of 200 mm: no printer prints that in 300 ms.
    const instant = { drawMs: 0, drawMsPerKib: 0 };
    const options = {
      ...instant,
      processIds: 'when drawn',
      aheadMm: 400,
      bufferBytes: 65_536,
    } as const;
    const ignoreResult = () => Promise.resolve();
    const { worker, ledger } = await beginWith(ctx, options, {}, ignoreResult, 1600);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('纸还来不及走完');
  });

  for (const closeAfter of [false, true])
    it(`ends what an interrupted sender left of an image, so that no label is eaten; --close-after ${closeAfter}`, async (ctx) => {
      const options = { partialOnClose: 'kept' as const };
      const { worker, ledger, out } = await beginWith(ctx, options, { closeAfter }, leaveHalf);
      worker.offer([createLease(3), createLease(4)]);
      await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
      // The partial output of the interrupted sender is cut off.
      await waitUntil(() => expect(out()).toEqual(['spoilt', '3', '4']));
    });

  it('is uncertain of a label the paper ran out in the middle of, and never prints it again', async (ctx) => {
    const { printer, worker, ledger, out } = await beginWith(ctx, {});
    // Possible output of an earlier process is cut off before the first label.
    printer.mediaOut({ labels: 1, mm: 8 });
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(worker.view().stateText).toContain('缺纸'));
    printer.clear();
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(listEnds(ledger)).toEqual(['1 uncertain consumed', '2 printed printer-echo']);
    expect(out().at(-1)).toBe('2');
    expect(out()).not.toContain('1');
  });

  it('cuts off half a label of a lost connection, so that the next is on a piece of its own', async (ctx) => {
    // The printer accepts no more than it can print soon.
    const options = { bufferBytes: 300, aheadMm: 1, speedMmPerS: 30 };
    const { printer, worker, ledger, out } = await beginWith(ctx, options);
    // The first output is what an earlier process may have left.
    printer.resetConnections({ labels: 1, mm: 8 });
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(listEnds(ledger)).toEqual(['1 uncertain none', '2 printed printer-echo']);
    expect(out()).toEqual(['spoilt', '2']);
  });

  it('does not take a dropped label for printed', async (ctx) => {
    const { printer, worker, ledger } = await beginWith(ctx, {});
    // Drops the cut before the label, and the label.
    printer.dropFormats(2);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  });

  it('prints one label a connection where the printer only closes', async (ctx) => {
    const { worker, ledger, out } = await beginWith(
      ctx,
      { status: { deafTo: 'everybody' } },
      { closeAfter: true },
    );
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    await waitUntil(() => expect(out()).toEqual(['1', '2']));
    expect(worker.listEvidence()).toEqual(['consumed']);
  });

  it('is asked once how it is, and takes a test label', async (ctx) => {
    const printer = await startEscposPrinter({ stock: 'roll, cut', instant: true });
    ctx.onTestFinished(() => printer.close());
    const settings = createPrinterSettings(printer.port, { language: 'escpos' });
    expect(await escposDriver.queryView(settings)).toMatchObject({ state: 'idle', counter: null });
    expect(await escposDriver.send(settings, { ok: true, bytes: getJob('4') })).toMatchObject({
      stateText: '',
    });
    await waitUntil(() => expect(printer.paper()).toHaveLength(1));
    printer.headOpen();
    expect(await escposDriver.queryView(settings)).toMatchObject({
      state: 'stopped',
      stateText: '盖子开着',
    });
  });
});
