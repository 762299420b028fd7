import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import type { Whose } from '../../platform/template/find.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';
import { toIso } from '../../platform/time.ts';
import { getOwnTemplate, type OwnTemplate } from './own-template.ts';

type Saved = CallOutput<'templateVersions'>['list'][number];
type Which = Whose & { ctx: Context; id: number };

const presentCurrentVersion = ({ version, content, updated_at }: OwnTemplate): Saved => ({
  version,
  savedAt: toIso(updated_at),
  bytes: Buffer.byteLength(content),
  elements: parseStoredTemplate(content).elements.length,
  isCurrent: true,
});

type FormerVersion = { version: number; bytes: number; elements: number; saved_at: number };

const presentFormerVersion = ({ version, bytes, elements, saved_at }: FormerVersion): Saved => ({
  version,
  savedAt: toIso(saved_at),
  bytes,
  elements,
  isCurrent: false,
});

/** Current and former versions of an own template, newest first. @throws 404 */
export const listTemplateVersions = async ({
  ctx,
  ...which
}: Which): Promise<CallOutput<'templateVersions'>> => {
  const row = await getOwnTemplate(ctx.db.kysely, which);
  const former = await ctx.db.kysely
    .selectFrom('template_version')
    .select(['version', 'bytes', 'elements', 'saved_at'])
    .where('template_id', '=', row.id)
    .orderBy('version', 'desc')
    .execute();
  return { list: [presentCurrentVersion(row), ...former.map(presentFormerVersion)] };
};

/** One version with its content. @throws 404, also for a version that was deleted for its age */
export const getTemplateVersion = async ({
  ctx,
  version,
  ...which
}: Which & { version: number }): Promise<CallOutput<'templateVersion'>> => {
  const row = await getOwnTemplate(ctx.db.kysely, which);
  if (version === row.version)
    return { ...presentCurrentVersion(row), content: parseStoredTemplate(row.content) };
  const former = await ctx.db.kysely
    .selectFrom('template_version')
    .selectAll()
    .where('template_id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!former) throw createNotFoundError('没有这个版本，或者太旧，没有留着');
  return { ...presentFormerVersion(former), content: parseStoredTemplate(former.content) };
};
