import { bitmapToEscpos } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { createEscposPrinter } from '../../virtual/escpos-printer.ts';
import type { PrintedLabel } from '../../virtual/roll.ts';
import { servePrinter } from '../../virtual/serve.ts';
import { ends, lease, newLedger, PATIENCE_MS, rawPrinter, start, until } from '../testing.ts';
import { escposDriver } from './driver.ts';

/** A label of 10 mm that is black in as many rows as its number. */
const jobOf = (n: string): Uint8Array => {
  const bitmap = { width: 80, height: 80, stride: 10, data: new Uint8Array(800) };
  bitmap.data.fill(0xff, 0, Number(n) * 10);
  return bitmapToEscpos(bitmap, { finishing: 'cut' });
};
const prepare = (one: { data: Record<string, unknown> }) => ({
  ok: true as const,
  bytes: jobOf(String(one.data['n'])),
});
/** The number of a label that came out. */
const numberOf = ({ bitmap: { data } }: PrintedLabel): number =>
  data.filter((byte) => byte === 0xff).length / 10;

/** A printer and a worker on it; `out` is what came out. */
const begin = async (context: TestContext, change = {}) => {
  const out: number[] = [];
  const printer = createEscposPrinter({
    dpi: 203,
    speedMs: 400,
    onLabel: (label) => out.push(numberOf(label)),
    onTorn: () => out.push(NaN),
  });
  const server = await servePrinter(printer, 0);
  context.onTestFinished(server.close);
  const ledger = await newLedger(context);
  const worker = start(context, ledger, server.port, { language: 'escpos', ...change }, prepare);
  return { printer, worker, ledger, out, port: server.port };
};

const FINE = '\x12\x12\x12\x12';

describe.concurrent('a worker of an ESC/POS printer', { timeout: PATIENCE_MS }, () => {
  it('prints in order, each proven by what the printer gave back', async (ctx) => {
    const { worker, ledger, out } = await begin(ctx);
    expect(worker.evidence()).toEqual(['consumed']);
    worker.offer([lease(1), lease(2)]);
    await until(() =>
      expect(ends(ledger)).toEqual(['1 printed printer-echo', '2 printed printer-echo']),
    );
    expect(out).toEqual([1, 2]);
    expect(worker.evidence()).toEqual(['consumed', 'printer-echo']);
    expect(ledger.traits('p1').echoes).toBe(true);
  });

  it('says what it cannot prove on a printer that gives nothing back', async (ctx) => {
    const ledger = await newLedger(ctx);
    const port = await rawPrinter(ctx, (socket, text) => {
      for (const _ of text.matchAll(/\x10\x04\x01/g)) socket.write(Buffer.from(FINE, 'latin1'));
    });
    const worker = start(ctx, ledger, port, { language: 'escpos' }, prepare);
    worker.offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.entries()[0]?.final?.reason).toContain('不会逐张回报');
    expect(worker.evidence()).toEqual(['consumed']);
  });

  it('is uncertain of a label the paper ran out in the middle of, and never prints it again', async (ctx) => {
    const { printer, worker, ledger, out } = await begin(ctx);
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toHaveLength(1));
    await until(() => expect(ledger.entries()).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve, 100));
    printer.setPaper(false);
    await until(() => expect(worker.view().stateText).toContain('缺纸'));
    printer.setPaper(true);
    await until(() => expect(ends(ledger)).toHaveLength(2));
    expect(ends(ledger)).toEqual(['1 printed printer-echo', '2 uncertain consumed']);
    expect(out).toEqual([1, NaN]);
  });

  it('prints one label a connection where the printer only closes', async (ctx) => {
    const { worker, ledger, out } = await begin(ctx, { closeAfter: true });
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    await until(() => expect(out).toEqual([1, 2]));
    expect(worker.evidence()).toEqual(['consumed']);
  });

  it('is asked once how it is, and takes a test label behind half an image that somebody left', async (ctx) => {
    const { printer, out, port } = await begin(ctx, { closeAfter: true });
    const address = { host: '127.0.0.1', port };
    printer.receive(Buffer.from(jobOf('3').subarray(0, 300)), () => undefined);
    expect(await escposDriver.ask(address)).toMatchObject({ state: 'idle', counter: null });
    expect(await escposDriver.send(address, jobOf('4'))).toMatchObject({ stateText: '' });
    await until(() => expect(out).toHaveLength(1));
    printer.setPaper(false);
    expect(await escposDriver.ask(address)).toMatchObject({ state: 'stopped', stateText: '缺纸' });
  });
});
