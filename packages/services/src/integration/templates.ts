import type { CallOutput } from '@yunbiao/contract';
import { typedFields } from '@yunbiao/label';
import type { Context } from '../context.ts';
import type { SoftwareRow } from '../software/find.ts';
import { refuseSuspended } from '../software/suspension.ts';
import { usableTemplates } from '../template/find.ts';
import { storedTemplate } from '../template/stored.ts';

/**
 * The templates of a software another system may print with, and the fields it fills in. Plans bound how many there are.
 * @throws 403 for a software that is closed to the member
 */
export const apiTemplates = async ({
  ctx,
  memberId,
  software: { id: softwareId },
}: {
  ctx: Context;
  memberId: number;
  software: Pick<SoftwareRow, 'id'>;
}): Promise<CallOutput<'apiTemplates'>> => {
  const { kysely } = ctx.db;
  await refuseSuspended(kysely, { memberId, softwareId });
  const rows = await usableTemplates(kysely, { memberId, softwareId })
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
      fields: typedFields(storedTemplate(row.content)).map(
        ({ name, label, required = false, sample }) => ({ name, label, required, sample }),
      ),
    })),
  };
};
