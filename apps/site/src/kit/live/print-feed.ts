import type { PrintEvent } from '@yunbiao/contract/events';
import { createEventParser } from './event-parser.ts';

export type FeedState = 'closed' | 'connecting' | 'open' | 'waiting';

/** Whether what was heard last still holds: after a cut nobody knows what has happened since. */
export type News = {
  lost: boolean;
  /** When something was heard last, epoch ms; null before anything was listened to. */
  lastAt: number | null;
};

export type PrintFeed = {
  /** Listens; the connection opens with the first listener and closes with the last. */
  subscribe: (listener: (event: PrintEvent) => void) => () => void;
  state: () => FeedState;
  /** The same object until `lost` changes. */
  news: () => News;
  /** Told of another state or other news. */
  onState: (listener: () => void) => () => void;
  /** Tries at once instead of waiting out the back-off: the network or the tab came back. */
  wake: () => void;
  /** Lets go of the connection while nobody looks; `wake` brings it back. */
  rest: () => void;
  /** The network is gone: does not wait for the silence to tell. */
  cut: () => void;
};

export type FeedOptions = {
  open: (signal: AbortSignal) => Promise<Response>;
  /** Longest silence before the connection counts as dead, ms. The server sends something every 15 s. */
  silenceMs?: number;
  /** Wait before try `n` (from 0), ms. */
  backOff?: (tries: number) => number;
  /** How long the connection outlives its last listener, ms: a navigation between two live pages keeps it. */
  lingerMs?: number;
};

const SILENCE_MS = 40_000;
const MAX_WAIT_MS = 15_000;
/** Longest wait a refusal can ask for, ms. */
const MAX_ASKED_WAIT_MS = 120_000;
const LINGER_MS = 1_000;

/** 0.5 s, 1 s, 2 s … at most 15 s, each shortened at random by up to a third: a restarted server is not stormed. */
export const defaultBackOff = (tries: number): number => {
  const full = Math.min(MAX_WAIT_MS, 500 * 2 ** Math.min(tries, 10));
  return full - Math.random() * (full / 3);
};

/** What a refusal asks to wait (RFC 9110 §10.2.3, in seconds), ms; 0 when it asks for nothing. */
const askedWait = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return seconds > 0 ? Math.min(MAX_ASKED_WAIT_MS, seconds * 1000) : 0;
};

/** Reads one response to its end; every byte, comments included, counts as a sign of life. */
const pump = async (
  response: Response,
  parse: (text: string) => void,
  alive: () => void,
): Promise<void> => {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    parse(decoder.decode(value, { stream: true }));
  }
};

/** One stream of print events, kept alive: reconnects with back-off for as long as anybody listens. */
export const createPrintFeed = (options: FeedOptions): PrintFeed => {
  const silenceMs = options.silenceMs ?? SILENCE_MS;
  const backOff = options.backOff ?? defaultBackOff;
  const lingerMs = options.lingerMs ?? LINGER_MS;
  const listeners = new Set<(event: PrintEvent) => void>();
  const watchers = new Set<() => void>();
  let state: FeedState = 'closed';
  let tries = 0;
  let abort: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt: number | null = null;
  let news: News = { lost: false, lastAt };

  const tell = (): void => {
    for (const watcher of Array.from(watchers)) watcher();
  };
  const setLost = (lost: boolean): void => {
    if (news.lost === lost) return;
    news = { lost, lastAt };
    tell();
  };
  const setState = (next: FeedState): void => {
    if (state === next) return;
    state = next;
    tell();
  };
  const emit = (event: PrintEvent): void => {
    for (const listener of Array.from(listeners)) listener(event);
  };

  const connect = async (): Promise<void> => {
    clearTimeout(timer);
    const own = new AbortController();
    abort = own;
    setState('connecting');
    // After a rest what was heard before it is old.
    if (lastAt !== null && Date.now() - lastAt > silenceMs) setLost(true);
    lastAt ??= Date.now();
    let wait = 0;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), silenceMs);
    };
    const alive = (): void => {
      if (abort === own) lastAt = Date.now();
      watch();
    };
    watch();
    try {
      const response = await options.open(own.signal);
      if (
        response.ok &&
        response.headers.get('content-type')?.startsWith('text/event-stream') === true
      ) {
        setState('open');
        const parse = createEventParser((event) => {
          tries = 0;
          if (abort !== own) return;
          setLost(false);
          emit(event);
        });
        await pump(response, parse, alive);
      } else {
        wait = askedWait(response);
        await response.body?.cancel();
      }
    } catch {
      // A cut connection is the normal end of a stream; the back-off below is the answer to all of them.
    }
    clearTimeout(silence);
    if (abort !== own) return;
    abort = null;
    setLost(true);
    setState('waiting');
    timer = setTimeout(() => void connect(), Math.max(wait, backOff(tries++)));
  };

  const close = (): void => {
    clearTimeout(timer);
    const own = abort;
    abort = null;
    own?.abort();
    setState('closed');
  };

  /** Nobody looks any more: whoever comes next has read everything anew. */
  const leave = (): void => {
    close();
    lastAt = null;
    setLost(false);
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (state === 'closed') void connect();
      // What happened between reading a page's data and listening is as lost to it as a gap in the stream.
      else if (state === 'open')
        queueMicrotask(() => listeners.has(listener) && listener({ type: 'resync' }));
      return () => {
        listeners.delete(listener);
        setTimeout(() => listeners.size === 0 && leave(), lingerMs);
      };
    },
    state: () => state,
    news: () => news,
    onState: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    wake: () => {
      if (listeners.size > 0 && (state === 'waiting' || state === 'closed')) void connect();
    },
    rest: close,
    cut: () => abort?.abort(),
  };
};
