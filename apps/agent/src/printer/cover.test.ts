import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import type { PrinterSettings } from '../settings.ts';
import type { PrepareResult } from './queue.ts';
import {
  prepareBytes,
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startRawPrinter,
  sleepFor,
  waitUntil,
  startVirtualPrinter,
} from './testing.ts';
import { startPrinterWorker } from './worker.ts';
import type { Worker } from './worker.ts';

const READY = ['030,0,0,0320,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

type Target = { printer: PrinterSettings; hasLabel: () => boolean };

const openPort = async (
  ctx: TestContext,
  change: Partial<PrinterSettings>,
  answers = true,
): Promise<Target> => {
  let heard = '';
  const port = await startRawPrinter(ctx, (socket, text) => {
    heard += text;
    if (answers) for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
  });
  return {
    printer: createPrinterSettings(port, change),
    hasLabel: () => /\^GFA|\^FDraw/.test(heard),
  };
};

const TARGETS: Record<string, (ctx: TestContext) => Promise<Target>> = {
  'a printer that answers': (ctx) => openPort(ctx, { exclusive: true }),
  'a printer that answers, as it came': (ctx) => openPort(ctx, { exclusive: true, name: 'raw' }),
  'a printer that closes': (ctx) => openPort(ctx, { closeAfter: true }, false),
  'a folder': (ctx) => {
    const path = mkdtempSync(join(tmpdir(), 'yb-cover-'));
    ctx.onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    const printer = createPrinterSettings(0, { at: { kind: 'folder', path } });
    return Promise.resolve({ printer, hasLabel: () => readdirSync(path).length > 0 });
  },
};

const ACTS: [string, (worker: Worker) => void, string][] = [
  ['paused', (worker) => worker.setEnabled(false), '1 sending none'],
  ['cancelled', (worker) => worker.cancel([{ detailId: '1', attempt: 1 }]), '1 cancelled none'],
];

const cases = Object.entries(TARGETS).flatMap(([target, open]) =>
  ACTS.map(([name, act, end]) => ({ target, open, name, act, end })),
);
pauseTime();

describe.concurrent('a label that waits for the server', { timeout: PATIENCE_MS }, () => {
  it.for(cases)('is not sent to $target once it is $name', async ({ open, act, end }, ctx) => {
    const ledger = await createLedger(ctx);
    const { printer, hasLabel } = await open(ctx);
    const raw = { ok: true, isRawData: true, bytes: Buffer.from('^XA^FDraw^FS^XZ\n') } as const;
    const prepare = (): PrepareResult => (printer.name === 'raw' ? raw : prepareBytes('1'));
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isAsked = false;
    const waitForCover = (): Promise<boolean> => {
      isAsked = true;
      return promise;
    };
    const worker = startPrinterWorker(printer, ledger, {
      ...EVENTS,
      prepare,
      waitUntilStored: waitForCover,
    });
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(isAsked).toBe(true));
    expect(hasLabel()).toBe(false);
    act(worker);
    resolve(true);
    await waitUntil(() => expect(listEnds(ledger)).toEqual([end]));
    await sleepFor(500);
    expect(hasLabel()).toBe(false);
  });

  it('leaves the printer watched, so that the label ahead of it is proven', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port } = await startVirtualPrinter(ctx, true, 500);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    ctx.onTestFinished(() => resolve(false));
    let asked = 0;
    const waitForCover = (): Promise<boolean> =>
      (asked += 1) === 1 ? Promise.resolve(true) : promise;
    const counts = { exclusive: true, wholeCounter: true };
    const worker = startPrinterWorker(createPrinterSettings(port, counts), ledger, {
      ...EVENTS,
      waitUntilStored: waitForCover,
    });
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(asked).toBe(2));
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed counter-moved']));
  });

  it('is given back at once when it is paused, and not when the server answers', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { printer, hasLabel } = await openPort(ctx, { closeAfter: true }, false);
    let isAsked = false;
    const waitForCover = (): Promise<boolean> => {
      isAsked = true;
      return new Promise(() => undefined);
    };
    const worker = startPrinterWorker(printer, ledger, {
      ...EVENTS,
      waitUntilStored: waitForCover,
    });
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(isAsked).toBe(true));
    worker.setEnabled(false);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    expect(hasLabel()).toBe(false);
  });
});
