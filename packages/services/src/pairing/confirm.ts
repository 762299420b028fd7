import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { lockMember, onCommit, transaction } from '@yunbiao/db';
import { presentClient } from '../client/present.ts';
import { tellClientChanged } from '../client/tell-pages.ts';
import type { Context } from '../context.ts';
import { conflict, forbidden } from '../errors.ts';
import { securityEvent } from '../security/event.ts';
import { findVip } from '../software/entitlements.ts';
import { clientsUsed } from '../software/usage.ts';
import { guessPairCode } from './guess-code.ts';
import { openPairing } from './open-pairing.ts';

type Confirmed = {
  ctx: Context;
  memberId: number;
  softwareId: number;
  input: CallParsed<'pairConfirm'>;
};

const makeClient = ({
  ctx,
  memberId,
  softwareId,
  input,
}: Confirmed): Promise<CallOutput<'pairConfirm'>> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const pairing = await openPairing({ ctx, executor: tx, code: input.code });
    const now = ctx.now();
    const vip = await findVip(tx, { memberId, softwareId, now });
    const used = await clientsUsed(tx, { memberId, softwareId });
    const allowed = vip.entitlements.clients;
    if (used >= allowed) {
      throw forbidden(
        `“${vip.name}”最多授权 ${allowed} 台客户端，已经用了 ${used} 台；先撤销一台，再来配对`,
      );
    }
    const client = await tx
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
    const claimed = await tx
      .updateTable('pairing')
      .set({ client_id: client.id })
      .where('id', '=', pairing.id)
      .where('client_id', 'is', null)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n)
      throw conflict('这个配对码刚刚被别人用了，请在那台电脑上重新配对');
    const event = { kind: 'client.pair' } as const;
    const { address } = pairing;
    await securityEvent({ ctx, tx, ...event, subject: `client:${client.id}`, address });
    onCommit(tx, () => tellClientChanged(ctx, { memberId, clientId: client.id }));
    return presentClient({ ctx, client, printers: [] });
  });

/**
 * Makes the machine behind the code a client of the member. The agent collects its key afterwards.
 * @throws 403 when the plan allows no more clients; 404 and 429 for a wrong code
 */
export const confirmPairing = (confirmed: Confirmed): Promise<CallOutput<'pairConfirm'>> =>
  guessPairCode(confirmed, () => makeClient(confirmed));
