import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { vi } from 'vitest';
import type { Link, LinkEvents } from './status/link.ts';

const POURED_BYTES = 1024 * 1024;
const CHUNK_BYTES = 65_536;

const ignore = (): void => undefined;

/** Creates a socket without a printer. Written data goes to `write`. */
const createFakeSocket = (
  write: (data: string | Uint8Array) => void,
  destroy: () => void,
): Socket =>
  Object.assign(new EventEmitter(), {
    write,
    cork: ignore,
    uncork: ignore,
    end: ignore,
    destroy,
  }) as unknown as Socket;

const createEvents = (count: () => void): LinkEvents => ({
  onStatus: count,
  onCounter: count,
  onEcho: count,
  onExtra: count,
  onString: ignore,
  onLost: ignore,
});

/**
 * Sends `text` repeatedly. Returns how many answers are processed and how often the connection is
 * closed.
 */
export const simulateFlood = (
  createLink: (socket: Socket, events: LinkEvents) => Link,
  text: string,
): { answers: number; ended: number; isFlooded: boolean } => {
  let answers = 0;
  let ended = 0;
  const socket = createFakeSocket(ignore, () => {
    ended += 1;
  });
  const link = createLink(
    socket,
    createEvents(() => {
      answers += 1;
    }),
  );
  link.sendGreeting(false);
  const chunk = Buffer.from(text.repeat(CHUNK_BYTES / text.length), 'latin1');
  for (let sentBytes = 0; sentBytes < POURED_BYTES; sentBytes += chunk.length)
    socket.emit('data', chunk);
  return { answers, ended, isFlooded: link.isFlooded() && link.isLost() };
};

/** Minimum query interval with two labels in progress, ms. */
const ASK_MS = 20;
const ASKED_MS = 180_000;

/**
 * Queries a printer for counter and status at the maximum rate. `answerTo` returns the answer to a
 * query; it is sent `times` times. Returns how long the connection lasts, at most three minutes,
 * ms.
 */
export const simulateFastQueries = (
  createLink: (socket: Socket, events: LinkEvents) => Link,
  question: RegExp,
  answerTo: (question: string) => string,
  times: number,
): number => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let replies = '';
    const socket = createFakeSocket((data) => {
      for (const [query] of Buffer.from(data).toString('latin1').matchAll(question))
        replies += answerTo(query).repeat(times);
    }, ignore);
    const link = createLink(socket, createEvents(ignore));
    link.sendGreeting(false);
    let passedCount = 0;
    for (; passedCount < ASKED_MS && !link.isLost(); passedCount += ASK_MS) {
      vi.advanceTimersByTime(ASK_MS);
      const answers = replies;
      replies = '';
      socket.emit('data', Buffer.from(answers, 'latin1'));
      link.query(true);
    }
    return passedCount;
  } finally {
    vi.useRealTimers();
  }
};
