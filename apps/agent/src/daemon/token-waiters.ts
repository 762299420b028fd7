/**
 * Timeout for the answer to a sent token, ms. A label that has not started is returned after it.
 */
export const ANSWER_TIMEOUT_MS = 30_000;

/** A label that waits until the server has stored a token. */
type Waiter = {
  /** Newest token on disk when the wait began. */
  token: string | undefined;
  since: number;
  isSent: boolean;
  /** The label started without waiting for the answer. */
  isEarly: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve: (isStored: boolean) => void;
};

/** Labels that wait, in the order of their tokens. */
export type Waiters = Set<Waiter>;

/** Resolves to whether the token was stored; at once for a label that starts early. */
export const waitForTokenStorage = (
  waiters: Waiters,
  wait: Pick<Waiter, 'token' | 'since' | 'isEarly'>,
): Promise<boolean> =>
  new Promise((resolve) => {
    waiters.add({ ...wait, isSent: false, timer: undefined, resolve });
    if (wait.isEarly) resolve(true);
  });

const resolveTokenWaiter = (waiters: Waiters, waiter: Waiter, isStored: boolean): void => {
  clearTimeout(waiter.timer);
  waiters.delete(waiter);
  waiter.resolve(isStored);
};

/**
 * Fails all waiting labels: their leases belong to a closed connection, and a new connection may
 * have returned them.
 */
export const failTokenWaiters = (waiters: Waiters): void => {
  for (const waiter of waiters) resolveTokenWaiter(waiters, waiter, false);
};

/**
 * Resolves the labels whose token is none of the newer ones. Returns the latest time at which one of
 * them began to wait; -Infinity when there is none.
 */
export const resolveWaitersOfStoredToken = (
  waiters: Waiters,
  newerTokens: ReadonlySet<string>,
): number => {
  let latest = -Infinity;
  for (const waiter of waiters) {
    if (waiter.token === undefined || newerTokens.has(waiter.token)) continue;
    latest = Math.max(latest, waiter.since);
    resolveTokenWaiter(waiters, waiter, true);
  }
  return latest;
};

export const hasWaiterWithUnsentToken = (waiters: Waiters): boolean =>
  [...waiters].some(({ isSent }) => !isSent);

/** Whether a label that has not started waits for a token that was not sent yet. */
export const hasUnstartedWaiterWithUnsentToken = (waiters: Waiters): boolean =>
  [...waiters].some(({ isSent, isEarly }) => !isSent && !isEarly);

export const markTokensSentAndStartTimeout = (waiters: Waiters): void => {
  for (const waiter of waiters) {
    if (waiter.isSent) continue;
    waiter.isSent = true;
    waiter.timer = setTimeout(() => resolveTokenWaiter(waiters, waiter, false), ANSWER_TIMEOUT_MS);
  }
};

export const markWaiterTokensUnsent = (waiters: Waiters): void => {
  for (const waiter of waiters) {
    clearTimeout(waiter.timer);
    waiter.isSent = false;
  }
};
