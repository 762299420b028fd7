import { giveBack, findOpenLabel } from '../open-labels.ts';
import { ticks } from './session.ts';
import type { Machine } from './machine.ts';
import type { Begun, Session } from './session.ts';

/** How long the server is waited for before the printer is watched again, ms. */
const COVER_MS = 100;
/** A label that may be begun, and that the printer is not ready for any more, goes back after this time, ms. */
const BEGIN_MS = 1000;
/** The same while the printer owes an answer, ms: it may be ready when that comes, over a slow line. */
const BEGIN_UNANSWERED_MS = 15_000;

/** Takes the next label out of the queue: its intent goes on the disk, and the server is waited for. */
const take = async (session: Session, base: number | null): Promise<void> => {
  const { desk, memory } = session;
  const first = desk.queue.next(desk.now());
  if (!first) return;
  const { bytes } = first.prepared;
  const paper = memory.dialect.getPaperTime(bytes, desk.printer.dpi);
  const paperMs = Math.ceil(paper.mostMs);
  const intent = desk.createIntent(first.job, { base, paperMs });
  const label = findOpenLabel(intent);
  const next: Begun = { intent, label, bytes, paper, mayBegin: null, saidAt: 0 };
  const { pending } = session;
  session.pending = [];
  session.next = next;
  desk.queue.shift();
  await desk.commit([...pending, intent]);
  const said = desk.cover(label).then((mayBegin) => {
    Object.assign(next, { mayBegin, saidAt: ticks() });
    desk.signal.raise();
  });
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    said,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, COVER_MS);
    }),
  ]);
  clearTimeout(timer);
};

/** Gives a label back of which no byte was sent. */
export const withdraw = async (session: Session): Promise<void> => {
  const { desk, next } = session;
  session.next = null;
  if (next) await giveBack(desk, next.label);
};

export const isOverdue = ({
  next,
  machine,
}: {
  next: Pick<Begun, 'mayBegin' | 'saidAt'> | null;
  machine: Pick<Machine, 'isOwed'>;
}): boolean => {
  if (next === null || next.mayBegin === null) return false;
  const patience = machine.isOwed() ? BEGIN_UNANSWERED_MS : BEGIN_MS;
  return !next.mayBegin || ticks() - next.saidAt > patience;
};

/** Sends a label that may be begun, and the question behind it. */
const begin = async (session: Session, base: number | null): Promise<void> => {
  const { desk, link, machine, next } = session;
  if (!next?.mayBegin) return;
  if (base !== next.intent.base) {
    // The counter has moved since: by another sender's label, on a printer that is shared. The server knows the token of
    // the intent before this one.
    next.intent = { ...next.intent, base, early: true };
    next.label.base = base;
    await desk.commit([next.intent]);
  }
  // If we were told to stop while the disk was written, another driver may use the printer by now.
  if (link.lost() || !desk.mayBegin(next.label)) return withdraw(session);
  session.next = null;
  const counter = machine.counts() !== false;
  session.open.push(next.label);
  machine.sent(ticks(), { base, paper: next.paper }, counter);
  link.ask(counter, next.bytes);
  // Use the time while the printer prints.
  desk.queue.drawAhead();
};

/** Starts a label, as far as the server lets it. */
export const startLabel = async (session: Session, base: number | null): Promise<void> => {
  if (session.next) await begin(session, base);
  else await take(session, base);
};
