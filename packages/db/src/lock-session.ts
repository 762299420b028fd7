import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Key of the advisory lock; arbitrary, but constant across builds. Advisory locks are per database.
 */
const LOCK_KEY = 7_260_243;

const CONNECT_TIMEOUT_MS = 10_000;
/** Attempts to take the lock. The session of a killed server ends shortly after its process. */
const MAX_TRIES = 15;
/** Maximum sessions of this process to remember while the connection fails repeatedly. */
const MAX_OWN_SESSIONS = 100;
/** Delay between attempts to get the lock, ms. */
const RETRY_DELAY_MS = 200;
/** PostgreSQL ends the session of a vanished machine after this time, s. Its default is hours. */
const IDLE_SESSION_S = 60;

/**
 * A PostgreSQL session. Process ids are reused, so only pid and start time together identify it.
 */
export type SessionId = { pid: number; startedAt: string };
export type Session = SessionId & { client: pg.Client };

export type Server = {
  connectionString: string;
  queryTimeoutMs: number;
  /** Other servers may hold the lock, too, if they share it. */
  isShared: boolean;
};

const openLockSession = async ({ connectionString, queryTimeoutMs }: Server): Promise<Session> => {
  const client = new pg.Client({
    connectionString,
    application_name: 'yunbiao-server-lock',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  });
  // The next check notices a lost connection. Without a listener it would crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Setting of PostgreSQL 14. An older server keeps the session until its own TCP keep-alive ends
    // it.
    await client.query(`set idle_session_timeout = '${IDLE_SESSION_S}s'`).catch(() => {});
    const { rows } = await client.query<SessionId>(
      'select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()',
    );
    const [id] = rows;
    if (!id) throw new Error('PostgreSQL does not name the session');
    return { ...id, client };
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
};

const tryLock = async ({ client }: Session, isShared: boolean): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock${isShared ? '_shared' : ''}($1::bigint) as held`,
    [LOCK_KEY],
  );
  return rows[0]?.held === true;
};

/** The sessions that hold the lock, if this role may see them. Several when it is shared. */
const listLockHolders = async ({ client }: Session): Promise<SessionId[]> => {
  const { rows } = await client.query<SessionId>(
    `select activity.pid, activity.backend_start::text as "startedAt"
     from pg_locks join pg_stat_activity activity on activity.pid = pg_locks.pid
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK_KEY],
  );
  return rows;
};

const isSameSession = (a: SessionId, b: SessionId): boolean =>
  a.pid === b.pid && a.startedAt === b.startedAt;

/** Whether the session still holds the lock. Rejects when the session does not answer. */
export const isLockHeldBySession = async (session: Session): Promise<boolean> =>
  (await listLockHolders(session)).some((holder) => isSameSession(session, holder));

/**
 * Acquires the lock on a new session. PostgreSQL may not have noticed yet that the holder is gone.
 * At start-up (`ownSessionIds` is empty) this waits for it. Later it terminates a holding session
 * of this process (`ownSessionIds`); any other holder is another server. Returns null when another
 * server holds the lock. Rejects while the database is unreachable.
 */
export const acquireLock = async (
  server: Server,
  ownSessionIds: SessionId[],
): Promise<Session | null> => {
  const isStart = ownSessionIds.length === 0;
  const session = await openLockSession(server);
  // PostgreSQL's answer may get lost, so every session of this process may hold the lock.
  ownSessionIds.push({ pid: session.pid, startedAt: session.startedAt });
  if (ownSessionIds.length > MAX_OWN_SESSIONS) ownSessionIds.shift();
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await tryLock(session, server.isShared)) return session;
      const holders = isStart ? [] : await listLockHolders(session);
      const isOwnSession = (holder: SessionId): boolean =>
        ownSessionIds.some((id) => isSameSession(id, holder));
      if (!holders.every(isOwnSession)) break;
      for (const { pid } of holders)
        await session.client.query('select pg_terminate_backend($1)', [pid]);
      await sleep(RETRY_DELAY_MS);
    }
  } catch (error) {
    session.client.end().catch(() => {});
    throw error;
  }
  await session.client.end();
  return null;
};
