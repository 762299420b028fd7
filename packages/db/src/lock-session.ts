import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Key of the advisory lock; any number, the same in every build. Advisory locks are per database. */
const LOCK_KEY = 7_260_243;

const CONNECT_TIMEOUT_MS = 10_000;
/** A killed server's session ends a moment after its process. */
const MAX_TRIES = 15;
/** Sessions of this process that are remembered while the line to the database comes and goes. */
const MAX_OWN = 100;
/** Between two tries to get the lock, ms. */
const TRY_AGAIN_MS = 200;
/** PostgreSQL ends the session of a machine that is gone after this, s; its own default is hours. */
const IDLE_SESSION_S = 60;

/** A PostgreSQL session: process ids are used again, so only both together identify it. */
export type SessionId = { pid: number; startedAt: string };
export type Session = SessionId & { client: pg.Client };

export type Server = { connectionString: string; queryTimeoutMs: number };

const openSession = async ({ connectionString, queryTimeoutMs }: Server): Promise<Session> => {
  const client = new pg.Client({
    connectionString,
    application_name: 'yunbiao-server-lock',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  });
  // A lost connection is noticed by the next check; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Settings of PostgreSQL 14; an older one keeps the session until its own TCP keep-alive ends it.
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

const tryLock = async ({ client }: Session): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as held',
    [LOCK_KEY],
  );
  return rows[0]?.held === true;
};

/** The session that holds the lock now, as far as this role may see; null when it is free. */
const findHolder = async ({ client }: Session): Promise<SessionId | null> => {
  const { rows } = await client.query<SessionId>(
    `select activity.pid, activity.backend_start::text as "startedAt"
     from pg_locks join pg_stat_activity activity on activity.pid = pg_locks.pid
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK_KEY],
  );
  return rows[0] ?? null;
};

const isSame = (a: SessionId, b: SessionId | null): boolean =>
  b !== null && a.pid === b.pid && a.startedAt === b.startedAt;

/** Whether the session still holds the lock. Rejects when it does not answer. */
export const isHeldBy = async (session: Session): Promise<boolean> =>
  isSame(session, await findHolder(session));

/**
 * Takes the lock over a new session. The holder may be gone without PostgreSQL having noticed: at a start (`own` is empty) it
 * is waited for, later a session of this process (`own`) is ended, and any other holder is another server. Null: another
 * server holds it. Rejects while the database cannot be reached.
 */
export const acquireLock = async (server: Server, own: SessionId[]): Promise<Session | null> => {
  const isStart = own.length === 0;
  const session = await openSession(server);
  // An answer of PostgreSQL may get lost: every session of this process may hold the lock.
  own.push({ pid: session.pid, startedAt: session.startedAt });
  if (own.length > MAX_OWN) own.shift();
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await tryLock(session)) return session;
      const holder = isStart ? null : await findHolder(session);
      const isOwn = own.some((id) => isSame(id, holder));
      if (holder && !isOwn) break;
      if (holder) await session.client.query('select pg_terminate_backend($1)', [holder.pid]);
      await sleep(TRY_AGAIN_MS);
    }
  } catch (error) {
    session.client.end().catch(() => {});
    throw error;
  }
  await session.client.end();
  return null;
};
