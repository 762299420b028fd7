import type { Duplex } from 'node:stream';
import { MAX_BITMAP_BYTES } from '@yunbiao/label/language/tspl-bytes';
import { createRepeats } from '../flow.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createWire } from '../status/wire.ts';
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
export const END_PARTIAL = `${' '.repeat(MAX_BITMAP_BYTES)}${END}`;

/**
 * Speaks TSPL to a printer over a fresh socket. It has no counter of labels. From the greeting on a frame may come at any
 * time, however late the answer to its longer question is: until the byte behind it has told, an 02 is no paper jam.
 */
export const createLink = (socket: Duplex, events: LinkEvents): Link => {
  /** Whether it answers the longer question; null: it is asked, and may still. */
  let long: boolean | null = null;
  /** Answers of one byte that are still to come. */
  let due = 0;
  /** Frames that are still to come. */
  let framesDue = 0;
  /** Of those, the ones after which the answer to the longer question would have come. */
  let untilLong = Infinity;

  const reader = createReplyReader({
    onByte: (byte) => {
      // What answers no question is no status.
      if (due === 0) return repeats.noteExtra();
      due -= 1;
      untilLong -= 1;
      if (long === null && untilLong <= 0) long = false;
      events.onString();
      events.onStatus(parseStatusByte(byte));
    },
    onFrame: (frame) => {
      if (framesDue > 0) framesDue -= 1;
      else repeats.noteExtra();
      events.onString();
      // The first one answers a question that is not counted, perhaps of long ago.
      if (!long) {
        long = true;
        return;
      }
      // Bytes come before the frames that were asked for behind them, or were lost.
      due = 0;
      events.onStatus(parseStatusFrame(frame));
    },
  });
  const { send, overhear, lost, flooded, close } = createWire(socket, {
    read: reader.read,
    lost: events.onLost,
  });
  const repeats = createRepeats(overhear);
  const question = (): string => {
    repeats.noteAsked(1);
    if (long) {
      framesDue += 1;
      return LONG_STATUS;
    }
    due += 1;
    return STATUS;
  };
  return {
    greet: () => {
      due += 2;
      untilLong = due;
      framesDue += 1;
      repeats.noteAsked(3);
      reader.expectFrames(true);
      send(END_PARTIAL + STATUS + END + LONG_STATUS + END + STATUS + END);
    },
    greetOnce: () => send(END_PARTIAL + question() + END),
    ask: (_, bytes) => send(question() + END, bytes),
    whisper: () => send(question()),
    lost,
    flooded,
    close,
  };
};
