import { UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { Backoff } from '../../signal.ts';
import { openStream } from '../stream.ts';
import { getChange, listOpenLabels } from '../open-labels.ts';
import type { OpenLabel } from '../open-labels.ts';
import { unansweredView, unpluggedView, unreachableView } from '../view.ts';
import type { Desk } from '../desk.ts';
import type { Dialect } from './link.ts';
import type { Machine, Step } from './machine.ts';
import { isRawNext, printRaw } from './raw-job.ts';
import { noteFlood, openMemory, openSession, ticks } from './session.ts';
import type { Memory, Session } from './session.ts';
import { settleLost } from './settle-uncounted.ts';
import { isOverdue, startLabel, withdraw } from './start-label.ts';

/** How long we stay connected to a shared printer without work, and how often we look at it after that. */
const SHARED_IDLE_MS = 2000;
const SHARED_PROBE_MS = 15_000;
/** Longest wait between two steps: a stop does not wake us. */
const LONGEST_WAIT_MS = 1000;
const work = ({ desk, next }: Session): boolean =>
  next !== null || (desk.mayStart() && desk.queue.size() > 0 && !isRawNext(desk));

/** A label that waits for the server is no work yet: the printer is watched as without. */
const isReady = (session: Session): boolean => work(session) && session.next?.mayBegin !== null;

const flush = async (session: Session): Promise<void> => {
  const { pending } = session;
  session.pending = [];
  await session.desk.commit(pending);
};

/** Decides labels the printer does not count: no later connection can tell more about them. */
const settleUncounted = async (desk: Desk, labels: readonly OpenLabel[], seen: Machine | null) => {
  const settled = settleLost(
    seen ? seen.started() : labels.map((label) => ({ ...label, seen: null })),
  );
  await desk.commit(
    labels.flatMap((label, i) =>
      label.base === null && settled[i] ? [getChange(label, settled[i], desk.now())] : [],
    ),
  );
};

const greet = (session: Session): void => {
  const { link, machine, memory } = session;
  const now = ticks();
  memory.manners.asked(now);
  machine.asked(now, false);
  session.greeted = memory.manners.known();
  if (!session.greeted) return link.whisper();
  if (machine.asksOnce()) return link.greetOnce();
  machine.asked(now, memory.dialect.counts === null);
  link.greet(memory.torn);
};

/** Asks a printer that does not answer again, less and less often. False: not any more. */
const nudge = async (session: Session): Promise<boolean> => {
  const { desk, memory, link, machine } = session;
  const { manners } = memory;
  const wanted = work(session) || session.open.length > 0;
  if (machine.answered() || manners.isHeld(session.began, ticks()))
    desk.show(unansweredView(memory.dialect.unanswered, machine.counter()));
  await flush(session);
  if (manners.gaveUp(wanted)) return false;
  if (manners.mayAsk(ticks(), wanted)) {
    manners.asked(ticks());
    machine.asked(ticks(), false);
    link.whisper();
  }
  await desk.signal.wait(LONGEST_WAIT_MS / 2);
  return true;
};

/** Does one step. False: the connection is not needed any more. */
const act = async (session: Session, step: Step): Promise<boolean> => {
  const { desk, link, machine } = session;
  switch (step.do) {
    case 'settle': {
      const ended = session.open.splice(0, step.settled.length);
      const changes = ended.flatMap((label, i) => {
        const settled = step.settled[i];
        return settled ? [getChange(label, settled, desk.now())] : [];
      });
      session.pending.push(...changes);
      return true;
    }
    case 'start':
      await startLabel(session, step.base);
      return true;
    case 'ask':
      machine.asked(ticks(), step.counter);
      link.ask(step.counter);
      return true;
    case 'silent':
      return nudge(session);
    case 'renew':
      return false;
    case 'wait':
      await flush(session);
      if (!desk.printer.exclusive && session.open.length === 0 && !work(session))
        if (ticks() - session.busyAt > SHARED_IDLE_MS) return false;
      await desk.signal.wait(Math.min(step.ms, LONGEST_WAIT_MS));
      return true;
  }
};

/** Prints over one connection until it is lost or no longer needed. */
const converse = async (session: Session): Promise<void> => {
  const { desk, memory, link, machine } = session;
  greet(session);
  while (!link.lost() && !desk.stopping()) {
    if (!session.greeted && memory.manners.known()) greet(session);
    if (isOverdue(session)) await withdraw(session);
    const isBusy = session.open.length > 0 || session.next !== null;
    if (isRawNext(desk) && !isBusy && machine.answered()) break;
    if (work(session) || session.open.length > 0) session.busyAt = ticks();
    if (!(await act(session, machine.step(ticks(), isReady(session))))) break;
  }
};

/** True when the printer answered. */
const connectAndWork = async (desk: Desk, memory: Memory): Promise<boolean> => {
  const socket = await openStream(desk.printer.at, false, desk.stopping);
  if (desk.stopping()) {
    // Another driver may use the printer by now.
    socket.destroy();
    return false;
  }
  const session = openSession(desk, memory, socket);
  try {
    await converse(session);
    const hasAnswered = session.machine.answered();
    const { link } = session;
    if (!hasAnswered && link.lost() && !link.flooded() && !desk.stopping()) {
      // Something takes connections for it, as a print server does whose printer is off; it is not there itself.
      if (memory.manners.lost(session.began, ticks())) throw new UnreachableError('ECONNRESET');
      desk.show(unansweredView(memory.dialect.unanswered, session.machine.counter()));
    }
    return hasAnswered;
  } finally {
    memory.rested = session.link.lost() ? null : session.machine.rested();
    const { open, machine } = session;
    memory.torn = open.length > 0 || (memory.torn && !machine.answered());
    session.link.close();
    noteFlood(session);
    await withdraw(session);
    await flush(session);
    await settleUncounted(desk, session.open, session.machine);
  }
};

/** Connects once and prints until that ends. Returns how long to wait before the next connection, ms. */
const visit = async (desk: Desk, memory: Memory, backoff: Backoff): Promise<number> => {
  try {
    const hasAnswered = await connectAndWork(desk, memory);
    if (hasAnswered) backoff.reset();
    if (hasAnswered && isRawNext(desk) && ticks() >= memory.floods.until) {
      await printRaw(desk, memory);
      return 0;
    }
    const open = listOpenLabels(desk.ledger, desk.printer.localId).length > 0;
    return desk.queue.size() > 0 || open ? backoff.next() : SHARED_PROBE_MS;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    memory.rested = null;
    const { at, isVirtual } = desk.printer;
    desk.show(isVirtual ? unpluggedView : unreachableView(at, error.code));
    return backoff.next();
  }
};

/** Drives a printer that answers how it is, until the desk is stopping. */
export const runStatusDriver = async (desk: Desk, dialect: Dialect): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const memory = openMemory(desk, dialect);
  const openLabels = (): OpenLabel[] => listOpenLabels(desk.ledger, desk.printer.localId);
  // Labels of an earlier process on a printer without a counter can never be proven.
  await settleUncounted(desk, openLabels(), null);
  while (!desk.stopping()) {
    if (ticks() < memory.floods.until) {
      await desk.signal.wait(LONGEST_WAIT_MS);
      continue;
    }
    const wanted = (desk.mayStart() && desk.queue.size() > 0) || openLabels().length > 0;
    if (!memory.manners.mayAsk(ticks(), wanted)) {
      if (memory.manners.gaveUp(wanted)) desk.show(unansweredView(dialect.givenUp, null));
      await desk.signal.wait(LONGEST_WAIT_MS);
      continue;
    }
    await desk.signal.wait(await visit(desk, memory, backoff));
  }
};
