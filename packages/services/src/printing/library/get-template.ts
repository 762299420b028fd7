import type { CallOutput } from '@yunbiao/contract';
import type { Selectable, TemplateTable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { formatClock } from '../../platform/serial/clock.ts';
import { previewNextSerials } from '../../platform/serial/serials.ts';
import {
  getTemplateForMember,
  createTemplateNotFoundError,
  type Whose,
} from '../../platform/template/find.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';
import { toIso } from '../../platform/time.ts';
import { getOrDrawTemplatePictures, getPictureUrl } from './picture.ts';

const presentTemplate = (row: Selectable<TemplateTable>) => ({
  id: String(row.id),
  name: row.name,
  category: row.category,
  own: row.member_id !== null,
  version: row.version,
  content: parseStoredTemplate(row.content),
  updatedAt: toIso(row.updated_at),
});

/**
 * A public template of the software or the member's own. `memberId` is null for a visitor.
 * @throws 404
 */
export const getTemplate = async ({
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
  // Member ids start at 1, so 0 matches none.
  const owner = { softwareId, memberId: memberId ?? 0 };
  const row = await getTemplateForMember(ctx.db.kysely, { ...owner, id });
  const pictures =
    row.member_id === null ? await getOrDrawTemplatePictures(ctx, [row]) : new Map<number, null>();
  return { ...presentTemplate(row), picture: getPictureUrl(row.id, pictures.get(row.id)) };
};

/** The template with the next numbers of its serial fields. @throws 404 */
export const getTemplateForPrinting = async ({
  ctx,
  id,
  tz,
  ...whose
}: Whose & { ctx: Context; id: number; tz: string }): Promise<CallOutput<'printTemplate'>> => {
  const { kysely } = ctx.db;
  const row = await getTemplateForMember(kysely, { ...whose, id });
  const template = presentTemplate(row);
  const serials = await previewNextSerials(kysely, {
    memberId: whose.memberId,
    templateId: row.id,
    template: template.content,
    at: formatClock(ctx.now(), tz),
  });
  return { ...template, widthMm: row.width / 100, heightMm: row.height / 100, serials };
};

/**
 * A template shared by a link.
 * @throws 404, also when staff have suspended the owner in that software
 */
export const getSharedTemplate = async ({
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
  if (!row) throw createTemplateNotFoundError();
  const { name, category, content } = presentTemplate(row);
  return { name, category, content };
};
