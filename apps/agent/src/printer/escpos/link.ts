import type { Duplex } from 'node:stream';
import { createExtraReplyAllowance } from '../token-bucket.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createSocketWire } from '../status/wire.ts';
import {
  buildTrackedEcho,
  buildPaddingBetweenEchoes,
  createEchoTracker,
  wrapLabelInEchoes,
  PADDING,
  recordReturnedEcho,
} from './echoes.ts';
import { createStatusQueryTracker, QUESTION_LENGTH } from './questions.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatus } from './status-answer.ts';

/** Clears the print buffer and the settings of an earlier job (`ESC @`). */
const INITIALIZE = '\x1b@';
/** Feeds to the cutter and cuts (`GS V 66`). */
const CUT = '\x1dVB\0';
export const END_PARTIAL = PADDING + INITIALIZE;
/**
 * Ends a label and cuts, because half a label may be on the paper and the next one must not print
 * on the same piece.
 */
export const END_LABEL = END_PARTIAL + CUT;

/**
 * Creates an ESC/POS link over a new socket. ESC/POS has no label counter. Measures the printer's
 * reading speed with the greeting. `ticks`: monotonic clock, ms.
 */
// oxlint-disable-next-line house/function-length -- one connection: questions, echoes and greeting share its state
export const createEscposLink = (
  socket: Duplex,
  events: LinkEvents,
  ticks: () => number = () => performance.now(),
): Link => {
  const questions = createStatusQueryTracker();
  let isTorn = false;
  /** Whether to query again after the answer to the greeting. */
  let mustRepeatQuery = false;
  const echoes = createEchoTracker(ticks);
  /** Size of the current label, bytes. */
  let labelBytes = 0;

  const buildStatusQueries = (mayCount = true): string => {
    const text = questions.createQuestion(mayCount);
    repeats.recordQueries(text.length / QUESTION_LENGTH);
    return text;
  };
  const buildStatusQuery = (mayCount = true): string => {
    const text = buildStatusQueries(mayCount);
    if (questions.hasCounted()) events.onPart?.();
    return text;
  };
  const onStatus = (byte: number): void => {
    // An extra status byte answers no query.
    if (questions.isAnswered()) {
      repeats.recordExtra();
      events.onExtra();
      return;
    }
    const bytes = questions.addByte(byte);
    events.onString();
    if (!bytes) return;
    if (mustRepeatQuery) send(buildStatusQueries());
    mustRepeatQuery = false;
    events.onStatus(parseStatus(bytes));
  };
  const onEcho = (id: string): void => {
    const place = recordReturnedEcho(echoes, id);
    if (!place) return;
    // The printer took the first echo for dots of an interrupted image. Now its state is known, so
    // measure again.
    if (place === 'greeting' && echoes.paddingAt === null) send(buildPaddingBetweenEchoes(echoes));
    // A query that arrives while the printer sends an echo response is lost: query again after half
    // an answer.
    events.onString();
    events.onEcho(place, labelBytes * echoes.msPerByte);
  };
  const read = createReplyReader({ onStatus, onEcho });
  const wire = createSocketWire(socket, { read, onLost: events.onLost });
  const { send, chargeUnasked, isLost, isFlooded, close } = wire;
  const repeats = createExtraReplyAllowance(chargeUnasked);
  const writeGreeting = (wasTorn: boolean, asksTwice: boolean): void => {
    mustRepeatQuery = asksTwice;
    isTorn = wasTorn;
    const endPrevious = buildTrackedEcho(echoes, 'padding') + END_PARTIAL;
    send(endPrevious + buildStatusQueries() + buildTrackedEcho(echoes, 'greeting') + INITIALIZE);
  };
  return {
    sendGreeting: (wasTorn) => writeGreeting(wasTorn, true),
    sendSingleGreeting: () => writeGreeting(false, false),
    query: (_, job) => {
      mustRepeatQuery = false;
      if (!job) return send(buildStatusQuery());
      // The cancel command is not part of the greeting: only now has all data of an interrupted
      // connection arrived.
      const endPrevious = isTorn ? END_LABEL : '';
      isTorn = false;
      labelBytes = job.length;
      const { bytes, echoBehind } = wrapLabelInEchoes(echoes, job, endPrevious);
      send(echoBehind + buildStatusQuery(false), bytes);
    },
    queryMinimally: () => send(buildStatusQuery()),
    isLost,
    isFlooded,
    close,
  };
};
