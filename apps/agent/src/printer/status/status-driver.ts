import { UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { Backoff } from '../../signal.ts';
import { openStream } from '../stream.ts';
import { createResultLedgerChange, listStartedUnresolvedLabels } from '../open-labels.ts';
import type { OpenLabel } from '../open-labels.ts';
import {
  createUnansweredPrinterView,
  unpluggedView,
  createUnreachablePrinterView,
} from '../view.ts';
import type { DriverContext } from '../driver-context.ts';
import type { StatusDialect } from './link.ts';
import type { Machine, Step } from './machine.ts';
import { isNextLabelRaw, printRawLabel } from './raw-job.ts';
import {
  recordFloodAndPause,
  createPrinterMemory,
  createConnectionSession,
  getMonotonicMs,
} from './session.ts';
import type { PrinterMemory, Session } from './session.ts';
import { resolveLabelsOfLostConnection } from './resolve-uncounted.ts';
import { shouldWithdrawLabel, prepareOrSendLabel, withdrawLabel } from './start-label.ts';

/**
 * How long to stay connected to an idle shared printer, and how often to poll it after that, ms.
 */
const SHARED_DISCONNECT_MS = 2000;
const SHARED_PROBE_MS = 15_000;
/** Maximum wait between two steps, because a stop does not wake the signal, ms. */
const MAX_WAIT_MS = 1000;
const hasLabelToPrint = ({ context, pendingLabel }: Session): boolean =>
  pendingLabel !== null ||
  (context.canStartNext() && context.queue.countJobs() > 0 && !isNextLabelRaw(context));

/** Whether there is a label to work on. One that waits for the server does not count yet. */
const isLabelReady = (session: Session): boolean =>
  hasLabelToPrint(session) && session.pendingLabel?.mayStart !== null;

const commitPendingLedgerChanges = async (session: Session): Promise<void> => {
  const { pendingChanges } = session;
  session.pendingChanges = [];
  await session.context.commit(pendingChanges);
};

/** Resolves labels the printer does not count: no later connection can give more evidence. */
const resolveLabelsPrinterDoesNotCount = async (
  context: DriverContext,
  labels: readonly OpenLabel[],
  machine: Machine | null,
) => {
  const lostResults = resolveLabelsOfLostConnection(
    machine ? machine.listStarted() : labels.map((label) => ({ ...label, seen: null })),
  );
  await context.commit(
    labels.flatMap((label, i) =>
      label.base === null && lostResults[i]
        ? [createResultLedgerChange(label, lostResults[i], context.now())]
        : [],
    ),
  );
};

const sendFirstQueries = (session: Session): void => {
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
  const { context, memory, link, machine } = session;
  const { retryPolicy } = memory;
  const isWanted = hasLabelToPrint(session) || session.openLabels.length > 0;
  if (machine.hasAnswered() || retryPolicy.isHeldByPrinter(session.connectedAt, getMonotonicMs()))
    context.show(createUnansweredPrinterView(memory.dialect.unansweredText, machine.getCounter()));
  await commitPendingLedgerChanges(session);
  if (retryPolicy.hasGivenUp(isWanted)) return false;
  if (retryPolicy.canAsk(getMonotonicMs(), isWanted)) {
    retryPolicy.recordQuestion(getMonotonicMs());
    machine.recordQuestion(getMonotonicMs(), false);
    link.queryMinimally();
  }
  await context.signal.wait(MAX_WAIT_MS / 2);
  return true;
};

/** Performs one step. Returns false when the connection is no longer needed. */
const performDriverStep = async (session: Session, step: Step): Promise<boolean> => {
  const { context, link, machine } = session;
  switch (step.do) {
    case 'settle': {
      const ended = session.openLabels.splice(0, step.settled.length);
      const changes = ended.flatMap((label, i) => {
        const settledResult = step.settled[i];
        return settledResult ? [createResultLedgerChange(label, settledResult, context.now())] : [];
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
      await commitPendingLedgerChanges(session);
      if (
        !context.printer.exclusive &&
        session.openLabels.length === 0 &&
        !hasLabelToPrint(session)
      )
        if (getMonotonicMs() - session.busyAt > SHARED_DISCONNECT_MS) return false;
      await context.signal.wait(Math.min(step.ms, MAX_WAIT_MS));
      return true;
  }
};

/** Prints over one connection until it is lost or no longer needed. */
const printOverConnection = async (session: Session): Promise<void> => {
  const { context, memory, link, machine } = session;
  sendFirstQueries(session);
  while (!link.isLost() && !context.isStopping()) {
    if (!session.hasSentGreeting && memory.retryPolicy.hasEverAnswered()) sendFirstQueries(session);
    if (shouldWithdrawLabel(session)) await withdrawLabel(session);
    const isBusy = session.openLabels.length > 0 || session.pendingLabel !== null;
    if (isNextLabelRaw(context) && !isBusy && machine.hasAnswered()) break;
    if (hasLabelToPrint(session) || session.openLabels.length > 0)
      session.busyAt = getMonotonicMs();
    if (!(await performDriverStep(session, machine.step(getMonotonicMs(), isLabelReady(session)))))
      break;
  }
};

/** Connects and prints. Returns whether the printer answered. */
const connectAndPrint = async (context: DriverContext, memory: PrinterMemory): Promise<boolean> => {
  const socket = await openStream(context.printer.at, false, context.isStopping);
  if (context.isStopping()) {
    // Another driver may already use the printer.
    socket.destroy();
    return false;
  }
  const session = createConnectionSession(context, memory, socket);
  try {
    await printOverConnection(session);
    const hasAnswered = session.machine.hasAnswered();
    const { link } = session;
    if (!hasAnswered && link.isLost() && !link.isFlooded() && !context.isStopping()) {
      // A print server accepts connections for a printer that is off.
      if (memory.retryPolicy.recordLoss(session.connectedAt, getMonotonicMs()))
        throw new UnreachableError('ECONNRESET');
      context.show(
        createUnansweredPrinterView(memory.dialect.unansweredText, session.machine.getCounter()),
      );
    }
    return hasAnswered;
  } finally {
    memory.restState = session.link.isLost() ? null : session.machine.getRestState();
    const { openLabels, machine } = session;
    memory.isTorn = openLabels.length > 0 || (memory.isTorn && !machine.hasAnswered());
    session.link.close();
    recordFloodAndPause(session);
    await withdrawLabel(session);
    await commitPendingLedgerChanges(session);
    await resolveLabelsPrinterDoesNotCount(context, session.openLabels, session.machine);
  }
};

/**
 * Connects once and prints until the connection ends. Returns the delay before the next connection,
 * ms.
 */
const connectAndPrintOnce = async (
  context: DriverContext,
  memory: PrinterMemory,
  backoff: Backoff,
): Promise<number> => {
  try {
    const hasAnswered = await connectAndPrint(context, memory);
    if (hasAnswered) backoff.reset();
    if (hasAnswered && isNextLabelRaw(context) && getMonotonicMs() >= memory.floods.until) {
      await printRawLabel(context, memory);
      return 0;
    }
    const open = listStartedUnresolvedLabels(context.ledger, context.printer.localId).length > 0;
    return context.queue.countJobs() > 0 || open ? backoff.getNextDelay() : SHARED_PROBE_MS;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    memory.restState = null;
    const { at, isVirtual } = context.printer;
    context.show(isVirtual ? unpluggedView : createUnreachablePrinterView(at, error.code));
    return backoff.getNextDelay();
  }
};

/** Drives a printer that reports its status, until the context is stopping. */
export const runStatusDriver = async (
  context: DriverContext,
  dialect: StatusDialect,
): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const memory = createPrinterMemory(context, dialect);
  const listPrinterOpenLabels = (): OpenLabel[] =>
    listStartedUnresolvedLabels(context.ledger, context.printer.localId);
  // Labels of an earlier process on a printer without a counter can never be proven.
  await resolveLabelsPrinterDoesNotCount(context, listPrinterOpenLabels(), null);
  while (!context.isStopping()) {
    if (getMonotonicMs() < memory.floods.until) {
      await context.signal.wait(MAX_WAIT_MS);
      continue;
    }
    const isWanted =
      (context.canStartNext() && context.queue.countJobs() > 0) ||
      listPrinterOpenLabels().length > 0;
    if (!memory.retryPolicy.canAsk(getMonotonicMs(), isWanted)) {
      if (memory.retryPolicy.hasGivenUp(isWanted))
        context.show(createUnansweredPrinterView(dialect.givenUpText, null));
      await context.signal.wait(MAX_WAIT_MS);
      continue;
    }
    await context.signal.wait(await connectAndPrintOnce(context, memory, backoff));
  }
};
