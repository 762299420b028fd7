import type { PrintEvent } from '@yunbiao/contract';
import {
  type Context,
  isSessionOpen,
  getUnreadNoticeCount,
  type SignedIn,
} from '@yunbiao/services';
import { ServerRestart, type StreamSlot } from './live-streams.ts';

const KEEP_ALIVE_MS = 15_000;
/**
 * Readers that missed events of other servers read everything again, spread over this time, ms: not
 * all of them at once.
 */
const RESYNC_SPREAD_MS = 3_000;
/** Events of servers do not overtake each other by more, ms, unless some are lost. */
const MAX_OVERTAKEN_MS = 2_000;
const MAX_ORDERED_SUBJECTS = 1_000;
/** A reader with more pending events gets `resync` instead of the events. */
const MAX_PENDING_EVENTS = 2_000;

const encoder = new TextEncoder();
const encodeEvent = (event: PrintEvent): Uint8Array =>
  encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/**
 * Sends the number of unread notices at first and after every change. Other processes also write
 * notices.
 */
const createUnreadCountNotifier = (
  ctx: Context,
  memberId: number,
  send: (event: PrintEvent) => unknown,
) => {
  let reportedCount: number | null = null;
  let pendingQuery = Promise.resolve();
  const sendChangedUnreadCount = async (): Promise<void> => {
    const { unread } = await getUnreadNoticeCount({ ctx, memberId });
    if (unread === reportedCount) return;
    reportedCount = unread;
    send({ type: 'notice', unread });
  };
  return {
    /** Queries run one after another, because responses may arrive out of order. */
    refresh: (): Promise<void> =>
      (pendingQuery = pendingQuery.then(sendChangedUnreadCount).catch((error: unknown) => {
        ctx.log.warn('unread notices could not be counted', { error });
      })),
    reset: (): void => {
      reportedCount = null;
    },
  };
};

type StreamOptions = {
  ctx: Context;
  signedIn: SignedIn;
  signal: AbortSignal;
  slot: StreamSlot;
};

type StreamState = StreamOptions & {
  controller: ReadableStreamDefaultController<Uint8Array>;
  unread: ReturnType<typeof createUnreadCountNotifier>;
  /** Events were dropped because the reader is slow. The next event it gets is `resync`. */
  isBehind: boolean;
  isOpen: boolean;
  /** Ends timer and subscriptions. */
  releases: (() => void)[];
};

const sendEventUnlessBehind = (state: StreamState, event: PrintEvent): void => {
  const { controller } = state;
  if ((controller.desiredSize ?? 0) <= 0) {
    state.isBehind = true;
    return;
  }
  if (state.isBehind) state.unread.reset();
  state.slot.recordWrite();
  controller.enqueue(encodeEvent(state.isBehind ? { type: 'resync' } : event));
  state.isBehind = false;
};

/** Releases what a stream holds, when its reader is gone or the stream is closed. */
const releaseStreamResources = (state: StreamState): void => {
  state.isOpen = false;
  for (const release of state.releases) release();
  state.slot.releaseStreamSlot();
};

const closeStream = (state: StreamState): void => {
  if (!state.isOpen) return;
  releaseStreamResources(state);
  state.controller.close();
};

/** Closes the stream of an ended session, and keeps the connection of an open one alive. */
const closeEndedSessionOrKeepAlive = async (state: StreamState): Promise<void> => {
  const { ctx, signedIn, controller } = state;
  const isSignedIn = await isSessionOpen({ ctx, sessionId: signedIn.sessionId });
  if (!state.isOpen) return;
  if (!isSignedIn) return closeStream(state);
  if (state.isBehind) sendEventUnlessBehind(state, { type: 'resync' });
  else controller.enqueue(encoder.encode(': keep-alive\n\n'));
  await state.unread.refresh();
};

const startKeepAlive = (state: StreamState): (() => void) => {
  const timer = setInterval(() => {
    closeEndedSessionOrKeepAlive(state).catch((error: unknown) => {
      state.ctx.log.error('live stream failed', { error });
      closeStream(state);
    });
  }, KEEP_ALIVE_MS);
  return () => clearInterval(timer);
};

/** Lets the reader read everything again, because events of other servers were lost. */
const sendResyncToReader = async (state: StreamState): Promise<void> => {
  const { ctx, signedIn } = state;
  const isSignedIn = await isSessionOpen({ ctx, sessionId: signedIn.sessionId });
  if (!state.isOpen) return;
  if (!isSignedIn) return closeStream(state);
  state.unread.reset();
  sendEventUnlessBehind(state, { type: 'resync' });
  await state.unread.refresh();
};

