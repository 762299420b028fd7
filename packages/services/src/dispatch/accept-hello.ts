import { CAPABILITIES, writeCapabilities } from '@yunbiao/contract/capabilities';
import { FEATURES } from '@yunbiao/contract/found';
import type { AgentMessage } from '@yunbiao/contract/gateway';
import {
  type ClientTable,
  lockDetails,
  type Selectable,
  transaction,
  type Tx,
  type Updateable,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { fillNeeds } from '../drawing/index.ts';
import { type DetailChange, settleDetails } from '../label-state/details.ts';
import { lockClient } from '../client/lock-client.ts';
import { cancelForGone, savePrinters } from './printers.ts';
import { FORKED, giveBack, isKnownLedger } from './rules.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;

const CHUNK = 500;

export type Accepted = {
  client: Selectable<ClientTable>;
  /** Fencing number of this connection's leases. */
  fence: number;
  /** The history token that was stored before, when the ledger holds it. */
  stored: string | null;
};

const leasedIds = async (tx: Tx, clientId: number): Promise<number[]> => {
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
 * Takes what a forked ledger holds from under its fence, so that no later report of it counts: the printer's counter may
 * have been moved by labels this ledger knows nothing of.
 */
const disown = async (tx: Tx, clientId: number, held: Hello['held']): Promise<void> => {
  const ids = held.map((unit) => Number(unit.detailId)).filter(Number.isSafeInteger);
  for (let at = 0; at < ids.length; at += CHUNK)
    await tx
      .updateTable('detail')
      .set({ fence: null })
      .where('id', 'in', ids.slice(at, at + CHUNK))
      .where('client_id', '=', clientId)
      .where('state', '=', 'uncertain')
      .execute();
};

/** Compares what is leased to the client with what its agent holds. */
const reconcile = async ({
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
  const held = new Set(hello.held.map((unit) => `${unit.detailId}/${unit.attempt}`));
  const ids = await leasedIds(tx, clientId);
  const changes: DetailChange[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const detail of await lockDetails(tx, ids.slice(at, at + CHUNK))) {
      if (detail.state !== 'sending') continue;
      if (!known) {
        const set = { state: 'uncertain', evidence: 'none', reason: FORKED, fence: null } as const;
        changes.push({ ids: [detail.id], set });
      } else if (!held.has(`${detail.id}/${detail.attempt}`)) {
        // Never started: the agent writes its intent before the first byte.
        changes.push({ ids: [detail.id], set: giveBack(detail, detail.attempt, ctx.now()) });
      }
    }
  }
  if (changes.length > 0) await settleDetails({ ctx, tx, changes: merged(changes) });
  if (!known) await disown(tx, clientId, hello.held);
};

/** What is left of the wish for another version once a client says which it is. */
const updateAfter = (client: Selectable<ClientTable>, hello: Hello): Updateable<ClientTable> => {
  const target = hello.target ?? '';
  if (hello.failedUpdate)
    return { target, update_to: '', update_state: 'failed', update_note: hello.failedUpdate.note };
  const isDone = client.update_to === '' || client.update_to === hello.agentVersion;
  const failed = client.update_state === 'failed' && client.version === hello.agentVersion;
  // What went wrong is shown until it is another version, or somebody asks again.
  return isDone && !failed
    ? { target, update_to: '', update_state: '', update_note: '' }
    : { target };
};

/** What of it this server knows; '' when the hello does not say. */
const readDraws = ({ capabilities }: Hello): string => {
  if (!capabilities) return '';
  const { format, draws } = capabilities;
  return writeCapabilities({ format, draws: CAPABILITIES.draws.filter((n) => draws.includes(n)) });
};

/** Null as well where the client was last of a release without tokens: then labels were begun without any. */
const findStored = (
  { ledger_token: token }: Pick<Selectable<ClientTable>, 'ledger_token'>,
  { tokens }: Hello,
): string | null => (token !== null && tokens?.includes(token) ? token : null);

/** One update for all details that change alike. */
const merged = (changes: readonly DetailChange[]): DetailChange[] => {
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
 * Accepts a connection of a print client: raises the fence and settles what was under way. Null: revoked meanwhile, or
 * a hello from before what is under way.
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
  /** No newer connection has said hello; asked when it is this one's turn. */
  isNewest?: () => boolean;
}): Promise<Accepted | null> => {
  const draws = readDraws(hello);
  const accepted = await transaction(ctx.db, async (tx) => {
    const client = await lockClient(tx, clientId);
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
        ...updateAfter(client, hello),
        features: FEATURES.filter((one) => hello.features?.includes(one)).join(' '),
        draws,
        address,
        last_seen_at: now,
      })
      .where('id', '=', clientId)
      .execute();
    await savePrinters({ ctx, tx, client, printers: hello.printers });
    await reconcile({ ctx, tx, clientId, hello, known: isKnownLedger(client, hello) });
    await cancelForGone({ ctx, tx, client });
    return { client, fence, stored: findStored(client, hello) };
  });
  if (accepted) {
    const { member_id: memberId } = accepted.client;
    await fillNeeds(ctx.db.kysely, { memberId, draws });
  }
  return accepted;
};
