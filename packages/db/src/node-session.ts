import pg from 'pg';

/** Key of the advisory lock of the leader; arbitrary, but constant across builds. */
const LEADER_LOCK_KEY = 7_260_242;
const CHANNEL = 'yunbiao_nodes';

const CONNECT_TIMEOUT_MS = 5_000;
/** A session that does not answer for this time counts as lost, ms. */
const QUERY_TIMEOUT_MS = 5_000;
/**
 * PostgreSQL ends the session of a process that hangs, and with it its leadership, s. The process
 * sends a statement each second.
 */
const IDLE_SESSION_S = 6;

/** Maximum length of a notification, bytes; PostgreSQL accepts fewer than 8,000. */
export const MAX_NOTIFICATION_BYTES = 7_900;

/** State of a server that its heartbeat stores. */
export type NodeState = {
  nodeId: string;
  name: string;
  build: string;
  dataFolderId: string;
  keyCheck: string;
  isStopped: boolean;
  clients: number;
  lagMs: number;
};

/** Row of a server as its peers see it. `seenAt`, `now`: epoch ms by the clock of the database. */
export type NodeRow = {
  nodeId: string;
  name: string;
  build: string;
  dataFolderId: string;
  keyCheck: string;
  isLeader: boolean;
  isStopped: boolean;
  startedAt: number;
  seenAt: number;
  clients: number;
  lagMs: number;
};

export type NodeSession = {
  /** Whether other connections get this session, as from a pool in transaction mode. */
  isPooled: () => Promise<boolean>;
  /** Sends notifications to all servers, this one included, in order. */
  publish: (payloads: readonly string[]) => Promise<void>;
  /** Time of the database, epoch ms. */
  readTime: () => Promise<number>;
  /** Stores the heartbeat. Returns the time of the database, epoch ms. */
  recordHeartbeat: (state: NodeState) => Promise<number>;
  /** Rows of the servers that were seen within ten minutes, in the order of their start. */
  listNodes: () => Promise<NodeRow[]>;
  /** Whether this session has the leadership, or gets it now. It ends with the session. */
  tryLead: () => Promise<boolean>;
  /** Lets another server lead. */
  resignLead: () => Promise<void>;
  close: () => Promise<void>;
};

type SessionOptions = {
  onNotification: (payload: string) => void;
  /** Called once, when the session ends in any way but `close`. */
  onLost: (error: Error) => void;
};

const DATABASE_NOW_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** Rows that servers read each second; older ones are for operators, ms. */
const RECENT_MS = 600_000;

const UPSERT_NODE = `
  insert into node
    (node_id, name, build, data_folder_id, key_check, started_at, seen_at, is_leader, is_stopped,
     clients, lag_ms)
  values ($1, $2, $3, $4, $5, ${DATABASE_NOW_MS}, ${DATABASE_NOW_MS}, $6, $7, $8, $9)
  on conflict (node_id) do update set
    build = excluded.build, seen_at = excluded.seen_at, is_leader = excluded.is_leader, is_stopped = excluded.is_stopped,
    clients = excluded.clients, lag_ms = excluded.lag_ms
  returning ${DATABASE_NOW_MS}::float8 as now`;

const SELECT_NODES = `
  select node_id as "nodeId", name, build, data_folder_id as "dataFolderId", key_check as "keyCheck",
    is_leader = 1 as "isLeader", is_stopped = 1 as "isStopped", started_at::float8 as "startedAt",
    seen_at::float8 as "seenAt", clients::int as clients, lag_ms::int as "lagMs"
  from node where seen_at > ${DATABASE_NOW_MS} - ${RECENT_MS} order by started_at, id`;

const connectAndListen = async (
  connectionString: string,
  { onNotification, onLost }: SessionOptions,
): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString,
    application_name: 'yunbiao-node',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', onLost);
  client.on('end', () => onLost(new Error('the session ended')));
  client.on('notification', ({ payload = '' }) => onNotification(payload));
  try {
    await client.connect();
    // Setting of PostgreSQL 14. An older server keeps the session of a process that hangs.
    await client.query(`set idle_session_timeout = '${IDLE_SESSION_S}s'`).catch(() => {});
    // A hint that is lost by a crash of the database is repaired by the resync that follows it.
    await client.query('set synchronous_commit = off');
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
};

