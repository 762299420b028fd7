import { expect, it } from 'vitest';
import { startIppPrinter } from '../../../../../e2e/printers/ipp/ipp.ts';
import { createPrinterSettings } from '../testing.ts';
import { parsePrinterAbilities } from './abilities.ts';
import { createIppClient } from './client.ts';
import { createPrinterSpool } from './printer-spool.ts';
import { OPERATION } from './constants.ts';
import { createIppTarget } from './target.ts';

it.for([
  [true, [OPERATION.getPrinterAttributes, OPERATION.createJob]],
  [false, [OPERATION.getPrinterAttributes]],
] as const)(
  'begins a label when its document is sent, once the printer has made its job (jobs first: %s)',
  async ([createsJobs, before], ctx) => {
    const printer = await startIppPrinter({ createsJobs });
    ctx.onTestFinished(() => printer.close());
    const spool = createPrinterSpool({
      ipp: createIppClient(
        createIppTarget(printer.uri, { getPinned: () => null, store: () => undefined }),
      ),
      parseAbilities: (said) =>
        parsePrinterAbilities(said, createPrinterSettings(0, { language: 'ipp' }), '/ipp/print'),
      onAbilities: () => undefined,
      describeNormal: () => '',
    });
    const askedBefore: number[][] = [];
    const submitted = await spool.submit({
      name: 'yunbiao-1-1',
      bytes: Buffer.from('a page'),
      page: { format: 'pdf', widthMm: 50, heightMm: 30 },
      onStart: () => askedBefore.push([...printer.asked()]),
    });
    expect(submitted.kind).toBe('accepted');
    expect(askedBefore).toEqual([before]);
  },
);
