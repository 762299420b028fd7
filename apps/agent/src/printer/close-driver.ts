import type { Duplex } from 'node:stream';
import { UnreachableError } from '../errors.ts';
import { createBackoff } from '../signal.ts';
import type { DriverContext } from './driver-context.ts';
import { discardDataAndPauseFlood } from './token-bucket.ts';
import {
  createResultLedgerChange,
  toOpenLabel,
  listStartedUnresolvedLabels,
} from './open-labels.ts';
import { returnLabel } from './return-label.ts';
import type { OpenLabel } from './open-labels.ts';
import { ACCEPTED_RAW_RESULT, ACCEPTED_RESULT, UNCERTAIN_RESULT } from './connection-results.ts';
import { openStream, sendLastBytes } from './stream.ts';
import { createStatuslessPrinterView, createUnreachablePrinterView } from './view.ts';

const PROBE_MS = 15_000;
/** Time after which data of an interrupted connection has reached the printer, ms. */
const ORPHAN_MS = 1500;
/** A connection that the printer closes sooner was rejected, ms. */
const REJECTED_MS = 1000;

/**
 * Sends a label and closes the sending side. Returns true when the printer then closes its side: it
 * has read everything. A close before that proves nothing.
 */
const sendLabelAndAwaitClose = (
  context: DriverContext,
  socket: Duplex,
  bytes: Uint8Array,
): Promise<boolean> =>
  new Promise((resolve) => {
    let allSent = false;
    let closedByPrinter = false;
    const timer = setInterval(() => context.isStopping() && socket.destroy(), 100);
    socket.on('end', () => {
      closedByPrinter = allSent;
      socket.end();
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(closedByPrinter && socket.errored === null);
    });
    sendLastBytes(socket, context.printer, bytes, () => {
      allSent = true;
    });
  });

type Connection = {
  socket: Duplex;
  /** Whether the printer has closed it. */
  isClosed: () => boolean;
  /** Whether the printer closed it as idle, not as rejected. */
  hasTimedOut: () => boolean;
};

/** Opens a connection. Throws UnreachableError. */
const connectToPrinter = async ({ printer, isStopping }: DriverContext): Promise<Connection> => {
  const socket = await openStream(printer.at, true, isStopping);
  const openedAt = performance.now();
  let endedAt = Infinity;
  for (const event of ['end', 'close'])
    socket.once(event, () => {
      endedAt = Math.min(endedAt, performance.now());
    });
  // Unread data would hide the printer's FIN and turn our own into a reset, which discards sent
  // data.
  discardDataAndPauseFlood(socket);
  const isConnectionOver = (): boolean => socket.destroyed || socket.readableEnded;
  return {
    socket,
    isClosed: isConnectionOver,
    hasTimedOut: () => isConnectionOver() && endedAt - openedAt >= REJECTED_MS,
  };
};

/**
 * Waits until a label may be sent. The connection is opened before: otherwise this printer would
 * claim a label that another one could print. Print servers close idle connections after some
 * seconds, and the clearance may take longer; then it opens another one for the cleared label. It
 * does not after an immediate close, which would swallow the label's first bytes. Returns null when
 * the label was returned. Throws UnreachableError when the printer closed the connection.
 */
const waitForConnectionToSend = async (
  context: DriverContext,
  label: OpenLabel,
  connection: Connection,
): Promise<Duplex | null> => {
  let { socket, isClosed: isOver } = connection;
  const abandonLabel = (): Promise<void> => {
    socket.destroy();
    return returnLabel(context, label);
  };
  const isCleared = await context.waitForClearance(label);
  const isLabelSendAllowed = (): boolean => isCleared && context.canSend(label);
  if (isLabelSendAllowed() && connection.hasTimedOut()) {
    socket.destroy();
    try {
      ({ socket, isClosed: isOver } = await connectToPrinter(context));
    } catch (error) {
      await abandonLabel();
      throw error;
    }
  }
  // We may be stopping, and another driver may already use the printer.
  if (isLabelSendAllowed() && !isOver()) return socket;
  const wasEnded = isLabelSendAllowed();
  await abandonLabel();
  if (wasEnded) throw new UnreachableError('ECONNRESET');
  return null;
};

