import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createWakeSignal } from '../../signal.ts';
import { createJobIntent } from '../open-labels.ts';
import { createQueue } from '../queue.ts';
import {
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startRawPrinter,
  sleepFor,
  startTestWorker,
  waitUntil,
  startVirtualPrinter,
} from '../testing.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { startPrinterWorker } from '../worker.ts';
import { ZPL } from './driver.ts';
import { UNANSWERED_TEXT } from './messages.ts';

const READY = ['030,0,0,0320,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

const answerStatus = (socket: Socket, text: string): void => {
  for (const _ of text.matchAll(/~HS/g)) socket.write(READY);
};
pauseTime();

describe.concurrent('a worker of a ZPL printer that answers', { timeout: PATIENCE_MS }, () => {
  it('prints in order, each proven by the printer that was busy and is idle', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port, labels } = await startVirtualPrinter(ctx, false, 150);
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 printed printer-idle', '2 printed printer-idle']),
    );
    expect(labels()).toBe(2);
    expect(worker.listEvidence()).toEqual(['consumed', 'printer-idle']);
  });

  it('proves by the answer behind the label that took as long as paper takes', async (ctx) => {
    const ledger = await createLedger(ctx);
    const port = await startRawPrinter(ctx, (socket, text) => {
      if (text.includes('^XZ')) setTimeout(() => socket.write(READY), 400);
      else answerStatus(socket, text);
    });
    startTestWorker(ctx, ledger, port).offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed printer-idle']));
  });

  it('takes an answer that comes sooner than paper can move for no proof', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port } = await startVirtualPrinter(ctx, false);
    // 100 mm: no printer feeds that in 280 ms, and even a busy machine receives the answer sooner.
    const long = Buffer.from('^XA^PW8^LL800^FO0,0^GFA,1,1,1,01^FS^XZ\n');
    startTestWorker(ctx, ledger, port, {}, () => ({ ok: true, bytes: long })).offer([
      createLease(1),
    ]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('纸还来不及走完');
  });

  it('remembers a printer that is idle before it prints, and says what it can prove', async (ctx) => {
    const ledger = await createLedger(ctx);
    const BUSY = READY.replace('0320,000', '0320,001');
    let label = 0;
    const port = await startRawPrinter(ctx, (socket, text) => {
      if (text.includes('^XZ')) label = Date.now();
      const after = Date.now() - label;
      const busy = after > 300 && after < 600;
      for (const _ of text.matchAll(/~HS/g)) socket.write(busy ? BUSY : READY);
    });
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('说空闲之后又忙了起来');
    expect(worker.listEvidence()).toEqual(['consumed']);
    expect(ledger.getTraits('p1')).toEqual({
      answers: true,
      answersEarly: true,
      echoes: false,
      tellsSheets: false,
      certificate: '',
    });
  });

  it('proves by the counter of a printer that has one', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port } = await startVirtualPrinter(ctx, true);
    const worker = startTestWorker(ctx, ledger, port, { exclusive: true });
    worker.offer([createLease(1), createLease(2), createLease(3)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual([
        '1 printed counter-moved',
        '2 printed counter-moved',
        '3 printed counter-moved',
      ]),
    );
    expect(
      ledger.listEntries().map((entry) => [entry.final?.counterFrom, entry.final?.counterTo]),
    ).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(worker.listEvidence()).toEqual(['consumed', 'printer-idle', 'counter-moved']);
  });

  it('says what a printer is stopped by, sends it nothing, and goes on when it is ready', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { printer, port, labels } = await startVirtualPrinter(ctx, true);
    printer.setPaper(false);
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1)]);
    await waitUntil(() =>
      expect(worker.view()).toMatchObject({
        state: 'stopped',
        stateText: '缺纸',
        stateReasons: ['media-empty'],
      }),
    );
    expect(ledger.listEntries()).toEqual([]);
    printer.setPaper(true);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed counter-moved']));
    expect(labels()).toBe(1);
  });

  it('is uncertain of a label the printer was stopped at, though the counter moved', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { printer, port } = await startVirtualPrinter(ctx, true, 400);
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(ledger.listEntries()).toHaveLength(1));
    printer.setPaper(false);
    await waitUntil(() => expect(worker.view().stateText).toBe('缺纸'));
    printer.setPaper(true);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain consumed']));
    expect(ledger.listEntries()[0]?.final?.reason).toContain('打印机停过（缺纸），计数器走了');
  });

  it('waits for a printer that does not answer: silence is no failure', async (ctx) => {
    const ledger = await createLedger(ctx);
    let silent = true;
    const received: string[] = [];
    const port = await startRawPrinter(ctx, (socket, text) => {
      received.push(text);
      if (!silent) answerStatus(socket, text);
    });
    const worker = startTestWorker(ctx, ledger, port, { counts: false });
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toBe(UNANSWERED_TEXT));
    expect(worker.view().stateReasons).toEqual(['timed-out']);
    expect(received.join('')).not.toContain('^XA');
    silent = false;
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  });

  it('asks what never answered twice, in characters that end no line, and then leaves it alone', async (ctx) => {
    const ledger = await createLedger(ctx);
    const received: string[] = [];
    const port = await startRawPrinter(ctx, (_, text) => received.push(text));
    const worker = startTestWorker(ctx, ledger, port, { exclusive: true });
    await waitUntil(() => expect(worker.view().stateText).toContain('从来没有回答过状态'));
    await sleepFor(3000);
    expect(received.join('')).toBe('~HS~HS');
    expect(worker.view()).toMatchObject({ state: 'stopped', stateReasons: ['timed-out'] });
  });

  it('is uncertain of a label the printer was silent at, and goes on over a new connection', async (ctx) => {
    // The printer takes the label, stays silent as with an open head, then answers all queries at
    // once.
    const ledger = await createLedger(ctx);
    const connections = new Set<Socket>();
    let label = false;
    let unanswered = 0;
    const port = await startRawPrinter(ctx, (socket, text) => {
      connections.add(socket);
      if (text.includes('^XZ') && connections.size === 1) label = true;
      for (const _ of text.matchAll(/~HS/g)) {
        if (!label || connections.size > 1) socket.write(READY);
        else if ((unanswered += 1) === 2) socket.write(READY + READY);
        else if (unanswered > 2) socket.write(READY);
      }
    });
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 uncertain consumed', '2 sent consumed']),
    );
    expect(ledger.listEntries()[0]?.final?.reason).toContain('没有应答');
    expect(connections.size).toBe(2);
  });

  it('reports uncertain when the connection ends before the printer answered', async (ctx) => {
    const ledger = await createLedger(ctx);
    let cut = true;
    const port = await startRawPrinter(ctx, (socket, text) => {
      if (text.includes('^XA') && cut) {
        cut = false;
        socket.resetAndDestroy();
      } else answerStatus(socket, text);
    });
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 uncertain none', '2 sent consumed']),
    );
  });
});

