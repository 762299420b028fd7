import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { MOST_BAND_BYTES } from '@yunbiao/label/language/escpos-bytes';
import type { EchoPlace } from '../status/echo.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createWire } from '../status/wire.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatus } from './status-answer.ts';

/** `DLE EOT` 1 to 4: answered the moment they arrive, with a byte each. */
const STATUS = '\x10\x04\x01\x10\x04\x02\x10\x04\x03\x10\x04\x04';
/** Clears the print buffer and what an earlier job set (`ESC @`). */
const INITIALIZE = '\x1b@';
/** Bytes of a raster image's head, any of which may be missing, too. */
const HEAD_BYTES = 8;

/**
 * Ends what an interrupted sender left behind: half a raster image of ours has its missing dots, half a command its
 * parameters; what is left over, NUL, is no command and prints nothing.
 */
export const END_PARTIAL = '\0'.repeat(MOST_BAND_BYTES + HEAD_BYTES) + INITIALIZE;

/** IDs are four of these letters: none can be mistaken for a status byte, and few connections begin alike. */
const LETTERS = '@ABCDEFGHIJKLMNO`abcdefghijklmno';
const IDS = LETTERS.length ** 4;

const idOf = (n: number): string =>
  [15, 10, 5, 0].map((shift) => LETTERS[(n >> shift) % LETTERS.length] ?? '').join('');

/** `GS ( H`, function 48: sends the ID once what is before it in the stream has been printed. */
const echoOf = (id: string): string => `\x1d(H\x06\x0000${id}`;

/** Speaks ESC/POS to a printer over a fresh socket. It has no counter of labels. */
export const createLink = (socket: Socket, events: LinkEvents): Link => {
  /** Statuses that are asked for and not answered, four bytes each; and those of the first of them. */
  let due = 0;
  let bytes: number[] = [];
  let next = randomInt(IDS);
  /** IDs that may still be given back, and where they stand. */
  const places = new Map<string, EchoPlace>();
  let echoes = false;

  const echo = (place: EchoPlace): string => {
    next = (next + 1) % IDS;
    places.set(idOf(next), place);
    return echoOf(idOf(next));
  };
  const onStatus = (byte: number): void => {
    // Whatever else looks like one answers no question.
    if (due === 0) return;
    bytes.push(byte);
    events.onString();
    const [printer, offline, error, paper] = bytes;
    if (printer === undefined || offline === undefined || error === undefined) return;
    if (paper === undefined) return;
    due -= 1;
    bytes = [];
    events.onStatus(parseStatus([printer, offline, error, paper]));
  };
  const onEcho = (id: string): void => {
    const place = places.get(id);
    if (place === undefined) return;
    places.delete(id);
    if (place === 'greeting') echoes = true;
    // A question that arrives while it sends a response is lost: half an answer is then asked for again.
    events.onString();
    events.onEcho(place);
  };
  const read = createReplyReader({ onStatus, onEcho });
  const { send, lost, close } = createWire(socket, { read, lost: events.onLost });
  /** Half an answer that has not come by now is not waited for any more. */
  const question = (): string => {
    due = 1;
    bytes = [];
    return STATUS;
  };
  return {
    greet: () => {
      const probe = echo('greeting');
      send(END_PARTIAL + question() + probe + INITIALIZE + STATUS);
      due = 2;
    },
    ask: (_, job) => {
      if (!job || !echoes) return send(question(), job);
      // What is given back from now on is of this label.
      places.clear();
      const before = Buffer.from(echo('before'), 'latin1');
      send(echo('behind') + question(), Buffer.concat([before, job]));
    },
    whisper: () => send(question()),
    lost,
    close,
  };
};