/** Resyncs the stream after a random time. Several losses before it cause one. */
const createRandomlyDelayedResync = (state: StreamState) => {
  let timer: NodeJS.Timeout | null = null;
  return {
    schedule: (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        sendResyncToReader(state).catch((error: unknown) => {
          state.ctx.log.error('live stream failed', { error });
          closeStream(state);
        });
      }, Math.random() * RESYNC_SPREAD_MS);
    },
    cancel: (): void => {
      if (timer) clearTimeout(timer);
    },
  };
};

/** Returns the key of the row that an event is about; null when it is about none. */
const getRowKeyOfEvent = (event: PrintEvent): string | null => {
  if (event.type === 'batch') return `batch ${event.batchNo}`;
  return 'id' in event ? `${event.type} ${event.id}` : null;
};

/**
 * Events of two servers about the same row may arrive in another order than they happened, and the
 * reader would keep the older state. Returns whether that is possible for this event.
 */
const createEventOrderCheck = () => {
  const latest = new Map<string, { senderId: string | null; at: number }>();
  return (event: PrintEvent, senderId: string | null): boolean => {
    const subject = getRowKeyOfEvent(event);
    if (subject === null) return false;
    const at = performance.now();
    const previous = latest.get(subject);
    if (latest.size >= MAX_ORDERED_SUBJECTS) latest.clear();
    latest.set(subject, { senderId, at });
    return (
      previous !== undefined &&
      previous.senderId !== senderId &&
      at - previous.at < MAX_OVERTAKEN_MS
    );
  };
};

const subscribeStreamToBus = (state: StreamState): (() => void)[] => {
  const { ctx, signedIn } = state;
  const { sessionId, member } = signedIn;
  const resync = createRandomlyDelayedResync(state);
  const isOrderUncertain = createEventOrderCheck();
  return [
    resync.cancel,
    ctx.bus.on('events-lost', resync.schedule),
    ctx.bus.on('print', ({ memberId, event }, senderId) => {
      if (memberId !== member.id) return;
      sendEventUnlessBehind(state, event);
      if (ctx.nodes && isOrderUncertain(event, senderId)) resync.schedule();
    }),
    ctx.bus.on('notices-changed', ({ memberId }) => {
      if (memberId === member.id) void state.unread.refresh();
    }),
    ctx.bus.on('session-ended', (ended) => {
      if (ended.sessionId === sessionId) closeStream(state);
    }),
  ];
};

/** Sets the reader's reconnection time (HTML Standard, 9.2.6, field `retry`, ms). */
const sendReconnectDelay = ({ controller }: StreamState, delayMs: number): void =>
  controller.enqueue(encoder.encode(`retry: ${delayMs}\n\n`));

/** Closes the stream when the connection ends, its slot is taken or the server stops. */
const closeStreamOnAbort = (state: StreamState): (() => void)[] =>
  [state.signal, state.slot.signal].map((signal) => {
    const closeAbortedStream = (): void => {
      const reason: unknown = signal.reason;
      if (state.isOpen && reason instanceof ServerRestart)
        sendReconnectDelay(state, reason.reconnectDelayMs);
      closeStream(state);
    };
    signal.addEventListener('abort', closeAbortedStream);
    return () => signal.removeEventListener('abort', closeAbortedStream);
  });

const openEventStream = (
  options: StreamOptions,
  controller: ReadableStreamDefaultController<Uint8Array>,
): StreamState => {
  const { ctx, signedIn, signal, slot } = options;
  const state: StreamState = {
    ...options,
    controller,
    unread: createUnreadCountNotifier(
      ctx,
      signedIn.member.id,
      (event) => state.isOpen && sendEventUnlessBehind(state, event),
    ),
    isBehind: false,
    isOpen: true,
    releases: [],
  };
  state.releases.push(startKeepAlive(state), ...subscribeStreamToBus(state));
  if (signal.aborted || slot.signal.aborted) {
    closeStream(state);
    return state;
  }
  state.releases.push(...closeStreamOnAbort(state));
  sendEventUnlessBehind(state, { type: 'resync' });
  void state.unread.refresh();
  return state;
};

/**
 * Streams changes of the member's labels, clients and printers as server-sent events. Starts with
 * `resync`. Ends when the connection or the session ends, or when its slot is taken.
 */
export const createPrintEventStream = (options: StreamOptions): ReadableStream<Uint8Array> => {
  let state: StreamState | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        state = openEventStream(options, controller);
      },
      cancel: () => {
        if (state) releaseStreamResources(state);
      },
    },
    new CountQueuingStrategy({ highWaterMark: MAX_PENDING_EVENTS }),
  );
};