const ignore = (): void => undefined;

it('says that a printer cannot be reached that ends each connection before it answers', async (ctx) => {
  const ledger = await createLedger(ctx);
  // Behaves as a print server whose printer is off.
  let isOff = false;
  const port = await startRawPrinter(ctx, (socket, text) => {
    if (isOff) socket.resetAndDestroy();
    else answerStatus(socket, text);
  });
  const worker = startTestWorker(ctx, ledger, port);
  worker.offer([createLease(1)]);
  await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  expect(worker.view().state).not.toBe('stopped');
  isOff = true;
  worker.offer([createLease(2)]);
  await waitUntil(() => {
    expect(worker.view()).toMatchObject({
      state: 'stopped',
      stateReasons: ['connecting-to-device'],
    });
    expect(worker.view().stateText).toContain('打印机断开了连接');
  });
  isOff = false;
  await waitUntil(() => expect(worker.view().state).not.toBe('stopped'));
});

it('shows one word for a print server that ends silent connections after about 2 s', async (ctx) => {
  const ledger = await createLedger(ctx);
  let isOff = false;
  let ended = 0;
  const port = await startRawPrinter(ctx, (socket, text) => {
    if (!isOff) return answerStatus(socket, text);
    // Closes sometimes before and sometimes after 2 s.
    setTimeout(
      () => {
        ended += 1;
        socket.destroy();
      },
      [1700, 2300, 1900, 2100][ended % 4],
    );
  });
  const shown: string[] = [];
  const worker = startPrinterWorker(createPrinterSettings(port), ledger, {
    ...EVENTS,
    onView: ({ state, stateText }) => void (state === 'stopped' && shown.push(stateText)),
  });
  ctx.onTestFinished(() => worker.stop(0));
  worker.offer([createLease(1)]);
  await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  isOff = true;
  worker.offer([createLease(2)]);
  await waitUntil(() => expect(ended).toBeGreaterThan(1));
  shown.length = 0;
  await waitUntil(() => expect(ended).toBeGreaterThan(5));
  expect(shown.filter((text) => !text.includes('未应答'))).toEqual([]);
  expect(worker.view().stateText).toContain('未应答');
});

