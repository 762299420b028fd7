import { TEMPLATES_KEPT } from '@yunbiao/contract/gateway';
import type { Lease, ServerMessage } from '@yunbiao/contract/gateway';
import {
  cancelRequests,
  type ClientLook,
  clientNow,
  type Context,
  type LeasedBatch,
  leaseLabels,
  newerForClient,
  presentLease,
} from '@yunbiao/services';

/** Where a client's connection stands, as far as giving it work goes. */
export type PumpState = {
  clientId: number;
  fence: number;
  /** Labels each printer may still be sent, by its local id. */
  room: Map<string, number>;
  enabled: boolean;
};

type Options = {
  ctx: Context;
  state: PumpState;
  send: (message: ServerMessage) => void;
  /** The peer takes no more for now, or the server leases none. */
  congested: () => boolean;
  onRevoked: () => void;
  /** Another connection's hello was accepted after ours, and it is not the one that replaced us. */
  onOvertaken: () => void;
  onError: (error: unknown) => void;
};

export type LeasePump = {
  /** Work may be waiting. Runs one at a time; a call during a run causes one more. */
  run: () => void;
  /** Runs if what was seen of the client, null for one that is gone, says that there is something to do. */
  seen: (client: ClientLook | null) => void;
  /** Resolves when no run is under way. */
  idle: () => Promise<void>;
};

/** Units in one message. */
const MAX_UNITS = 500;
/** Characters of data in one message: labels may hold much, and a message too big ends the connection. */
const MAX_DATA = 256 * 1024;
/** Whoever was replaced is told so within this time. */
const OVERTAKEN_MS = 3000;

/** Gives one connection its work: leases, cancel requests, and whether it is paused. */
export const createLeasePump = (options: Options): LeasePump => {
  const { ctx, state, send } = options;
  /** Keys in the order they were sent, and with which fonts: a member may say that those of now will do. */
  const sentTemplates = new Map<string, string>();
  const sentCancels = new Set<string>();
  let toldUpdate = '';
  let running: Promise<void> | null = null;
  let again = false;
  let overtakenAt: number | null = null;

  /** The newer connection may be gone again before it took over; this one would wait for leases for ever. */
  const isOvertaken = (fence: number): boolean => {
    overtakenAt = fence === state.fence ? null : (overtakenAt ?? ctx.now());
    return overtakenAt !== null && ctx.now() - overtakenAt > OVERTAKEN_MS;
  };

  /** Comes before the leases that need it; the client forgets the oldest as we do. */
  const tellTemplate = ({ key, template, setup, raw, fonts }: LeasedBatch): void => {
    if (sentTemplates.get(key) === fonts) return;
    send(
      raw
        ? { type: 'raw', key, ...raw, setup }
        : { type: 'template', key, template, setup, ...(fonts !== '' && { fonts }) },
    );
    sentTemplates.delete(key);
    sentTemplates.set(key, fonts);
    const [oldest] = sentTemplates.keys();
    if (sentTemplates.size > TEMPLATES_KEPT && oldest !== undefined) sentTemplates.delete(oldest);
  };

  const lease = async (localId: string, room: number): Promise<void> => {
    const { clientId, fence } = state;
    const { rows, batches } = await leaseLabels({ ctx, clientId, fence, localId, room });
    if (rows.length === 0) return;
    // A newer `want` may have come meanwhile; it counted these as not yet received.
    const taken = rows.flat().length;
    state.room.set(localId, Math.max(0, (state.room.get(localId) ?? 0) - taken));
    const byId = new Map(batches.map((batch) => [batch.id, batch]));
    let leases: Lease[] = [];
    let length = 0;
    const flush = (): void => {
      if (leases.length > 0) send({ type: 'lease', leases });
      leases = [];
      length = 0;
    };
    for (const row of rows) {
      const [{ id, batch_id: batchId }] = row;
      const batch = byId.get(batchId);
      if (!batch) throw new Error(`label ${id} has no batch`);
      const data = row.reduce((sum, detail) => sum + detail.data.length, 0);
      if (length + data > MAX_DATA || !sentTemplates.has(batch.key)) flush();
      tellTemplate(batch);
      leases.push(presentLease(row, { batch, localId, fence }));
      length += data;
    }
    flush();
  };

  const cancel = async (): Promise<void> => {
    const units = await cancelRequests({ ctx, clientId: state.clientId });
    const fresh = units.filter((unit) => !sentCancels.has(`${unit.detailId}/${unit.attempt}`));
    if (fresh.length === 0) return;
    for (const unit of fresh) sentCancels.add(`${unit.detailId}/${unit.attempt}`);
    for (let at = 0; at < fresh.length; at += MAX_UNITS)
      send({ type: 'cancel', units: fresh.slice(at, at + MAX_UNITS) });
  };

  /** Told once a connection: what becomes of it the client says. */
  const tellUpdate = async (
    client: Parameters<typeof newerForClient>[0]['client'] & { update_to: string },
  ): Promise<void> => {
    if (client.update_to === toldUpdate) return;
    toldUpdate = client.update_to;
    const program = toldUpdate === '' ? null : await newerForClient({ ctx, client });
    if (program) send({ type: 'update', program });
  };

  const once = async (): Promise<void> => {
    const client = await clientNow({ ctx, clientId: state.clientId });
    if (!client) return options.onRevoked();
    if (isOvertaken(client.fence)) return options.onOvertaken();
    const enabled = client.enabled === 1;
    if (enabled !== state.enabled) {
      state.enabled = enabled;
      send({ type: 'enabled', enabled });
    }
    await tellUpdate(client);
    await cancel();
    for (const [localId, room] of state.room) {
      if (room > 0 && !options.congested()) await lease(localId, room);
    }
  };

  const loop = async (): Promise<void> => {
    do {
      again = false;
      try {
        await once();
      } catch (error) {
        options.onError(error);
      }
    } while (again);
    running = null;
  };

  const run = (): void => {
    if (running) again = true;
    else running = loop();
  };
  return {
    run,
    seen: (client) => {
      const isSame =
        client?.revoked_at === null &&
        client.fence === state.fence &&
        (client.enabled === 1) === state.enabled &&
        client.update_to === toldUpdate;
      if (!isSame || client.hasWork) run();
    },
    idle: () => running ?? Promise.resolve(),
  };
};
