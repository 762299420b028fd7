import type { Context } from '../../platform/context.ts';
import { requireOnlineSoftware } from '../../identity/software/find.ts';
import { refuseSuspendedMember } from '../../identity/software/suspension.ts';
import { createConfigNotFoundError } from '../print-config/get-print-config.ts';

/**
 * Software for a label without a template: the software of the print client, whose plan is charged.
 * @throws 404 for a configuration of another member; 403 when the software is offline or closed to
 * the member
 */
export const getSoftwareIdOfConfig = async (
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
  if (!software) throw createConfigNotFoundError();
  requireOnlineSoftware(software);
  await refuseSuspendedMember(kysely, { memberId, softwareId: software.id });
  return software.id;
};
