import { bitmapToTspl } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import type { PartialOptions } from '../../../../../e2e/printers/tspl/options.ts';
import { startTsplPrinter } from '../../../../../e2e/printers/tspl/tspl.ts';
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
import { tsplDriver } from './driver.ts';

/** A label of 10 mm with `n` black rows. */
const getJob = (n: string): Uint8Array => {
  const bitmap = { width: 80, height: 80, stride: 10, data: new Uint8Array(800) };
  bitmap.data.fill(0xff, 0, Number(n) * 10);
  return bitmapToTspl(bitmap, { stock: { widthMm: 10, lengthMm: 10 }, speed: 2 });
};

const leaveHalf = async (port: number): Promise<void> => {
  const half = await dialPrinter(port);
  half.socket.end('CLS\r\nBITMAP 0,0,16,128,0,only so much');
  await half.closed;
};

/** Starts a printer and a worker. `out` returns what was printed. */
const beginWith = async (
  context: TestContext,
  options: PartialOptions,
  change = {},
  before: (port: number) => Promise<unknown> = () => Promise.resolve(),
) => {
  const printer = await startTsplPrinter({
    ...options,
    identify: ({ bitmap, defects }) =>
      defects.length > 0 ? 'spoilt' : String(bitmap.blackDots() / 80),
  });
  context.onTestFinished(() => printer.close());
  await before(printer.port);
  const ledger = await createLedger(context);
  const prepare = (item: { data: Record<string, unknown> }) => ({
    ok: true as const,
    bytes: getJob(String(item.data['n'])),
  });
  const worker = startTestWorker(
    context,
    ledger,
    printer.port,
    { language: 'tspl', ...change },
    prepare,
  );
  const listPaper = (): string[] =>
    printer.paper().map(({ key, whole }) => key + (whole ? '' : '/ruined'));
  return { printer, worker, ledger, out: listPaper };
};

pauseTime();

describe.concurrent('a worker of a TSPL printer', { timeout: PATIENCE_MS }, () => {
  for (const frames of ['answered', 'ignored'] as const)
    it(`prints in order, each proven by the printer that was busy and is idle; ESC ! S ${frames}`, async (ctx) => {
      const { worker, ledger, out } = await beginWith(ctx, { frames, drawMs: 300 });
      worker.offer([createLease(1), createLease(2)]);
      await waitUntil(() =>
        expect(listEnds(ledger)).toEqual(['1 printed printer-idle', '2 printed printer-idle']),
      );
      expect(out()).toEqual(['1', '2']);
      expect(worker.listEvidence()).toEqual(['consumed', 'printer-idle']);
    });

  for (const closeAfter of [false, true])
    it(`ends what an interrupted sender left of a BITMAP, so that no label is eaten; --close-after ${closeAfter}`, async (ctx) => {
      const options = { partialOnClose: 'kept' as const };
      const { worker, ledger, out } = await beginWith(ctx, options, { closeAfter }, leaveHalf);
      worker.offer([createLease(3), createLease(4)]);
      await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
      await waitUntil(() => expect(out()).toEqual(['3', '4']));
    });

  it('is uncertain of a label the paper ran out in the middle of, and never prints it again', async (ctx) => {
    const { printer, worker, ledger, out } = await beginWith(ctx, {});
    printer.mediaOut({ mm: 4 });
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(worker.view().stateText).toContain('缺纸'));
    printer.clear();
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(listEnds(ledger)).toEqual(['1 uncertain consumed', '2 printed printer-idle']);
    expect(out()).toEqual(['1/ruined', '2']);
  });

  it('says what it cannot prove on a printer that never shows that it prints', async (ctx) => {
    const { worker, ledger } = await beginWith(ctx, { status: { remaining: 'hidden' } });
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('没有看到它忙过');
  });

  it('does not take a dropped label for printed', async (ctx) => {
    const { printer, worker, ledger } = await beginWith(ctx, {});
    printer.dropFormats(1);
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

  it('takes a test label behind half a BITMAP that another job left', async (ctx) => {
    const printer = await startTsplPrinter({ instant: true, partialOnClose: 'kept' });
    ctx.onTestFinished(() => printer.close());
    await leaveHalf(printer.port);
    await tsplDriver.send(createPrinterSettings(printer.port, { language: 'tspl' }), {
      ok: true,
      bytes: getJob('1'),
    });
    await waitUntil(() => expect(printer.paper()).toHaveLength(1));
  });

  it('is asked once how it is, and takes a test label', async (ctx) => {
    const printer = await startTsplPrinter({ instant: true });
    ctx.onTestFinished(() => printer.close());
    const settings = createPrinterSettings(printer.port, { language: 'tspl' });
    expect(await tsplDriver.queryView(settings)).toMatchObject({ state: 'idle', counter: null });
    expect(await tsplDriver.send(settings, { ok: true, bytes: getJob('1') })).toMatchObject({
      stateText: '',
    });
    await waitUntil(() => expect(printer.paper()).toHaveLength(1));
    printer.headOpen();
    expect(await tsplDriver.queryView(settings)).toMatchObject({
      state: 'stopped',
      stateText: '盖子开着',
    });
  });
});
