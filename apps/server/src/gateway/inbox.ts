import { setTimeout as delay } from 'node:timers/promises';
import { agentMessage } from '@yunbiao/contract/gateway';
import type { AgentMessage } from '@yunbiao/contract/gateway';
import { MAX_PRINTERS } from '@yunbiao/contract/limits/client';
import type { WebSocket } from 'ws';
import type { Pause } from '../turns.ts';
import type { WorkBudget } from '../work-budget.ts';
import { costOfBytes, costOfMessage, isAboutPrinting, WORK } from '../work-costs.ts';
import { isMeasured } from './measure-frame.ts';

/** Received and not yet handled, beyond which the peer has to wait, bytes. What one read brings comes on top: 64 KiB. */
const MAX_QUEUED_BYTES = 64 * 1024;
/** A frame's own weight in memory, bytes: the smallest say nothing else. */
const FRAME_BYTES = 128;
/** Sent and not read by the peer, beyond which nothing more of it is handled, bytes. */
export const MAX_UNREAD_BYTES = 1024 * 1024;
const UNREAD_POLL_MS = 50;
/** States of printers that were left out for a newer one, before what there is is stored all the same. */
const MAX_COALESCED = 200;
/** Longer texts are measured before they are parsed. */
const MEASURE_FROM_BYTES = 4 * 1024;

type PrinterMessage = Extract<AgentMessage, { type: 'printer' }>;
/** A message, and the units its frame has cost. */
type Received<T = AgentMessage> = { message: T; units: number };

export type InboxOptions = {
  socket: WebSocket;
  memberId: number;
  budget: WorkBudget;
  /** Between two messages, of all sockets: others have their turn. */
  pause: Pause;
  /** Handles one message; the next waits for it. */
  handle: (message: AgentMessage) => Promise<void>;
  onError: (error: unknown) => void;
  /** Something that is no message. */
  onProtocol: () => void;
};

export type Inbox = {
  /** Resolves when nothing that was received is still being handled. */
  idle: () => Promise<void>;
  /** The connection ends: what is within the budget is still handled, the rest comes again. */
  close: () => void;
  queuedBytes: () => number;
  /** Something was received that is not handled yet. */
  isBusy: () => boolean;
};

/** No database keeps half a character or a NUL: words of printers are cut anywhere, and may hold anything. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/** Null for what is no message. In a frame, which is UTF-8, only an escape can bring such a character. */
export const readMessage = (text: string): AgentMessage | null => {
  try {
    return agentMessage.parse(JSON.parse(text, text.includes('\\u') ? storable : undefined));
  } catch {
    return null;
  }
};

/** Null for what is no message, and for what has more in it than any. */
export const readFrame = (frame: Buffer): AgentMessage | null =>
  frame.length > MEASURE_FROM_BYTES && !isMeasured(frame) ? null : readMessage(frame.toString());

/**
 * Reads a socket's messages in order, one at a time, no faster than they are handled and their member's budget allows.
 * Until then the socket is not read: the peer waits, and is not cut off. Of the states of one printer that wait together
 * only the last is handled, before anything that comes behind them.
 */
export const openInbox = (options: InboxOptions): Inbox => {
  const { socket, memberId, budget, pause } = options;
  const queue: Buffer[] = [];
  const states = new Map<string, Received<PrinterMessage>>();
  const closing = new AbortController();
  let queuedBytes = 0;
  let coalesced = 0;
  let running: Promise<void> | null = null;
  let isBroken = false;

  const drop = (): void => {
    queue.length = 0;
    queuedBytes = 0;
  };
  const take = (): Buffer | undefined => {
    const frame = queue.shift();
    if (!frame) return undefined;
    queuedBytes -= frame.length + FRAME_BYTES;
    if (socket.isPaused && queuedBytes <= MAX_QUEUED_BYTES / 2) socket.resume();
    return frame;
  };
  const isOver = (): boolean => closing.signal.aborted || socket.readyState !== socket.OPEN;
  const waitForReader = async (): Promise<void> => {
    while (socket.bufferedAmount > MAX_UNREAD_BYTES && !isOver())
      await delay(UNREAD_POLL_MS, undefined, { ref: false });
  };

  const handle = async ({ message, units }: Received): Promise<void> => {
    const cost = costOfMessage(message);
    budget.charge(memberId, cost, 'socket');
    if (isAboutPrinting(message)) budget.owe(memberId, units + cost);
    await waitForReader();
    // Not acknowledged, so it comes again.
    await options.handle(message).catch(options.onError);
  };
  const flushStates = async (): Promise<void> => {
    const waiting = [...states.values()];
    states.clear();
    coalesced = 0;
    for (const received of waiting) await handle(received);
  };
  /** False: it is no message, or one too many. */
  const readOne = async (frame: Buffer): Promise<boolean> => {
    const units = WORK.message + costOfBytes(frame.length);
    const { signal } = closing;
    if (!(await budget.admit({ memberId, units, use: 'socket', signal }))) return false;
    await pause();
    const message = readFrame(frame);
    if (!message) {
      isBroken = true;
      options.onProtocol();
      return false;
    }
    if (message.type === 'printer') {
      states.set(message.localId, { message, units });
      coalesced += 1;
      if (states.size >= MAX_PRINTERS || coalesced >= MAX_COALESCED) await flushStates();
      return true;
    }
    await flushStates();
    await handle({ message, units });
    return true;
  };
  const run = async (): Promise<void> => {
    for (;;) {
      const frame = take();
      if (frame) {
        if (!(await readOne(frame))) drop();
      } else if (states.size > 0) await flushStates();
      else break;
    }
    running = null;
  };

  socket.on('message', (data: Buffer, isBinary) => {
    if (isBroken) return;
    if (isBinary) {
      isBroken = true;
      return options.onProtocol();
    }
    queue.push(data);
    queuedBytes += data.length + FRAME_BYTES;
    if (queuedBytes > MAX_QUEUED_BYTES && !socket.isPaused) socket.pause();
    running ??= run();
  });
  socket.on('close', () => closing.abort());
  return {
    idle: () => running ?? Promise.resolve(),
    close: () => closing.abort(),
    queuedBytes: () => queuedBytes,
    isBusy: () => running !== null,
  };
};
