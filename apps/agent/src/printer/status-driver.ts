import { UnreachableError } from '../errors.ts';
import type { Change } from '../ledger/ledger.ts';
import { createBackoff } from '../signal.ts';
import { isIdle, isStopped } from './hs.ts';
import { createLink, openSocket } from './link.ts';
import type { Link, Poll } from './link.ts';
import { changeOf, openLabelsOf } from './open-labels.ts';
import type { OpenLabel } from './open-labels.ts';
import { settleAfterLoss, settleLive } from './settle.ts';
import { unansweredView, unreachableView, viewOfStatus } from './state.ts';
import type { Desk } from './worker.ts';

/** Silence after which the printer's page says so, and we ask again. */
const SILENCE_MS = 3000;
/** A connection without work: how often the status is asked, and how long a shared printer is kept to ourselves. */
const WATCH_MS = 2000;
const SHARED_HOLD_MS = 2000;
const SHARED_PROBE_MS = 15_000;
/** A reading of a shared printer's counter this old is read again before a label. */
const FRESH_MS = 200;
/** Readings to wait for a counter that is written a moment after the label is out. */
const COUNTER_LAG = 5;

type Session = {
  desk: Desk;
  link: Link;
  open: OpenLabel[];
  /** Decided and not yet on the disk: written together with the next intent. */
  pending: Change[];
  poll: Poll;
  polledAt: number;
  /** Last moment with anything to do. */
  busyAt: number;
};

/** Waits for an answer however long the connection lives: no answer is not a failure, the media may be out. */
const patiently = async (
  desk: Desk,
  link: Link,
  answer: Promise<Poll | null>,
): Promise<Poll | null> => {
  const timer = setInterval(() => {
    if (desk.stopping()) link.close();
    desk.show(unansweredView(null));
    link.nudge();
  }, SILENCE_MS);
  const abandoned = setInterval(() => desk.stopping() && link.close(), 100);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
    clearInterval(abandoned);
  }
};

const ask = async (session: Session, bytes?: Uint8Array): Promise<boolean> => {
  const { desk, link } = session;
  const answer = link.poll(bytes);
  // While the printer works, so do we.
  desk.queue.drawAhead();
  const poll = await patiently(desk, link, answer);
  if (!poll) return false;
  session.poll = poll;
  session.polledAt = desk.now();
  desk.show(
    viewOfStatus(poll.status, poll.counter, session.open.length > 0 || !isIdle(poll.status)),
  );
  return true;
};

const flush = async (session: Session): Promise<void> => {
  const { pending } = session;
  session.pending = [];
  await session.desk.commit(pending);
};

/** Settles what an earlier connection or process left open. False: this connection was lost too. */
const recover = async (session: Session): Promise<boolean> => {
  const { desk, open } = session;
  const backoff = createBackoff(40, 500);
  while (!isIdle(session.poll.status)) {
    await desk.signal.wait(backoff.next());
    if (!(await ask(session))) return false;
  }
  const reading = {
    idle: true,
    counter: session.poll.counter,
    base: open[0]?.base ?? null,
    exclusive: desk.printer.exclusive,
  };
  const settled = settleAfterLoss(open, reading);
  await desk.commit(
    open
      .splice(0)
      .flatMap((label, i) => (settled[i] ? [changeOf(label, settled[i], desk.now())] : [])),
  );
  return true;
};

/** How many labels may be between consumption and proof of printing. */
const limitOf = (session: Session): number =>
  session.desk.printer.exclusive && session.poll.counter !== null ? 2 : 1;

const mayStart = (session: Session): boolean =>
  session.desk.mayStart() &&
  session.open.length + 1 <= limitOf(session) &&
  !session.link.ambiguous() &&
  !isStopped(session.poll.status) &&
  !session.poll.status.bufferFull;

/** Starts a label: intent on the disk, then its bytes and the question behind them. False: the connection was lost. */
const printNext = async (
  session: Session,
  bytes: Uint8Array,
  unit: { detailId: string; attempt: number; fence: number },
): Promise<boolean> => {
  const { desk, link, open } = session;
  const { counter } = session.poll;
  const last = open.at(-1);
  const base = last ? (last.base === null ? null : last.base + 1) : counter;
  const label: OpenLabel = {
    detailId: unit.detailId,
    attempt: unit.attempt,
    fence: unit.fence,
    base,
    consumed: false,
  };
  const { pending } = session;
  session.pending = [];
  desk.queue.shift();
  const intent: Change = {
    kind: 'intent',
    ...unit,
    base,
    localId: desk.printer.localId,
    at: new Date(desk.now()).toISOString(),
  };
  await desk.commit([...pending, intent]);
  if (link.lost()) {
    // Not one byte has left us.
    await desk.commit([changeOf(label, { kind: 'again' }, desk.now())]);
    return false;
  }
  open.push(label);
  if (!(await ask(session, bytes))) return false;
  label.consumed = true;
  desk.ledger.consumed(label);
  return true;
};

