import { MAX_CACHED_TEMPLATES } from '@yunbiao/contract/gateway/gateway';
import type { Lease, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { type Context, type LeasedBatch, leaseLabels, presentLease } from '@yunbiao/services';

/** Dispatch state of a client's connection. */
export type PumpState = {
  clientId: number;
  fence: number;
  /** Number of labels that each printer can still receive, by local ID. */
  room: Map<string, number>;
  enabled: boolean;
};

/**
 * Maximum number of data characters per message. Labels may hold much data, and an oversized
 * message closes the connection.
 */
const MAX_DATA_LENGTH = 256 * 1024;

/**
 * Template key → fonts, in the order sent. A template is sent again with other fonts when the
 * member accepts the current fonts.
 */
export type SentTemplates = Map<string, string>;

type Send = (message: ServerMessage) => void;
type Connection = { ctx: Context; state: PumpState; send: Send; sentTemplates: SentTemplates };

/**
 * Sends the template before the leases that need it. The client evicts the oldest template in the
 * same order.
 */
const sendTemplateIfNotSent = (
  { send, sentTemplates }: Connection,
  { key, template, setup, raw, fonts }: LeasedBatch,
): void => {
  if (sentTemplates.get(key) === fonts) return;
  send(
    raw
      ? { type: 'raw', key, ...raw, setup }
      : { type: 'template', key, template, setup, ...(fonts !== '' && { fonts }) },
  );
  sentTemplates.delete(key);
  sentTemplates.set(key, fonts);
  const [oldest] = sentTemplates.keys();
  if (sentTemplates.size > MAX_CACHED_TEMPLATES && oldest !== undefined)
    sentTemplates.delete(oldest);
};

/** Collects leases into messages of limited size. */
const createLeaseMessageBuffer = (send: Send) => {
  let leases: Lease[] = [];
  let length = 0;
  return {
    canHold: (data: number): boolean => length + data <= MAX_DATA_LENGTH,
    add: (lease: Lease, data: number): void => {
      leases.push(lease);
      length += data;
    },
    flush: (): void => {
      if (leases.length > 0) send({ type: 'lease', leases });
      leases = [];
      length = 0;
    },
  };
};

/** Leases up to `room` labels for one printer and sends them. */
export const sendLeases = async (
  connection: Connection,
  localId: string,
  room: number,
): Promise<void> => {
  const { ctx, state, send, sentTemplates } = connection;
  const { clientId, fence } = state;
  const { rows, batches } = await leaseLabels({ ctx, clientId, fence, localId, room });
  if (rows.length === 0) return;
  // A newer `want` may have arrived; it counted these labels as not yet received.
  const leasedCount = rows.flat().length;
  state.room.set(localId, Math.max(0, (state.room.get(localId) ?? 0) - leasedCount));
  const byId = new Map(batches.map((batch) => [batch.id, batch]));
  const message = createLeaseMessageBuffer(send);
  for (const row of rows) {
    const [{ id, batch_id: batchId }] = row;
    const batch = byId.get(batchId);
    if (!batch) throw new Error(`label ${id} has no batch`);
    const data = row.reduce(
      (sum, { data: values, pictures }) => sum + values.length + (pictures?.length ?? 0),
      0,
    );
    if (!message.canHold(data) || !sentTemplates.has(batch.key)) message.flush();
    sendTemplateIfNotSent(connection, batch);
    message.add(presentLease(row, { batch, localId, fence }), data);
  }
  message.flush();
};
