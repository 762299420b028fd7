import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { createSlowReaderWatch, watchSlowReaders } from './slow-readers.ts';

let at = 0;
const limits = { minBytes: 100, intervalMs: 60, now: () => at };

/** A stub of a connection: bytes that were written to it, and bytes that are still buffered. */
const getReader = (given: number) => {
  const reader = {
    bytesWritten: given,
    writableLength: given,
    isEnded: false,
    destroy: () => {
      reader.isEnded = true;
      return reader as never;
    },
  };
  return reader;
};

it('ends a client that takes a byte now and then, and nobody who reads, however slowly, or has nothing to read', () => {
  const watch = createSlowReaderWatch(limits);
  const [trickles, reads, idles] = [getReader(10_000), getReader(10_000), getReader(0)];
  for (const one of [trickles, reads, idles]) watch.add(one);
  for (at = 0; at <= 600; at += 10) {
    trickles.writableLength -= 1;
    reads.writableLength -= 20;
    watch.checkReaders();
    expect(trickles.isEnded).toBe(at >= 60);
  }
  expect([reads.isEnded, idles.isEnded]).toEqual([false, false]);
});

it('starts over when all was taken', () => {
  const watch = createSlowReaderWatch(limits);
  const reader = getReader(0);
  watch.add(reader);
  for (at = 0; at <= 600; at += 10) {
    // An event every fifth check; the client has read it by the next check.
    const hasCome = at % 50 === 0;
    reader.writableLength = hasCome ? 50 : 0;
    if (hasCome) reader.bytesWritten += 50;
    watch.checkReaders();
  }
  expect(reader.isEnded).toBe(false);
});

let close = (): void => {};
afterEach(() => close());

it('frees the place of one who asks for an answer and does not read it', async () => {
  const server = createHttpServer();
  let answering: Socket | undefined;
  server.on('request', (req, res) => {
    answering = req.socket;
    res.end(Buffer.alloc(64 * 1024 * 1024));
  });
  at = 0;
  watchSlowReaders(server, { ...limits, everyMs: 5 });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  close = () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  };
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => answering?.writableLength ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  const clock = setInterval(() => (at += 1), 5);
  await expect.poll(() => answering?.destroyed, { timeout: 20_000 }).toBe(true);
  clearInterval(clock);
});
