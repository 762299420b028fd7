import type { CallOutput } from '@yunbiao/contract';
import type { Selectable, TemplateTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { clockText } from '../serial/clock.ts';
import { comingSerials } from '../serial/serials.ts';
import { getTemplateForMember, noTemplate, type Whose } from '../template/find.ts';
import { storedTemplate } from '../template/stored.ts';
import { iso } from '../time.ts';
import { listPictures, pictureUrl } from './picture.ts';

const present = (row: Selectable<TemplateTable>) => ({
  id: String(row.id),
  name: row.name,
  category: row.category,
  own: row.member_id !== null,
  version: row.version,
  content: storedTemplate(row.content),
  updatedAt: iso(row.updated_at),
});

/** A public template of a software, or the member's own. `memberId` is null for a visitor. @throws 404 */
export const templateGet = async ({
  ctx,
  softwareId,
  memberId,
  id,
}: {
  ctx: Context;
  softwareId: number;
  memberId: number | null;
  id: number;
}): Promise<CallOutput<'templateGet'>> => {
  // No member has the id 0.
  const whose = { softwareId, memberId: memberId ?? 0 };
  const row = await getTemplateForMember(ctx.db.kysely, { ...whose, id });
  const pictures =
    row.member_id === null ? await listPictures(ctx, [row]) : new Map<number, null>();
  return { ...present(row), picture: pictureUrl(row.id, pictures.get(row.id)) };
};

/** With the numbers its serial fields would be given now. @throws 404 */
export const printTemplate = async ({
  ctx,
  id,
  tz,
  ...whose
}: Whose & { ctx: Context; id: number; tz: string }): Promise<CallOutput<'printTemplate'>> => {
  const { kysely } = ctx.db;
  const row = await getTemplateForMember(kysely, { ...whose, id });
  const opened = present(row);
  const serials = await comingSerials(kysely, {
    memberId: whose.memberId,
    templateId: row.id,
    template: opened.content,
    at: clockText(ctx.now(), tz),
  });
  return { ...opened, widthMm: row.width / 100, heightMm: row.height / 100, serials };
};

/** What somebody shared by a link; nothing while staff have suspended him in that software. @throws 404 */
export const sharedTemplate = async ({
  ctx,
  softwareId,
  code,
}: {
  ctx: Context;
  softwareId: number;
  code: string;
}): Promise<CallOutput<'sharedTemplate'>> => {
  const row = await ctx.db.kysely
    .selectFrom('template')
    .selectAll()
    .where('share_code', '=', code)
    .where('software_id', '=', softwareId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('suspension')
            .select('suspension.id')
            .whereRef('suspension.member_id', '=', 'template.member_id')
            .whereRef('suspension.software_id', '=', 'template.software_id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!row) throw noTemplate();
  const { name, category, content } = present(row);
  return { name, category, content };
};
