import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { LostAnswerError } from '../jobs/errors.ts';
import { pauseTime, sleepFor } from '../testing.ts';
import { sendIppRequest } from './request.ts';
import type { IppEndpoint } from './request.ts';

const OK = Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 3]);
const HEAD = `HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nContent-Length: ${OK.length}\r\n\r\n`;

/** A connection where each write takes `takesMs`. It answers after `answersFrom` bytes. */
const lineTo = (takesMs: number, answersFrom = Infinity) => {
  let taken = 0;
  let isAnswered = false;
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Uint8Array, _, done) => {
      setTimeout(() => {
        taken += chunk.length;
        if (taken >= answersFrom && !isAnswered) {
          isAnswered = true;
          socket.push(Buffer.concat([Buffer.from(HEAD), OK]));
        }
        done();
      }, takesMs);
    },
  });
  // The HTTP client uses only the stream interface of its socket.
  const line: IppEndpoint = {
    open: () => sleepFor(200).then(() => socket as unknown as Socket),
    host: 'printer:631',
    path: '/ipp/print',
  };
  return { line, isOpen: () => !socket.destroyed };
};

/** Returns the outcome, the time until the request starts (ms) and its duration (s). */
const measure = async (line: IppEndpoint, bytes: number) => {
  let startedAt = 0;
  const askedAt = performance.now();
  const onStart = (): void => {
    startedAt = performance.now();
  };
  const end = await sendIppRequest(line, [new Uint8Array(bytes)], onStart).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof LostAnswerError ? `lost ${error.why}` : String(error)),
  );
  return { end, waitedMs: startedAt - askedAt, seconds: (performance.now() - startedAt) / 1000 };
};

const MINUTE = 60;
pauseTime(200);

it('is lost when the printer takes none of it, and its connection is given up', async () => {
  const { line, isOpen } = lineTo(10 * MINUTE * 1000);
  const { end, waitedMs, seconds } = await measure(line, 200_000);
  expect(end).toBe('lost ETIMEDOUT');
  expect(waitedMs).toBeGreaterThanOrEqual(200);
  expect(seconds).toBeLessThan(30);
  expect(isOpen()).toBe(false);
});

it('is not given up while the printer takes it slowly', async () => {
  const { line } = lineTo(5000, 80_000);
  const { end, seconds } = await measure(line, 80_000);
  expect(end).toBe('answered 0');
  expect(seconds).toBeGreaterThan(20);
});

it('is lost at last when the printer takes it ever so slowly', async () => {
  const { line } = lineTo(8000);
  const { end, seconds } = await measure(line, 10_000_000);
  expect(end).toBe('lost ETIMEDOUT');
  expect(seconds).toBeGreaterThan(4 * MINUTE);
  expect(seconds).toBeLessThan(6 * MINUTE);
});
