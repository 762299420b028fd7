import type { PrintEvent } from '@yunbiao/contract/api/events';
import { createEventParser } from './event-parser.ts';
import {
  abortAfterSilence,
  isEventStream,
  MAX_DEMANDED_DELAY_MS,
  parseRetryAfter,
  readStream,
} from './event-stream.ts';

export type FeedState = 'closed' | 'connecting' | 'open' | 'waiting';

/** `lost`: the connection is interrupted, so displayed states may be outdated. */
export type ConnectionState = {
  lost: boolean;
  /** Time of the last received data, epoch ms; null before the first connection. */
  lastAt: number | null;
};

export type PrintFeed = {
  /** The connection opens with the first subscriber and closes with the last one. */
  subscribe: (listener: (event: PrintEvent) => void) => () => void;
  state: () => FeedState;
  /** Returns the same object until `lost` changes. */
  news: () => ConnectionState;
  /** Subscribes to changes of `state` and `news`. */
  onState: (listener: () => void) => () => void;
  /**
   * Reconnects at once, without the rest of the backoff, because the network or the tab is back.
   */
  resume: () => void;
  /** Closes the connection of a hidden page; `resume` reopens it. */
  suspend: () => void;
  /** Closes the connection at once when the network is offline, without waiting for the timeout. */
  abortConnection: () => void;
};

export type FeedOptions = {
  open: (signal: AbortSignal) => Promise<Response>;
  /**
   * Timeout without data before the connection counts as dead, ms. The server sends data every 15
   * s.
   */
  silenceMs?: number;
  /** Delay before retry `n` (from 0), ms. */
  backOff?: (tries: number) => number;
  /**
   * Delay before the connection closes after the last unsubscribe, ms. Navigation between two live
   * pages keeps the connection.
   */
  lingerMs?: number;
};

const SILENCE_MS = 40_000;
const MAX_WAIT_MS = 15_000;
const LINGER_MS = 1_000;

/**
 * 0.5 s, 1 s, 2 s … at most 15 s, each with random jitter of up to minus one third, so that clients
 * do not all reconnect at the same moment after a server restart.
 */
export const computeDefaultBackOff = (tries: number): number => {
  const full = Math.min(MAX_WAIT_MS, 500 * 2 ** Math.min(tries, 10));
  return full - Math.random() * (full / 3);
};

/** A feed with its subscribers and its connection. */
type Feed = {
  open: FeedOptions['open'];
  silenceMs: number;
  computeBackOff: (tries: number) => number;
  listeners: Set<(event: PrintEvent) => void>;
  /** Subscribers to changes of `state` and `connection`. */
  watchers: Set<() => void>;
  state: FeedState;
  connection: ConnectionState;
  /** Number of failed attempts since the last event. */
  tries: number;
  /** Aborts the current connection; null without one. */
  abort: AbortController | null;
  retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last received data, epoch ms. */
  lastAt: number | null;
};

const createFeedState = (options: FeedOptions): Feed => ({
  open: options.open,
  silenceMs: options.silenceMs ?? SILENCE_MS,
  computeBackOff: options.backOff ?? computeDefaultBackOff,
  listeners: new Set(),
  watchers: new Set(),
  state: 'closed',
  connection: { lost: false, lastAt: null },
  tries: 0,
  abort: null,
  retryTimer: undefined,
  lastAt: null,
});

const notifyWatchers = ({ watchers }: Feed): void => {
  for (const watcher of Array.from(watchers)) watcher();
};

const setConnectionLost = (feed: Feed, isLost: boolean): void => {
  if (feed.connection.lost === isLost) return;
  feed.connection = { lost: isLost, lastAt: feed.lastAt };
  notifyWatchers(feed);
};

const setFeedStateAndNotify = (feed: Feed, next: FeedState): void => {
  if (feed.state === next) return;
  feed.state = next;
  notifyWatchers(feed);
};

const emitPrintEvent = ({ listeners }: Feed, event: PrintEvent): void => {
  for (const listener of Array.from(listeners)) listener(event);
};

