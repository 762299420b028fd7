import type { Duplex } from 'node:stream';
import type { Change, Intent } from '../../ledger/ledger.ts';
import { listStartedUnresolvedLabels } from '../open-labels.ts';
import type { OpenLabel } from '../open-labels.ts';
import { floodView, toPrinterView } from '../view.ts';
import type { DriverContext } from '../driver-context.ts';
import type { StatusDialect, Link, LinkEvents } from './link.ts';
import { createStatusMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { createRetryPolicy } from './retry-policy.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { SLOW_LABELS } from './timing.ts';
import type { RestState } from './machine/state.ts';
import { isPrinterIdle } from './status.ts';

/** Knowledge about the printer across connections. */
export type PrinterMemory = {
  dialect: StatusDialect;
  retryPolicy: RetryPolicy;
  answersEarly: boolean;
  showsWork: boolean;
  /** Number of consecutive labels without observed work. */
  unseen: number;
  /** Number of consecutive labels whose first answer took as long as the paper. */
  slow: number;
  /** Number of consecutive labels without an answer between their echoes. */
  together: number;
  counts: boolean | null;
  /** The printer returns echoes around labels. */
  returnsEchoes: boolean;
  /**
   * A label may have been partly sent when a connection ended, and its remains were not cleared
   * yet.
   */
  isTorn: boolean;
  /** Printer state at the end of the last connection. */
  restState: RestState | null;
  /**
   * Number of consecutive connections closed because of a flood, and the end of the pause after
   * them.
   */
  floods: { count: number; until: number };
};

const FLOOD_PAUSE_MS = { first: 5000, most: 60_000 };

/** Records whether a connection was closed because of a flood, and pauses after it. */
export const recordFloodAndPause = ({
  context,
  memory,
  link,
}: Pick<Session, 'context' | 'memory' | 'link'>): void => {
  if (!link.isFlooded()) {
    memory.floods.count = 0;
    return;
  }
  const pause = Math.min(FLOOD_PAUSE_MS.most, FLOOD_PAUSE_MS.first * 2 ** memory.floods.count);
  memory.floods = { count: memory.floods.count + 1, until: getMonotonicMs() + pause };
  context.show(floodView);
};

export const createPrinterMemory = (
  context: DriverContext,
  dialect: StatusDialect,
): PrinterMemory => {
  const traits = context.ledger.getTraits(context.printer.localId);
  return {
    dialect,
    retryPolicy: createRetryPolicy(traits.answers || context.printer.counts !== undefined),
    answersEarly: traits.answersEarly,
    showsWork: false,
    unseen: 0,
    slow: dialect.answersAhead ? 0 : SLOW_LABELS,
    together: Infinity,
    counts: dialect.countsLabels ?? context.printer.counts ?? null,
    returnsEchoes: traits.echoes,
    // The state after an earlier process is unknown.
    isTorn: true,
    restState: null,
    floods: { count: 0, until: -Infinity },
  };
};

/** A label with a durable intent whose first byte was not sent yet. */
export type PendingLabel = {
  intent: Intent;
  label: OpenLabel;
  bytes: Uint8Array;
  paper: ReturnType<StatusDialect['getPaperTime']>;
  /** Whether it may start; null while unknown. */
  mayStart: boolean | null;
  /** Time of that decision. */
  decidedAt: number;
};

export type Session = {
  context: DriverContext;
  memory: PrinterMemory;
  link: Link;
  machine: Machine;
  /** The machine's started labels in its order, with their ids. */
  openLabels: OpenLabel[];
  /** The next label, while it waits for the server. */
  pendingLabel: PendingLabel | null;
  /** Results that are not durable yet. Written together with the next intent. */
  pendingChanges: Change[];
  hasSentGreeting: boolean;
  /** Time of the connection. */
  connectedAt: number;
  /** Last time there was something to do. */
  busyAt: number;
};

/** Monotonic clock, ms. */
export const getMonotonicMs = (): number => performance.now();

/** Records observed traits of the printer. */
const rememberObservedPrinterTraits = ({ context, memory, machine, openLabels }: Session): void => {
  const counts = machine.isCounting();
  if (counts !== null && counts !== memory.counts) {
    memory.counts = counts;
    context.recordTraits({ counts });
  }
  const { showsWork, unseenCount, slowCount, unansweredEchoCount, answersEarly } =
    machine.getPrinter();
  Object.assign(memory, {
    showsWork,
    unseen: unseenCount,
    slow: slowCount,
    together: unansweredEchoCount,
  });
  if (answersEarly && !memory.answersEarly) {
    memory.answersEarly = true;
    context.recordTraits({ answersEarly: true });
  }
  if (machine.isEchoing() && !memory.returnsEchoes) {
    memory.returnsEchoes = true;
    context.recordTraits({ echoes: true });
  }
  machine.listStarted().forEach((started, i) => {
    const label = openLabels[i];
    if (!label || label.consumed || !started.consumed) return;
    label.consumed = true;
    context.ledger.recordConsumed(label, new Date(context.now()).toISOString());
  });
};

const createLinkEvents = (session: () => Session): LinkEvents => {
  const handlePrinterAnswer = (hear: (machine: Machine) => void): void => {
    hear(session().machine);
    rememberObservedPrinterTraits(session());
    session().context.signal.raise();
  };
  return {
    onStatus: (status) => {
      const { context, memory, machine, openLabels } = session();
      if (!memory.retryPolicy.hasEverAnswered()) context.recordTraits({ answers: true });
      memory.retryPolicy.recordAnswer();
      handlePrinterAnswer(() => machine.recordStatus(getMonotonicMs(), status));
      context.show(
        toPrinterView(
          status,
          machine.getCounter(),
          openLabels.length > 0 || !isPrinterIdle(status),
        ),
      );
    },
    onCounter: (value) =>
      handlePrinterAnswer((machine) => machine.recordCounter(getMonotonicMs(), value)),
    onEcho: (place, wireMs) =>
      handlePrinterAnswer((machine) => machine.recordEcho(getMonotonicMs(), place, wireMs)),
    onExtra: () => session().machine.recordExtra(),
    onTruncated: () => session().machine.recordTruncated(getMonotonicMs()),
    onPart: () => session().machine.recordPart(),
    onString: (isPart = false) => session().machine.recordString(getMonotonicMs(), isPart),
    onLost: () => session().context.signal.raise(),
  };
};

/** Creates the initial state of a connection. */
export const createConnectionSession = (
  context: DriverContext,
  memory: PrinterMemory,
  socket: Duplex,
): Session => {
  const open = listStartedUnresolvedLabels(context.ledger, context.printer.localId);
  const { exclusive, wholeCounter } = context.printer;
  const { answersEarly, showsWork, unseen, slow, together } = memory;
  const { answersAhead, reportsWork } = memory.dialect;
  const machine = createStatusMachine({
    now: getMonotonicMs(),
    printer: {
      exclusive,
      wholeCounter,
      answersEarly,
      answersAhead,
      reportsWork: reportsWork,
      showsWork,
      unseenCount: unseen,
      slowCount: slow,
      unansweredEchoCount: together,
    },
    counts: memory.counts,
    restState: memory.restState,
    earlierLabels: open.map(({ base, consumed, paperMs }) => ({
      base,
      consumed,
      paperMs,
      seen: null,
    })),
  });
  const session: Session = {
    context,
    memory,
    link: memory.dialect.openLink(
      socket,
      createLinkEvents(() => session),
    ),
    machine,
    openLabels: open,
    pendingLabel: null,
    pendingChanges: [],
    hasSentGreeting: false,
    connectedAt: getMonotonicMs(),
    busyAt: getMonotonicMs(),
  };
  return session;
};
