import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  type ClientTable,
  onCommit,
  type PairingTable,
  type Selectable,
  type Tx,
  runMemberTransaction,
} from '@yunbiao/db';
import { presentClient } from '../client/present-client.ts';
import { notifyClientChange } from '../client/notify-pages.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createForbiddenError } from '../../platform/errors.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { countClientsUsed } from '../../identity/software/usage.ts';
import { limitPairCodeGuesses } from './guess-code.ts';
import { getWaitingPairing } from './open-pairing.ts';

type PairingConfirmation = {
  ctx: Context;
  memberId: number;
  softwareId: number;
  input: CallParsed<'pairConfirm'>;
};

const insertClient = (
  tx: Tx,
  pairing: Selectable<PairingTable>,
  { memberId, softwareId, input }: PairingConfirmation,
  now: number,
): Promise<Selectable<ClientTable>> =>
  tx
    .insertInto('client')
    .values({
      member_id: memberId,
      software_id: softwareId,
      name: pairing.machine_name,
      remark: input.remark,
      group_name: '',
      enabled: 1,
      key_hash: null,
      system: pairing.system,
      version: pairing.version,
      address: pairing.address,
      ledger_id: null,
      ledger_seq: 0,
      fence: 0,
      paired_at: now,
      last_seen_at: null,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const createPairedClient = (confirmed: PairingConfirmation): Promise<CallOutput<'pairConfirm'>> => {
  const { ctx, memberId, softwareId, input } = confirmed;
  return runMemberTransaction(ctx.db, memberId, async (tx) => {
    const pairing = await getWaitingPairing({ ctx, executor: tx, code: input.code });
    const now = ctx.now();
    const vip = await getMemberPlan(tx, { memberId, softwareId, now });
    const usedClients = await countClientsUsed(tx, { memberId, softwareId });
    const allowed = vip.entitlements.clients;
    if (usedClients >= allowed) {
      throw createForbiddenError(
        `“${vip.name}”最多授权 ${allowed} 台客户端，已经用了 ${usedClients} 台；先撤销一台，再来配对`,
      );
    }
    const client = await insertClient(tx, pairing, confirmed, now);
    const claimedPairing = await tx
      .updateTable('pairing')
      .set({ client_id: client.id })
      .where('id', '=', pairing.id)
      .where('client_id', 'is', null)
      .executeTakeFirst();
    if (claimedPairing.numUpdatedRows === 0n)
      throw createConflictError('这个配对码刚刚被别人用了，请在那台电脑上重新配对');
    const event = { kind: 'client.pair' } as const;
    const { address } = pairing;
    await recordSecurityEvent({ ctx, tx, ...event, subject: `client:${client.id}`, address });
    onCommit(tx, () => notifyClientChange(ctx, client));
    return presentClient({ ctx, client, printers: [] });
  });
};

/**
 * Makes the machine behind the code a client of the member. The agent collects its key afterwards.
 * @throws 403 when the plan's client limit is reached; 404 and 429 for a wrong code
 */
export const confirmPairing = (
  confirmed: PairingConfirmation,
): Promise<CallOutput<'pairConfirm'>> =>
  limitPairCodeGuesses(confirmed, () => createPairedClient(confirmed));
