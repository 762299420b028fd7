import type { ServerMessage } from '@yunbiao/contract/gateway/gateway';
import {
  listCancelRequests,
  type ClientSnapshot,
  findCurrentClient,
  type Context,
  findNewerProgramForClient,
} from '@yunbiao/services';
import { type PumpState, sendLeases, type SentTemplates } from './send-leases.ts';

type Options = {
  ctx: Context;
  state: PumpState;
  send: (message: ServerMessage) => void;
  /** The peer cannot take more at present, or the server has stopped leasing. */
  isCongested: () => boolean;
  onRevoked: () => void;
  /** A newer hello was accepted, but the newer connection did not replace this one. */
  onSuperseded: () => void;
  onError: (error: unknown) => void;
};

export type LeasePump = {
  /**
   * Signals that work may be waiting. One run at a time; a call during a run triggers one more run.
   */
  run: () => void;
  /** Starts a run if the client's database state requires one; null when the client is gone. */
  handleClientState: (client: ClientSnapshot | null) => void;
  /** Resolves when no run is active. */
  waitUntilIdle: () => Promise<void>;
};

/** Maximum number of units per message. */
const MAX_UNITS = 500;
/** A replaced connection is notified within this time, ms. */
const SUPERSEDED_MS = 3000;

/** Leases sent on one connection, and its current run. */
type Pump = Options & {
  sentTemplates: SentTemplates;
  /** Sent cancel requests as `label/attempt`. */
  sentCancels: Set<string>;
  sentUpdate: string;
  /** Null when no run is active. */
  running: Promise<void> | null;
  isRunRequested: boolean;
  supersededAt: number | null;
};

/**
 * The newer connection may close before it takes over. This connection would then wait for leases
 * forever.
 */
const isConnectionSuperseded = (pump: Pump, fence: number): boolean => {
  const now = pump.ctx.now();
  pump.supersededAt = fence === pump.state.fence ? null : (pump.supersededAt ?? now);
  return pump.supersededAt !== null && now - pump.supersededAt > SUPERSEDED_MS;
};

const sendEnabledIfChanged = ({ state, send }: Pump, enabled: boolean): void => {
  if (enabled === state.enabled) return;
  state.enabled = enabled;
  send({ type: 'enabled', enabled });
};

const sendNewCancelRequests = async ({ ctx, state, send, sentCancels }: Pump): Promise<void> => {
  const units = await listCancelRequests({ ctx, clientId: state.clientId });
  const newUnits = units.filter((unit) => !sentCancels.has(`${unit.detailId}/${unit.attempt}`));
  if (newUnits.length === 0) return;
  for (const unit of newUnits) sentCancels.add(`${unit.detailId}/${unit.attempt}`);
  for (let at = 0; at < newUnits.length; at += MAX_UNITS)
    send({ type: 'cancel', units: newUnits.slice(at, at + MAX_UNITS) });
};

/** Sends the update once per connection. The client reports the result. */
const sendRequestedUpdateOnce = async (
  pump: Pump,
  client: Parameters<typeof findNewerProgramForClient>[0]['client'] & { update_to: string },
): Promise<void> => {
  if (client.update_to === pump.sentUpdate) return;
  pump.sentUpdate = client.update_to;
  const { ctx, sentUpdate, send } = pump;
  const program = sentUpdate === '' ? null : await findNewerProgramForClient({ ctx, client });
  if (program) send({ type: 'update', program });
};

const runPumpOnce = async (pump: Pump): Promise<void> => {
  const { ctx, state } = pump;
  const client = await findCurrentClient({ ctx, clientId: state.clientId });
  if (!client) return pump.onRevoked();
  if (isConnectionSuperseded(pump, client.fence)) return pump.onSuperseded();
  sendEnabledIfChanged(pump, client.enabled === 1);
  await sendRequestedUpdateOnce(pump, client);
  await sendNewCancelRequests(pump);
  for (const [localId, room] of state.room) {
    if (room > 0 && !pump.isCongested()) await sendLeases(pump, localId, room);
  }
};

const runPumpWhileRequested = async (pump: Pump): Promise<void> => {
  do {
    pump.isRunRequested = false;
    try {
      await runPumpOnce(pump);
    } catch (error) {
      pump.onError(error);
    }
  } while (pump.isRunRequested);
  pump.running = null;
};

const startOrRepeatPumpRun = (pump: Pump): void => {
  if (pump.running) pump.isRunRequested = true;
  else pump.running = runPumpWhileRequested(pump);
};

/** Whether the connection was sent the client's current database state. */
const isClientStateInSync = ({ state, sentUpdate }: Pump, client: ClientSnapshot): boolean =>
  client.revoked_at === null &&
  client.fence === state.fence &&
  (client.enabled === 1) === state.enabled &&
  client.update_to === sentUpdate;

/** Dispatches leases, cancel requests and the enabled state to one connection. */
export const createLeasePump = (options: Options): LeasePump => {
  const pump: Pump = {
    ...options,
    sentTemplates: new Map(),
    sentCancels: new Set(),
    sentUpdate: '',
    running: null,
    isRunRequested: false,
    supersededAt: null,
  };
  return {
    run: () => startOrRepeatPumpRun(pump),
    handleClientState: (client) => {
      if (!client || !isClientStateInSync(pump, client) || client.hasWork)
        startOrRepeatPumpRun(pump);
    },
    waitUntilIdle: () => pump.running ?? Promise.resolve(),
  };
};
