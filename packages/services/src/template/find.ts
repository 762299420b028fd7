import type { Executor, Selectable, TemplateTable } from '@yunbiao/db';
import { notFound } from '../errors.ts';

export type Whose = { memberId: number; softwareId: number };

export const noTemplate = () => notFound('没有这个模板');

/** Templates the member may use in a software: its public ones and the own ones. */
export const usableTemplates = (executor: Executor, { memberId, softwareId }: Whose) =>
  executor
    .selectFrom('template')
    .where('software_id', '=', softwareId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('member_id', 'is', null), eb('member_id', '=', memberId)]));

/** @throws 404 for another member's, another software's or a deleted one */
export const getTemplateForMember = async (
  executor: Executor,
  { id, ...whose }: Whose & { id: number },
): Promise<Selectable<TemplateTable>> => {
  const row = await usableTemplates(executor, whose)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw noTemplate();
  return row;
};
