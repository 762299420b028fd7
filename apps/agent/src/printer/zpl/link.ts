import type { Duplex } from 'node:stream';
import { createRepeats } from '../flow.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createWire } from '../status/wire.ts';
import { createReplyReader } from './reply-reader.ts';

const STATUS = '~HS\r\n';
const COUNTER = '! U1 getvar "odometer.total_label_count"\r\n';
/** Cancels the partial format an interrupted sender left behind (ZPL II guide, "~JX"). */
export const CANCEL_PARTIAL = '~JX\r\n';

/** The counter in an answer to getvar: null for `?`, which is what it does not know; undefined for anything else. */
const getCounter = (value: string): number | null | undefined => {
  const text = value.trim();
  if (text === '?' || text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Speaks to a printer over a fresh socket. */
export const createLink = (socket: Duplex, events: LinkEvents): Link => {
  /** Answers that are still to come, of any kind. */
  let due = 0;
  const noteAnswer = (): void => {
    if (due > 0) due -= 1;
    else repeats.noteExtra();
  };
  const onTruncated = (): void => {
    noteAnswer();
    events.onTruncated?.();
  };
  const read = createReplyReader(
    (reply) => {
      noteAnswer();
      if (reply.kind === 'status') return events.onStatus(reply.status);
      const value = getCounter(reply.value);
      if (value !== undefined) events.onCounter(value);
    },
    events.onString,
    onTruncated,
  );
  const { send, overhear, lost, flooded, close } = createWire(socket, {
    read,
    lost: events.onLost,
  });
  const repeats = createRepeats(overhear);
  const ask = (answers: number, text: string, bytes?: Uint8Array): void => {
    due += answers;
    repeats.noteAsked(answers);
    send(text, bytes);
  };
  return {
    greet: () => ask(3, CANCEL_PARTIAL + STATUS + COUNTER + STATUS),
    greetOnce: () => ask(1, CANCEL_PARTIAL + STATUS),
    ask: (counter, bytes) => (counter ? ask(2, COUNTER + STATUS, bytes) : ask(1, STATUS, bytes)),
    whisper: () => ask(1, '~HS'),
    lost,
    flooded,
    close,
  };
};
