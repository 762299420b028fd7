import { CAPABILITIES, formatCapabilities } from '@yunbiao/contract/gateway/capabilities';
import { FEATURES } from '@yunbiao/contract/gateway/discovery';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import {
  type ClientTable,
  lockDetailRows,
  type Selectable,
  runTransaction,
  type Tx,
  type Updateable,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { backfillBatchNeeds } from '../capabilities/index.ts';
import { type DetailChange, applyDetailChanges } from '../label-state/details.ts';
import { lockClientRow } from '../client/lock-client.ts';
import { cancelLabelsOfGonePrinters, savePrinters } from './printers.ts';
import { FORKED_LEDGER_REASON, buildLabelReleaseUpdate, isKnownLedger } from './report-rules.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;

const CHUNK = 500;

export type AcceptedHello = {
  client: Selectable<ClientTable>;
  /** Fencing token of this connection's leases. */
  fence: number;
  /** The previously stored history token, if the ledger contains it. */
  storedToken: string | null;
};

const listLeasedIds = async (tx: Tx, clientId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('detail')
    .select('id')
    .where('client_id', '=', clientId)
    .where('state', '=', 'sending')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/**
 * Clears the fence of labels held by a forked ledger, so that its later reports do not count.
 * Labels unknown to this ledger may have moved the printer's counter.
 */
const clearFencesOfForkedLabels = async (
  tx: Tx,
  clientId: number,
  heldLabels: Hello['held'],
): Promise<void> => {
  const ids = heldLabels.map((unit) => Number(unit.detailId)).filter(Number.isSafeInteger);
  for (let at = 0; at < ids.length; at += CHUNK)
    await tx
      .updateTable('detail')
      .set({ fence: null })
      .where('id', 'in', ids.slice(at, at + CHUNK))
      .where('client_id', '=', clientId)
      .where('state', '=', 'uncertain')
      .execute();
};

/** Compares the labels leased to the client with those in the agent's hello. */
const reconcileLabels = async ({
  ctx,
  tx,
  clientId,
  hello,
  known,
}: {
  ctx: Context;
  tx: Tx;
  clientId: number;
  hello: Hello;
  known: boolean;
}): Promise<void> => {
  const heldKeys = new Set(hello.held.map((unit) => `${unit.detailId}/${unit.attempt}`));
  const ids = await listLeasedIds(tx, clientId);
  const changes: DetailChange[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const detail of await lockDetailRows(tx, ids.slice(at, at + CHUNK))) {
      if (detail.state !== 'sending') continue;
      if (!known) {
        const set = {
          state: 'uncertain',
          evidence: 'none',
          reason: FORKED_LEDGER_REASON,
          fence: null,
        } as const;
        changes.push({ ids: [detail.id], set });
      } else if (!heldKeys.has(`${detail.id}/${detail.attempt}`)) {
        // The label was not started: the agent stores its intent before the first byte.
        changes.push({
          ids: [detail.id],
          set: buildLabelReleaseUpdate(detail, detail.attempt, ctx.now()),
        });
      }
    }
  }
  if (changes.length > 0)
    await applyDetailChanges({ ctx, tx, changes: mergeEqualDetailChanges(changes) });
  if (!known) await clearFencesOfForkedLabels(tx, clientId, hello.held);
};

/** Updates the state of a requested update from the version in the hello. */
const buildClientUpdate = (
  client: Selectable<ClientTable>,
  hello: Hello,
): Updateable<ClientTable> => {
  const target = hello.target ?? '';
  if (hello.failedUpdate)
    return { target, update_to: '', update_state: 'failed', update_note: hello.failedUpdate.note };
  const isDone = client.update_to === '' || client.update_to === hello.agentVersion;
  const failed = client.update_state === 'failed' && client.version === hello.agentVersion;
  // The error is shown until the version changes or an update is requested again.
  return isDone && !failed
    ? { target, update_to: '', update_state: '', update_note: '' }
    : { target };
};

/** Announced capabilities known to this server; '' without an announcement. */
const formatKnownHelloCapabilities = ({ capabilities }: Hello): string => {
  if (!capabilities) return '';
  const { format, draws } = capabilities;
  return formatCapabilities({ format, draws: CAPABILITIES.draws.filter((n) => draws.includes(n)) });
};

/**
 * Also null if the client last ran a release without tokens: its labels were started without one.
 */
const findStoredHistoryToken = (
  { ledger_token: token }: Pick<Selectable<ClientTable>, 'ledger_token'>,
  { tokens }: Hello,
): string | null => (token !== null && tokens?.includes(token) ? token : null);

/** Merges details with the same change into one update. */
const mergeEqualDetailChanges = (changes: readonly DetailChange[]): DetailChange[] => {
  const groups = new Map<string, { ids: number[]; set: DetailChange['set'] }>();
  for (const { ids, set } of changes) {
    const key = JSON.stringify(set);
    const group = groups.get(key) ?? { ids: [], set };
    group.ids.push(...ids);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/**
 * Accepts a connection of a print client to this process: increments the fence, so that the client
 * is online here, and resolves pending labels. Returns null if the client was revoked or a newer
 * connection exists.
 */
export const acceptHello = async ({
  ctx,
  clientId,
  hello,
  address,
  isNewest = () => true,
}: {
  ctx: Context;
  clientId: number;
  hello: Hello;
  address: string;
  /** False when a newer connection has sent a hello. Called after the lock is acquired. */
  isNewest?: () => boolean;
}): Promise<AcceptedHello | null> => {
  const draws = formatKnownHelloCapabilities(hello);
  const acceptedHello = await runTransaction(ctx.db, async (tx) => {
    const client = await lockClientRow(tx, clientId);
    if (!client || !isNewest()) return null;
    const now = ctx.now();
    const fence = client.fence + 1;
    await tx
      .updateTable('client')
      .set({
        fence,
        ledger_id: hello.ledgerId,
        ledger_seq: hello.ledgerSeq,
        ledger_token: hello.tokens?.at(-1) ?? null,
        system: hello.system,
        version: hello.agentVersion,
        ...buildClientUpdate(client, hello),
        features: FEATURES.filter((feature) => hello.features?.includes(feature)).join(' '),
        draws,
        address,
        last_seen_at: now,
        node_id: ctx.presence.nodeId,
      })
      .where('id', '=', clientId)
      .execute();
    await savePrinters({ ctx, tx, client, printers: hello.printers });
    await reconcileLabels({ ctx, tx, clientId, hello, known: isKnownLedger(client, hello) });
    await cancelLabelsOfGonePrinters({ ctx, tx, client });
    return { client, fence, storedToken: findStoredHistoryToken(client, hello) };
  });
  if (acceptedHello) {
    const { member_id: memberId } = acceptedHello.client;
    await backfillBatchNeeds(ctx.db.kysely, { memberId, draws });
  }
  return acceptedHello;
};
