import type { CallOutput } from '@yunbiao/contract';
import { VIRTUAL_PRINTER } from '@yunbiao/contract/virtual-host';
import {
  type ClientTable,
  lockMember,
  onCommit,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import { listPrinters } from '../client/list.ts';
import { presentClient } from '../client/present.ts';
import { tellClientChanged } from '../client/tell-pages.ts';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';
import { ensureConfig } from './ensure-config.ts';
import { requireVirtual, wake } from './get-virtual.ts';

type Scope = { ctx: Context; tx: Tx; memberId: number; softwareId: number };

const findOne = ({ tx, memberId, softwareId }: Scope) =>
  tx
    .selectFrom('client')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('is_virtual', '=', 1)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** Its printer is known before its first hello, so that a configuration can be made for it. */
const addPrinter = async ({ ctx, tx }: Scope, clientId: number): Promise<void> => {
  const { localId, name, language, dpi } = VIRTUAL_PRINTER;
  await tx
    .insertInto('printer')
    .values({
      client_id: clientId,
      local_id: localId,
      name,
      language,
      dpi,
      exclusive: 1,
      evidence: '["consumed","counter-moved"]',
      state: 'offline',
      state_reasons: '[]',
      state_text: '还没有回报状态',
      counter: null,
      reported_at: ctx.now(),
      gone: 0,
    })
    .execute();
};

/** As a confirmed pairing does it, but for the code and the allowance: its key is made when it is opened. */
const add = async (scope: Scope): Promise<Selectable<ClientTable>> => {
  const { ctx, tx, memberId, softwareId } = scope;
  const client = await tx
    .insertInto('client')
    .values({
      member_id: memberId,
      software_id: softwareId,
      name: VIRTUAL_PRINTER.name,
      remark: '',
      group_name: '',
      enabled: 1,
      key_hash: null,
      system: '',
      version: '',
      address: '',
      ledger_id: null,
      ledger_seq: 0,
      fence: 0,
      paired_at: ctx.now(),
      last_seen_at: null,
      revoked_at: null,
      is_virtual: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addPrinter(scope, client.id);
  const detail = { virtual: true };
  await securityEvent({ ctx, tx, kind: 'client.pair', subject: `client:${client.id}`, detail });
  onCommit(tx, () => tellClientChanged(ctx, { memberId, clientId: client.id }));
  return client;
};

/**
 * The member's virtual printer in a software, awake: found, or made with a configuration to print with. It takes no place
 * among the clients of the plan; its labels count as any.
 * @throws 403 where the site offers none; 503 when too many are in use
 */
export const openVirtual = async ({
  ctx,
  memberId,
  softwareId,
}: {
  ctx: Context;
  memberId: number;
  softwareId: number;
}): Promise<CallOutput<'virtualOpen'>> => {
  requireVirtual(ctx);
  const { client, printConfigId } = await transaction(ctx.db, async (tx) => {
    const scope = { ctx, tx, memberId, softwareId };
    await lockMember(tx, memberId);
    const one = (await findOne(scope)) ?? (await add(scope));
    return { client: one, printConfigId: await ensureConfig({ ...scope, client: one }) };
  });
  await wake(ctx, client);
  const printers = await listPrinters(ctx.db.kysely, [client.id]);
  return {
    client: presentClient({ ctx, client, printers: printers.get(client.id) ?? [] }),
    printConfigId,
  };
};
