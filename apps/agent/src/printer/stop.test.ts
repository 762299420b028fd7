import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PrinterSettings } from '../settings.ts';
import { createQueue } from './queue.ts';
import { createSignal } from '../signal.ts';
import { runStatusDriver } from './status-driver.ts';
import { startWorker } from './worker.ts';

const newLedger = async (): Promise<Ledger> => {
  const home = mkdtempSync(join(tmpdir(), 'yb-stop-'));
  const ledger = await openLedger(home);
  onTestFinished(async () => {
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });
  return ledger;
};

const printerAt = (port: number): PrinterSettings => ({
  localId: 'p1',
  name: '一号',
  host: '127.0.0.1',
  port,
  language: 'zpl',
  dpi: 203,
  exclusive: true,
  closeAfter: false,
  wholeCounter: false,
  counts: false,
});

const ignore = (): void => undefined;

it('stops although the clock is set back while a label is under way', async () => {
  const ledger = await newLedger();
  const at = '2026-11-21T02:00:00.000Z';
  await ledger.commit([
    { kind: 'intent', detailId: '1', attempt: 1, fence: 1, localId: 'p1', base: 7, at },
  ]);
  const worker = startWorker(printerAt(1), ledger, {
    prepare: () => ({ ok: false, reason: '' }),
    onReports: ignore,
    onView: ignore,
    onRoom: ignore,
    onEvidence: ignore,
    onFatal: ignore,
    now: Date.now,
    serverNow: Date.now,
  });
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now -= 1000));
  onTestFinished(() => clock.mockRestore());
  await worker.stop(100);
  expect(ledger.entries()).toHaveLength(1);
});

it('says nothing to a printer it reaches after it was told to stop', async () => {
  const ledger = await newLedger();
  let heard = '';
  let ended: () => void = ignore;
  const left = new Promise<void>((resolve) => (ended = resolve));
  const server = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => (heard += String(bytes)));
    socket.on('close', () => ended());
    socket.on('error', ignore);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  let stopping = false;
  const signal = createSignal();
  const stop = (): boolean => {
    stopping = true;
    signal.raise();
    return true;
  };
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const serverNow = Date.now;
  const prepare = () => ({ ok: false as const, reason: '' });
  await runStatusDriver({
    printer: printerAt(port),
    queue: createQueue({ prepare, refuse: ignore, serverNow, onRoom: ignore }),
    ledger,
    signal,
    now: Date.now,
    // Asked just before it connects: the stop comes while it does.
    mayStart: stop,
    stopping: () => stopping,
    commit: (changes) => ledger.commit(changes),
    show: ignore,
    learned: ignore,
  });
  await left;
  // Another driver may be at work on it by now: ~JX would cut off its label.
  expect(heard).toBe('');
});