it('comes back soon to a printer that ends connections, also without work: it may be the next to get some', async (ctx) => {
  const ledger = await createLedger(ctx);
  let ended = 0;
  const port = await startRawPrinter(ctx, (socket) => {
    ended += 1;
    socket.resetAndDestroy();
  });
  // `counts: false`: the printer has answered before.
  startTestWorker(ctx, ledger, port, { counts: false });
  // At the retry interval of a healthy or silent printer this would exceed the test timeout.
  await waitUntil(() => expect(ended).toBeGreaterThan(8));
});

it.for([['has answered before', { counts: false }] as const, ['never answered', {}] as const])(
  'still says what silence means when the connection of a printer that %s ends',
  async ([, settings], ctx) => {
    const ledger = await createLedger(ctx);
    let ended = 0;
    // Behaves as a print server that closes idle connections.
    const port = await startRawPrinter(ctx, (socket) => {
      setTimeout(() => {
        socket.resetAndDestroy();
        ended += 1;
      }, 2500);
    });
    const worker = startTestWorker(ctx, ledger, port, settings);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(ended).toBeGreaterThan(0));
    await sleepFor(500);
    expect(worker.view()).toMatchObject({
      stateText: UNANSWERED_TEXT,
      stateReasons: ['timed-out'],
    });
  },
);

it('says nothing to a printer it reaches after it was told to stop', async (ctx) => {
  const ledger = await createLedger(ctx);
  let heard = '';
  let ended: () => void = ignore;
  const left = new Promise<void>((resolve) => (ended = resolve));
  const server = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => (heard += String(bytes)));
    socket.on('close', () => ended());
    socket.on('error', ignore);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ctx.onTestFinished(() => void server.close());
  let stopping = false;
  const signal = createWakeSignal();
  const stop = (): boolean => {
    stopping = true;
    signal.raise();
    return true;
  };
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const serverNow = Date.now;
  const prepare = () => ({ ok: false as const, reason: '' });
  await runStatusDriver(
    {
      printer: createPrinterSettings(port, { exclusive: true, counts: false }),
      queue: createQueue({
        prepare,
        reportRefused: ignore,
        getServerTime: serverNow,
        onRoom: ignore,
      }),
      ledger,
      signal,
      now: () => Date.now(),
      // Called just before connecting, so the stop arrives during the connect.
      canStartNext: stop,
      isCancelled: () => false,
      isStopping: () => stopping,
      commit: (changes) => ledger.commit(changes),
      canSend: () => true,
      createIntent: (job, begun) =>
        createJobIntent(job, createPrinterSettings(port), {
          ...begun,
          at: '2026-11-29T00:00:00.000Z',
        }),
      waitForClearance: () => Promise.resolve(true),
      show: ignore,
      setFormats: ignore,
      recordTraits: ignore,
    },
    ZPL,
  );
  await left;
  // Another driver may already use the printer: ~JX would abort its label.
  expect(heard).toBe('');
});
