import type { Duplex } from 'node:stream';
import { UnreachableError } from '../errors.ts';
import { createBackoff } from '../signal.ts';
import type { Desk } from './desk.ts';
import { discardIncomingData } from './token-bucket.ts';
import { createFinalLedgerChange, toOpenLabel, listOpenLabels } from './open-labels.ts';
import { returnLabel } from './return-label.ts';
import type { OpenLabel } from './open-labels.ts';
import { ACCEPTED_RAW_RESULT, ACCEPTED_RESULT, UNCERTAIN_RESULT } from './connection-results.ts';
import { openStream, sendLast } from './stream.ts';
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
const sendLabelUntilClosed = (desk: Desk, socket: Duplex, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    let allSent = false;
    let closedByPrinter = false;
    const timer = setInterval(() => desk.isStopping() && socket.destroy(), 100);
    socket.on('end', () => {
      closedByPrinter = allSent;
      socket.end();
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(closedByPrinter && socket.errored === null);
    });
    sendLast(socket, desk.printer, bytes, () => {
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
const connectToPrinter = async ({ printer, isStopping }: Desk): Promise<Connection> => {
  const socket = await openStream(printer.at, true, isStopping);
  const openedAt = performance.now();
  let endedAt = Infinity;
  for (const event of ['end', 'close'])
    socket.once(event, () => {
      endedAt = Math.min(endedAt, performance.now());
    });
  // Unread data would hide the printer's FIN and turn our own into a reset, which discards sent
  // data.
  discardIncomingData(socket);
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
const waitToSend = async (
  desk: Desk,
  label: OpenLabel,
  connection: Connection,
): Promise<Duplex | null> => {
  let { socket, isClosed: isOver } = connection;
  const abandonLabel = (): Promise<void> => {
    socket.destroy();
    return returnLabel(desk, label);
  };
  const isCleared = await desk.waitForClearance(label);
  const isSendAllowed = (): boolean => isCleared && desk.canSend(label);
  if (isSendAllowed() && connection.hasTimedOut()) {
    socket.destroy();
    try {
      ({ socket, isClosed: isOver } = await connectToPrinter(desk));
    } catch (error) {
      await abandonLabel();
      throw error;
    }
  }
  // We may be stopping, and another driver may already use the printer.
  if (isSendAllowed() && !isOver()) return socket;
  const wasEnded = isSendAllowed();
  await abandonLabel();
  if (wasEnded) throw new UnreachableError('ECONNRESET');
  return null;
};

/**
 * Prints a label. Returns true when a part of it may be pending or half printed; null when nothing
 * was sent.
 */
const printNextLabel = async (desk: Desk, prefix: Uint8Array): Promise<boolean | null> => {
  const first = desk.queue.peekNext(desk.now());
  if (!first) return null;
  // Connect before the intent is written: so a printer that is off makes no label uncertain.
  const connection = await connectToPrinter(desk);
  const next = desk.canStartNext() ? desk.queue.peekNext(desk.now()) : null;
  if (!next) {
    connection.socket.destroy();
    return null;
  }
  const intent = desk.createIntent(next.job, { base: null });
  const label = toOpenLabel(intent);
  desk.queue.shift();
  desk.show(createStatuslessPrinterView(true));
  await desk.commit([intent]);
  const socket = await waitToSend(desk, label, connection);
  if (!socket) return null;
  const delivered = sendLabelUntilClosed(
    desk,
    socket,
    Buffer.concat([prefix, next.prepared.bytes]),
  );
  desk.queue.drawAhead();
  const isAccepted = await delivered;
  const isRaw = next.prepared.isRawData === true;
  const result = isAccepted ? (isRaw ? ACCEPTED_RAW_RESULT : ACCEPTED_RESULT) : UNCERTAIN_RESULT;
  await desk.commit([createFinalLedgerChange(label, result, desk.now())]);
  return !isAccepted || isRaw;
};

const waitForOrphans = async (desk: Desk): Promise<void> => {
  const until = performance.now() + ORPHAN_MS;
  for (
    let remainingMs = ORPHAN_MS;
    remainingMs > 0 && !desk.isStopping();
    remainingMs = until - performance.now()
  )
    await desk.signal.wait(remainingMs);
};

/** Checks whether the printer is reachable. */
const checkPrinterReachable = async (desk: Desk): Promise<void> => {
  const { socket } = await connectToPrinter(desk);
  socket.end();
  socket.once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1000).unref();
  desk.show(createStatuslessPrinterView(false));
};

/**
 * Drives a printer that reports no status and closes a connection after reading it: one connection
 * per label. `createPrefix` returns a prefix in the printer's language for each label. It cancels what an
 * interrupted connection left, because the rest of half a graphic would swallow this label and the
 * next ones. `torn`: the previous label may be partly printed.
 */
export const runConnectionCloseDriver = async (
  desk: Desk,
  createPrefix: (wasTorn: boolean) => Uint8Array,
): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const openLabels = listOpenLabels(desk.ledger, desk.printer.localId);
  await desk.commit(
    openLabels.map((label) => createFinalLedgerChange(label, UNCERTAIN_RESULT, desk.now())),
  );
  // The state after an earlier process is unknown.
  let isTorn = true;
  let mayHaveOrphanData = openLabels.length > 0;
  let probedAt = 0;
  while (!desk.isStopping()) {
    try {
      if (desk.canStartNext() && desk.queue.countJobs() > 0) {
        if (mayHaveOrphanData) await waitForOrphans(desk);
        isTorn = (await printNextLabel(desk, createPrefix(isTorn))) ?? isTorn;
        mayHaveOrphanData = isTorn;
        probedAt = desk.now();
        backoff.reset();
        continue;
      }
      if (desk.now() - probedAt >= PROBE_MS) await checkPrinterReachable(desk);
      probedAt = desk.now();
      desk.show(createStatuslessPrinterView(false));
      await desk.signal.wait(PROBE_MS);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      desk.show(createUnreachablePrinterView(desk.printer.at, error.code));
      await desk.signal.wait(backoff.getNextDelay());
    }
  }
};
