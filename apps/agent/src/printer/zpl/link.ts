import type { Socket } from 'node:net';
import type { Link, LinkEvents } from '../status/link.ts';
import { createReplyReader } from './reply-reader.ts';

const STATUS = '~HS\r\n';
const COUNTER = '! U1 getvar "odometer.total_label_count"\r\n';
/** Cancels the partial format an interrupted sender left behind (ZPL II guide, "~JX"). */
export const CANCEL_PARTIAL = '~JX\r\n';

/** The counter in an answer to getvar: null for `?`, which is what it does not know; undefined for anything else. */
const counterOf = (value: string): number | null | undefined => {
  const text = value.trim();
  if (text === '?' || text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Speaks to a printer over a fresh socket. */
export const createLink = (socket: Socket, events: LinkEvents): Link => {
  let lost = false;
  const read = createReplyReader((reply) => {
    if (reply.kind === 'status') return events.onStatus(reply.status);
    const value = counterOf(reply.value);
    if (value !== undefined) events.onCounter(value);
  }, events.onString);
  // Unread answers would turn our own FIN into a reset that discards what was sent.
  socket.on('data', read);
  socket.on('close', () => {
    lost = true;
    events.onLost();
  });
  const send = (text: string, bytes?: Uint8Array): void => {
    if (lost) return;
    socket.cork();
    if (bytes) socket.write(bytes);
    socket.write(text, 'latin1');
    socket.uncork();
  };
  return {
    greet: () => send(CANCEL_PARTIAL + STATUS + COUNTER + STATUS),
    ask: (counter, bytes) => send(counter ? COUNTER + STATUS : STATUS, bytes),
    whisper: () => send('~HS'),
    lost: () => lost,
    close: () => {
      lost = true;
      socket.end();
      // A printer that leaves its side open must not leave ours open too.
      setTimeout(() => socket.destroy(), 500).unref();
    },
  };
};
