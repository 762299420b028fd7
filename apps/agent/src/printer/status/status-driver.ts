import { UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { Backoff } from '../../signal.ts';
import { openStream } from '../stream.ts';
import { createFinalLedgerChange, listOpenLabels } from '../open-labels.ts';
import type { OpenLabel } from '../open-labels.ts';
import {
  createUnansweredPrinterView,
  unpluggedView,
  createUnreachablePrinterView,
} from '../view.ts';
import type { Desk } from '../desk.ts';
import type { StatusDialect } from './link.ts';
import type { Machine, Step } from './machine.ts';
import { isNextLabelRaw, printRawLabel } from './raw-job.ts';
import {
  recordConnectionFlood,
  createPrinterMemory,
  createSession,
  getMonotonicMs,
} from './session.ts';
import type { PrinterMemory, Session } from './session.ts';
import { resolveLostLabels } from './resolve-uncounted.ts';
import { shouldWithdrawLabel, prepareOrSendLabel, withdrawLabel } from './start-label.ts';

/**
 * How long to stay connected to an idle shared printer, and how often to poll it after that, ms.
 */
const SHARED_DISCONNECT_MS = 2000;
const SHARED_PROBE_MS = 15_000;
/** Maximum wait between two steps, because a stop does not wake the signal, ms. */
const MAX_WAIT_MS = 1000;
const hasLabelToPrint = ({ desk, pendingLabel }: Session): boolean =>
  pendingLabel !== null ||
  (desk.canStartNext() && desk.queue.countJobs() > 0 && !isNextLabelRaw(desk));

/** A label that waits for the server does not count as work yet. */
const isLabelReady = (session: Session): boolean =>
  hasLabelToPrint(session) && session.pendingLabel?.mayStart !== null;

const commitPending = async (session: Session): Promise<void> => {
  const { pendingChanges } = session;
  session.pendingChanges = [];
  await session.desk.commit(pendingChanges);
};

/** Resolves labels the printer does not count: no later connection can give more evidence. */
const resolveUncountedLabels = async (
  desk: Desk,
  labels: readonly OpenLabel[],
  machine: Machine | null,
) => {
  const lostResults = resolveLostLabels(
    machine ? machine.listStarted() : labels.map((label) => ({ ...label, seen: null })),
  );
  await desk.commit(
    labels.flatMap((label, i) =>
      label.base === null && lostResults[i]
        ? [createFinalLedgerChange(label, lostResults[i], desk.now())]
        : [],
    ),
  );
};

const greetPrinter = (session: Session): void => {
  const { link, machine, memory } = session;
  const now = getMonotonicMs();
  memory.retryPolicy.recordQuestion(now);
  machine.recordQuestion(now, false);
  session.hasSentGreeting = memory.retryPolicy.hasEverAnswered();
  if (!session.hasSentGreeting) return link.queryMinimally();
  if (machine.shouldAskOnce()) return link.sendSingleGreeting();
  machine.recordQuestion(now, memory.dialect.countsLabels === null);
  link.sendGreeting(memory.isTorn);
};

/**
 * Queries a printer that does not answer again, with growing intervals. Returns false when it gives
 * up.
 */
const retryQuestion = async (session: Session): Promise<boolean> => {
  const { desk, memory, link, machine } = session;
  const { retryPolicy } = memory;
  const isWanted = hasLabelToPrint(session) || session.openLabels.length > 0;
  if (machine.hasAnswered() || retryPolicy.isHeldByPrinter(session.connectedAt, getMonotonicMs()))
    desk.show(createUnansweredPrinterView(memory.dialect.unansweredText, machine.getCounter()));
  await commitPending(session);
  if (retryPolicy.hasGivenUp(isWanted)) return false;
  if (retryPolicy.canAsk(getMonotonicMs(), isWanted)) {
    retryPolicy.recordQuestion(getMonotonicMs());
    machine.recordQuestion(getMonotonicMs(), false);
    link.queryMinimally();
  }
  await desk.signal.wait(MAX_WAIT_MS / 2);
  return true;
};

/** Performs one step. Returns false when the connection is no longer needed. */
const performStep = async (session: Session, step: Step): Promise<boolean> => {
  const { desk, link, machine } = session;
  switch (step.do) {
    case 'settle': {
      const ended = session.openLabels.splice(0, step.settled.length);
      const changes = ended.flatMap((label, i) => {
        const settledResult = step.settled[i];
        return settledResult ? [createFinalLedgerChange(label, settledResult, desk.now())] : [];
      });
      session.pendingChanges.push(...changes);
      return true;
    }
    case 'start':
      await prepareOrSendLabel(session, step.base);
      return true;
    case 'ask':
      machine.recordQuestion(getMonotonicMs(), step.counter);
      link.query(step.counter);
      return true;
    case 'silent':
      return retryQuestion(session);
    case 'renew':
      return false;
    case 'wait':
      await commitPending(session);
      if (!desk.printer.exclusive && session.openLabels.length === 0 && !hasLabelToPrint(session))
        if (getMonotonicMs() - session.busyAt > SHARED_DISCONNECT_MS) return false;
      await desk.signal.wait(Math.min(step.ms, MAX_WAIT_MS));
      return true;
  }
};

/** Prints over one connection until it is lost or no longer needed. */
const runSession = async (session: Session): Promise<void> => {
  const { desk, memory, link, machine } = session;
  greetPrinter(session);
  while (!link.isLost() && !desk.isStopping()) {
    if (!session.hasSentGreeting && memory.retryPolicy.hasEverAnswered()) greetPrinter(session);
    if (shouldWithdrawLabel(session)) await withdrawLabel(session);
    const isBusy = session.openLabels.length > 0 || session.pendingLabel !== null;
    if (isNextLabelRaw(desk) && !isBusy && machine.hasAnswered()) break;
    if (hasLabelToPrint(session) || session.openLabels.length > 0)
      session.busyAt = getMonotonicMs();
    if (!(await performStep(session, machine.step(getMonotonicMs(), isLabelReady(session))))) break;
  }
};

/** Connects and prints. Returns whether the printer answered. */
const connectAndPrint = async (desk: Desk, memory: PrinterMemory): Promise<boolean> => {
  const socket = await openStream(desk.printer.at, false, desk.isStopping);
  if (desk.isStopping()) {
    // Another driver may already use the printer.
    socket.destroy();
    return false;
  }
  const session = createSession(desk, memory, socket);
  try {
    await runSession(session);
    const hasAnswered = session.machine.hasAnswered();
    const { link } = session;
    if (!hasAnswered && link.isLost() && !link.isFlooded() && !desk.isStopping()) {
      // A print server accepts connections for a printer that is off.
      if (memory.retryPolicy.recordLoss(session.connectedAt, getMonotonicMs()))
        throw new UnreachableError('ECONNRESET');
      desk.show(
        createUnansweredPrinterView(memory.dialect.unansweredText, session.machine.getCounter()),
      );
    }
    return hasAnswered;
  } finally {
    memory.restState = session.link.isLost() ? null : session.machine.getRestState();
    const { openLabels, machine } = session;
    memory.isTorn = openLabels.length > 0 || (memory.isTorn && !machine.hasAnswered());
    session.link.close();
    recordConnectionFlood(session);
    await withdrawLabel(session);
    await commitPending(session);
    await resolveUncountedLabels(desk, session.openLabels, session.machine);
  }
};

/**
 * Connects once and prints until the connection ends. Returns the delay before the next connection,
 * ms.
 */
const connectAndPrintOnce = async (
  desk: Desk,
  memory: PrinterMemory,
  backoff: Backoff,
): Promise<number> => {
  try {
    const hasAnswered = await connectAndPrint(desk, memory);
    if (hasAnswered) backoff.reset();
    if (hasAnswered && isNextLabelRaw(desk) && getMonotonicMs() >= memory.floods.until) {
      await printRawLabel(desk, memory);
      return 0;
    }
    const open = listOpenLabels(desk.ledger, desk.printer.localId).length > 0;
    return desk.queue.countJobs() > 0 || open ? backoff.getNextDelay() : SHARED_PROBE_MS;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    memory.restState = null;
    const { at, isVirtual } = desk.printer;
    desk.show(isVirtual ? unpluggedView : createUnreachablePrinterView(at, error.code));
    return backoff.getNextDelay();
  }
};

/** Drives a printer that reports its status, until the desk is stopping. */
export const runStatusDriver = async (desk: Desk, dialect: StatusDialect): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const memory = createPrinterMemory(desk, dialect);
  const listPrinterOpenLabels = (): OpenLabel[] =>
    listOpenLabels(desk.ledger, desk.printer.localId);
  // Labels of an earlier process on a printer without a counter can never be proven.
  await resolveUncountedLabels(desk, listPrinterOpenLabels(), null);
  while (!desk.isStopping()) {
    if (getMonotonicMs() < memory.floods.until) {
      await desk.signal.wait(MAX_WAIT_MS);
      continue;
    }
    const isWanted =
      (desk.canStartNext() && desk.queue.countJobs() > 0) || listPrinterOpenLabels().length > 0;
    if (!memory.retryPolicy.canAsk(getMonotonicMs(), isWanted)) {
      if (memory.retryPolicy.hasGivenUp(isWanted))
        desk.show(createUnansweredPrinterView(dialect.givenUpText, null));
      await desk.signal.wait(MAX_WAIT_MS);
      continue;
    }
    await desk.signal.wait(await connectAndPrintOnce(desk, memory, backoff));
  }
};
