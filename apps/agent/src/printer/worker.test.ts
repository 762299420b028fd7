import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lease } from '@yunbiao/contract/gateway';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PrinterSettings } from '../settings.ts';
import { servePrinter } from '../virtual/serve.ts';
import { createZplPrinter } from '../virtual/zpl-printer.ts';
import type { Prepared } from './queue.ts';
import { UNANSWERED } from './state.ts';
import { startWorker } from './worker.ts';
import type { Worker } from './worker.ts';

let home: string;
let ledger: Ledger;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'yb-worker-'));
  ledger = await openLedger(home);
  return async () => {
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  };
});

const lease = (n: number, change: Partial<Lease> = {}): Lease => ({
  detailId: String(n),
  attempt: 1,
  localId: 'p1',
  batchNo: 'B1',
  sequence: n,
  copy: 1,
  fence: 1,
  templateKey: 'B1',
  data: { n: String(n) },
  expiresAt: Date.now() + 60_000,
  ...change,
});

const bytesOf = (n: string): Prepared => ({
  ok: true,
  bytes: Buffer.from(`^XA^PW8^LL1^FO0,0^GFA,1,1,1,0${n}^FS^XZ\n`),
});

const start = (
  port: number,
  change: Partial<PrinterSettings> = {},
  prepare = (one: Lease) => bytesOf(one.data['n'] ?? ''),
): Worker => {
  const printer: PrinterSettings = {
    localId: 'p1',
    name: '一号',
    host: '127.0.0.1',
    port,
    language: 'zpl',
    dpi: 203,
    exclusive: false,
    closeAfter: false,
    ...change,
  };
  const ignore = (): void => undefined;
  const onFatal = (error: unknown): never => {
    throw error;
  };
  const worker = startWorker(printer, ledger, {
    prepare,
    onReports: ignore,
    onView: ignore,
    onRoom: ignore,
    onCounts: ignore,
    onFatal,
    now: Date.now,
    serverNow: Date.now,
  });
  onTestFinished(() => worker.stop(0));
  return worker;
};

const ends = (): string[] =>
  ledger
    .entries()
    .filter((entry) => entry.final)
    .map((entry) => `${entry.intent.detailId} ${entry.final?.state} ${entry.final?.evidence}`);

const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 });

const virtualPrinter = async (counts: boolean) => {
  let labels = 0;
  const printer = createZplPrinter({ dpi: 203, speedMs: 0, counts, onLabel: () => (labels += 1) });
  const server = await servePrinter(printer, 0);
  onTestFinished(server.close);
  return { printer, port: server.port, labels: () => labels };
};

