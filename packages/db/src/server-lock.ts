import { setTimeout as sleep } from 'node:timers/promises';
import {
  acquireLock,
  isHeldBy,
  type Server,
  type Session,
  type SessionId,
} from './lock-session.ts';

const QUERY_TIMEOUT_MS = 10_000;
/** Between two looks whether the session still holds the lock, ms. */
const CHECK_MS = 5_000;
/** Between two tries to reach a database that is away, ms. */
const RECONNECT_MS = 1_000;
/** From the loss of the lock until the server has to stop without it, ms. docs/operations.md names it. */
const RETAKE_MS = 60_000;

export type ServerLock = {
  /** False from when the loss is noticed until the lock is taken again. */
  isHeld: () => boolean;
  release: () => Promise<void>;
};

export type ServerLockOptions = {
  /** Its session has ended; it is being taken again. */
  onLost: () => void;
  /** It could not be taken again: another server took it first, or `retakeMs` are over. This server must stop. */
  onGivenUp: (why: 'taken' | 'late') => void;
  /** Between two looks whether the session still holds the lock, ms. */
  checkMs?: number;
  /** After which a session that says nothing is lost, ms. */
  queryTimeoutMs?: number;
  /** Longest until a lost lock is taken again, ms. */
  retakeMs?: number;
};

/** Resolves to nothing as soon as the signal is aborted. */
const awaitAbort = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });

/** Until the lock is this process's again, or another server's. What comes after the abort is given back. */
const reacquire = async (
  server: Server,
  own: SessionId[],
  signal: AbortSignal,
): Promise<Session | 'taken' | null> => {
  while (!signal.aborted) {
    try {
      const session = await acquireLock(server, own);
      if (!session) return 'taken';
      if (!signal.aborted) return session;
      await session.client.end();
    } catch {
      // The database is away, or takes no more connections.
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }
  return null;
};

/** Looks whether the lock is held, and takes it again, until it is given up or `signal` ends it. */
const createWatch = (
  server: Server,
  own: SessionId[],
  { onLost, onGivenUp, checkMs = CHECK_MS, retakeMs = RETAKE_MS }: ServerLockOptions,
) => {
  /** Null while the lock is lost. */
  let current: Session | null = null;

  const retake = async (released: AbortSignal): Promise<Session | null> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), retakeMs);
    const signal = AbortSignal.any([released, late.signal]);
    // A connection attempt that hangs does not outlast the deadline.
    const next = await Promise.race([reacquire(server, own, signal), awaitAbort(signal)]);
    clearTimeout(timer);
    if (next === null || next === 'taken') {
      if (!released.aborted) onGivenUp(next ?? 'late');
      return null;
    }
    own.splice(0, own.length, { pid: next.pid, startedAt: next.startedAt });
    return next;
  };
  return {
    getSession: () => current,
    run: async (first: Session, released: AbortSignal): Promise<void> => {
      current = first;
      while (!released.aborted) {
        const session: Session = current;
        const isOurs = await isHeldBy(session).catch(() => false);
        if (released.aborted) return;
        if (!isOurs) {
          current = null;
          onLost();
          session.client.end().catch(() => {});
          current = await retake(released);
          if (!current) return;
        }
        await sleep(checkMs, undefined, { signal: released }).catch(() => {});
      }
    },
  };
};

/**
 * Keeps a second server from a PostgreSQL database with a session advisory lock, which falls with the process, however that
 * ends. Null when another server has it. The connection must be one of PostgreSQL itself: behind a pooler in transaction
 * mode the session is not this process's. When the session is lost, the lock is taken again within `retakeMs` or given up.
 */
export const lockServer = async (
  connectionString: string,
  options: ServerLockOptions,
): Promise<ServerLock | null> => {
  const { queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const server = { connectionString, queryTimeoutMs };
  const own: SessionId[] = [];
  const first = await acquireLock(server, own);
  if (!first) return null;
  const released = new AbortController();
  const watch = createWatch(server, own, options);
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
