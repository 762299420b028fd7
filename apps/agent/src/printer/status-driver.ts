import type { Socket } from 'node:net';
import { UnreachableError } from '../errors.ts';
import type { Change } from '../ledger/ledger.ts';
import { createBackoff } from '../signal.ts';
import type { Backoff } from '../signal.ts';
import { isIdle } from './hs.ts';
import { createLink, openSocket } from './link.ts';
import type { Link, LinkEvents } from './link.ts';
import { createMachine } from './machine.ts';
import type { Machine, Step } from './machine.ts';
import { createManners } from './manners.ts';
import type { Manners } from './manners.ts';
import { changeOf, neverSent, openLabelsOf } from './open-labels.ts';
import type { OpenLabel } from './open-labels.ts';
import { NEVER_SENT } from './reasons.ts';
import { settleLost } from './settle.ts';
import type { Rested } from './starts.ts';
import { muteView, unansweredView, unreachableView, viewOfStatus } from './state.ts';
import { paperTimeOf } from './timing.ts';
import type { Desk } from './worker.ts';

/** How long a shared printer is kept to ourselves without work, and how often it is looked at then. */
const SHARED_HOLD_MS = 2000;
const SHARED_PROBE_MS = 15_000;
/** Steps are looked at again at least this often: whether we are to stop comes without an event. */
const LONGEST_WAIT_MS = 1000;

/** What is known of the printer beyond one connection. */
type Memory = {
  manners: Manners;
  answersEarly: boolean;
  counts: boolean | null;
  /** How the last connection left it. */
  rested: Rested | null;
};

type Session = {
  desk: Desk;
  memory: Memory;
  link: Link;
  machine: Machine;
  /** The machine's started labels by name, in its order. */
  open: OpenLabel[];
  /** Decided and not yet on the disk: written together with the next intent. */
  pending: Change[];
  greeted: boolean;
  /** Last moment with anything to do. */
  busyAt: number;
};

/** Time that no clock setting moves. */
const ticks = (): number => performance.now();

const work = ({ desk }: Session): boolean => desk.mayStart() && desk.queue.size() > 0;

const flush = async (session: Session): Promise<void> => {
  const { pending } = session;
  session.pending = [];
  await session.desk.commit(pending);
};

/** Settles for good what no later connection can know more about: labels the printer does not count. */
const settleUncounted = async (desk: Desk, labels: readonly OpenLabel[], seen: Machine | null) => {
  const settled = settleLost(
    seen ? seen.started() : labels.map((label) => ({ ...label, seen: null })),
  );
  await desk.commit(
    labels.flatMap((label, i) =>
      label.base === null && settled[i] ? [changeOf(label, settled[i], desk.now())] : [],
    ),
  );
};

/** Starts a label: intent on the disk, then its bytes and the question behind them. */
const start = async (session: Session, base: number | null): Promise<void> => {
  const { desk, link, machine } = session;
  const next = desk.queue.next(desk.now());
  if (!next) return;
  const { detailId, attempt, fence } = next.job.lease;
  const { bytes } = next.prepared;
  const paper = paperTimeOf(bytes, desk.printer.dpi);
  const paperMs = Math.ceil(paper.mostMs);
  const label: OpenLabel = { detailId, attempt, fence, base, consumed: false, paperMs };
  const { pending } = session;
  session.pending = [];
  desk.queue.shift();
  const at = new Date(desk.now()).toISOString();
  const { localId } = desk.printer;
  await desk.commit([
    ...pending,
    { kind: 'intent', detailId, attempt, fence, base, localId, at, paperMs },
  ]);
  if (link.lost()) return desk.commit([neverSent(label, NEVER_SENT, desk.now())]);
  const counter = machine.counts() !== false;
  session.open.push(label);
  machine.sent(ticks(), { base, paper }, counter);
  link.ask(counter, bytes);
  // While the printer works, so do we.
  desk.queue.drawAhead();
};

const greet = (session: Session): void => {
  const { link, machine, memory } = session;
  const now = ticks();
  memory.manners.asked(now);
  machine.asked(now, false);
  session.greeted = memory.manners.known();
  if (!session.greeted) return link.whisper();
  machine.asked(now, true);
  link.greet();
};

