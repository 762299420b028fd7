import type { Feature } from '@yunbiao/contract/found';
import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import type { Ledger } from '../ledger/ledger.ts';

/**
 * Keeps labels from being begun before the server has stored a token of their intent. Then it finds every older copy of
 * the ledger out by the token it lacks, and gives no other client what this one may have begun.
 */
export type History = {
  /** Tokens a hello names of the ledger: when it is welcome, the server has stored the last one. */
  greet: () => string[];
  /** Whether it makes sense to write the intent of a label now: nothing is begun while the server is away. */
  mayBegin: () => boolean;
  /** Whether a label whose intent is written now may be begun before the server has stored its token. */
  mayBeginEarly: () => boolean;
  /**
   * Resolves to true once the server has stored a token of the ledger as it is on the disk now; false: it did not, or the
   * connection is over. `isEarly`: the intent says that it need not wait.
   */
  cover: (isEarly: boolean) => Promise<boolean>;
  /**
   * Resolves at the first welcome to the tokens the server had not stored before it. What waited for them was begun neither
   * here nor by a copy. Null: closed first.
   */
  findUnbegun: () => Promise<ReadonlySet<string> | null>;
  /** Takes the token to send with the next message; undefined: nothing waits for one. */
  take: () => string | undefined;
  /** A label may not be begun before a token has been stored that was not sent yet. */
  isUrgent: () => boolean;
  /** The server has stored a token that was sent at any time, and all before it. */
  noteStored: (token: string) => void;
  /** An answer does not come: what was sent is sent again. */
  sendAgain: () => void;
  noteWelcome: (welcome: Welcome) => void;
  forgetConnection: () => void;
  /** Nothing more is begun. */
  close: () => void;
};

export const HISTORY = 'history' satisfies Feature;

export type Welcome = {
  features: readonly string[];
  /** The last of the greeted tokens that was stored before; undefined: not known. */
  stored?: string | undefined;
};

/** Longest wait for the answer to a token that was sent; a label that has not been begun by then goes back. */
export const PATIENCE_MS = 30_000;
/**
 * A label is begun without waiting when something written no longer ago than this has been stored, ms: printers that take more than
 * ten labels a second would wait for the network behind each. A copy of the ledger that was made within this time may begin
 * them, too, if the token written then never reaches the server.
 */
export const FRESH_MS = 100;

/** Tokens the server has not answered for, beyond which a label waits for it; and beyond which none is begun. */
const CROWDED = MAX_TOKENS / 3;
const FULL = MAX_TOKENS / 2;

type Waiter = {
  /** The newest on the disk when it began to wait. */
  token: string | undefined;
  since: number;
  isSent: boolean;
  /** The label was begun without the answer. */
  isEarly: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve: (isStored: boolean) => void;
};

type Deps = {
  ledger: Pick<Ledger, 'tokens' | 'countTokens' | 'noteStored'>;
  /** There is something to send. */
  onWaiting: () => void;
  /** A clock that cannot be set, ms. */
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
  /** In the order of their tokens. */
  const waiters = new Set<Waiter>();
  let greeted: string | undefined;
  /** When the newest that is stored was written. */
  let freshAt = -Infinity;
  const { promise: unbegun, resolve: tellUnbegun } =
    Promise.withResolvers<ReadonlySet<string> | null>();

  const settle = (waiter: Waiter, isStored: boolean): void => {
    clearTimeout(waiter.timer);
    waiters.delete(waiter);
    waiter.resolve(isStored);
  };
  /** What waits was leased over a connection that is over: another one may have given it back since. */
  const giveUp = (): void => {
    for (const waiter of waiters) settle(waiter, false);
  };
  const mayBeginEarly = (): boolean =>
    !isAsked || (now() - freshAt <= FRESH_MS && ledger.countTokens() < CROWDED);
  const isWaiting = (): boolean => [...waiters].some(({ isSent }) => !isSent);
  return {
    greet: () => {
      giveUp();
      const tokens = ledger.tokens();
      greeted = tokens.at(-1);
      return tokens;
    },
    mayBegin: () => !isClosed && (!isAsked || (isConnected && ledger.countTokens() < FULL)),
    mayBeginEarly,
    findUnbegun: () => unbegun,
    cover: (isEarly) => {
      if (isClosed) return Promise.resolve(false);
      if (!isAsked) return Promise.resolve(isEarly);
      // Beyond that the next token takes the place of the newest one, which must not have been sent by then.
      if (!isConnected || ledger.countTokens() >= MAX_TOKENS) return Promise.resolve(false);
      const since = now();
      const isFresh = isEarly && mayBeginEarly();
      return new Promise((resolve) => {
        const token = ledger.tokens().at(-1);
        const waiter = { token, since, isSent: false, isEarly: isFresh, timer: undefined, resolve };
        waiters.add(waiter);
        if (isFresh) resolve(true);
        onWaiting();
      });
    },
    isUrgent: () => [...waiters].some(({ isSent, isEarly }) => !isSent && !isEarly),
    take: () => {
      if (!isWaiting()) return undefined;
      for (const waiter of waiters) {
        if (waiter.isSent) continue;
        waiter.isSent = true;
        waiter.timer = setTimeout(() => settle(waiter, false), PATIENCE_MS);
      }
      return ledger
        .tokens()
        .slice(0, MAX_TOKENS - 1)
        .at(-1);
    },
    noteStored: (token) => {
      const tokens = ledger.tokens();
      const at = tokens.indexOf(token);
      if (at === -1) return;
      const behind = new Set(tokens.slice(at + 1));
      ledger.noteStored(token);
      for (const waiter of waiters) {
        if (waiter.token === undefined || behind.has(waiter.token)) continue;
        freshAt = Math.max(freshAt, waiter.since);
        settle(waiter, true);
      }
    },
    sendAgain: () => {
      for (const waiter of waiters) {
        clearTimeout(waiter.timer);
        waiter.isSent = false;
      }
    },
    noteWelcome: ({ features, stored }) => {
      const tokens = ledger.tokens();
      const at = stored === undefined ? -1 : tokens.indexOf(stored);
      tellUnbegun(new Set(at === -1 ? [] : tokens.slice(at + 1)));
      isAsked = features.includes(HISTORY);
      isConnected = true;
      if (isAsked && greeted !== undefined) ledger.noteStored(greeted);
    },
    forgetConnection: () => {
      isConnected = false;
      giveUp();
    },
    close: () => {
      isClosed = true;
      tellUnbegun(null);
      giveUp();
    },
  };
};
