import type { Feature } from '@yunbiao/contract/gateway/discovery';
import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import type { Ledger } from '../ledger/ledger.ts';
import {
  failTokenWaiters,
  hasWaiterWithUnsentToken,
  hasUnstartedWaiterWithUnsentToken,
  markTokensSentAndStartTimeout,
  markWaiterTokensUnsent,
  resolveWaitersOfStoredToken,
  waitForTokenStorage,
} from './token-waiters.ts';
import type { Waiters } from './token-waiters.ts';

/**
 * Delays the start of labels until the server has stored a token of their intent. The server then
 * detects every older copy of the ledger by its missing token, and does not lease labels to another
 * client that this one may have started.
 */
export type History = {
  /**
   * Returns the ledger's tokens for a hello. A welcome confirms that the server has stored the last
   * one.
   */
  startHello: () => string[];
  /** Whether it makes sense to write the intent of a label now. False while disconnected. */
  canStart: () => boolean;
  /**
   * Whether a label whose intent is written now may start before the server has stored its token.
   */
  canStartBeforeTokenStored: () => boolean;
  /**
   * Resolves to true once the server has stored a token of the ledger as it is on disk now; to
   * false on timeout or disconnection. `isEarly`: the intent states that the label may start
   * without waiting.
   */
  waitUntilStored: (isEarly: boolean) => Promise<boolean>;
  /**
   * Resolves at the first welcome to the tokens the server had not stored before. Labels that
   * waited for them were started neither here nor by a copy. Resolves to null when closed first.
   */
  waitForUnstartedTokens: () => Promise<ReadonlySet<string> | null>;
  /** Claims the token to send with the next message; undefined when nothing waits for one. */
  claimToken: () => string | undefined;
  /** Whether a label waits for a token that was not sent yet. */
  hasUrgentToken: () => boolean;
  /** Records that the server has stored this token and all before it. */
  recordStored: (token: string) => void;
  /** Marks everything as unsent, because an answer is missing. */
  markUnsent: () => void;
  recordWelcome: (welcome: Welcome) => void;
  clearConnection: () => void;
  /** Ends all waiting. No label starts any more. */
  close: () => void;
};

export const HISTORY = 'history' satisfies Feature;

export type Welcome = {
  features: readonly string[];
  /** Last token of the hello that the server had already stored; undefined when unknown. */
  stored?: string | undefined;
};

/**
 * A label starts without waiting when a token written within this time has been stored, ms.
 * Otherwise printers above ten labels per second would wait for the network before each label. A
 * copy of the ledger made within this time may start the same labels, if the token written then
 * never reaches the server.
 */
export const EARLY_START_MS = 100;

/**
 * Number of unacknowledged tokens above which labels wait for the server, and above which none
 * starts.
 */
const MAX_TOKENS_FOR_EARLY_START = MAX_TOKENS / 3;
const MAX_TOKENS_FOR_START = MAX_TOKENS / 2;

type Deps = {
  ledger: Pick<Ledger, 'listTokens' | 'countTokens' | 'recordStored'>;
  /** Called when a token is ready to send. */
  onWaiting: () => void;
  /** Monotonic clock, ms. */
  now?: () => number;
};

type State = Required<Deps> & {
  /** Whether the server supports tokens. For an older server nothing waits. */
  supportsTokens: boolean;
  isConnected: boolean;
  isClosed: boolean;
  readonly waiters: Waiters;
  lastHelloToken: string | undefined;
  /** Time at which the newest stored token was written. */
  newestStoredAt: number;
  readonly unstartedTokens: PromiseWithResolvers<ReadonlySet<string> | null>;
};

const failWaitersAndListTokens = (state: State): string[] => {
  failTokenWaiters(state.waiters);
  const tokens = state.ledger.listTokens();
  state.lastHelloToken = tokens.at(-1);
  return tokens;
};

