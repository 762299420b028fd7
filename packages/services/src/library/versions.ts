import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Whose } from '../template/find.ts';
import { storedTemplate } from '../template/stored.ts';
import { iso } from '../time.ts';
import { getOwnTemplate, type OwnTemplate } from './own.ts';

type Saved = CallOutput<'templateVersions'>['list'][number];
type Which = Whose & { ctx: Context; id: number };

const presentCurrent = ({ version, content, updated_at }: OwnTemplate): Saved => ({
  version,
  savedAt: iso(updated_at),
  bytes: Buffer.byteLength(content),
  elements: storedTemplate(content).elements.length,
  isCurrent: true,
});

type Former = { version: number; bytes: number; elements: number; saved_at: number };

const presentFormer = ({ version, bytes, elements, saved_at }: Former): Saved => ({
  version,
  savedAt: iso(saved_at),
  bytes,
  elements,
  isCurrent: false,
});

/** What an own template is and was, newest first. @throws 404 */
export const templateVersions = async ({
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
  return { list: [presentCurrent(row), ...former.map(presentFormer)] };
};

/** One of them with its content. @throws 404, also for one too old to be kept */
export const templateVersion = async ({
  ctx,
  version,
  ...which
}: Which & { version: number }): Promise<CallOutput<'templateVersion'>> => {
  const row = await getOwnTemplate(ctx.db.kysely, which);
  if (version === row.version)
    return { ...presentCurrent(row), content: storedTemplate(row.content) };
  const former = await ctx.db.kysely
    .selectFrom('template_version')
    .selectAll()
    .where('template_id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!former) throw notFound('没有这个版本，或者太旧，没有留着');
  return { ...presentFormer(former), content: storedTemplate(former.content) };
};
