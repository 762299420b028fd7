import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '@yunbiao/contract/gateway';
import { describe, expect, it, vi } from 'vitest';
import type { TestContext } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PrinterSettings } from '../settings.ts';
import { servePrinter } from '../virtual/serve.ts';
import { createZplPrinter } from '../virtual/zpl-printer.ts';
import type { Prepared } from './queue.ts';
import { UNANSWERED } from './state.ts';
import { startWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** Settling takes seconds: the tests run side by side, each with a ledger and a printer of its own. */
const PATIENCE_MS = 60_000;

const newLedger = async ({ onTestFinished }: TestContext): Promise<Ledger> => {
  const home = mkdtempSync(join(tmpdir(), 'yb-worker-'));
  const ledger = await openLedger(home);
  onTestFinished(async () => {
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });
  return ledger;
};

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
  bytes: Buffer.from(`^XA^PW8^LL80^FO0,0^GFA,1,1,1,0${n}^FS^XZ\n`),
});

const start = (
  { onTestFinished }: TestContext,
  ledger: Ledger,
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
    wholeCounter: false,
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
    onEvidence: ignore,
    onFatal,
    now: Date.now,
    serverNow: Date.now,
  });
  onTestFinished(() => worker.stop(0));
  return worker;
};

const ends = (ledger: Ledger): string[] =>
  ledger
    .entries()
    .filter((entry) => entry.final)
    .map((entry) => `${entry.intent.detailId} ${entry.final?.state} ${entry.final?.evidence}`);

const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: PATIENCE_MS / 2, interval: 10 });

const virtualPrinter = async ({ onTestFinished }: TestContext, counts: boolean, speedMs = 0) => {
  let labels = 0;
  const printer = createZplPrinter({ dpi: 203, speedMs, counts, onLabel: () => (labels += 1) });
  const server = await servePrinter(printer, 0);
  onTestFinished(server.close);
  return { printer, port: server.port, labels: () => labels };
};