/** Delay before the next connection, ms. */
type ServerDelay = {
  /** Minimum that a refusal demands (Retry-After). */
  min: number;
  /** Set by the stream of a server that restarts; null: none, the backoff applies. */
  exact: number | null;
};

/** Reads one connection to its end. Returns the delay that the server demands. */
const readFeedConnection = async (
  feed: Feed,
  controller: AbortController,
  markAlive: () => void,
): Promise<ServerDelay> => {
  const delay: ServerDelay = { min: 0, exact: null };
  const response = await feed.open(controller.signal);
  if (!isEventStream(response)) {
    delay.min = parseRetryAfter(response);
    await response.body?.cancel().catch(() => undefined);
    return delay;
  }
  setFeedStateAndNotify(feed, 'open');
  const parse = createEventParser(
    (event) => {
      feed.tries = 0;
      if (feed.abort !== controller) return;
      setConnectionLost(feed, false);
      emitPrintEvent(feed, event);
    },
    (retryMs) => (delay.exact = Math.min(retryMs, MAX_DEMANDED_DELAY_MS)),
  );
  // A connection that breaks after the server has set the delay ends as one that it closed.
  await readStream(response, parse, markAlive).catch(() => undefined);
  return delay;
};

const connectFeed = async (feed: Feed): Promise<void> => {
  clearTimeout(feed.retryTimer);
  const ownAbort = new AbortController();
  feed.abort = ownAbort;
  setFeedStateAndNotify(feed, 'connecting');
  // After a long pause the last known state is outdated.
  if (feed.lastAt !== null && Date.now() - feed.lastAt > feed.silenceMs)
    setConnectionLost(feed, true);
  feed.lastAt ??= Date.now();
  const silence = abortAfterSilence(ownAbort, feed.silenceMs);
  const markConnectionAlive = (): void => {
    if (feed.abort === ownAbort) feed.lastAt = Date.now();
    silence.restart();
  };
  // A stream normally ends with a broken connection. The backoff handles all cases.
  const serverDelay = await readFeedConnection(feed, ownAbort, markConnectionAlive).catch(
    () => null,
  );
  silence.stop();
  if (feed.abort !== ownAbort) return;
  feed.abort = null;
  setConnectionLost(feed, true);
  setFeedStateAndNotify(feed, 'waiting');
  const backOff = feed.computeBackOff(feed.tries++);
  const delay = serverDelay?.exact ?? Math.max(serverDelay?.min ?? 0, backOff);
  feed.retryTimer = setTimeout(() => void connectFeed(feed), delay);
};

const closeFeed = (feed: Feed): void => {
  clearTimeout(feed.retryTimer);
  const controller = feed.abort;
  feed.abort = null;
  controller?.abort();
  setFeedStateAndNotify(feed, 'closed');
};

/** Resets after the last unsubscribe. The next subscriber loads its data first. */
const resetFeedWithoutSubscribers = (feed: Feed): void => {
  closeFeed(feed);
  feed.lastAt = null;
  setConnectionLost(feed, false);
};

/** A stream of print events that reconnects with backoff while it has subscribers. */
export const createPrintFeed = (options: FeedOptions): PrintFeed => {
  const feed = createFeedState(options);
  const { listeners, watchers } = feed;
  const lingerMs = options.lingerMs ?? LINGER_MS;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (feed.state === 'closed') void connectFeed(feed);
      // Events between loading the data of a page and subscribing are missed like events in a
      // connection gap.
      else if (feed.state === 'open')
        queueMicrotask(() => listeners.has(listener) && listener({ type: 'resync' }));
      return () => {
        listeners.delete(listener);
        setTimeout(() => listeners.size === 0 && resetFeedWithoutSubscribers(feed), lingerMs);
      };
    },
    state: () => feed.state,
    news: () => feed.connection,
    onState: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    resume: () => {
      if (listeners.size > 0 && (feed.state === 'waiting' || feed.state === 'closed'))
        void connectFeed(feed);
    },
    suspend: () => closeFeed(feed),
    abortConnection: () => feed.abort?.abort(),
  };
};