/** A printer that does not answer is asked again, ever more rarely. False: it is asked no more. */
const nudge = async (session: Session): Promise<boolean> => {
  const { desk, memory, link, machine } = session;
  const { manners } = memory;
  const wanted = work(session) || session.open.length > 0;
  desk.show(unansweredView(machine.counter()));
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

/** Takes one step. False: the connection is not needed any more. */
const act = async (session: Session, step: Step): Promise<boolean> => {
  const { desk, link, machine } = session;
  switch (step.do) {
    case 'settle': {
      const ended = session.open.splice(0, step.settled.length);
      const changes = ended.flatMap((label, i) => {
        const settled = step.settled[i];
        return settled ? [changeOf(label, settled, desk.now())] : [];
      });
      session.pending.push(...changes);
      return true;
    }
    case 'start':
      await start(session, step.base);
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
        if (ticks() - session.busyAt > SHARED_HOLD_MS) return false;
      await desk.signal.wait(Math.min(step.ms, LONGEST_WAIT_MS));
      return true;
  }
};

/** Notes what was learned of the printer. */
const learn = ({ desk, memory, machine, open }: Session): void => {
  const counts = machine.counts();
  if (counts !== null && counts !== memory.counts) {
    memory.counts = counts;
    desk.learned({ counts });
  }
  if (machine.printer().answersEarly && !memory.answersEarly) {
    memory.answersEarly = true;
    desk.learned({ answersEarly: true });
  }
  machine.started().forEach((started, i) => {
    const label = open[i];
    if (!label || label.consumed || !started.consumed) return;
    label.consumed = true;
    desk.ledger.consumed(label);
  });
};

const eventsOf = (session: () => Session): LinkEvents => {
  const heard = (hear: (machine: Machine) => void): void => {
    hear(session().machine);
    learn(session());
    session().desk.signal.raise();
  };
  return {
    onStatus: (status) => {
      const { desk, memory, machine, open } = session();
      if (!memory.manners.known()) desk.learned({ answers: true });
      memory.manners.answered();
      heard(() => machine.status(ticks(), status));
      desk.show(viewOfStatus(status, machine.counter(), open.length > 0 || !isIdle(status)));
    },
    onCounter: (value) => heard((machine) => machine.value(ticks(), value)),
    onString: () => session().machine.sign(ticks()),
    onLost: () => session().desk.signal.raise(),
  };
};

const openSession = (desk: Desk, memory: Memory, socket: Socket): Session => {
  const open = openLabelsOf(desk.ledger, desk.printer.localId);
  const { exclusive, wholeCounter } = desk.printer;
  const machine = createMachine({
    now: ticks(),
    printer: { exclusive, wholeCounter, answersEarly: memory.answersEarly },
    counts: memory.counts,
    rested: memory.rested,
    left: open.map(({ base, consumed, paperMs }) => ({ base, consumed, paperMs, seen: null })),
  });
  const session: Session = {
    desk,
    memory,
    link: createLink(
      socket,
      eventsOf(() => session),
    ),
    machine,
    open,
    pending: [],
    greeted: false,
    busyAt: ticks(),
  };
  return session;
};

/** Prints over one connection until it is lost or no longer needed. */
const converse = async (session: Session): Promise<void> => {
  const { desk, memory, link, machine } = session;
  greet(session);
  while (!link.lost() && !desk.stopping()) {
    if (!session.greeted && memory.manners.known()) greet(session);
    if (work(session) || session.open.length > 0) session.busyAt = ticks();
    if (!(await act(session, machine.step(ticks(), work(session))))) break;
  }
};

/** True when the printer answered. */
const connectAndWork = async (desk: Desk, memory: Memory): Promise<boolean> => {
  const session = openSession(desk, memory, await openSocket(desk.printer, false));
  try {
    await converse(session);
    return session.machine.answered();
  } finally {
    memory.rested = session.link.lost() ? null : session.machine.rested();
    session.link.close();
    await flush(session);
    await settleUncounted(desk, session.open, session.machine);
  }
};

/** Connects once and works for as long as that lasts; how long to wait before the next time. */
const visit = async (desk: Desk, memory: Memory, backoff: Backoff): Promise<number> => {
  try {
    if (await connectAndWork(desk, memory)) backoff.reset();
    const open = openLabelsOf(desk.ledger, desk.printer.localId).length > 0;
    return desk.queue.size() > 0 || open ? backoff.next() : SHARED_PROBE_MS;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    memory.rested = null;
    desk.show(unreachableView(`${desk.printer.host}:${desk.printer.port}`, error.code, null));
    return backoff.next();
  }
};

/** Drives a printer that answers `~HS`, until the desk is stopping. */
export const runStatusDriver = async (desk: Desk): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const traits = desk.ledger.traits(desk.printer.localId);
  const memory: Memory = {
    manners: createManners(traits.answers || desk.printer.counts !== undefined),
    answersEarly: traits.answersEarly,
    counts: desk.printer.counts ?? null,
    rested: null,
  };
  const openLabels = (): OpenLabel[] => openLabelsOf(desk.ledger, desk.printer.localId);
  // Labels of an earlier process on a printer without a counter can never be proven.
  await settleUncounted(desk, openLabels(), null);
  while (!desk.stopping()) {
    const wanted = (desk.mayStart() && desk.queue.size() > 0) || openLabels().length > 0;
    if (!memory.manners.mayAsk(ticks(), wanted)) {
      if (memory.manners.gaveUp(wanted)) desk.show(muteView());
      await desk.signal.wait(LONGEST_WAIT_MS);
      continue;
    }
    await desk.signal.wait(await visit(desk, memory, backoff));
  }
};