const settle = (session: Session, lag: number): number => {
  const { desk, open, poll } = session;
  if (open.length === 0) return 0;
  const base = open[0]?.base ?? null;
  const idle = isIdle(poll.status);
  if (idle && base !== null && poll.counter === base && lag < COUNTER_LAG) return lag + 1;
  const settled = settleLive(open, {
    idle,
    counter: poll.counter,
    base,
    exclusive: desk.printer.exclusive,
  });
  const ended = open.splice(0, settled.length);
  session.pending.push(
    ...ended.flatMap((label, i) => (settled[i] ? [changeOf(label, settled[i], desk.now())] : [])),
  );
  return 0;
};

/** Prints over one connection until it is lost or no longer needed. */
const work = async (session: Session): Promise<void> => {
  const { desk, link, open } = session;
  const backoff = createBackoff(20, 250);
  let lag = 0;
  while (!link.lost() && !desk.stopping()) {
    const next = mayStart(session) ? desk.queue.next(desk.now()) : null;
    if (next || open.length > 0) session.busyAt = desk.now();
    if (next) {
      backoff.reset();
      const stale =
        !desk.printer.exclusive &&
        session.poll.counter !== null &&
        desk.now() - session.polledAt > FRESH_MS;
      if (stale && !(await ask(session))) return;
      if (stale) continue;
      const { detailId, attempt, fence } = next.job.lease;
      if (!(await printNext(session, next.prepared.bytes, { detailId, attempt, fence }))) return;
    } else {
      await flush(session);
      if (open.length === 0 && link.ambiguous()) return;
      if (
        open.length === 0 &&
        !desk.printer.exclusive &&
        desk.now() - session.busyAt > SHARED_HOLD_MS
      )
        return;
      // A fresh look is owed to labels under way soon, to an idle printer now and then.
      await desk.signal.wait(
        open.length > 0 ? backoff.next() : isStopped(session.poll.status) ? WATCH_MS / 2 : WATCH_MS,
      );
      const canGoOn = open.length === 0 && desk.queue.size() > 0 && mayStart(session);
      if (!canGoOn && !(await ask(session))) return;
    }
    lag = settle(session, lag);
  }
};

/** What is left open when a connection ends. Without a counter nothing will ever prove it: uncertain at once. */
const afterwards = async (session: Session): Promise<void> => {
  const { desk, open } = session;
  await flush(session);
  if (open.length === 0 || open[0]?.base !== null) return;
  const settled = settleAfterLoss(open, {
    idle: false,
    counter: null,
    base: null,
    exclusive: desk.printer.exclusive,
  });
  await desk.commit(
    open.flatMap((label, i) => (settled[i] ? [changeOf(label, settled[i], desk.now())] : [])),
  );
};

const connectAndWork = async (desk: Desk): Promise<void> => {
  const socket = await openSocket(desk.printer, false);
  const link = createLink(socket);
  try {
    const poll = await patiently(desk, link, link.begin());
    if (!poll) return;
    desk.setCounts(poll.counter !== null);
    const now = desk.now();
    const open = openLabelsOf(desk.ledger, desk.printer.localId);
    const session: Session = { desk, link, open, pending: [], poll, polledAt: now, busyAt: now };
    desk.show(viewOfStatus(poll.status, poll.counter, open.length > 0));
    if (open.length > 0 && !(await recover(session))) return;
    try {
      await work(session);
    } finally {
      await afterwards(session);
    }
  } finally {
    link.close();
  }
};

/** Labels of an earlier process on a printer without a counter can never be proven. */
const settleHopeless = async (desk: Desk): Promise<void> => {
  const open = openLabelsOf(desk.ledger, desk.printer.localId).filter(
    (label) => label.base === null,
  );
  const settled = settleAfterLoss(open, {
    idle: false,
    counter: null,
    base: null,
    exclusive: false,
  });
  await desk.commit(
    open.flatMap((label, i) => (settled[i] ? [changeOf(label, settled[i], desk.now())] : [])),
  );
};

/** Drives a printer that answers `~HS`, until the desk is stopping. */
export const runStatusDriver = async (desk: Desk): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  await settleHopeless(desk);
  while (!desk.stopping()) {
    let wait: number;
    try {
      await connectAndWork(desk);
      backoff.reset();
      wait =
        desk.queue.size() > 0 || openLabelsOf(desk.ledger, desk.printer.localId).length > 0
          ? backoff.next()
          : SHARED_PROBE_MS;
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      desk.show(unreachableView(`${desk.printer.host}:${desk.printer.port}`, error.code, null));
      wait = backoff.next();
    }
    if (!desk.stopping()) await desk.signal.wait(wait);
  }
};
