import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NodeSession, openNodeSession } from '@yunbiao/db';
import {
  type ConnectedBus,
  type Context,
  createBus,
  createClientPresence,
  type Logger,
  type NamedEvent,
} from '@yunbiao/services';
import { ConfigError } from '../config/config-error.ts';
import type { Cluster, EventTraffic } from './cluster.ts';
import { findJoinRefusal } from './join-checks.ts';
import { createDatabaseTime, type DatabaseTime } from './database-time.ts';
import { type BundleSigner, formatSignedProbe } from './event-bundles.ts';
import { createEventReceiver, type EventReceiver } from './event-receiver.ts';
import { createEventSender, type EventSender } from './event-sender.ts';
import { createNodeRoster, type NodeRoster } from './node-roster.ts';

/** Interval of heartbeats and of attempts to lead, ms. */
const TICK_MS = 1_000;
/** Longer than from probe to probe, ms: events take at least as long as none has come back. */
const SILENT_MS = 3_000;
/** Time without heartbeats after which this server leaves its clients to others, ms. */
const MAX_DISCONNECTED_MS = 8_000;
/** A leadership that the database did not confirm for this time is not acted on, ms. */
const LEADERSHIP_MS = 3_000;

/** Events that only this process needs: every server polls the database for them. */
const LOCAL_EVENTS: ReadonlySet<NamedEvent[0]> = new Set(['webhook-work', 'events-lost']);

export type ClusterOptions = {
  databaseUrl: string;
  /** Host name and port, for operators. */
  name: string;
  dataFolderId: string;
  /** Hash that is equal on servers with the same `CLUSTER_KEY`. */
  keyCheck: string;
  sign: BundleSigner;
  log: Logger;
  /** Build of the site; '' until it is known. */
  readBuild: () => string;
};

type ClusterState = ClusterOptions & {
  nodeId: string;
  bus: ConnectedBus;
  time: DatabaseTime;
  roster: NodeRoster;
  presence: Context['presence'];
  sender: EventSender;
  receiver: EventReceiver;
  /** Null while the connection is lost. */
  session: NodeSession | null;
  /** Monotonic time of the latest confirmation of the leadership, ms. */
  leadConfirmedAt: number | null;
  /** Monotonic time of the latest probe, ms. */
  probedAt: number;
  /** Monotonic time at which a probe came back, ms. */
  probeReturnedAt: number;
  /** Time that the latest probe took, ms. */
  lagMs: number;
  sentEvents: number;
  /** Monotonic time of the latest heartbeat, ms. */
  tickedAt: number;
  /** Until the first heartbeat. */
  isJoining: boolean;
  isStopped: boolean;
  closed: AbortController;
};

const isLeading = ({ leadConfirmedAt }: ClusterState): boolean =>
  leadConfirmedAt !== null && performance.now() - leadConfirmedAt < LEADERSHIP_MS;

const readEventTraffic = (state: ClusterState): EventTraffic => {
  const silentMs = performance.now() - state.probeReturnedAt;
  return {
    sent: state.sentEvents,
    ...state.receiver.readCounts(),
    lagMs: silentMs > SILENT_MS ? silentMs : state.lagMs,
  };
};

/** Sends the heartbeat, reads the other servers, and leads when no other does. */
const sendHeartbeatAndTryLead = async (
  state: ClusterState,
  session: NodeSession,
): Promise<void> => {
  const { nodeId, name, dataFolderId, keyCheck, lagMs, roster, presence } = state;
  const mayLead = !state.isStopped && (await session.tryLead());
  // This server may have stopped while it asked, and another server must not wait for its drain.
  const { isStopped } = state;
  if (isStopped) await session.resignLead();
  const leads = mayLead && !isStopped;
  const startedAt = performance.now();
  const databaseNow = await session.recordHeartbeat({
    nodeId,
    name,
    dataFolderId,
    keyCheck,
    isStopped,
    lagMs,
    build: state.readBuild(),
    clients: presence.countConnected(),
  });
  // The answer proves that the session lived at its start, and with it the leadership.
  if (leads && !isLeading(state)) state.log.info('this server leads', { nodeId });
  state.leadConfirmedAt = leads ? startedAt : null;
  state.tickedAt = startedAt;
  state.time.adjust(databaseNow, startedAt, performance.now());
  const rows = await session.listNodes();
  if (roster.observe(rows, databaseNow, performance.now())) state.receiver.reportLoss();
  state.receiver.retainNodes(new Set(rows.map((row) => row.nodeId)));
  state.probedAt = performance.now();
  await session.publish([formatSignedProbe(nodeId, state.sign)]);
};

