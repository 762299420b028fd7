import type { Duplex } from 'node:stream';
import { UnreachableError } from '../errors.ts';
import { createBackoff } from '../signal.ts';
import type { Desk } from './desk.ts';
import { throwAway } from './flow.ts';
import { getChange, giveBack, findOpenLabel, listOpenLabels } from './open-labels.ts';
import type { OpenLabel, Settled } from './open-labels.ts';
import { CLOSED_ONLY, CUT, RAW_TAKEN } from './reasons.ts';
import { openStream, sendLast } from './stream.ts';
import { silentView, unreachableView } from './view.ts';

const PROBE_MS = 15_000;
/** What of an interrupted connection is still on its way to the printer has come by then. */
const ORPHAN_MS = 1500;
/** A connection that the printer ended sooner was turned away. */
const TURNED_AWAY_MS = 1000;

const UNSURE: Settled = {
  state: 'uncertain',
  evidence: 'none',
  reason: CUT,
  counterFrom: null,
  counterTo: null,
};

const TAKEN: Settled = { ...UNSURE, state: 'sent', evidence: 'consumed', reason: CLOSED_ONLY };
const TAKEN_RAW: Settled = { ...TAKEN, reason: RAW_TAKEN };

/**
 * Sends a label and closes our half. True when the printer closes its own after that: it has read everything. A printer
 * that closes before we do proves nothing.
 */
const deliver = (desk: Desk, socket: Duplex, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    let allSent = false;
    let closedByPrinter = false;
    const timer = setInterval(() => desk.stopping() && socket.destroy(), 100);
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
  /** The printer has ended it. */
  isOver: () => boolean;
  /** The printer had nobody to talk to for too long: it was not turned away. */
  hasTimedOut: () => boolean;
};

/** @throws UnreachableError */
const connect = async ({ printer, stopping }: Desk): Promise<Connection> => {
  const socket = await openStream(printer.at, true, stopping);
  const openedAt = performance.now();
  let endedAt = Infinity;
  for (const event of ['end', 'close'])
    socket.once(event, () => {
      endedAt = Math.min(endedAt, performance.now());
    });
  // Unread data would hide the printer's FIN, and turn our own into a reset that discards what was sent.
  throwAway(socket);
  const isOver = (): boolean => socket.destroyed || socket.readableEnded;
  return { socket, isOver, hasTimedOut: () => isOver() && endedAt - openedAt >= TURNED_AWAY_MS };
};

/**
 * Waits until a label may be begun. The printer is connected to before: otherwise a label would be taken from the queue that
 * another printer could print. Print servers end silent connections after some seconds, and the server may take longer: then
 * another connection is opened for the covered label. One turned away at once is not, as it would take the label's first bytes.
 * Null: the label has gone back. @throws UnreachableError when the printer ended the connection
 */
const waitToBegin = async (
  desk: Desk,
  label: OpenLabel,
  connection: Connection,
): Promise<Duplex | null> => {
  let { socket, isOver } = connection;
  const leave = (): Promise<void> => {
    socket.destroy();
    return giveBack(desk, label);
  };
  const isCovered = await desk.cover(label);
  const mayBegin = (): boolean => isCovered && desk.mayBegin(label);
  if (mayBegin() && connection.hasTimedOut()) {
    socket.destroy();
    try {
      ({ socket, isOver } = await connect(desk));
    } catch (error) {
      await leave();
      throw error;
    }
  }
  // We may have been told to stop, and another driver may use the printer by now.
  if (mayBegin() && !isOver()) return socket;
  const wasEnded = mayBegin();
  await leave();
  if (wasEnded) throw new UnreachableError('ECONNRESET');
  return null;
};

/** Prints a label. True: something of it may be on its way or half out; null: none was sent. */
const printNext = async (desk: Desk, forget: Uint8Array): Promise<boolean | null> => {
  const first = desk.queue.next(desk.now());
  if (!first) return null;
  // Connect before the intent is written: with the printer off, no label becomes uncertain.
  const connection = await connect(desk);
  const next = desk.mayStart() ? desk.queue.next(desk.now()) : null;
  if (!next) {
    connection.socket.destroy();
    return null;
  }
  const intent = desk.createIntent(next.job, { base: null });
  const label = findOpenLabel(intent);
  desk.queue.shift();
  desk.show(silentView(true));
  await desk.commit([intent]);
  const socket = await waitToBegin(desk, label, connection);
  if (!socket) return null;
  const delivered = deliver(desk, socket, Buffer.concat([forget, next.prepared.bytes]));
  desk.queue.drawAhead();
  const taken = await delivered;
  const isRaw = next.prepared.isRaw === true;
  const end = taken ? (isRaw ? TAKEN_RAW : TAKEN) : UNSURE;
  await desk.commit([getChange(label, end, desk.now())]);
  return !taken || isRaw;
};

const settleDown = async (desk: Desk): Promise<void> => {
  const until = performance.now() + ORPHAN_MS;
  for (let left = ORPHAN_MS; left > 0 && !desk.stopping(); left = until - performance.now())
    await desk.signal.wait(left);
};

/** Looks whether the printer can be reached at all. */
const probe = async (desk: Desk): Promise<void> => {
  const { socket } = await connect(desk);
  socket.end();
  socket.once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1000).unref();
  desk.show(silentView(false));
};

/**
 * Drives a printer that reports nothing and closes a connection after reading it: one connection per label. What
 * `forget` gives, in the printer's language, goes before each label and cancels what an interrupted connection left
 * behind: otherwise the rest of half a graphic would swallow this label and the next ones. `torn`: of the label before,
 * a part may have come out.
 */
export const runCloseDriver = async (
  desk: Desk,
  forget: (torn: boolean) => Uint8Array,
): Promise<void> => {
  const backoff = createBackoff(100, 5000);
  const left = listOpenLabels(desk.ledger, desk.printer.localId);
  await desk.commit(left.map((label) => getChange(label, UNSURE, desk.now())));
  // It is not known what an earlier process left behind.
  let torn = true;
  let isFresh = left.length > 0;
  let probedAt = 0;
  while (!desk.stopping()) {
    try {
      if (desk.mayStart() && desk.queue.size() > 0) {
        if (isFresh) await settleDown(desk);
        torn = (await printNext(desk, forget(torn))) ?? torn;
        isFresh = torn;
        probedAt = desk.now();
        backoff.reset();
        continue;
      }
      if (desk.now() - probedAt >= PROBE_MS) await probe(desk);
      probedAt = desk.now();
      desk.show(silentView(false));
      await desk.signal.wait(PROBE_MS);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      desk.show(unreachableView(desk.printer.at, error.code));
      await desk.signal.wait(backoff.next());
    }
  }
};
