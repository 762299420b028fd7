import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { vi } from 'vitest';
import type { Link, LinkEvents } from './status/link.ts';

/** A megabyte. */
const POURED_BYTES = 1024 * 1024;
const CHUNK_BYTES = 65_536;

const ignore = (): void => undefined;

/** A connection without a printer: what is written on it goes to `write`. */
const fakeSocket = (write: (data: string | Uint8Array) => void, destroy: () => void): Socket =>
  Object.assign(new EventEmitter(), {
    write,
    cork: ignore,
    uncork: ignore,
    end: ignore,
    destroy,
  }) as unknown as Socket;

const eventsFor = (count: () => void): LinkEvents => ({
  onStatus: count,
  onCounter: count,
  onEcho: count,
  onExtra: count,
  onString: ignore,
  onLost: ignore,
});

/** How much is heard of a printer that sends this without end, and how often its connection is given up. */
export const pour = (
  createLink: (socket: Socket, events: LinkEvents) => Link,
  text: string,
): { answers: number; ended: number; isFlooded: boolean } => {
  let answers = 0;
  let ended = 0;
  const socket = fakeSocket(ignore, () => {
    ended += 1;
  });
  const link = createLink(
    socket,
    eventsFor(() => {
      answers += 1;
    }),
  );
  link.greet(false);
  const chunk = Buffer.from(text.repeat(CHUNK_BYTES / text.length), 'latin1');
  for (let sent = 0; sent < POURED_BYTES; sent += chunk.length) socket.emit('data', chunk);
  return { answers, ended, isFlooded: link.flooded() && link.lost() };
};

/** Nothing is asked more often: of two labels that are under way. */
const ASK_MS = 20;
const ASKED_MS = 180_000;

/**
 * Asks a printer for its counter and its status as often as that is ever done. `answerTo`: to a question; it is sent `times`.
 * Returns how long the connection lasts, three minutes at most, ms.
 */
export const askFast = (
  createLink: (socket: Socket, events: LinkEvents) => Link,
  question: RegExp,
  answerTo: (question: string) => string,
  times: number,
): number => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let said = '';
    const socket = fakeSocket((data) => {
      for (const [asked] of Buffer.from(data).toString('latin1').matchAll(question))
        said += answerTo(asked).repeat(times);
    }, ignore);
    const link = createLink(socket, eventsFor(ignore));
    link.greet(false);
    let passed = 0;
    for (; passed < ASKED_MS && !link.lost(); passed += ASK_MS) {
      vi.advanceTimersByTime(ASK_MS);
      const answers = said;
      said = '';
      socket.emit('data', Buffer.from(answers, 'latin1'));
      link.ask(true);
    }
    return passed;
  } finally {
    vi.useRealTimers();
  }
};
