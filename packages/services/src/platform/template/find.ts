import type { Executor, Selectable, TemplateTable } from '@yunbiao/db';
import { createNotFoundError } from '../errors.ts';

export type Whose = { memberId: number; softwareId: number };

export const createTemplateNotFoundError = () => createNotFoundError('没有这个模板');

/** Templates the member may use in a software: public and own ones. */
export const selectUsableTemplates = (executor: Executor, { memberId, softwareId }: Whose) =>
  executor
    .selectFrom('template')
    .where('software_id', '=', softwareId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('member_id', 'is', null), eb('member_id', '=', memberId)]));

/**
 * Returns a template that the member may use. @throws 404 for one of another member or software, or
 * a deleted one
 */
export const getTemplateForMember = async (
  executor: Executor,
  { id, ...whose }: Whose & { id: number },
): Promise<Selectable<TemplateTable>> => {
  const row = await selectUsableTemplates(executor, whose)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw createTemplateNotFoundError();
  return row;
};
