import type { Duplex } from 'node:stream';
import { MAX_BITMAP_BYTES } from '@yunbiao/label/language/tspl-bytes';
import { createExtraReplyAllowance } from '../token-bucket.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createSocketWire } from '../status/wire.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatusByte, parseStatusFrame } from './status-answer.ts';

/** Immediate commands: answered on arrival, even in an error state. */
const STATUS = '\x1b!?';
const LONG_STATUS = '\x1b!S';
const END = '\r\n';

/**
 * Completes what an interrupted sender left: missing dots of our BITMAP or the end of a line.
 * Spaces in a line are ignored (TSPL programming manual, "Document conventions").
 */
export const END_PARTIAL = `${' '.repeat(MAX_BITMAP_BYTES)}${END}`;

/**
 * Creates a TSPL link over a new socket. TSPL has no usable label counter. After the greeting a
 * frame may come at any time, however late the answer to the longer query is. So 02 is no paper jam
 * until the next byte decides.
 */
// oxlint-disable-next-line house/function-length -- one connection: answers and questions share its counters
export const createTsplLink = (socket: Duplex, events: LinkEvents): Link => {
  /** Whether it answers the longer query; null while pending. */
  let answersLongQuery: boolean | null = null;
  /** Number of pending single-byte answers. */
  let pendingBytes = 0;
  /** Number of pending frames. */
  let pendingFrames = 0;
  /** Number of single-byte answers until the longer query's answer is overdue. */
  let bytesUntilLongAnswer = Infinity;

  const reader = createReplyReader({
    onByte: (byte) => {
      // An extra byte answers no query and is no status.
      if (pendingBytes === 0) return repeats.recordExtra();
      pendingBytes -= 1;
      bytesUntilLongAnswer -= 1;
      if (answersLongQuery === null && bytesUntilLongAnswer <= 0) answersLongQuery = false;
      events.onString();
      events.onStatus(parseStatusByte(byte));
    },
    onFrame: (frame) => {
      if (pendingFrames > 0) pendingFrames -= 1;
      else repeats.recordExtra();
      events.onString();
      // The first frame answers an uncounted query, perhaps an old one.
      if (!answersLongQuery) {
        answersLongQuery = true;
        return;
      }
      // Bytes arrive before frames requested after them, or they were lost.
      pendingBytes = 0;
      events.onStatus(parseStatusFrame(frame));
    },
  });
  const { send, chargeUnasked, isLost, isFlooded, close } = createSocketWire(socket, {
    read: reader.read,
    onLost: events.onLost,
  });
  const repeats = createExtraReplyAllowance(chargeUnasked);
  const buildStatusQuery = (): string => {
    repeats.recordQueries(1);
    if (answersLongQuery) {
      pendingFrames += 1;
      return LONG_STATUS;
    }
    pendingBytes += 1;
    return STATUS;
  };
  return {
    sendGreeting: () => {
      pendingBytes += 2;
      bytesUntilLongAnswer = pendingBytes;
      pendingFrames += 1;
      repeats.recordQueries(3);
      reader.expectFrames(true);
      send(END_PARTIAL + STATUS + END + LONG_STATUS + END + STATUS + END);
    },
    sendSingleGreeting: () => send(END_PARTIAL + buildStatusQuery() + END),
    query: (_, bytes) => send(buildStatusQuery() + END, bytes),
    queryMinimally: () => send(buildStatusQuery()),
    isLost: isLost,
    isFlooded: isFlooded,
    close,
  };
};