/**
 * Checked before the first heartbeat: the row of a refused server would count as a server, and one
 * of another key would keep the others from restarting.
 * @throws ConfigError
 */
const refuseJoinOnConflict = async (state: ClusterState, session: NodeSession): Promise<void> => {
  const refusal = await findJoinRefusal(state, session);
  if (refusal === '') return;
  await session.close();
  throw new ConfigError(refusal);
};

const openClusterSession = async (state: ClusterState): Promise<void> => {
  const session = await openNodeSession(state.databaseUrl, {
    onNotification: state.receiver.handleNotification,
    onLost: (error) => {
      state.log.warn('the connection to the other servers was lost', { error: String(error) });
      state.session = null;
      state.leadConfirmedAt = null;
    },
  });
  if (state.isJoining) await refuseJoinOnConflict(state, session);
  state.isJoining = false;
  await sendHeartbeatAndTryLead(state, session);
  state.session = session;
};

/** Keeps the session alive, and opens another one after a loss, until the cluster is left. */
const tickAndReopenSession = async (state: ClusterState): Promise<void> => {
  const { signal } = state.closed;
  while (!signal.aborted) {
    await sleep(TICK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      if (state.session) await sendHeartbeatAndTryLead(state, state.session);
      else {
        await openClusterSession(state);
        state.log.info('connected to the other servers again', {});
        state.receiver.reset();
        state.sender.resume();
      }
    } catch (error) {
      // A failed statement ends the session; the next round opens another one.
      state.log.warn('the other servers cannot be reached', { error: String(error) });
    }
  }
};

const announceStop = async (state: ClusterState): Promise<void> => {
  state.isStopped = true;
  const { session } = state;
  if (!session) return;
  // When the database cannot be reached, the other servers notice the missing heartbeats.
  await session
    .resignLead()
    .then(() => sendHeartbeatAndTryLead(state, session))
    .catch(() => {});
};

const createClusterState = (options: ClusterOptions): ClusterState => {
  const nodeId = randomBytes(8).toString('hex');
  const roster = createNodeRoster(nodeId);
  const bus = createBus(
    (error) => options.log.error('a listener failed', { error }),
    (...event) => {
      if (LOCAL_EVENTS.has(event[0])) return;
      state.sentEvents += 1;
      state.sender.add(...event);
    },
  );
  const state: ClusterState = {
    ...options,
    nodeId,
    bus,
    time: createDatabaseTime(),
    roster,
    presence: createClientPresence({ nodeId, locateNode: roster.locateNode }),
    sender: createEventSender({
      nodeId,
      sign: options.sign,
      publish: async (payloads) => {
        if (!state.session) throw new Error('not connected');
        await state.session.publish(payloads);
      },
    }),
    receiver: createEventReceiver({
      nodeId,
      sign: options.sign,
      receive: bus.receive,
      onProbe: () => {
        state.probeReturnedAt = performance.now();
        state.lagMs = state.probeReturnedAt - state.probedAt;
      },
    }),
    session: null,
    leadConfirmedAt: null,
    probedAt: 0,
    probeReturnedAt: performance.now(),
    lagMs: 0,
    sentEvents: 0,
    tickedAt: performance.now(),
    isJoining: true,
    isStopped: false,
    closed: new AbortController(),
  };
  return state;
};

/**
 * Joins the servers that work on the same PostgreSQL database. The database remains the only truth:
 * events are hints, and every loss of them ends in `events-lost`.
 * @throws ConfigError when the connection brings no events; when a living server has another key,
 *   or a copy of this data folder; when the database cannot be reached
 */
export const joinCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const state = createClusterState(options);
  await openClusterSession(state);
  const maintenance = tickAndReopenSession(state);
  return {
    now: state.time.now,
    bus: state.bus,
    presence: state.presence,
    peers: {
      dataFolderId: state.dataFolderId,
      findNode: (dataFolderId) =>
        // The latest start: a killed process still counts as living when its successor starts.
        state.roster.listLiving().findLast((row) => row.dataFolderId === dataFolderId)?.nodeId ??
        null,
    },
    isLeader: () => isLeading(state),
    isConnected: () => performance.now() - state.tickedAt < MAX_DISCONNECTED_MS,
    countNodes: () => Math.max(1, state.roster.listLiving().length),
    listNodes: state.roster.listLiving,
    readTraffic: () => readEventTraffic(state),
    announceStop: () => announceStop(state),
    close: async () => {
      // A start that failed later has announced nothing.
      if (!state.isStopped) await announceStop(state);
      await state.sender.flush().catch(() => {});
      state.closed.abort();
      await maintenance;
      await state.session?.close();
    },
  };
};
