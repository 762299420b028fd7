import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { MAX_BAND_BYTES } from '@yunbiao/label/language/escpos-bytes';
import { createRepeats } from '../flow.ts';
import type { EchoPlace } from '../status/echo.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createWire } from '../status/wire.ts';
import { createQuestions, QUESTION_LENGTH } from './questions.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatus } from './status-answer.ts';

/** Clears the print buffer and what an earlier job set (`ESC @`). */
const INITIALIZE = '\x1b@';
/** Feeds to the cutter and cuts (`GS V 66`). */
const CUT = '\x1dVB\0';
/** Bytes of a raster image's head, any of which may be missing, too. */
const HEAD_BYTES = 8;

/**
 * Ends what an interrupted sender left behind: half a raster image of ours has its missing dots, half a command its
 * parameters; what is left over, NUL, is no command and prints nothing.
 */
const PADDING = '\0'.repeat(MAX_BAND_BYTES + HEAD_BYTES);
export const END_PARTIAL = PADDING + INITIALIZE;
/** Half a label may be on the paper: the next one must not come out on the same piece. */
export const END_LABEL = END_PARTIAL + CUT;

/** IDs are four of these letters: none can be mistaken for a status byte, and few connections begin alike. */
const LETTERS = '@ABCDEFGHIJKLMNO`abcdefghijklmno';
const IDS = LETTERS.length ** 4;

const getId = (n: number): string =>
  [15, 10, 5, 0].map((shift) => LETTERS[(n >> shift) % LETTERS.length] ?? '').join('');

/** `padding`, `padded`: around bytes that do nothing, by which it is measured how fast the printer reads. */
type Place = EchoPlace | 'padding' | 'padded';

/** `GS ( H`, function 48: sends the ID once what is before it in the stream has been printed. */
const getEcho = (id: string): string => `\x1d(H\x06\x0000${id}`;

/**
 * Speaks ESC/POS to a printer over a fresh socket. It has no counter of labels. How fast it reads is measured on the
 * greeting: `ticks` is a clock that nobody sets, ms.
 */
export const createLink = (
  socket: Duplex,
  events: LinkEvents,
  ticks: () => number = () => performance.now(),
): Link => {
  const questions = createQuestions();
  let isTorn = false;
  /** Behind the answer to the greeting it is asked again. */
  let asksAgain = false;
  let next = randomInt(IDS);
  /** IDs that may still be given back, and where they stand. */
  const places = new Map<string, Place>();
  let echoes = false;
  /** When what stands in front of the padding was given back. */
  let paddingAt: number | null = null;
  let msPerByte = Infinity;
  /** Of the label under way. */
  let labelBytes = 0;

  const echo = (place: Place): string => {
    next = (next + 1) % IDS;
    places.set(getId(next), place);
    return getEcho(getId(next));
  };
  const askAll = (mayCount = true): string => {
    const text = questions.ask(mayCount);
    repeats.noteAsked(text.length / QUESTION_LENGTH);
    return text;
  };
  const question = (mayCount = true): string => {
    const text = askAll(mayCount);
    if (questions.hasCounted()) events.onPart?.();
    return text;
  };
  const onStatus = (byte: number): void => {
    // Whatever else looks like one answers no question.
    if (questions.isAnswered()) {
      repeats.noteExtra();
      events.onExtra();
      return;
    }
    const bytes = questions.take(byte);
    events.onString();
    if (!bytes) return;
    if (asksAgain) send(askAll());
    asksAgain = false;
    events.onStatus(parseStatus(bytes));
  };
  const onEcho = (id: string): void => {
    const place = places.get(id);
    if (place === undefined) return;
    places.delete(id);
    if (place === 'padding') paddingAt = ticks();
    else if (paddingAt !== null && msPerByte === Infinity)
      msPerByte = (ticks() - paddingAt) / PADDING.length;
    if (place === 'padding' || place === 'padded') return;
    if (place === 'greeting') {
      echoes = true;
      // It was taken for dots of half an image that somebody left. Now it is known what the printer makes of it.
      if (paddingAt === null) send(echo('padding') + PADDING + echo('padded'));
    }
    // A question that arrives while it sends a response is lost: half an answer is then asked for again.
    events.onString();
    events.onEcho(place, labelBytes * msPerByte);
  };
  const read = createReplyReader({ onStatus, onEcho });
  const { send, overhear, lost, flooded, close } = createWire(socket, {
    read,
    lost: events.onLost,
  });
  const repeats = createRepeats(overhear);
  const greet = (torn: boolean, asksTwice: boolean): void => {
    asksAgain = asksTwice;
    isTorn = torn;
    send(echo('padding') + END_PARTIAL + askAll() + echo('greeting') + INITIALIZE);
  };
  return {
    greet: (torn) => greet(torn, true),
    greetOnce: () => greet(false, false),
    ask: (_, job) => {
      asksAgain = false;
      if (!job) return send(question());
      // Not with the greeting: what of it is still on its way is there by now, too.
      const end = isTorn ? END_LABEL : '';
      isTorn = false;
      // What is given back from now on is of this label.
      for (const [id, place] of places)
        if (place === 'before' || place === 'behind') places.delete(id);
      labelBytes = job.length;
      const before = Buffer.from(end + (echoes ? echo('before') : ''), 'latin1');
      const behind = echoes ? echo('behind') : '';
      send(behind + question(false), Buffer.concat([before, job]));
    },
    whisper: () => send(question()),
    lost,
    flooded,
    close,
  };
};