type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A connection whose failed statement ends it: after a timeout the answer may still arrive. */
const openConnection = async (
  connectionString: string,
  options: SessionOptions,
): Promise<{ query: Query; close: () => Promise<void> }> => {
  let client: pg.Client | null = null;
  let isEnded = false;
  const endNodeSessionOnce = (error: Error): void => {
    // A failed connection attempt rejects.
    if (isEnded || !client) return;
    isEnded = true;
    client.end().catch(() => {});
    options.onLost(error);
  };
  const connected = await connectAndListen(connectionString, {
    ...options,
    onLost: endNodeSessionOnce,
  });
  client = connected;
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      try {
        return (await connected.query<Row>(text, values)).rows;
      } catch (error) {
        endNodeSessionOnce(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    },
    close: async () => {
      isEnded = true;
      await connected.end().catch(() => {});
    },
  };
};

const storeHeartbeat = async (query: Query, state: NodeState, leads: boolean): Promise<number> => {
  const { nodeId, name, build, dataFolderId, keyCheck, isStopped, clients, lagMs } = state;
  const rows = await query<{ now: number }>(UPSERT_NODE, [
    nodeId,
    name,
    build,
    dataFolderId,
    keyCheck,
    leads ? 1 : 0,
    isStopped ? 1 : 0,
    clients,
    Math.round(lagMs),
  ]);
  return Number(rows[0]?.now);
};

const tryLeaderLock = async (query: Query): Promise<boolean> => {
  const rows = await query<{ leads: boolean }>('select pg_try_advisory_lock($1::bigint) as leads', [
    LEADER_LOCK_KEY,
  ]);
  if (rows[0]?.leads !== true) return false;
  // A leader that was killed, or hangs, could not take this back.
  await query('update node set is_leader = 0 where is_leader = 1');
  return true;
};

/** Number of checks for a pool: a busy one gives out another session only at times. */
const POOL_CHECKS = 5;

const readSessionPid = async (query: Query): Promise<number | undefined> =>
  (await query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;

/** Whether a second connection gets the session of the first, or changes it. */
const isSessionPooled = async (connectionString: string, query: Query): Promise<boolean> => {
  const second = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  second.on('error', () => {});
  const querySecond: Query = async <Row extends pg.QueryResultRow>(text: string) =>
    (await second.query<Row>(text)).rows;
  try {
    await second.connect();
    for (let tries = 0; tries < POOL_CHECKS; tries += 1) {
      const pid = await readSessionPid(query);
      await second.query('begin');
      const secondPid = await readSessionPid(querySecond);
      const laterPid = await readSessionPid(query);
      await second.query('commit');
      if (pid === secondPid || pid !== laterPid) return true;
    }
    return false;
  } finally {
    second.end().catch(() => {});
  }
};

/**
 * Opens the connection of a server to its peers: notifications, heartbeat and leadership (an
 * advisory lock) live and end with one PostgreSQL session. Requires a direct connection, as
 * {@link acquireServerLock} does.
 */
export const openNodeSession = async (
  connectionString: string,
  options: SessionOptions,
): Promise<NodeSession> => {
  const { query, close } = await openConnection(connectionString, options);
  let leads = false;
  return {
    isPooled: () => isSessionPooled(connectionString, query),
    publish: async (payloads) => {
      const text = `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`;
      await query(text, [payloads]);
    },
    readTime: async () => {
      const rows = await query<{ now: number }>(`select ${DATABASE_NOW_MS}::float8 as now`);
      return Number(rows[0]?.now);
    },
    recordHeartbeat: (state) => storeHeartbeat(query, state, leads),
    listNodes: () => query<NodeRow>(SELECT_NODES),
    tryLead: async () => {
      // The lock of a session can be acquired several times; it is held until it ends.
      leads ||= await tryLeaderLock(query);
      return leads;
    },
    resignLead: async () => {
      if (leads) await query('select pg_advisory_unlock($1::bigint)', [LEADER_LOCK_KEY]);
      leads = false;
    },
    close,
  };
};
