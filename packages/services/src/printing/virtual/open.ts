import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { VIRTUAL_PRINTER } from '@yunbiao/contract/gateway/virtual-host';
import {
  type ClientTable,
  onCommit,
  type Selectable,
  type Tx,
  runMemberTransaction,
} from '@yunbiao/db';
import { getClientOfMember } from '../client/get-client.ts';
import { loadPrintersByClient } from '../client/list.ts';
import { presentClient } from '../client/present-client.ts';
import { notifyClientChange } from '../client/notify-pages.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';
import { getTemplateForMember } from '../../platform/template/find.ts';
import { ensureVirtualConfig, type LabelSize, toLabelSize } from './ensure-config.ts';
import { requireVirtualPrinters, startVirtualPrinter } from './get-virtual.ts';

type Scope = { ctx: Context; tx: Tx; memberId: number; softwareId: number };

const findVirtualClient = ({ tx, memberId, softwareId }: Scope) =>
  tx
    .selectFrom('client')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('is_virtual', '=', 1)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/**
 * Adds the printer before the client's first hello, so that a configuration can be created for it.
 */
const insertVirtualPrinter = async ({ ctx, tx }: Scope, clientId: number): Promise<void> => {
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

/**
 * Adds a client as a confirmed pairing does, but without a code and outside the plan's limit. Its
 * key is created when it is opened.
 */
const addVirtualClient = async (scope: Scope): Promise<Selectable<ClientTable>> => {
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
  await insertVirtualPrinter(scope, client.id);
  const detail = { virtual: true };
  await recordSecurityEvent({
    ctx,
    tx,
    kind: 'client.pair',
    subject: `client:${client.id}`,
    detail,
  });
  onCommit(tx, () => notifyClientChange(ctx, client));
  return client;
};

const readTemplateSize = async (
  { db }: Context,
  { templateId, ...whose }: Pick<Scope, 'memberId' | 'softwareId'> & CallParsed<'virtualOpen'>,
): Promise<LabelSize | undefined> =>
  templateId === undefined
    ? undefined
    : toLabelSize(await getTemplateForMember(db.kysely, { id: Number(templateId), ...whose }));

/**
 * Opens the member's virtual printer in a software; creates it with a configuration when missing.
 * The paper of a new configuration fits the template. It does not count against the plan's client
 * limit; its labels count as usual.
 * @throws 403 when the site offers none; 404 for a template the member cannot use; 503 when too many are in use
 */
export const openVirtualPrinter = async ({
  ctx,
  memberId,
  softwareId,
  input = {},
}: MemberScope & { softwareId: number; input?: CallParsed<'virtualOpen'> }): Promise<
  CallOutput<'virtualOpen'>
> => {
  const size = await readTemplateSize(ctx, { memberId, softwareId, ...input });
  requireVirtualPrinters(ctx);
  const { virtualClient, printConfigId } = await runMemberTransaction(
    ctx.db,
    memberId,
    async (tx) => {
      const scope = { ctx, tx, memberId, softwareId };
      const virtualClient = (await findVirtualClient(scope)) ?? (await addVirtualClient(scope));
      return {
        virtualClient,
        printConfigId: await ensureVirtualConfig({ ...scope, client: virtualClient, size }),
      };
    },
  );
  await startVirtualPrinter(ctx, virtualClient);
  // Read after the start, which connects it.
  const client = await getClientOfMember(ctx.db.kysely, { id: virtualClient.id, memberId });
  const printers = await loadPrintersByClient(ctx.db.kysely, [client.id]);
  return {
    client: presentClient({ ctx, client, printers: printers.get(client.id) ?? [] }),
    printConfigId,
  };
};
