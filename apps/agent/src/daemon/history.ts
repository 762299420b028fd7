import type { Feature } from '@yunbiao/contract/found';
import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import type { Ledger } from '../ledger/ledger.ts';

/**
 * Keeps labels from being begun before the server has stored a token of their intent. Then it finds every older copy of
 * the ledger out by the token it lacks, and has nobody else begin what this one may have begun.
 */
export type History = {
  /** What a hello names of the ledger: when it is welcome, the server has stored the last one. */
  greet: () => string[];
  /** Whether it makes sense to write the intent of a label now: nothing is begun while the server is away. */
  mayBegin: () => boolean;
  /** Resolves to true once the server has stored what is on the ledger's disk now; false: not in time, or the connection is over. */
  cover: () => Promise<boolean>;
  /** The token to send with the next message; undefined: nothing waits for one. */
  take: () => string | undefined;
  /** Something waits to be sent. */
  isWaiting: () => boolean;
  stored: (token: string) => void;
  /** An answer does not come: what was sent is sent again. */
  again: () => void;
  welcomed: (features: readonly string[]) => void;
  lost: () => void;
  /** Nothing more is begun. */
  close: () => void;
};

export const HISTORY = 'history' satisfies Feature;

/** Longest wait for the server; a label that has not been begun by then goes back. */
const PATIENCE_MS = 5000;
/**
 * A label is begun without waiting when something written so short before has been stored, ms: printers that take more than
 * ten labels a second would wait for the network behind each. A copy of the ledger that was made within this time may begin
 * them, too, if what is written then never reaches the server.
 */
export const FRESH_MS = 100;

/** Tokens the server has not answered for, beyond which a label waits for it; and beyond which none is begun. */
const CROWDED = MAX_TOKENS / 3;
const FULL = MAX_TOKENS / 2;

type Waiter = { since: number; settle: (isStored: boolean) => void };

type Deps = {
  ledger: Pick<Ledger, 'tokens' | 'storedUpTo'>;
  /** There is something to send. */
  onWaiting: () => void;
  /** A clock that nobody can set, ms. */
  now?: () => number;
};

export const createHistory = ({
  ledger,
  onWaiting,
  now = () => performance.now(),
}: Deps): History => {
  /** The server knows of tokens; one from before does not, and nothing waits for it. */
  let isAsked = false;
  let isConnected = false;
  let isClosed = false;
  let waiting: Waiter[] = [];
  let greeted: string | undefined;
  let sent: { token: string; waiters: Waiter[] } | null = null;
  /** When the newest that is stored was written. */
  let freshAt = -Infinity;

  const cover = (): Promise<boolean> => {
    if (isClosed) return Promise.resolve(false);
    if (!isAsked) return Promise.resolve(true);
    const since = now();
    const isFresh = since - freshAt <= FRESH_MS && ledger.tokens().length < CROWDED;
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.settle(false), PATIENCE_MS);
      const waiter: Waiter = {
        since,
        settle: (isStored) => {
          clearTimeout(timer);
          waiting = waiting.filter((one) => one !== waiter);
          resolve(isStored);
        },
      };
      waiting.push(waiter);
      if (isFresh) resolve(true);
      onWaiting();
    });
  };
  const again = (): void => {
    waiting = [...(sent?.waiters ?? []), ...waiting];
    sent = null;
  };
  /** What waits was leased over a connection that is over: another one may have given it back since. */
  const giveUp = (): void => {
    again();
    for (const { settle } of waiting) settle(false);
  };
  return {
    greet: () => {
      giveUp();
      const tokens = ledger.tokens();
      greeted = tokens.at(-1);
      return tokens;
    },
    mayBegin: () => !isClosed && (!isAsked || (isConnected && ledger.tokens().length < FULL)),
    cover,
    isWaiting: () => waiting.length > 0,
    take: () => {
      const token = waiting.length > 0 ? ledger.tokens().at(-1) : undefined;
      if (token === undefined) return undefined;
      sent = { token, waiters: [...(sent?.waiters ?? []), ...waiting] };
      waiting = [];
      return token;
    },
    stored: (token) => {
      if (sent?.token !== token) return;
      const { waiters } = sent;
      sent = null;
      ledger.storedUpTo(token);
      for (const { since, settle } of waiters) {
        freshAt = Math.max(freshAt, since);
        settle(true);
      }
    },
    again,
    welcomed: (features) => {
      isAsked = features.includes(HISTORY);
      isConnected = true;
      if (isAsked && greeted !== undefined) ledger.storedUpTo(greeted);
    },
    lost: () => {
      isConnected = false;
      giveUp();
    },
    close: () => {
      isClosed = true;
      giveUp();
    },
  };
};