/** A printer of the test's own making: `onData` sees what each connection sends. */
const rawPrinter = async (onData: (socket: Socket, text: string) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => onData(socket, chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A listening TCP server has an AddressInfo.
  return (server.address() as AddressInfo).port;
};

const READY = ['030,0,0,0320,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

it('prints in order, each proven by the idle printer', async () => {
  const { port, labels } = await virtualPrinter(false);
  const worker = start(port);
  worker.offer([lease(1), lease(2), lease(3)]);
  await until(() =>
    expect(ends()).toEqual([
      '1 printed printer-idle',
      '2 printed printer-idle',
      '3 printed printer-idle',
    ]),
  );
  expect(labels()).toBe(3);
});

it('proves by the counter of a printer that has one', async () => {
  const { port } = await virtualPrinter(true);
  const worker = start(port, { exclusive: true });
  worker.offer([lease(1), lease(2), lease(3)]);
  await until(() =>
    expect(ends()).toEqual([
      '1 printed counter-moved',
      '2 printed counter-moved',
      '3 printed counter-moved',
    ]),
  );
  expect(
    ledger.entries().map((entry) => [entry.final?.counterFrom, entry.final?.counterTo]),
  ).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(worker.counts()).toBe(true);
});

it('says what a printer is stopped by, sends it nothing, and goes on when it is ready', async () => {
  const { printer, port, labels } = await virtualPrinter(true);
  printer.setPaper(false);
  const worker = start(port);
  worker.offer([lease(1)]);
  await until(() =>
    expect(worker.view()).toMatchObject({
      state: 'stopped',
      stateText: '缺纸',
      stateReasons: ['media-empty'],
    }),
  );
  expect(ledger.entries()).toEqual([]);
  printer.setPaper(true);
  await until(() => expect(ends()).toEqual(['1 printed counter-moved']));
  expect(labels()).toBe(1);
});

it('waits for a printer that does not answer: silence is no failure', async () => {
  let silent = true;
  const received: string[] = [];
  const port = await rawPrinter((socket, text) => {
    received.push(text);
    if (!silent) for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
  });
  const worker = start(port);
  worker.offer([lease(1)]);
  await until(() => expect(worker.view().stateText).toBe(UNANSWERED));
  expect(received.join('')).not.toContain('^XA');
  silent = false;
  await until(() => expect(ends()).toEqual(['1 printed printer-idle']));
}, 30_000);

it('does not take a late answer for proof: after silence the next label goes over a new connection', async () => {
  // Takes the label, stays silent as with its head open, then answers both questions at once.
  const connections = new Set<Socket>();
  let label = false;
  let held = 0;
  const port = await rawPrinter((socket, text) => {
    connections.add(socket);
    if (text.includes('^XZ') && connections.size === 1) label = true;
    for (const _ of text.matchAll(/~HS/g)) {
      if (!label || connections.size > 1) socket.write(READY);
      else if ((held += 1) === 2) socket.write(READY + READY);
    }
  });
  const worker = start(port);
  worker.offer([lease(1), lease(2)]);
  await until(() => expect(ends()).toEqual(['1 printed printer-idle', '2 printed printer-idle']));
  expect(connections.size).toBe(2);
}, 30_000);

it('reports uncertain when the connection ends before the printer answered', async () => {
  let cut = true;
  const port = await rawPrinter((socket, text) => {
    if (text.includes('^XA') && cut) {
      cut = false;
      socket.resetAndDestroy();
    } else for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
  });
  const worker = start(port);
  worker.offer([lease(1), lease(2)]);
  await until(() => expect(ends()).toEqual(['1 uncertain none', '2 printed printer-idle']));
});

it('reports what only closes after the data as sent, one connection a label', async () => {
  const connections = new Set<Socket>();
  const port = await rawPrinter((socket) => connections.add(socket));
  const worker = start(port, { closeAfter: true });
  worker.offer([lease(1), lease(2)]);
  await until(() => expect(ends()).toEqual(['1 sent consumed', '2 sent consumed']));
  expect(connections.size).toBe(2);
});

it('takes an early end of a closing printer for no proof', async () => {
  const port = await rawPrinter((socket) => socket.resetAndDestroy());
  const worker = start(port, { closeAfter: true });
  worker.offer([lease(1)]);
  await until(() => expect(ends()).toEqual(['1 uncertain none']));
});

it('refuses a label that cannot be drawn before the printer sees a byte', async () => {
  const { port, labels } = await virtualPrinter(false);
  const worker = start(port, {}, (one) =>
    one.data['n'] === '1' ? { ok: false, reason: '条码放不下' } : bytesOf('2'),
  );
  worker.offer([lease(1), lease(2)]);
  await until(() => expect(ends()).toEqual(['1 failed none', '2 printed printer-idle']));
  expect(ledger.entries()[0]?.final?.reason).toBe('条码放不下');
  expect(labels()).toBe(1);
});

it('does not start a label after its time', async () => {
  const { port, labels } = await virtualPrinter(false);
  const worker = start(port);
  worker.offer([lease(1, { expiresAt: Date.now() - 1 }), lease(2)]);
  await until(() => expect(ends()).toEqual(['1 cancelled none', '2 printed printer-idle']));
  expect(labels()).toBe(1);
});

it('cancels what waits, and starts nothing while paused', async () => {
  const { port, labels } = await virtualPrinter(false);
  const worker = start(port);
  worker.setEnabled(false);
  worker.offer([lease(1), lease(2)]);
  worker.cancel([
    { detailId: '1', attempt: 1 },
    { detailId: '9', attempt: 1 },
  ]);
  await until(() => expect(ends()).toEqual(['1 cancelled none']));
  expect(worker.waiting()).toEqual([{ detailId: '2', attempt: 1 }]);
  expect(labels()).toBe(0);
  worker.setEnabled(true);
  await until(() => expect(ends()).toEqual(['1 cancelled none', '2 printed printer-idle']));
});

it('keeps labels while the printer cannot be reached, and prints them when it can', async () => {
  const { port: free, printer } = await virtualPrinter(false);
  const closed = await servePrinter(printer, 0);
  await closed.close();
  const worker = start(closed.port);
  worker.offer([lease(1)]);
  await until(() =>
    expect(worker.view().stateText).toContain(`连不上打印机 127.0.0.1:${closed.port}`),
  );
  expect(ledger.entries()).toEqual([]);
  expect(free).not.toBe(closed.port);
  const back = await servePrinter(printer, closed.port);
  onTestFinished(back.close);
  await until(() => expect(ends()).toEqual(['1 printed printer-idle']));
});
