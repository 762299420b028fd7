import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { noCable, removeCable, openUsbCable } from '../../../../e2e/support/usb-cable.ts';
import type { UsbCable } from '../../../../e2e/support/usb-cable.ts';
import { startEscposPrinter } from '../../../../e2e/printers/escpos/escpos.ts';
import { startTsplPrinter } from '../../../../e2e/printers/tspl/tspl.ts';
import type { PartialOptions } from '../../../../e2e/printers/zpl/options.ts';
import { startZplPrinter } from '../../../../e2e/printers/zpl/zpl.ts';
import type { PrinterSettings } from '../settings.ts';
import { getDriver } from './drivers.ts';
import {
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startTestWorker,
  waitUntil,
} from './testing.ts';

const cableTo = async (ctx: TestContext, printer: { port: number; close: () => Promise<void> }) => {
  if (noCable) ctx.skip(noCable);
  const cable = await openUsbCable(printer.port);
  ctx.onTestFinished(async () => {
    await removeCable(cable);
    await printer.close();
  });
  return cable;
};
const placeAtDevice = (
  { path }: UsbCable,
  change: Partial<PrinterSettings> = {},
): Partial<PrinterSettings> => ({
  at: { kind: 'device', path },
  ...change,
});
/** With these settings a label is proven even on a busy machine. */
const COUNTING = { exclusive: true, wholeCounter: true };
const startCountingPrinter = (options: PartialOptions = {}) =>
  startZplPrinter({ counter: { feeds: false }, ...options });

describe.concurrent('a device file', { timeout: PATIENCE_MS }, () => {
  it('is spoken to like a printer of the network, and heard', async (ctx) => {
    const printer = await startCountingPrinter();
    const cable = await cableTo(ctx, printer);
    const ledger = await createLedger(ctx);
    startTestWorker(ctx, ledger, 0, placeAtDevice(cable, COUNTING)).offer([
      createLease(1),
      createLease(2),
    ]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 printed counter-moved', '2 printed counter-moved']),
    );
    expect(printer.paper()).toHaveLength(2);
  });

  it('is asked in every language that printers answer in', async (ctx) => {
    const tspl = await cableTo(ctx, await startTsplPrinter({}));
    const escpos = await cableTo(ctx, await startEscposPrinter({}));
    for (const [language, cable] of [
      ['tspl', tspl],
      ['escpos', escpos],
    ] as const) {
      const printer = createPrinterSettings(0, placeAtDevice(cable, { language }));
      expect(await getDriver(printer).queryView(printer)).toMatchObject({ state: 'idle' });
    }
  });

  it('ends labels as sent where nothing is heard from it: each was taken whole', async (ctx) => {
    const printer = await startCountingPrinter({ status: { deafTo: 'everybody' } });
    const cable = await cableTo(ctx, printer);
    const ledger = await createLedger(ctx);
    startTestWorker(ctx, ledger, 0, placeAtDevice(cable, { closeAfter: true })).offer([
      createLease(1),
      createLease(2),
    ]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    await waitUntil(() => expect(printer.paper()).toHaveLength(2));
  });

  it('is waited for while it is pulled out, and what is printed then is printed once', async (ctx) => {
    const printer = await startCountingPrinter();
    const cable = await cableTo(ctx, printer);
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, placeAtDevice(cable, COUNTING));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed counter-moved']));
    await cable.pull();
    worker.offer([createLease(2)]);
    await waitUntil(() =>
      expect(worker.view().stateText).toBe(
        `连不上打印机 ${cable.path}（没有插着，或者没有开机：看看 USB 线和电源）`,
      ),
    );
    await cable.plugIn();
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual([
        '1 printed counter-moved',
        expect.stringMatching(/^2 (printed counter-moved|uncertain \w+)$/),
      ]),
    );
    expect(printer.paper().length).toBeLessThanOrEqual(2);
  });

  it('says of a file that is none what it is', async () => {
    const printer = createPrinterSettings(0, {
      at: { kind: 'device', path: import.meta.filename },
    });
    await expect(getDriver(printer).queryView(printer)).rejects.toThrow('不是打印机的设备文件');
    const none = createPrinterSettings(0, { at: { kind: 'device', path: '/dev/usb/lp99' } });
    await expect(getDriver(none).queryView(none)).rejects.toMatchObject({ code: 'DEVICE_GONE' });
  });
});
