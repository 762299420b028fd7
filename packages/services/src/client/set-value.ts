import { type CallOutput, type CallParsed, CLIENT_GROUP_LENGTH } from '@yunbiao/contract';
import { type ClientTable, onCommit, transaction, type Updateable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { securityEvent } from '../security/event.ts';
import { getClientOfMember } from './get-client.ts';
import { shownClient } from './list.ts';
import { tellClientChanged, tellPrinters } from './tell-pages.ts';

type Input = CallParsed<'authValueSet'>;

const column = ({ field, value }: Input): Updateable<ClientTable> => {
  switch (field) {
    case 'remark':
      return { remark: value };
    case 'groupName':
      if (value.length > CLIENT_GROUP_LENGTH)
        throw invalid({ value: `分组名最多 ${CLIENT_GROUP_LENGTH} 个字` });
      return { group_name: value };
    case 'enabled': {
      const isOn = ['1', 'true'].includes(value);
      if (!isOn && !['0', 'false'].includes(value)) throw invalid({ value: '启用要写 1 或 0' });
      return { enabled: isOn ? 1 : 0 };
    }
  }
};

/** Sets remark, group or the enabled flag of a client, and nothing else. @throws 400, 404 */
export const setClientValue = ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: Input;
}): Promise<CallOutput<'authValueSet'>> =>
  transaction(ctx.db, async (tx) => {
    const { id } = await getClientOfMember(tx, { id: Number(input.id), memberId });
    const client = await tx
      .updateTable('client')
      .set(column(input))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (input.field === 'enabled') {
      const kind = client.enabled === 1 ? 'client.enable' : 'client.disable';
      await securityEvent({ ctx, tx, kind, subject: `client:${id}` });
    }
    const shown = await shownClient({ ctx, executor: tx, client });
    onCommit(tx, () => {
      ctx.bus.emit('client-work', { clientId: id });
      tellClientChanged(ctx, { memberId, clientId: id });
      if (input.field === 'enabled') tellPrinters(ctx, { memberId, printers: shown.printers });
    });
    return shown;
  });
