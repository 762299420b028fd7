import { type CallOutput, type CallParsed, CLIENT_GROUP_LENGTH } from '@yunbiao/contract';
import { type ClientTable, onCommit, runTransaction, type Updateable } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';
import { getClientOfMember } from './get-client.ts';
import { presentClientWithPrinters } from './list.ts';
import { notifyClientChange, notifyPrinterStates } from './notify-pages.ts';

type Input = CallParsed<'authValueSet'>;

const parseClientFieldChange = ({ field, value }: Input): Updateable<ClientTable> => {
  switch (field) {
    case 'remark':
      return { remark: value };
    case 'groupName':
      if (value.length > CLIENT_GROUP_LENGTH)
        throw createInvalidInputError({ value: `分组名最多 ${CLIENT_GROUP_LENGTH} 个字` });
      return { group_name: value };
    case 'enabled': {
      const isOn = ['1', 'true'].includes(value);
      if (!isOn && !['0', 'false'].includes(value))
        throw createInvalidInputError({ value: '启用要写 1 或 0' });
      return { enabled: isOn ? 1 : 0 };
    }
  }
};

/** Sets the remark, the group or the enabled flag of a client. @throws 400, 404 */
export const setClientField = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: Input }): Promise<CallOutput<'authValueSet'>> =>
  runTransaction(ctx.db, async (tx) => {
    const { id } = await getClientOfMember(tx, { id: Number(input.id), memberId });
    const client = await tx
      .updateTable('client')
      .set(parseClientFieldChange(input))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (input.field === 'enabled') {
      const kind = client.enabled === 1 ? 'client.enable' : 'client.disable';
      await recordSecurityEvent({ ctx, tx, kind, subject: `client:${id}` });
    }
    const presentedClient = await presentClientWithPrinters({ ctx, executor: tx, client });
    onCommit(tx, () => {
      ctx.bus.emit('client-work', { clientId: id });
      notifyClientChange(ctx, client);
      if (input.field === 'enabled')
        notifyPrinterStates(ctx, { memberId, printers: presentedClient.printers });
    });
    return presentedClient;
  });
