import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { noIppeveprinter, startIppeveprinter } from '../../../../../e2e/support/ippeveprinter.ts';
import type { Ippeveprinter } from '../../../../../e2e/support/ippeveprinter.ts';
import { encodeDocument } from '../../render/document.ts';
import { createDefaultSetup } from '../../render/default-setup.ts';
import type { PrinterSettings } from '../../settings.ts';
import {
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  startTestWorker,
  waitUntil,
} from '../testing.ts';
import type { WorkerEvents } from '../worker.ts';

const setup = createDefaultSetup({ language: 'ipp', dpi: 300, widthMm: 50, heightMm: 30 });
const blank = { widthDots: 591, heightDots: 354, ops: [], codes: [], warnings: [] };

const prepare: WorkerEvents['prepare'] = (_, __, { defaultFormat }) => ({
  ok: true,
  bytes: encodeDocument(defaultFormat, setup, [{ ...blank, dpi: 300 }]),
  page: { format: defaultFormat, widthMm: 50, heightMm: 30 },
});

describe('the sample printer of CUPS', { timeout: PATIENCE_MS }, () => {
  let printer: Ippeveprinter;

  beforeAll(async () => {
    if (!noIppeveprinter) printer = await startIppeveprinter();
  }, PATIENCE_MS);
  beforeEach((ctx) => {
    if (noIppeveprinter) ctx.skip(noIppeveprinter);
  });
  afterAll(() => printer?.close());

  const begin = async (ctx: TestContext, scheme: string, more: Partial<PrinterSettings> = {}) => {
    const ledger = await createLedger(ctx);
    const uri = `${scheme}://${printer.authority}/ipp/print`;
    const at = { kind: 'ipp', uri } as const;
    const worker = startTestWorker(
      ctx,
      ledger,
      0,
      { language: 'ipp', dpi: 300, at, ...more },
      prepare,
    );
    return { ledger, worker };
  };

  it('prints labels, says what stops it, and is believed', async (ctx) => {
    const { ledger, worker } = await begin(ctx, 'ipp');
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(worker.view().stateText).toBe('缺纸'));
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 printed ipp-completed', '2 printed ipp-completed']),
    );
    const documents = await printer.documents();
    expect(documents.map(({ type }) => type)).toEqual(['image/pwg-raster', 'image/pwg-raster']);
  });

  it('is spoken to over an encrypted connection, and known again', async (ctx) => {
    const { ledger, worker } = await begin(ctx, 'ipps');
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
    expect(ledger.getTraits('p1').certificate).toMatch(
      /^127\.0\.0\.1:\d+ ([\dA-F]{2}:){31}[\dA-F]{2}$/,
    );
  });
});

describe(
  'the sample printer of CUPS that takes one kind of document',
  { timeout: PATIENCE_MS },
  () => {
    it('takes a raster of its own resolution', async (ctx) => {
      if (noIppeveprinter) ctx.skip(noIppeveprinter);
      const printer = await startIppeveprinter({ args: '-f image/pwg-raster' });
      ctx.onTestFinished(() => printer.close());
      const ledger = await createLedger(ctx);
      const at = { kind: 'ipp', uri: `ipp://${printer.authority}/ipp/print` } as const;
      const worker = startTestWorker(ctx, ledger, 0, { language: 'ipp', dpi: 300, at }, prepare);
      worker.offer([createLease(1)]);
      await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
      const [document] = await printer.documents();
      expect(document).toMatchObject({ type: 'image/pwg-raster' });
      expect(document?.bytes.toString('latin1', 0, 13)).toBe('RaS2PwgRaster');
    });

    it('takes a PDF where it has no raster of that resolution', async (ctx) => {
      if (noIppeveprinter) ctx.skip(noIppeveprinter);
      const printer = await startIppeveprinter();
      ctx.onTestFinished(() => printer.close());
      const ledger = await createLedger(ctx);
      const at = { kind: 'ipp', uri: `ipp://${printer.authority}/ipp/print` } as const;
      // The printer supports rasters of 300 and 600 dpi only.
      const worker = startTestWorker(ctx, ledger, 0, { language: 'ipp', dpi: 203, at }, prepare);
      worker.offer([createLease(1)]);
      await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed ipp-completed']));
      const [document] = await printer.documents();
      expect(document).toMatchObject({ type: 'application/pdf' });
      expect(document?.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    });
  },
);
