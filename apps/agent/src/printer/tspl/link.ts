import type { Socket } from 'node:net';
import { MOST_BITMAP_BYTES } from '@yunbiao/label/language/tspl-bytes';
import type { Link, LinkEvents } from '../status/link.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatusByte, parseStatusFrame } from './status-answer.ts';

/** Immediate commands: answered the moment they arrive, in an error too. */
const STATUS = '\x1b!?';
const LONG_STATUS = '\x1b!S';
const END = '\r\n';

/**
 * Ends what an interrupted sender left behind: half a BITMAP of ours has its missing dots, half a line its end, and in a
 * line spaces are ignored (TSPL programming manual, "Document conventions").
 */
export const END_PARTIAL = `${' '.repeat(MOST_BITMAP_BYTES)}${END}`;

/** Speaks TSPL to a printer over a fresh socket. It has no counter of labels. */
export const createLink = (socket: Socket, events: LinkEvents): Link => {
  let lost = false;
  /** Whether it answers the longer question; null: asked or not, nobody knows yet. */
  let long: boolean | null = null;
  /** Answers of one byte that are still to come. */
  let due = 0;
  /** Of those, the ones after which the answer to the longer question would have come. */
  let untilLong = Infinity;

  const reader = createReplyReader({
    onByte: (byte) => {
      // Whatever else it sends is no status.
      if (long && due === 0) return;
      due = Math.max(0, due - 1);
      untilLong -= 1;
      if (long === null && untilLong <= 0) {
        long = false;
        reader.noFrames();
      }
      events.onString();
      events.onStatus(parseStatusByte(byte));
    },
    onFrame: (frame) => {
      events.onString();
      // The first one answers a question nobody counts.
      if (long) events.onStatus(parseStatusFrame(frame));
      long = true;
    },
  });
  // Unread answers would turn our own FIN into a reset that discards what was sent.
  socket.on('data', reader.read);
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
  const question = (): string => {
    if (long) return LONG_STATUS;
    due += 1;
    return STATUS;
  };
  return {
    greet: () => {
      due += 2;
      untilLong = due;
      send(END_PARTIAL + STATUS + END + LONG_STATUS + END + STATUS + END);
    },
    ask: (_, bytes) => send(question() + END, bytes),
    whisper: () => send(question()),
    lost: () => lost,
    close: () => {
      lost = true;
      socket.end();
      // A printer that leaves its side open must not leave ours open too.
      setTimeout(() => socket.destroy(), 500).unref();
    },
  };
};