/**
 * Prints a label. Returns true when a part of it may be pending or half printed; null when nothing
 * was sent.
 */
const sendNextLabelAndAwaitClose = async (
  context: DriverContext,
  prefix: Uint8Array,
): Promise<boolean | null> => {
  const first = context.queue.peekNext(context.now());
  if (!first) return null;
  // Connect before the intent is written: so a printer that is off makes no label uncertain.
  const connection = await connectToPrinter(context);
  const next = context.canStartNext() ? context.queue.peekNext(context.now()) : null;
  if (!next) {
    connection.socket.destroy();
    return null;
  }
  const intent = context.createIntent(next.job, { base: null });
  const label = toOpenLabel(intent);
  context.queue.shift();
  context.show(createStatuslessPrinterView(true));
  await context.commit([intent]);
  const socket = await waitForConnectionToSend(context, label, connection);
  if (!socket) return null;
  const delivered = sendLabelAndAwaitClose(
    context,
    socket,
    Buffer.concat([prefix, next.prepared.bytes]),
  );
  context.queue.drawAhead();
  const isAccepted = await delivered;
  const isRaw = next.prepared.isRawData === true;
  const result = isAccepted ? (isRaw ? ACCEPTED_RAW_RESULT : ACCEPTED_RESULT) : UNCERTAIN_RESULT;
  await context.commit([createResultLedgerChange(label, result, context.now())]);
  return !isAccepted || isRaw;
};

const waitAfterLabelsOfOldAddress = async (context: DriverContext): Promise<void> => {
  const until = performance.now() + ORPHAN_MS;
  for (
    let remainingMs = ORPHAN_MS;
    remainingMs > 0 && !context.isStopping();
    remainingMs = until - performance.now()
  )
    await context.signal.wait(remainingMs);
};

/** Checks whether the printer is reachable. */
const checkPrinterReachable = async (context: DriverContext): Promise<void> => {
  const { socket } = await connectToPrinter(context);
  socket.end();
  socket.once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1000).unref();
  context.show(createStatuslessPrinterView(false));
};

/**
 * Drives a printer that reports no status and closes a connection after reading it: one connection
 * per label. `createPrefix` returns a prefix in the printer's language for each label. It cancels
 * what an interrupted connection left, because the rest of half a graphic would swallow this label
 * and the next ones. `wasTorn`: the previous label may be partly printed.
 */
export const runConnectionCloseDriver = async (
  context: DriverContext,
  createPrefix: (wasTorn: boolean) => Uint8Array,
): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const openLabels = listStartedUnresolvedLabels(context.ledger, context.printer.localId);
  await context.commit(
    openLabels.map((label) => createResultLedgerChange(label, UNCERTAIN_RESULT, context.now())),
  );
  // The state after an earlier process is unknown.
  let isTorn = true;
  let mayHaveOrphanData = openLabels.length > 0;
  let probedAt = 0;
  while (!context.isStopping()) {
    try {
      if (context.canStartNext() && context.queue.countJobs() > 0) {
        if (mayHaveOrphanData) await waitAfterLabelsOfOldAddress(context);
        isTorn = (await sendNextLabelAndAwaitClose(context, createPrefix(isTorn))) ?? isTorn;
        mayHaveOrphanData = isTorn;
        probedAt = context.now();
        backoff.reset();
        continue;
      }
      if (context.now() - probedAt >= PROBE_MS) await checkPrinterReachable(context);
      probedAt = context.now();
      context.show(createStatuslessPrinterView(false));
      await context.signal.wait(PROBE_MS);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      context.show(createUnreachablePrinterView(context.printer.at, error.code));
      await context.signal.wait(backoff.getNextDelay());
    }
  }
};
