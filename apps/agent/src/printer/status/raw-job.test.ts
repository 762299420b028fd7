import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Lease } from '@yunbiao/contract/gateway/gateway';
import type { PrepareResult } from '../queue.ts';
import {
  prepareBytes,
  pauseTime,
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  startRawPrinter,
  startTestWorker,
  waitUntil,
  startVirtualPrinter,
} from '../testing.ts';

const READY = ['030,0,0,0320,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

/** Labels 2, 12, 22 … are raw data of another program. */
const prepare = (lease: Lease): PrepareResult =>
  lease.sequence % 10 === 2
    ? { ok: true, isRawData: true, bytes: Buffer.from('^XA^FO9,9^FDraw^FS^XZ\r\n~DN\r\n~JX\r\n') }
    : prepareBytes('1');
pauseTime();

describe.concurrent('a raw label on a printer that answers', { timeout: PATIENCE_MS }, () => {
  it('goes alone over a connection of its own, in its turn, and is at most sent', async (ctx) => {
    const ledger = await createLedger(ctx);
    const connections: string[] = [];
    const index = new WeakMap<Socket, number>();
    const port = await startRawPrinter(ctx, (socket, text) => {
      const at = index.get(socket) ?? connections.push('') - 1;
      index.set(socket, at);
      connections[at] += text;
      for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
    });
    startTestWorker(ctx, ledger, port, { exclusive: true }, prepare).offer([
      createLease(1),
      createLease(2),
      createLease(3),
    ]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(3));
    expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed', '3 sent consumed']);
    const raw = connections.filter((text) => text.includes('^FDraw'));
    expect(raw).toHaveLength(1);
    // First ~JX ends a format of an earlier sender. Only the status query follows the raw data.
    expect(raw[0]).toMatch(/^~JX\r\n[^^]*\^XA\^FO9,9\^FDraw\^FS\^XZ\r\n~DN\r\n~JX\r\n[^^]*~HS/);
    expect(raw[0]).not.toContain('^GFA');
    expect(connections.filter((text) => text.includes('^GFA')).length).toBe(2);
    const said = ledger.listEntries().map(({ final }) => final?.reason);
    expect(said[1]).toContain('原样打印');
  });

  it('leaves the counter to be read again: it proves no label before or behind it', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port, labels } = await startVirtualPrinter(ctx, true);
    const worker = startTestWorker(
      ctx,
      ledger,
      port,
      { exclusive: true, wholeCounter: true },
      prepare,
    );
    worker.offer([createLease(1), createLease(2), createLease(3)]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(3));
    expect(listEnds(ledger)).toEqual([
      '1 printed counter-moved',
      '2 sent consumed',
      '3 printed counter-moved',
    ]);
    expect(labels()).toBe(3);
    const [first, , third] = ledger.listEntries().map(({ final }) => final?.counterTo);
    expect([first, third]).toEqual([1, 3]);
  });

  it('is uncertain when the connection ends before the printer has answered behind it', async (ctx) => {
    const ledger = await createLedger(ctx);
    const port = await startRawPrinter(ctx, (socket, text) => {
      if (text.includes('^FDraw')) return socket.destroy();
      for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
    });
    const worker = startTestWorker(ctx, ledger, port, {}, prepare);
    worker.offer([createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['2 uncertain none']));
    // The label is not sent again automatically, and the next one is printed.
    worker.offer([createLease(3)]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(listEnds(ledger)[1]).toBe('3 sent consumed');
  });

  it('waits while the printer does not answer, and can be cancelled until then', async (ctx) => {
    const ledger = await createLedger(ctx);
    let isDeaf = false;
    let got = '';
    const port = await startRawPrinter(ctx, (socket, text) => {
      got += text;
      if (!isDeaf) for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
    });
    const worker = startTestWorker(ctx, ledger, port, {}, prepare);
    await waitUntil(() => expect(worker.view().state).toBe('idle'));
    isDeaf = true;
    worker.offer([createLease(2), createLease(12)]);
    await waitUntil(() => expect(worker.view().stateText).toContain('未应答'));
    worker.cancel([{ detailId: '2', attempt: 1 }]);
    expect(got).not.toContain('^FDraw');
    isDeaf = false;
    await waitUntil(() =>
      expect(listEnds(ledger).toSorted()).toEqual(['12 sent consumed', '2 cancelled none']),
    );
  });
});

it(
  'a raw label on a printer that only closes is taken when it closes, and torn for the next',
  async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port } = await startVirtualPrinter(ctx, false);
    const worker = startTestWorker(ctx, ledger, port, { closeAfter: true }, prepare);
    worker.offer([createLease(2), createLease(3)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['2 sent consumed', '3 sent consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('原样打印');
  },
  PATIENCE_MS,
);
