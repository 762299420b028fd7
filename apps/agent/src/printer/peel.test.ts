import type { CommandLanguage } from '@yunbiao/contract/evidence';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import type { Template } from '@yunbiao/label';
import { expect, it, onTestFinished } from 'vitest';
import type { TestContext } from 'vitest';
import { startTsplPrinter } from '../../../../e2e/printers/tspl/tspl.ts';
import { startZplPrinter } from '../../../../e2e/printers/zpl/zpl.ts';
import { getLabelFonts, prepareLabel } from '../render/prepare.ts';
import { createDefaultSetup } from '../render/default-setup.ts';
import {
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  waitUntil,
} from './testing.ts';
import type { PrepareResult } from './queue.ts';
import type { PrinterView } from './view.ts';
import { startPrinterWorker } from './worker.ts';

pauseTime();

const stock = { widthMm: 40, heightMm: 15 };

/** Label `n` has a mark of its own width; the printer peels it. */
const getLabel = (language: CommandLanguage, n: number): PrepareResult => {
  const setup: Setup = {
    ...createDefaultSetup({ language, dpi: 203, ...stock }),
    finishing: 'peel',
  };
  const mark = { xMm: 2, yMm: 2, widthMm: 2 + n, heightMm: 5, rotation: 0, lineMm: 0 } as const;
  const elements: Template['elements'] = [{ id: 'mark', type: 'rect', ...mark }];
  const template: Template = { version: 1, ...stock, fields: [], elements };
  return prepareLabel({ template, setup }, {}, { fonts: getLabelFonts(), graphics: 'z64' });
};

it.each([
  ['zpl', startZplPrinter],
  ['tspl', startTsplPrinter],
] as const)(
  'claims nothing of a label that waits until the one before is taken from the peeler (%s)',
  { timeout: PATIENCE_MS },
  async (language, startPrinter) => {
    const printer = await startPrinter({ labelMm: 15 });
    const ledger = await createLedger({ onTestFinished } as TestContext);
    let view: PrinterView | null = null;
    const worker = startPrinterWorker(createPrinterSettings(printer.port, { language }), ledger, {
      ...EVENTS,
      prepare: ({ sequence }) => getLabel(language, sequence),
      onView: (seen) => {
        view = seen;
      },
    });
    onTestFinished(async () => {
      await worker.stop(0);
      await printer.close();
    });
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(printer.state().labelWaiting).toBe(true));
    await waitUntil(() =>
      expect(view).toMatchObject({
        stateReasons: ['output-area-full-warning'],
        stateText: '出纸口有打印好的没取走',
      }),
    );
    expect(printer.paper()).toHaveLength(1);
    expect(listEnds(ledger).filter((end) => end.startsWith('2'))).toEqual([]);
    printer.takeLabel();
    await waitUntil(() => expect(printer.paper()).toHaveLength(2));
    printer.takeLabel();
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(printer.paper().map(({ whole }) => whole)).toEqual([true, true]);
    for (const end of listEnds(ledger)) expect(end).toMatch(/^\d (?:printed|sent) /);
  },
);
