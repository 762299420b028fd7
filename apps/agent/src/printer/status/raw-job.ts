import { getChange, giveBack, findOpenLabel } from '../open-labels.ts';
import type { Settled } from '../open-labels.ts';
import type { Desk } from '../desk.ts';
import { CUT, RAW_TAKEN } from '../reasons.ts';
import { openStream } from '../stream.ts';
import { unansweredView, viewOfStatus } from '../view.ts';
import { noteFlood, ticks } from './session.ts';
import type { Memory } from './session.ts';
import { isIdle } from './status.ts';
import type { PrinterStatus } from './status.ts';
import { LATE_ANSWER_MS, SILENCE_MS } from './timing.ts';

const UNSURE: Settled = {
  state: 'uncertain',
  evidence: 'none',
  reason: CUT,
  counterFrom: null,
  counterTo: null,
};
/** All that can be said of bytes that are not known here: what comes out of them, and how often, they alone say. */
const TAKEN: Settled = { ...UNSURE, state: 'sent', evidence: 'consumed', reason: RAW_TAKEN };

/** Waits between two looks, ms: answers wake sooner. */
const LOOK_MS = 200;
/** A printer that does not answer is asked again so often, at first and at most. */
const AGAIN_MS = { first: 2_000, most: 10_000 };

/** Whether the next label is one that is printed as it came. It may not share a connection with any other. */
export const isRawNext = ({ queue, mayStart, now }: Desk): boolean =>
  mayStart() && queue.size() > 0 && queue.next(now())?.prepared.isRaw === true;

/** A connection to the printer, as far as its answers go. */
const converse = async (desk: Desk, memory: Memory) => {
  const { dialect } = memory;
  const socket = await openStream(desk.printer.at, false, desk.stopping);
  const heard = { answers: 0, at: ticks() };
  let wait = AGAIN_MS.first;
  const listen = (): void => {
    heard.at = ticks();
    desk.signal.raise();
  };
  const onStatus = (said: PrinterStatus): void => {
    memory.manners.answered();
    heard.answers += 1;
    wait = AGAIN_MS.first;
    desk.show(viewOfStatus(said, null, !isIdle(said)));
    listen();
  };
  const link = dialect.link(socket, {
    onStatus,
    onCounter: listen,
    onEcho: listen,
    onExtra: listen,
    onString: listen,
    onLost: () => desk.signal.raise(),
  });
  const isOver = (): boolean => link.lost() || desk.stopping();
  /** Until it is so, or the connection is over; a printer that is silent is asked again, and said to be. */
  const until = async (isSo: () => boolean): Promise<void> => {
    let askedAt = ticks();
    while (!isOver() && !isSo()) {
      if (ticks() - Math.max(askedAt, heard.at) > wait) {
        desk.show(unansweredView(dialect.unanswered, null));
        link.ask(false);
        askedAt = ticks();
        wait = Math.min(AGAIN_MS.most, wait * 2);
      }
      await desk.signal.wait(LOOK_MS);
    }
  };
  return { link, heard, until, isOver };
};

/**
 * Prints the next label as it came, over a connection of its own: what an earlier sender left open is ended first, and
 * nothing of ours goes behind it. It is at most `sent`, once the printer has answered behind it: no answer to the greeting
 * is still to come by then, and bytes that ask the printer something are not accepted. Whatever came out, the next label
 * begins as after a stranger: at rest, with the counter read again, and not on the same piece of paper.
 */
export const printRaw = async (desk: Desk, memory: Memory): Promise<void> => {
  const { link, heard, until, isOver } = await converse(desk, memory);
  try {
    if (isOver()) return;
    link.greet(memory.torn);
    const hush = Math.max(LATE_ANSWER_MS, SILENCE_MS);
    await until(() => heard.answers > 0 && ticks() - heard.at > hush);
    const next = isOver() || !isRawNext(desk) ? null : desk.queue.next(desk.now());
    if (!next) return;
    const intent = desk.createIntent(next.job, { base: null });
    const label = findOpenLabel(intent);
    desk.queue.shift();
    await desk.commit([intent]);
    const isCovered = await desk.cover(label);
    if (!isCovered || isOver() || !desk.mayBegin(label)) return await giveBack(desk, label);
    memory.torn = true;
    heard.answers = 0;
    link.ask(false, next.prepared.bytes);
    desk.queue.drawAhead();
    await until(() => heard.answers > 0);
    await desk.commit([getChange(label, heard.answers > 0 ? TAKEN : UNSURE, desk.now())]);
  } finally {
    memory.rested = null;
    link.close();
    noteFlood({ desk, memory, link });
  }
};
