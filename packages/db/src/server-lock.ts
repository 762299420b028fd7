import { setTimeout as sleep } from 'node:timers/promises';
import {
  acquireLock,
  isLockHeldBySession,
  type Server,
  type Session,
  type SessionId,
} from './lock-session.ts';

const QUERY_TIMEOUT_MS = 10_000;
/** Interval between checks that the session still holds the lock, ms. */
const CHECK_MS = 5_000;
/** Delay between attempts to reach an unavailable database, ms. */
const RECONNECT_MS = 1_000;
/**
 * Time after the loss of the lock until the server must stop, ms. Documented in docs/operations.md.
 */
const RETAKE_MS = 60_000;

export type ServerLock = {
  /** False from the detected loss until the lock is acquired again. */
  isHeld: () => boolean;
  release: () => Promise<void>;
};

export type ServerLockOptions = {
  /** Servers that share the lock work side by side; one that does not is alone. */
  isShared?: boolean;
  /** The session has ended; the lock is being acquired again. */
  onLost: () => void;
  /**
   * The lock could not be acquired again: another server took it, or `retakeMs` elapsed. This
   * server must stop.
   */
  onGivenUp: (reason: 'taken' | 'late') => void;
  /** Interval between checks that the session still holds the lock, ms. */
  checkMs?: number;
  /** Timeout after which an unresponsive session counts as lost, ms. */
  queryTimeoutMs?: number;
  /** Maximum time to acquire a lost lock again, ms. */
  retakeMs?: number;
};

/** Resolves with null when the signal is aborted. */
const waitForAbort = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });

/**
 * Retries until this process or another server has the lock. A lock acquired after the abort is
 * released.
 */
const reacquireLock = async (
  server: Server,
  ownSessionIds: SessionId[],
  signal: AbortSignal,
): Promise<Session | 'taken' | null> => {
  while (!signal.aborted) {
    try {
      const session = await acquireLock(server, ownSessionIds);
      if (!session) return 'taken';
      if (!signal.aborted) return session;
      await session.client.end();
    } catch {
      // The database is unavailable or accepts no more connections.
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }
  return null;
};

/** Checks the lock and acquires it again after a loss, until that fails or `signal` aborts. */
const watchAndReacquireLock = (
  server: Server,
  ownSessionIds: SessionId[],
  { onLost, onGivenUp, checkMs = CHECK_MS, retakeMs = RETAKE_MS }: ServerLockOptions,
) => {
  /** Null while the lock is lost. */
  let current: Session | null = null;

  const retakeLockBeforeDeadline = async (released: AbortSignal): Promise<Session | null> => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), retakeMs);
    const signal = AbortSignal.any([released, deadline.signal]);
    // A hanging connection attempt must not exceed the deadline.
    const next = await Promise.race([
      reacquireLock(server, ownSessionIds, signal),
      waitForAbort(signal),
    ]);
    clearTimeout(timer);
    if (next === null || next === 'taken') {
      if (!released.aborted) onGivenUp(next ?? 'late');
      return null;
    }
    ownSessionIds.splice(0, ownSessionIds.length, { pid: next.pid, startedAt: next.startedAt });
    return next;
  };
  return {
    getSession: () => current,
    run: async (first: Session, released: AbortSignal): Promise<void> => {
      current = first;
      while (!released.aborted) {
        const session: Session = current;
        const isOurs = await isLockHeldBySession(session).catch(() => false);
        if (released.aborted) return;
        if (!isOurs) {
          current = null;
          onLost();
          session.client.end().catch(() => {});
          current = await retakeLockBeforeDeadline(released);
          if (!current) return;
        }
        await sleep(checkMs, undefined, { signal: released }).catch(() => {});
      }
    },
  };
};

/**
 * Prevents a second server on a PostgreSQL database with a session-level advisory lock, which ends
 * with the process in any case. Returns null when another server has it and does not share it. Requires a direct
 * connection: behind a pooler in transaction mode the session does not belong to this process. When
 * the session is lost, the lock is acquired again within `retakeMs` or given up.
 */
export const acquireServerLock = async (
  connectionString: string,
  options: ServerLockOptions,
): Promise<ServerLock | null> => {
  const { queryTimeoutMs = QUERY_TIMEOUT_MS, isShared = false } = options;
  const server = { connectionString, queryTimeoutMs, isShared };
  const ownSessionIds: SessionId[] = [];
  const first = await acquireLock(server, ownSessionIds);
  if (!first) return null;
  const released = new AbortController();
  const watch = watchAndReacquireLock(server, ownSessionIds, options);
  const watching = watch.run(first, released.signal);

  return {
    isHeld: () => watch.getSession() !== null,
    release: async () => {
      released.abort();
      await watching;
      await watch
        .getSession()
        ?.client.end()
        .catch(() => {});
    },
  };
};
