import type { NamedEvent } from '@yunbiao/services';
import { type BundleSigner, packEvents } from './event-bundles.ts';

/** Events of this time share a notification, ms: a notification costs more than its content. */
const BUNDLE_MS = 5;
/** Maximum events that wait while the database is slow; more are replaced by `events-lost`. */
export const MAX_QUEUED_EVENTS = 100_000;
/** Maximum events of one statement. */
const MAX_EVENTS_PER_STATEMENT = 2_000;

type SenderOptions = {
  nodeId: string;
  sign: BundleSigner;
  /** Sends payloads in order. Rejects when it is not known whether they were sent. */
  publish: (payloads: readonly string[]) => Promise<void>;
  bundleMs?: number;
};

export type EventSender = {
  add: (...event: NamedEvent) => void;
  /** Sends what waits, after a connection was lost or opened. */
  resume: () => void;
  /** Sends what waits. Resolves when all of it is sent, or dropped. */
  flush: () => Promise<void>;
  /** Whether events were dropped and the other servers do not know it yet. */
  isIncomplete: () => boolean;
};

type SenderState = Required<SenderOptions> & {
  queue: NamedEvent[];
  isIncomplete: boolean;
  lastSequence: number;
  sending: Promise<void> | null;
  timer: NodeJS.Timeout | null;
};

const sendQueuedEvents = async (state: SenderState): Promise<void> => {
  const { nodeId, publish, sign } = state;
  while (state.queue.length > 0 || state.isIncomplete) {
    const events: NamedEvent[] = state.isIncomplete ? [['events-lost', {}]] : [];
    state.isIncomplete = false;
    events.push(...state.queue.splice(0, MAX_EVENTS_PER_STATEMENT));
    const payloads = packEvents(events, { nodeId, lastSequence: state.lastSequence, sign });
    state.lastSequence += payloads.length;
    try {
      await publish(payloads);
    } catch {
      // Whether they arrived is unknown. `resume` goes on when the connection is back.
      state.isIncomplete = true;
      state.queue = [];
      return;
    }
  }
};

const startSendingQueuedEvents = (state: SenderState): void => {
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  state.sending ??= sendQueuedEvents(state).finally(() => {
    state.sending = null;
    if (state.queue.length > 0 && !state.isIncomplete) scheduleSending(state);
  });
};

const scheduleSending = (state: SenderState): void => {
  if (state.sending === null)
    state.timer ??= setTimeout(() => startSendingQueuedEvents(state), state.bundleMs);
};

/**
 * Sends events to the other servers in bundles, in order, one statement at a time. What cannot be
 * sent is dropped, and `events-lost` is sent in its place as soon as sending works again.
 */
export const createEventSender = ({
  nodeId,
  sign,
  publish,
  bundleMs = BUNDLE_MS,
}: SenderOptions): EventSender => {
  const state: SenderState = {
    nodeId,
    sign,
    publish,
    bundleMs,
    queue: [],
    isIncomplete: false,
    lastSequence: 0,
    sending: null,
    timer: null,
  };
  return {
    add: (...event) => {
      if (state.queue.length >= MAX_QUEUED_EVENTS) {
        state.queue = [];
        state.isIncomplete = true;
      }
      state.queue.push(event);
      scheduleSending(state);
    },
    resume: () => startSendingQueuedEvents(state),
    flush: async () => {
      do {
        startSendingQueuedEvents(state);
        await state.sending;
      } while (state.queue.length > 0 && !state.isIncomplete);
    },
    isIncomplete: () => state.isIncomplete,
  };
};
