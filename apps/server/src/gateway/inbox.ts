import { setTimeout as delay } from 'node:timers/promises';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { MAX_PRINTERS } from '@yunbiao/contract/limits/client';
import type { WebSocket } from 'ws';
import type { Pause } from '../budget/turn-scheduler.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import {
  computeByteCost,
  computeMessageCost,
  isPrintingMessage,
  WORK_COSTS,
} from '../budget/work-costs.ts';
import { parseFrame } from './parse-frame.ts';

/** Bytes of unhandled messages above which the socket is paused. One read may add 64 KiB. */
const MAX_QUEUED_BYTES = 64 * 1024;
/** Memory overhead of a frame, bytes. It dominates for the smallest frames. */
const FRAME_BYTES = 128;
/** Bytes in the send buffer above which no more messages of the peer are handled. */
export const MAX_UNREAD_BYTES = 1024 * 1024;
const UNREAD_POLL_MS = 50;
/** Maximum number of coalesced printer states before the latest ones are stored. */
const MAX_COALESCED = 200;

type PrinterMessage = Extract<AgentMessage, { type: 'printer' }>;
/** A message and the units charged for its frame. */
type Received<T = AgentMessage> = { message: T; units: number };

export type InboxOptions = {
  socket: WebSocket;
  memberId: number;
  budget: WorkBudget;
  /** Awaited between two messages of all sockets, so that other work gets its turn. */
  pause: Pause;
  /** Handles one message. The next message waits for it. */
  handle: (message: AgentMessage) => Promise<void>;
  onError: (error: unknown) => void;
  /** Called for data that is not a valid message. */
  onProtocolError: () => void;
};

export type Inbox = {
  /** Resolves when all received messages are handled. */
  waitUntilIdle: () => Promise<void>;
  /**
   * The connection ended. Messages within the budget are still handled; the client sends the rest
   * again.
   */
  close: () => void;
  getQueuedBytes: () => number;
  /** Whether received messages are not handled yet. */
  isBusy: () => boolean;
};

/** Received frames and states of one socket. */
type InboxState = InboxOptions & {
  queue: Buffer[];
  /** Coalesced printer states, by local ID. */
  states: Map<string, Received<PrinterMessage>>;
  closing: AbortController;
  queuedBytes: number;
  coalesced: number;
  /** Null when all received messages are handled. */
  running: Promise<void> | null;
  hasProtocolError: boolean;
};

const enqueueFrame = (inbox: InboxState, frame: Buffer): void => {
  const { socket } = inbox;
  inbox.queue.push(frame);
  inbox.queuedBytes += frame.length + FRAME_BYTES;
  if (inbox.queuedBytes > MAX_QUEUED_BYTES && !socket.isPaused) socket.pause();
};

const dequeueFrame = (inbox: InboxState): Buffer | undefined => {
  const { socket } = inbox;
  const frame = inbox.queue.shift();
  if (!frame) return undefined;
  inbox.queuedBytes -= frame.length + FRAME_BYTES;
  if (socket.isPaused && inbox.queuedBytes <= MAX_QUEUED_BYTES / 2) socket.resume();
  return frame;
};

const discardQueuedFrames = (inbox: InboxState): void => {
  inbox.queue.length = 0;
  inbox.queuedBytes = 0;
};

const reportProtocolError = (inbox: InboxState): void => {
  inbox.hasProtocolError = true;
  inbox.onProtocolError();
};

const isInboxClosed = ({ closing, socket }: InboxState): boolean =>
  closing.signal.aborted || socket.readyState !== socket.OPEN;

/** Waits until the peer has read enough of what it was sent. */
const waitForPeerToRead = async (inbox: InboxState): Promise<void> => {
  while (inbox.socket.bufferedAmount > MAX_UNREAD_BYTES && !isInboxClosed(inbox))
    await delay(UNREAD_POLL_MS, undefined, { ref: false });
};

const handleParsedMessage = async (
  inbox: InboxState,
  { message, units }: Received,
): Promise<void> => {
  const { budget, memberId } = inbox;
  const cost = computeMessageCost(message);
  budget.charge(memberId, cost, 'socket');
  if (isPrintingMessage(message)) budget.addRefundable(memberId, units + cost);
  await waitForPeerToRead(inbox);
  // A failed message is not acknowledged, so the client sends it again.
  await inbox.handle(message).catch(inbox.onError);
};

const handleCoalescedPrinterStates = async (inbox: InboxState): Promise<void> => {
  const waiting = [...inbox.states.values()];
  inbox.states.clear();
  inbox.coalesced = 0;
  for (const received of waiting) await handleParsedMessage(inbox, received);
};

const coalescePrinterState = async (
  inbox: InboxState,
  received: Received<PrinterMessage>,
): Promise<void> => {
  const { states } = inbox;
  states.set(received.message.localId, received);
  inbox.coalesced += 1;
  if (states.size >= MAX_PRINTERS || inbox.coalesced >= MAX_COALESCED)
    await handleCoalescedPrinterStates(inbox);
};

/**
 * Waits for the member's budget and handles a frame. Returns false if the message is invalid or the
 * connection ended.
 */
const admitAndHandleFrame = async (inbox: InboxState, frame: Buffer): Promise<boolean> => {
  const { budget, memberId } = inbox;
  const units = WORK_COSTS.message + computeByteCost(frame.length);
  const { signal } = inbox.closing;
  if (!(await budget.admit({ memberId, units, use: 'socket', signal }))) return false;
  await inbox.pause();
  const message = parseFrame(frame);
  if (!message) {
    reportProtocolError(inbox);
    return false;
  }
  if (message.type === 'printer') {
    await coalescePrinterState(inbox, { message, units });
    return true;
  }
  await handleCoalescedPrinterStates(inbox);
  await handleParsedMessage(inbox, { message, units });
  return true;
};

const processQueuedFrames = async (inbox: InboxState): Promise<void> => {
  for (;;) {
    const frame = dequeueFrame(inbox);
    if (frame) {
      if (!(await admitAndHandleFrame(inbox, frame))) discardQueuedFrames(inbox);
    } else if (inbox.states.size > 0) await handleCoalescedPrinterStates(inbox);
    else break;
  }
  inbox.running = null;
};

/**
 * Handles the messages of a socket in order, one at a time, at the rate of the handler and of the
 * member's budget. The socket is paused in between: the peer waits and is not disconnected. Of
 * several waiting states of one printer only the latest is handled, before any later message.
 */
export const openSocketInbox = (options: InboxOptions): Inbox => {
  const { socket } = options;
  const closing = new AbortController();
  const inbox: InboxState = {
    ...options,
    queue: [],
    states: new Map(),
    closing,
    queuedBytes: 0,
    coalesced: 0,
    running: null,
    hasProtocolError: false,
  };
  socket.on('message', (data: Buffer, isBinary) => {
    if (inbox.hasProtocolError) return;
    if (isBinary) return reportProtocolError(inbox);
    enqueueFrame(inbox, data);
    inbox.running ??= processQueuedFrames(inbox);
  });
  socket.on('close', () => closing.abort());
  return {
    waitUntilIdle: () => inbox.running ?? Promise.resolve(),
    close: () => closing.abort(),
    getQueuedBytes: () => inbox.queuedBytes,
    isBusy: () => inbox.running !== null,
  };
};