/** A printer of the test's own making: `onData` sees what each connection sends. */
const rawPrinter = async (
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

const READY = ['030,0,0,0320,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

const answer = (socket: Socket, text: string): void => {
  for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
};

describe.concurrent('a worker', { timeout: PATIENCE_MS }, () => {
  it('prints in order, each proven by the printer that was busy and is idle', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port, labels } = await virtualPrinter(ctx, false, 150);
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1), lease(2)]);
    await until(() =>
      expect(ends(ledger)).toEqual(['1 printed printer-idle', '2 printed printer-idle']),
    );
    expect(labels()).toBe(2);
    expect(worker.evidence()).toEqual(['consumed', 'printer-idle']);
  });

  it('proves by the answer behind the label that was held back for as long as paper takes', async (ctx) => {
    const ledger = await newLedger(ctx);
    const port = await rawPrinter(ctx, (socket, text) => {
      if (text.includes('^XZ')) setTimeout(() => socket.write(READY), 400);
      else answer(socket, text);
    });
    start(ctx, ledger, port).offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 printed printer-idle']));
  });

  it('takes an answer that comes sooner than paper can move for no proof', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port } = await virtualPrinter(ctx, false);
    start(ctx, ledger, port).offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.entries()[0]?.final?.reason).toContain('纸还来不及走完');
  });

  it('remembers a printer that is idle before it prints, and says what it can prove', async (ctx) => {
    const ledger = await newLedger(ctx);
    const BUSY = READY.replace('0320,000', '0320,001');
    let label = 0;
    const port = await rawPrinter(ctx, (socket, text) => {
      if (text.includes('^XZ')) label = Date.now();
      const after = Date.now() - label;
      const busy = after > 300 && after < 600;
      for (const _ of text.matchAll(/~HS/g)) socket.write(busy ? BUSY : READY);
    });
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.entries()[0]?.final?.reason).toContain('说空闲之后又忙了起来');
    expect(worker.evidence()).toEqual(['consumed']);
    expect(ledger.traits('p1')).toEqual({ answers: true, answersEarly: true });
  });

  it('proves by the counter of a printer that has one', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port } = await virtualPrinter(ctx, true);
    const worker = start(ctx, ledger, port, { exclusive: true });
    worker.offer([lease(1), lease(2), lease(3)]);
    await until(() =>
      expect(ends(ledger)).toEqual([
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
    expect(worker.evidence()).toEqual(['consumed', 'printer-idle', 'counter-moved']);
  });

  it('says what a printer is stopped by, sends it nothing, and goes on when it is ready', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { printer, port, labels } = await virtualPrinter(ctx, true);
    printer.setPaper(false);
    const worker = start(ctx, ledger, port);
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
    await until(() => expect(ends(ledger)).toEqual(['1 printed counter-moved']));
    expect(labels()).toBe(1);
  });

  it('is uncertain of a label the printer was stopped at, though the counter moved', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { printer, port } = await virtualPrinter(ctx, true, 400);
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1)]);
    await until(() => expect(ledger.entries()).toHaveLength(1));
    printer.setPaper(false);
    await until(() => expect(worker.view().stateText).toBe('缺纸'));
    printer.setPaper(true);
    await until(() => expect(ends(ledger)).toEqual(['1 uncertain consumed']));
    expect(ledger.entries()[0]?.final?.reason).toContain('打印机停过（缺纸），计数器走了');
  });

  it('waits for a printer that does not answer: silence is no failure', async (ctx) => {
    const ledger = await newLedger(ctx);
    let silent = true;
    const received: string[] = [];
    const port = await rawPrinter(ctx, (socket, text) => {
      received.push(text);
      if (!silent) answer(socket, text);
    });
    const worker = start(ctx, ledger, port, { counts: false });
    worker.offer([lease(1)]);
    await until(() => expect(worker.view().stateText).toBe(UNANSWERED));
    expect(worker.view().stateReasons).toEqual(['timed-out']);
    expect(received.join('')).not.toContain('^XA');
    silent = false;
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed']));
  });

  it('asks what never answered twice, in characters that end no line, and then leaves it alone', async (ctx) => {
    const ledger = await newLedger(ctx);
    const received: string[] = [];
    const port = await rawPrinter(ctx, (_, text) => received.push(text));
    const worker = start(ctx, ledger, port, { exclusive: true });
    await until(() => expect(worker.view().stateText).toContain('从来没有回答过状态'));
    await sleep(3000);
    expect(received.join('')).toBe('~HS~HS');
    expect(worker.view()).toMatchObject({ state: 'stopped', stateReasons: ['timed-out'] });
  });

  it('is uncertain of a label the printer was silent at, and goes on over a new connection', async (ctx) => {
    // Takes the label, stays silent as with its head open, then answers all questions at once.
    const ledger = await newLedger(ctx);
    const connections = new Set<Socket>();
    let label = false;
    let held = 0;
    const port = await rawPrinter(ctx, (socket, text) => {
      connections.add(socket);
      if (text.includes('^XZ') && connections.size === 1) label = true;
      for (const _ of text.matchAll(/~HS/g)) {
        if (!label || connections.size > 1) socket.write(READY);
        else if ((held += 1) === 2) socket.write(READY + READY);
        else if (held > 2) socket.write(READY);
      }
    });
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toEqual(['1 uncertain consumed', '2 sent consumed']));
    expect(ledger.entries()[0]?.final?.reason).toContain('没有应答');
    expect(connections.size).toBe(2);
  });

  it('reports uncertain when the connection ends before the printer answered', async (ctx) => {
    const ledger = await newLedger(ctx);
    let cut = true;
    const port = await rawPrinter(ctx, (socket, text) => {
      if (text.includes('^XA') && cut) {
        cut = false;
        socket.resetAndDestroy();
      } else answer(socket, text);
    });
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toEqual(['1 uncertain none', '2 sent consumed']));
  });

  it('reports what only closes after the data as sent, one connection a label', async (ctx) => {
    const ledger = await newLedger(ctx);
    const connections = new Set<Socket>();
    const port = await rawPrinter(ctx, (socket) => connections.add(socket));
    const worker = start(ctx, ledger, port, { closeAfter: true });
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    expect(connections.size).toBe(2);
  });

  it('has a closing printer forget half a label before it sends the next one', async (ctx) => {
    const ledger = await newLedger(ctx);
    const heard: string[] = [];
    const port = await rawPrinter(ctx, (socket, text) => {
      heard.push(text);
      // Cut off in the graphic of the first label: a printer that goes on from there would take the second for dots.
      if (heard.length === 1) socket.resetAndDestroy();
    });
    const worker = start(ctx, ledger, port, { closeAfter: true });
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toEqual(['1 uncertain none', '2 sent consumed']));
    expect(heard.map((text) => text.slice(0, 8))).toEqual(['~JX\r\n^XA', '~JX\r\n^XA']);
  });

  /** The disk takes its time over each intent: what a printer does at once arrives first. */
  const slowDisk = (ledger: Ledger): Ledger => ({
    ...ledger,
    commit: (changes) => sleep(100).then(() => ledger.commit(changes)),
  });
  const listening = async (ctx: TestContext, met: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      met(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ctx.onTestFinished(() => void server.close());
    // A listening TCP server has an AddressInfo.
    return (server.address() as AddressInfo).port;
  };
  const cut = (socket: Socket): unknown => socket.resetAndDestroy();
  const hangUp = (socket: Socket): unknown => socket.end();

  it.for([['cut it off', cut] as const, ['hung up', hangUp] as const])(
    'goes on after a closing printer has %s before the label',
    async ([, leave], ctx) => {
      const ledger = await newLedger(ctx);
      const heard: string[] = [];
      let connections = 0;
      const port = await listening(ctx, (socket) => {
        connections += 1;
        // The first one only looks whether the printer is there.
        if (connections === 2) setTimeout(() => leave(socket), 20);
        socket.on('data', (bytes: Buffer) => heard.push(String(bytes)));
      });
      const worker = start(ctx, slowDisk(ledger), port, { closeAfter: true });
      await until(() => expect(connections).toBe(1));
      worker.offer([lease(1), lease(2)]);
      await until(() => expect(ends(ledger)).toEqual(['1 sending none', '2 sent consumed']));
      expect(heard).toHaveLength(1);
    },
  );

  it('waits ever longer for a closing printer that turns everybody away, and says so', async (ctx) => {
    const ledger = await newLedger(ctx);
    let connections = 0;
    const port = await listening(ctx, (socket) => {
      connections += 1;
      if (connections > 1) setTimeout(() => cut(socket), 1);
    });
    const worker = start(ctx, slowDisk(ledger), port, { closeAfter: true });
    await until(() => expect(connections).toBe(1));
    worker.offer(Array.from({ length: 100 }, (_, n) => lease(n + 1)));
    await until(() => expect(worker.view().stateText).toContain('连接被打印机断开'));
    await sleep(2_000);
    expect(ends(ledger).length).toBeLessThan(9);
    expect(ends(ledger).every((end) => end.endsWith('sending none'))).toBe(true);
  });

  it('takes an early end of a closing printer for no proof', async (ctx) => {
    const ledger = await newLedger(ctx);
    const port = await rawPrinter(ctx, (socket) => socket.resetAndDestroy());
    const worker = start(ctx, ledger, port, { closeAfter: true });
    worker.offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 uncertain none']));
  });

  it('does not start a label that is leased to it a second time', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port, labels } = await virtualPrinter(ctx, true);
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 printed counter-moved']));
    worker.offer([lease(1), lease(2)]);
    await until(() =>
      expect(ends(ledger)).toEqual(['1 printed counter-moved', '2 printed counter-moved']),
    );
    expect(labels()).toBe(2);
  });

  it('refuses a label that cannot be drawn before the printer sees a byte', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port, labels } = await virtualPrinter(ctx, true);
    const worker = start(ctx, ledger, port, {}, (one) =>
      one.data['n'] === '1' ? { ok: false, reason: '条码放不下' } : bytesOf('2'),
    );
    worker.offer([lease(1), lease(2)]);
    await until(() => expect(ends(ledger)).toEqual(['1 failed none', '2 printed counter-moved']));
    expect(ledger.entries()[0]?.final?.reason).toBe('条码放不下');
    expect(labels()).toBe(1);
  });

  it('does not start a label after its time', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port, labels } = await virtualPrinter(ctx, true);
    const worker = start(ctx, ledger, port);
    worker.offer([lease(1, { expiresAt: Date.now() - 1 }), lease(2)]);
    await until(() =>
      expect(ends(ledger)).toEqual(['1 cancelled none', '2 printed counter-moved']),
    );
    expect(labels()).toBe(1);
  });

  it('cancels what waits, and starts nothing while paused', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port, labels } = await virtualPrinter(ctx, true);
    const worker = start(ctx, ledger, port);
    worker.setEnabled(false);
    worker.offer([lease(1), lease(2)]);
    worker.cancel([
      { detailId: '1', attempt: 1 },
      { detailId: '9', attempt: 1 },
    ]);
    await until(() => expect(ends(ledger)).toEqual(['1 cancelled none']));
    expect(worker.waiting()).toEqual([{ detailId: '2', attempt: 1 }]);
    expect(labels()).toBe(0);
    worker.setEnabled(true);
    await until(() =>
      expect(ends(ledger)).toEqual(['1 cancelled none', '2 printed counter-moved']),
    );
  });

  it('keeps labels while the printer cannot be reached, and prints them when it can', async (ctx) => {
    const ledger = await newLedger(ctx);
    const { port: free, printer } = await virtualPrinter(ctx, true);
    const closed = await servePrinter(printer, 0);
    await closed.close();
    const worker = start(ctx, ledger, closed.port);
    worker.offer([lease(1)]);
    await until(() =>
      expect(worker.view()).toMatchObject({
        stateText: expect.stringContaining(`连不上打印机 127.0.0.1:${closed.port}`),
        stateReasons: ['connecting-to-device'],
      }),
    );
    expect(ledger.entries()).toEqual([]);
    expect(free).not.toBe(closed.port);
    const back = await servePrinter(printer, closed.port);
    ctx.onTestFinished(back.close);
    await until(() => expect(ends(ledger)).toEqual(['1 printed counter-moved']));
  });
});
