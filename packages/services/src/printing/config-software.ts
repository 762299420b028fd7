import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireOnline } from '../software/find.ts';
import { refuseSuspended } from '../software/suspension.ts';

/**
 * A label of nobody's template belongs to the software its print client is of: that plan prints it.
 * @throws 404 for a configuration that is not the member's; 403 for a software that is offline or closed to the member
 */
export const softwareOfConfig = async (
  { db: { kysely } }: Context,
  { id, memberId }: { id: number; memberId: number },
): Promise<number> => {
  const software = await kysely
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .innerJoin('software', 'software.id', 'client.software_id')
    .selectAll('software')
    .where('print_config.id', '=', id)
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!software) throw notFound('没有这个打印机配置');
  requireOnline(software);
  await refuseSuspended(kysely, { memberId, softwareId: software.id });
  return software.id;
};
