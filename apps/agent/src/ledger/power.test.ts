import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startPrinterWorker } from '../printer/worker.ts';
import { openLedger } from './ledger.ts';

/**
 * Simulates a disk that loses unsynced data: real files, and the part of the log that a power loss
 * would leave now. Every sync takes 40 ms.
 */
const losingDisk = () => {
  let durable = Buffer.alloc(0);
  const openSlow: typeof open = async (...args) => {
    const handle = await open(...args);
    const recordSync =
      <T>(sync: () => Promise<T>) =>
      async (): Promise<T> => {
        const path = String(args[0]);
        // A new log is written under another name and then renamed.
        const written = readFileSync(existsSync(path) ? path : path.replace(/\.new$/, ''));
        await sleep(40);
        const done = await sync();
        durable = written;
        return done;
      };
    handle.datasync = recordSync(handle.datasync.bind(handle));
    handle.sync = recordSync(handle.sync.bind(handle));
    return handle;
  };
  return { open: openSlow, durable: () => durable };
};

it.each([true, false])(
  'has the intent on the disk before the printer sees the first byte; closing printer: %s',
  async (closeAfter) => {
    const home = mkdtempSync(join(tmpdir(), 'yb-power-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const disk = losingDisk();
    const ledger = await openLedger(home, { open: disk.open });

    /** Synced part of the log when the first byte of each label arrives. */
    const onDisk: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const text = chunk.toString('latin1');
        if (text.includes('^XA')) onDisk.push(disk.durable());
        const lines = [
          '030,0,0,0320,000,0,0,0,000,0,0,0',
          '001,0,0,0,1,2,6,0,00000000,1,000',
          '1234,0',
        ];
        for (const _ of text.matchAll(/~HS/g))
          socket.write(lines.map((line) => `\u0002${line}\u0003\r\n`).join(''));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const ignore = (): void => undefined;
    const worker = startPrinterWorker(
      {
        localId: 'p1',
        name: '一号',
        at: {
          kind: 'tcp',
          host: '127.0.0.1',
          // A listening TCP server has an AddressInfo.
          port: (server.address() as AddressInfo).port,
        },
        language: 'zpl',
        dpi: 203,
        graphics: 'z64',
        exclusive: true,
        closeAfter,
        wholeCounter: false,
        counts: false,
      },
      ledger,
      {
        prepare: () => ({ ok: true, bytes: Buffer.from('^XA^LL1^XZ') }),
        onReports: ignore,
        onView: ignore,
        onRoom: ignore,
        onEvidence: ignore,
        mayBegin: () => true,
        canStartEarly: () => true,
        waitUntilStored: () => Promise.resolve(true),
        waitForUnstartedTokens: () => Promise.resolve(new Set()),
        onFatal: ignore,
        now: Date.now,
        getServerTime: Date.now,
      },
    );
    const createLease = (n: number) => ({
      detailId: String(n),
      attempt: 1,
      localId: 'p1',
      batchNo: 'B1',
      sequence: n,
      copy: 1,
      fence: 1,
      templateKey: 'B1',
      data: {},
      expiresAt: Date.now() + 60_000,
    });
    worker.offer([createLease(1), createLease(2)]);
    while (onDisk.length < 2) await sleep(10);
    await worker.stop(0);
    await ledger.close();

    for (const [i, bytes] of onDisk.entries()) {
      const left = join(home, `left-${i}`);
      mkdirSync(left);
      writeFileSync(join(left, 'ledger.log'), bytes);
      const after = await openLedger(left);
      expect(after.listEntries().map((entry) => entry.intent.detailId)).toContain(String(i + 1));
      await after.close();
    }
  },
);

it('has all on the disk that it began with or found in its file, before it says how far it is', async () => {
  const home = mkdtempSync(join(tmpdir(), 'yb-power-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const first = losingDisk();
  const killed = await openLedger(home, { open: first.open });
  expect(first.durable()).toEqual(readFileSync(join(home, 'ledger.log')));
  killed.recordTraits('p1', { answers: true });
  await killed.close();
  // Data that a killed process wrote is in its file, synced or not.
  const disk = losingDisk();
  const ledger = await openLedger(home, { open: disk.open });
  expect(disk.durable()).toEqual(readFileSync(join(home, 'ledger.log')));
  await ledger.close();
});
