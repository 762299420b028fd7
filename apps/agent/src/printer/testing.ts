import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lease } from '@yunbiao/contract/gateway/gateway';
import { beforeAll, vi } from 'vitest';
import type { TestContext } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PrinterSettings } from '../settings.ts';
import { servePrinter } from '../virtual/serve.ts';
import { createZplPrinter } from '../virtual/zpl-printer.ts';
import type { PrepareResult } from './queue.ts';
import { startPrinterWorker } from './worker.ts';
import type { Worker, WorkerEvents } from './worker.ts';

/**
 * Test timeout, ms. Labels take seconds to complete; tests run concurrently, each with its own
 * ledger and printer.
 */
export const PATIENCE_MS = 180_000;

const realWait = setTimeout;
const STEP_MS = 8;
const POLL_MS = 24;

/**
 * Replaces the clock for all tests of a file: time advances by `stepMs` per turn of the event loop.
 * No time passes while other programs use the CPU. Drivers judge answers by the time between query
 * and answer, so a machine that stalls for half a second would change results. Printers and workers
 * of a test run in one process and share this clock.
 */
export const pauseTime = (stepMs = STEP_MS): void => {
  beforeAll(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    let goesOn = true;
    const advanceTime = (): void => {
      if (!goesOn) return;
      vi.advanceTimersByTime(stepMs);
      realWait(advanceTime, 2);
    };
    advanceTime();
    return () => {
      goesOn = false;
      vi.useRealTimers();
    };
  });
};

/** Sleeps on the clock of the test, real or replaced. */
export const sleepFor = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms));

export const createLedger = async ({ onTestFinished }: TestContext): Promise<Ledger> => {
  const home = mkdtempSync(join(tmpdir(), 'yb-worker-'));
  const ledger = await openLedger(home);
  onTestFinished(async () => {
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });
  return ledger;
};

export const createLease = (n: number, change: Partial<Lease> = {}): Lease => ({
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

export const prepareBytes = (n: string): PrepareResult => ({
  ok: true,
  bytes: Buffer.from(`^XA^PW8^LL80^FO0,0^GFA,1,1,1,0${n}^FS^XZ\n`),
});

export const createPrinterSettings = (
  port: number,
  change: Partial<PrinterSettings> = {},
): PrinterSettings => ({
  localId: 'p1',
  name: '一号',
  at: { kind: 'tcp', host: '127.0.0.1', port },
  language: 'zpl',
  dpi: 203,
  graphics: 'z64',
  exclusive: false,
  closeAfter: false,
  wholeCounter: false,
  ...change,
});

const ignore = (): void => undefined;

export const EVENTS: WorkerEvents = {
  prepare: (item) => prepareBytes(item.data['n'] ?? ''),
  onReports: ignore,
  mayBegin: () => true,
  canStartEarly: () => true,
  waitUntilStored: () => Promise.resolve(true),
  waitForUnstartedTokens: () => Promise.resolve(new Set()),
  onView: ignore,
  onRoom: ignore,
  onEvidence: ignore,
  onFatal: (error) => {
    throw error;
  },
  now: () => Date.now(),
  getServerTime: () => Date.now(),
};

export const startTestWorker = (
  { onTestFinished }: TestContext,
  ledger: Ledger,
  port: number,
  change: Partial<PrinterSettings> = {},
  prepare = EVENTS.prepare,
): Worker => {
  const worker = startPrinterWorker(createPrinterSettings(port, change), ledger, {
    ...EVENTS,
    prepare,
  });
  onTestFinished(() => worker.stop(0));
  return worker;
};

export const listEnds = (ledger: Ledger): string[] =>
  ledger
    .listEntries()
    .filter((entry) => entry.final)
    .map((entry) => `${entry.intent.detailId} ${entry.final?.state} ${entry.final?.evidence}`);

export const waitUntil = async (check: () => void): Promise<void> => {
  for (let left = PATIENCE_MS / 2 / POLL_MS; ; left -= 1) {
    try {
      return check();
    } catch (error) {
      if (left <= 0) throw error;
    }
    await sleepFor(POLL_MS);
  }
};

export const startVirtualPrinter = async (
  { onTestFinished }: TestContext,
  counts: boolean,
  speedMs = 0,
) => {
  let labels = 0;
  const printer = createZplPrinter({ dpi: 203, speedMs, counts, onLabel: () => (labels += 1) });
  const server = await servePrinter(printer, 0);
  onTestFinished(server.close);
  return { printer, port: server.port, labels: () => labels };
};

/** Sends a label to a printer as another sender. */
export const sendAside = (port: number, prepared: PrepareResult): void => {
  const socket = createConnection(port, '127.0.0.1');
  if (prepared.ok) socket.end(prepared.bytes);
};

/** Starts a fake printer. `onData` receives the data of each connection. Returns the port. */
export const startRawPrinter = async (
  { onTestFinished }: TestContext,
  onData: (socket: Socket, text: string) => void,
): Promise<number> => {
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
