import type { CallOutput } from '@yunbiao/contract';
import { listFillableFields } from '@yunbiao/label';
import type { MemberScope } from '../../platform/context.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { refuseSuspendedMember } from '../../identity/software/suspension.ts';
import { selectUsableTemplates } from '../../platform/template/find.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';

/**
 * Templates of a software that another system can print with, and their input fields. Plans limit
 * the number of templates.
 * @throws 403 when the software is closed to the member
 */
export const listApiTemplates = async ({
  ctx,
  memberId,
  software: { id: softwareId },
}: MemberScope & { software: Pick<SoftwareRow, 'id'> }): Promise<CallOutput<'apiTemplates'>> => {
  const { kysely } = ctx.db;
  await refuseSuspendedMember(kysely, { memberId, softwareId });
  const rows = await selectUsableTemplates(kysely, { memberId, softwareId })
    .select(['id', 'member_id', 'name', 'width', 'height', 'content'])
    .orderBy('id')
    .execute();
  return {
    list: rows.map((row) => ({
      templateId: String(row.id),
      name: row.name,
      own: row.member_id !== null,
      widthMm: row.width / 100,
      heightMm: row.height / 100,
      fields: listFillableFields(parseStoredTemplate(row.content)).map(
        ({ name, label, required = false, sample }) => ({ name, label, required, sample }),
      ),
    })),
  };
};