const canStartLabel = ({ isClosed, supportsTokens, isConnected, ledger }: State): boolean =>
  !isClosed && (!supportsTokens || (isConnected && ledger.countTokens() < MAX_TOKENS_FOR_START));

const canStartEarly = ({ supportsTokens, newestStoredAt, ledger, now }: State): boolean =>
  !supportsTokens ||
  (now() - newestStoredAt <= EARLY_START_MS && ledger.countTokens() < MAX_TOKENS_FOR_EARLY_START);

const waitUntilTokenStored = (state: State, isEarly: boolean): Promise<boolean> => {
  const { ledger, waiters } = state;
  if (state.isClosed) return Promise.resolve(false);
  if (!state.supportsTokens) return Promise.resolve(isEarly);
  // Above this limit the next token replaces the newest one, which must not have been sent before.
  if (!state.isConnected || ledger.countTokens() >= MAX_TOKENS) return Promise.resolve(false);
  const isStored = waitForTokenStorage(waiters, {
    token: ledger.listTokens().at(-1),
    since: state.now(),
    isEarly: isEarly && canStartEarly(state),
  });
  state.onWaiting();
  return isStored;
};

const takeTokenToSend = ({ ledger, waiters }: State): string | undefined => {
  if (!hasWaiterWithUnsentToken(waiters)) return undefined;
  markTokensSentAndStartTimeout(waiters);
  return ledger
    .listTokens()
    .slice(0, MAX_TOKENS - 1)
    .at(-1);
};

const recordStoredToken = (state: State, token: string): void => {
  const { ledger, waiters } = state;
  const tokens = ledger.listTokens();
  const at = tokens.indexOf(token);
  if (at === -1) return;
  const newerTokens = new Set(tokens.slice(at + 1));
  ledger.recordStored(token);
  const storedAt = resolveWaitersOfStoredToken(waiters, newerTokens);
  state.newestStoredAt = Math.max(state.newestStoredAt, storedAt);
};

const recordServerWelcome = (state: State, { features, stored }: Welcome): void => {
  const { ledger, unstartedTokens, lastHelloToken } = state;
  const tokens = ledger.listTokens();
  const at = stored === undefined ? -1 : tokens.indexOf(stored);
  unstartedTokens.resolve(new Set(at === -1 ? [] : tokens.slice(at + 1)));
  state.supportsTokens = features.includes(HISTORY);
  state.isConnected = true;
  if (state.supportsTokens && lastHelloToken !== undefined) ledger.recordStored(lastHelloToken);
};

const closeTokenHistory = (state: State): void => {
  state.isClosed = true;
  state.unstartedTokens.resolve(null);
  failTokenWaiters(state.waiters);
};

export const createTokenHistory = ({
  ledger,
  onWaiting,
  now = () => performance.now(),
}: Deps): History => {
  const state: State = {
    ledger,
    onWaiting,
    now,
    supportsTokens: false,
    isConnected: false,
    isClosed: false,
    waiters: new Set(),
    lastHelloToken: undefined,
    newestStoredAt: -Infinity,
    unstartedTokens: Promise.withResolvers(),
  };
  return {
    startHello: () => failWaitersAndListTokens(state),
    canStart: () => canStartLabel(state),
    canStartBeforeTokenStored: () => canStartEarly(state),
    waitForUnstartedTokens: () => state.unstartedTokens.promise,
    waitUntilStored: (isEarly) => waitUntilTokenStored(state, isEarly),
    hasUrgentToken: () => hasUnstartedWaiterWithUnsentToken(state.waiters),
    claimToken: () => takeTokenToSend(state),
    recordStored: (token) => recordStoredToken(state, token),
    markUnsent: () => markWaiterTokensUnsent(state.waiters),
    recordWelcome: (welcome) => recordServerWelcome(state, welcome),
    clearConnection: () => {
      state.isConnected = false;
      failTokenWaiters(state.waiters);
    },
    close: () => closeTokenHistory(state),
  };
};
